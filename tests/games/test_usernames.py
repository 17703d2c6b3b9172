"""Usernames that differ in case or Unicode form only are one."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.models import User, username_key
from tests.support.staff import Keeper
from tests.support.visitors import ACCOUNT, Visitor

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0017_accounts_in_any_case")
looks = import_module("games.migrations.0030_username_look")
RIGHT = "a fine evening"
LIKE_DUCHESS = ["duchess", "Duchess", "DUCHESS", "ｄｕｃｈｅｓｓ", "ducheſs"]


def an_old_pair():
    """Two accounts of before there were keys."""
    first = User.objects.create_user("duchess", password=RIGHT)
    second = User.objects.create_user("other", password="another evening")
    User.objects.filter(pk=second.pk).update(username="Duchess", username_key=None)
    return first, User.objects.get(pk=second.pk)


@pytest.mark.parametrize("name", LIKE_DUCHESS)
def test_a_name_like_another_is_not_signed_up(name):
    Visitor().post("sign-up", data=ACCOUNT)

    answer = Visitor().post("sign-up", data=ACCOUNT | {"username": name})

    assert answer.status_code == 400
    assert answer.content.decode().count("already exists") == 1
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_who_sign_up_at_once_one_gets_the_name(settings):
    settings.LIMITS = "off"

    def sign_up(name):
        try:
            return Visitor().post("sign-up", data=ACCOUNT | {"username": name}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(sign_up, ["duke", "Duke", "DUKE", "duKe"] * 3))

    assert answers == [302] + [400] * 11
    assert User.objects.count() == 1


def test_letters_of_other_alphabets_are_folded_on_every_database():
    Visitor().post("sign-up", data=ACCOUNT | {"username": "Äbtissin"})

    assert Visitor().post("sign-up", data=ACCOUNT | {"username": "äbtissin"}).status_code == 400
    login = {"username": "ÄBTISSIN", "password": RIGHT}
    assert Visitor().post("login", data=login).status_code == 302


@pytest.mark.parametrize("name", LIKE_DUCHESS)
def test_every_spelling_opens_the_account(name):
    Visitor().post("sign-up", data=ACCOUNT)

    answer = Visitor().post("login", data={"username": name, "password": RIGHT})

    assert answer.status_code == 302


def test_a_name_that_grows_when_normalised_is_refused():
    name = "ﷺ" * 150  # 18 characters each

    assert Visitor().post("sign-up", data=ACCOUNT | {"username": name}).status_code == 400


def test_the_database_refuses_what_comes_past_the_forms():
    User.objects.create_user("duchess")

    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Duchess")
    other = User.objects.create_user("duke")
    other.username = "DUCHESS"
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()
    assert User.objects.get(pk=other.pk).username == "duke"


def test_a_new_name_comes_with_its_key():
    user = User.objects.create_user("duke")
    user.username = "Duchess"
    user.save(update_fields=["username"])

    assert User.objects.get().username_key == "duchess"
    assert User.objects.create_user("Duke").username_key == "duke"


@pytest.mark.parametrize(("first", "then"), [("Äbtissin", "äbtissin"), ("Duke", "dukE")])
def test_the_admin_and_the_command_line_refuse_it_too(first, then):
    User.objects.create_user(first, password=RIGHT)
    keeper = Keeper("superuser")
    words = {"usable_password": "true", "password1": RIGHT, "password2": RIGHT}
    before = User.objects.count()

    answer = keeper.do("games/user/add/", username=then, **words)
    with pytest.raises(CommandError, match="already taken"):
        call_command(
            "createsuperuser", username=then, email="", interactive=False, stderr=StringIO()
        )

    assert "already exists" in answer.content.decode()
    assert User.objects.count() == before


def test_old_pairs_are_opened_by_their_exact_spelling():
    first, second = an_old_pair()

    assert authenticate(username="duchess", password=RIGHT) == first
    assert authenticate(username="Duchess", password="another evening") == second
    assert authenticate(username="DUCHESS", password=RIGHT) == first
    assert authenticate(username="DUCHESS", password="another evening") is None


def test_old_pairs_can_be_changed_and_stored():
    _, second = an_old_pair()
    second.is_active = False

    second.full_clean()
    second.save()

    assert User.objects.get(pk=second.pk).username_key is None
    second.username = "baroness"
    second.save()
    assert User.objects.get(pk=second.pk).username_key == "baroness"
    second.username = "DUCHESS"
    with pytest.raises(ValidationError):
        second.full_clean()


def test_the_migration_keeps_every_account():
    users = [User.objects.create_user(f"user{number}") for number in range(5)]
    names = ("Duchess", "duchess", "DUCHESS", "Ärzte", "ärzte")
    for user, name in zip(users, names, strict=True):
        User.objects.filter(pk=user.pk).update(username=name, username_key=None)

    migration.give_keys(apps, None)

    keys = list(User.objects.order_by("pk").values_list("username", "username_key"))
    assert keys == list(zip(names, ["duchess", None, None, "ärzte", None], strict=True))


@pytest.mark.django_db(transaction=True)
def test_addresses_that_a_library_kept_are_deleted():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE axes_accessattempt (ip_address varchar(40))")
        cursor.execute("INSERT INTO axes_accessattempt VALUES ('203.0.113.7')")
        try:
            with connection.schema_editor() as editor:
                migration.forget_addresses(apps, editor)
            cursor.execute("SELECT count(*) FROM axes_accessattempt")
            assert cursor.fetchone() == (0,)
        finally:
            cursor.execute("DROP TABLE axes_accessattempt")


def test_a_key_is_cut_before_it_is_normalised():
    assert len(username_key("a" + "ͅ" * 1_000_000)) <= 450


@pytest.mark.parametrize("name", ["duсhess", "duch.ess", "ԁuchess", "dụchess", "DUСHESS"])
def test_a_name_that_looks_like_another_is_neither_signed_up_nor_changed_to(name):
    Visitor().post("sign-up", data=ACCOUNT)
    answer = Visitor().post("sign-up", data=ACCOUNT | {"username": name})

    assert answer.status_code == 400
    assert "looks like somebody else’s username" in answer.content.decode()

    other = Visitor()
    other.post("sign-up", data=ACCOUNT | {"username": "countess"})
    assert other.post("username", data={"username": name}).status_code == 400
    assert sorted(User.objects.values_list("username", flat=True)) == ["countess", "duchess"]
    assert other.post("username", data={"username": "Count.ess"}).status_code == 302


def test_accounts_from_before_that_look_alike_stay():
    first = User.objects.create_user("duchess", password=RIGHT)
    second = User.objects.create_user("duсhess", password=RIGHT)

    assert (first.username_look, second.username_look) == ("duchess", None)
    assert authenticate(username="duсhess", password=RIGHT) == second
    second.set_password("another evening")
    second.save()
    first.refresh_from_db()
    assert first.username_look == "duchess"


def test_the_look_of_accounts_from_before_is_stored():
    names = ["duchess", "duсhess", "count"]
    for name in names:
        User.objects.create_user(name)
    User.objects.update(username_look=None)

    looks.store_looks(apps, None)

    found = User.objects.order_by("pk").values_list("username_look", flat=True)
    assert list(found) == ["duchess", None, "count"]
