"""The first start: one secret key for all, on a full disk too, and data that is ours alone."""

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from highsociety_site import data as data_directory
from tests.support.server import ROOT, Server, environment_for, run_manage

PRINT_KEY = "from django.conf import settings; print(settings.SECRET_KEY)"
TRIES = 8


def start(home, **more):
    """A process that does no more than read the settings; `more` is for subprocess."""
    words = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", PRINT_KEY]
    options = {"cwd": ROOT, "env": environment_for(home), "text": True}
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **(options | more)
    )


def on_a_full_disk():
    """Files cannot grow."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_full_disk_is_told_in_one_sentence_and_the_next_start_works(tmp_path):
    first = start(tmp_path, preexec_fn=on_a_full_disk)
    out, error = first.communicate(timeout=120)

    assert first.returncode == 1
    assert out == ""
    assert error.count("\n") == 1
    assert str(tmp_path / "secret_key") in error
    assert [path.name for path in tmp_path.iterdir()] == []
    second = start(tmp_path)
    out, _ = second.communicate(timeout=120)
    assert second.returncode == 0
    assert out.strip() == (tmp_path / "secret_key").read_text()


def test_a_directory_that_cannot_be_made_is_told_in_one_sentence(tmp_path):
    (tmp_path / "file").touch()

    process = start(tmp_path / "file" / "data")
    _, error = process.communicate(timeout=120)

    assert process.returncode == 1
    assert error.count("\n") == 1


def make_key(home):
    """A process that makes the key as soon as it is told to."""
    code = "import sys, pathlib; from highsociety_site.data import own_secret; input();"
    words = [sys.executable, "-c", f"{code} print(own_secret(pathlib.Path(sys.argv[1])))", home]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([str(word) for word in words], cwd=ROOT, **pipes)


@pytest.mark.parametrize("is_empty", [False, True])
def test_processes_that_start_at_once_agree_on_one_key(tmp_path, is_empty):
    if is_empty:
        (tmp_path / "secret_key").touch()
    started = [make_key(tmp_path) for _ in range(TRIES)]
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()

    keys = {process.communicate(timeout=120)[0].strip() for process in started}

    assert keys == {(tmp_path / "secret_key").read_text()}
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_key_is_kept_and_an_empty_one_replaced(tmp_path):
    path = tmp_path / "secret_key"
    path.touch(mode=0o600)

    key = data_directory.own_secret(tmp_path)

    assert len(key) >= 50
    assert data_directory.own_secret(tmp_path) == key == path.read_text()
    assert mode(path) == 0o600
    path.write_text("a key of somebody's own that ends in a new line\n")
    assert data_directory.own_secret(tmp_path).endswith("line\n")


def test_a_key_that_is_too_short_is_refused(tmp_path):
    path = tmp_path / "secret_key"
    path.write_text("short")

    with pytest.raises(SystemExit, match=str(path)):
        data_directory.own_secret(tmp_path)
    assert path.read_text() == "short"


def test_data_of_a_new_server_is_for_its_user_alone(tmp_path):
    home = tmp_path / "data"

    run_manage(environment_for(home), "migrate", "--verbosity", "0")

    assert mode(home) == 0o700
    assert mode(home / "db.sqlite3") == 0o600
    assert mode(home / "secret_key") == 0o600


def test_data_of_a_running_server_is_for_its_user_alone(tmp_path):
    """As an older version has left it."""
    server = Server(tmp_path)
    tmp_path.chmod(0o755)
    for path in (*tmp_path.glob("db.sqlite3*"), tmp_path / "secret_key"):
        path.chmod(0o644)

    with server:
        server.manage("shell", "--verbosity", "0", "-c", "pass")
        found = {path.name: mode(path) for path in tmp_path.glob("db.sqlite3*")}

        assert set(found) == {"db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"}
        assert set(found.values()) == {0o600}
        assert mode(tmp_path / "secret_key") == 0o600
        assert mode(tmp_path) == 0o700


def test_a_directory_for_everybody_keeps_its_mode(tmp_path):
    tmp_path.chmod(0o1777)
    database = tmp_path / "db.sqlite3"
    database.touch()

    data_directory.prepare(tmp_path)

    assert mode(tmp_path) == 0o1777
    assert mode(database) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_disk_that_is_really_full(tmp_path):
    home = Path(tmp_path / "disk")
    home.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=8", "tmpfs", str(home)]
    if subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("this machine does not mount")
    try:
        (home / "full").write_bytes(bytes(4096))
        with pytest.raises(SystemExit, match="No space left"):
            data_directory.own_secret(home)
        (home / "full").unlink()
        assert len(data_directory.own_secret(home)) >= 50
    finally:
        subprocess.run(["umount", str(home)], check=True)
