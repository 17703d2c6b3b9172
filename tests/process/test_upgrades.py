"""A rolling upgrade: the database is migrated first, and the version before plays on with it."""

import importlib
import io
import re
import subprocess
import sys
import tarfile
from importlib.metadata import PackageNotFoundError, version

import pytest
from django.db import migrations, models
from django.db.models import NOT_PROVIDED

from games.migrations._indexes import AddIndexBesideWrites
from tests.support.http_browser import Browser
from tests.support.server import ROOT, Server, run_manage

# The last migration of the version before: what came after it is what processes of that version
# meet. To be set to the newest one when a version is published.
PUBLISHED = 15
FOLDER = ROOT / "games" / "migrations"
NEW = sorted(
    path for path in FOLDER.glob("[0-9]*.py") if int(path.name.partition("_")[0]) > PUBLISHED
)
# Old code asks for what these take away, or would not know what these ask for.
CONTRACTING = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
PIP = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check")
A_RECORD = (ROOT / "tests/engine/records/games.jsonl").read_text().splitlines()[0]


def operations(path):
    """What a migration does, with what it does to the state of the models alone left out."""
    module = importlib.import_module(f"games.migrations.{path.stem}")
    for operation in module.Migration.operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from operation.database_operations
        else:
            yield operation


def is_filled_by_the_database(field):
    return field.null or field.many_to_many or field.db_default is not NOT_PROVIDED


def breaks_the_version_before(operation):
    """Whether old code would ask for what is gone, or leave out what must be there."""
    if isinstance(operation, migrations.AddField):
        return not is_filled_by_the_database(operation.field)
    return isinstance(operation, CONTRACTING)


def test_new_migrations_take_nothing_away_that_the_version_before_needs():
    """Expand now, contract in the next version. A table that is new it does not know."""
    all_new = [each for path in NEW for each in operations(path)]
    tables = {each.name_lower for each in all_new if isinstance(each, migrations.CreateModel)}
    old = [each for each in all_new if getattr(each, "model_name_lower", None) not in tables]

    assert [each.describe() for each in old if breaks_the_version_before(each)] == []


def test_an_index_on_a_table_in_use_is_built_beside_its_writes():
    """The version before plays on meanwhile. Migrations up to this one are as they are."""
    new = [path for path in NEW if int(path.name.partition("_")[0]) > 35]
    tables = {
        each.name_lower
        for path in new
        for each in operations(path)
        if isinstance(each, migrations.CreateModel)
    }
    added = [each for path in new for each in operations(path) if is_index_on(each, tables)]

    assert added, "There is such a migration: 0036."
    assert all(isinstance(each, AddIndexBesideWrites) for each in added)


def is_index_on(operation, new_tables):
    """Whether it adds an index to a table that is not new."""
    is_index = isinstance(operation, migrations.AddIndex)
    return is_index and operation.model_name_lower not in new_tables


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (migrations.AddField("room", "size", models.IntegerField(default=0)), True),
        (migrations.AddField("room", "size", models.IntegerField(default=0, db_default=0)), False),
        (migrations.AddField("room", "size", models.IntegerField(null=True)), False),
        (migrations.AddField("room", "seen", models.ManyToManyField("player")), False),
        (migrations.RemoveField("room", "code"), True),
        (migrations.RenameField("room", "code", "key"), True),
        (migrations.CreateModel("extra", []), False),
    ],
)
def test_a_default_that_only_the_code_knows_is_not_enough(operation, breaks):
    assert breaks_the_version_before(operation) is breaks


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def the_version_before():
    """The last commit without the new migrations; without any, the one before the newest."""
    added = git("log", "--reverse", "--format=%H", "--diff-filter=A", "--", *NEW) if NEW else b""
    first = added.split() or git("log", "-1", "--format=%H", "--", FOLDER).split()
    return git("rev-parse", "--verify", f"{first[0].decode()}^").decode().strip()


class OldServer(Server):
    """The code of the version before, on data of its own."""

    def __init__(self, data, commit):
        super().__init__(data)
        self.code, self.libraries = data / "code", data / "libraries"
        self.program = (str(self.code / "manage.py"), "serve")
        packed = io.BytesIO(git("archive", "--format=tar", commit))
        with tarfile.open(fileobj=packed) as archive:
            archive.extractall(self.code, filter="data")

    @property
    def environment(self):
        return super().environment | {"PYTHONPATH": f"{self.code}:{self.libraries}"}

    def install_what_is_no_longer_required(self):
        missing = [
            each for each in (self.code / "requirements.txt").read_text().split("\n") if each
        ]
        missing = [each for each in missing if not is_installed(each.partition("==")[0])]
        into = ("--quiet", "--no-deps", "--target", str(self.libraries))
        if missing and subprocess.run([*PIP, *into, *missing], check=False).returncode:
            pytest.skip(f"needs {missing}, which could not be installed")

    def migrate_twice(self):
        """As in life: by the version before, and then by this one while that one still runs."""
        (self.data / "db.sqlite3").unlink()
        self.manage_old("migrate")
        new = self.environment | {"PYTHONPATH": str(ROOT)}
        run_manage(new, "migrate", "--verbosity", "0")
        self.manage_old("collectstatic", "--noinput")

    def manage_old(self, *words):
        command = [sys.executable, self.program[0], *words, "--verbosity", "0"]
        subprocess.run(command, env=self.environment, cwd=self.data, check=True)


def is_installed(name):
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


@pytest.fixture
def old_server(tmp_path):
    """A server of the version before on a database that was migrated by this version."""
    try:
        commit = the_version_before()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git and a clone with its history")
    server = OldServer(tmp_path / "data", commit)
    server.install_what_is_no_longer_required()
    server.migrate_twice()
    with server:
        yield server
    assert "Traceback" not in server.words(), server.words()


def test_the_version_before_plays_on_with_the_new_database(old_server):
    ann = Browser(old_server)
    link, _ = ann.post("/rooms/", name="Ann")
    assert "/r/" in link
    link, page = ann.post("/play/", name="Ann", edition="osprey-2018", level="novice")
    assert "/r/" in link

    for _ in range(3):
        shown = re.search(r'id="version"[^>]* value="(\d+)"', page)[1]
        _, page = ann.post(f"{link}play/", type="pass", version=shown)
    ann.post(f"{link}talk/", text="Is this the old one?")
    ann.post("/me/import/", text=A_RECORD)
    ann.sign_up("ann")
    ann.get("/me/")

    def count(table):
        return old_server.ask(f"SELECT count(*) AS n FROM games_{table}")[0]["n"]

    assert count("room") == 3  # that of the record among them
    assert count("game") == 2
    assert count("loggedaction") > 1
    assert count("message") == 1
    assert count("user") == 1
