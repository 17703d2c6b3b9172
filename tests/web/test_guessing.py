"""Passwords are not guessed, and nobody's guesses shut somebody else out."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.utils import timezone

from games.accounts import password_limits
from games.accounts.erasure import erase
from games.accounts.password_limits import Guess
from games.models import LoginTries, User
from games.text.errors import TooManyTries
from tests.support.visitors import ACCOUNT, Visitor, text_of

pytestmark = pytest.mark.django_db
RIGHT = "a fine evening"
DOORS = ["/login/", "/admin/login/"]


@pytest.fixture(autouse=True)
def nobody_counts_how_fast(settings):
    settings.LIMITS = "off"


@pytest.fixture
def root():
    return User.objects.create_superuser("root", password=RIGHT)


def a_browser(address="192.0.2.1"):
    return Visitor(REMOTE_ADDR=address)


def log_in(visitor, username="root", password="wrong", door="/login/"):
    return visitor.client.post(door, {"username": username, "password": password})


def statuses(answers):
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.usefixtures("root")
def test_logging_in_to_one_s_own_account_gives_no_new_guesses(door):
    a_browser().post("sign-up", data=ACCOUNT)
    wrong = []

    for number in range(144):
        if number % 9 == 8:
            assert log_in(a_browser(), "duchess", RIGHT).status_code == 302
        wrong.append(log_in(a_browser(), "root", f"guess {number}", door))

    assert statuses(wrong) == [200] * 10 + [429] * 134
    assert "Too many wrong passwords" in wrong[-1].content.decode()
    assert 0 < int(wrong[-1]["Retry-After"]) <= 900


@pytest.mark.usefixtures("root")
def test_both_doors_and_every_spelling_count_together():
    spellings = ("root", "ROOT", "Root", "ｒｏｏｔ")

    answers = [log_in(a_browser(), spellings[n % 4], door=DOORS[n % 2]) for n in range(12)]

    assert statuses(answers) == [200] * 10 + [429] * 2


@pytest.mark.usefixtures("root")
def test_a_school_is_not_shut_out_by_ten_wrong_guesses():
    a_browser().post("sign-up", data=ACCOUNT)
    for _ in range(12):
        log_in(a_browser(), "root")

    assert log_in(a_browser(), "duchess", RIGHT).status_code == 302


@pytest.mark.usefixtures("root")
def test_guesses_from_everywhere_stop_and_the_owner_s_browsers_do_not():
    here, known = a_browser("198.51.100.1"), a_browser("198.51.100.2")
    for browser in (here, known):
        assert log_in(browser, password=RIGHT).status_code == 302
    known.post("logout")

    answers = [log_in(a_browser(f"203.0.113.{n}")) for n in range(60)]

    assert statuses(answers) == [200] * 50 + [429] * 10
    assert log_in(a_browser("203.0.113.99"), password=RIGHT).status_code == 429
    assert here.get("my-games").status_code == 200
    assert here.client.get("/admin/").status_code == 200
    known.client.defaults["REMOTE_ADDR"] = "203.0.113.1"  # travelling
    assert statuses([log_in(known) for _ in range(3)]) == [200] * 3
    assert log_in(known, password=RIGHT).status_code == 302


@pytest.mark.usefixtures("root")
def test_a_browser_that_is_known_is_bounded_too():
    known = a_browser()
    log_in(known, password=RIGHT)

    answers = [log_in(known) for _ in range(12)]

    assert statuses(answers) == [200] * 10 + [429] * 2
    assert log_in(a_browser(), password=RIGHT).status_code == 302


@pytest.mark.usefixtures("root")
def test_who_knows_one_account_is_a_stranger_to_another():
    thief = a_browser()
    thief.post("sign-up", data=ACCOUNT)
    for number in range(60):
        log_in(a_browser(f"203.0.113.{number}"))

    assert log_in(thief, password=RIGHT).status_code == 429
    thief.client.cookies["known"] = "eyIxIjoieCJ9:1:forged"
    assert log_in(thief, password=RIGHT).status_code == 429


def test_an_old_password_is_not_guessed_in_somebody_s_session(root):
    known, stranger = a_browser(), a_browser("192.0.2.2")
    for browser in (known, stranger):
        browser.client.force_login(root)
    words = {"new_password1": "another evening", "new_password2": "another evening"}

    def change(browser, password):
        data = words | {"old_password": password}
        return browser.client.post("/admin/password_change/", data).status_code

    assert [change(stranger, "wrong") for _ in range(12)] == [200] * 10 + [429] * 2
    assert change(known, RIGHT) == 302
    assert set(LoginTries.objects.values_list("count", flat=True)) == {0, 10}


def test_one_address_guesses_a_hundred_times_an_hour():
    answers = [log_in(a_browser(), f"somebody{number}") for number in range(102)]

    assert statuses(answers) == [200] * 100 + [429] * 2
    assert log_in(a_browser("192.0.2.2"), "somebody").status_code == 200


def test_all_addresses_of_an_ipv6_network_are_one():
    for number in range(10):
        password_limits.count(Guess("root", f"2001:db8::{number:x}"))

    with pytest.raises(TooManyTries):
        password_limits.count(Guess("root", "2001:db8::ffff:1"))
    password_limits.count(Guess("root", "2001:db8:0:1::1"))
    password_limits.count(Guess("root", "nowhere"))


def test_after_its_time_a_guess_no_longer_counts(root):
    for _ in range(11):
        log_in(a_browser())
    LoginTries.objects.update(until=timezone.now())

    assert log_in(a_browser(), password=RIGHT).status_code == 302
    assert set(LoginTries.objects.values_list("count", flat=True)) == {0}
    LoginTries.objects.update(until=timezone.now())
    assert password_limits.clear_old() == 3
    assert root.is_active


class CountingHasher(MD5PasswordHasher):
    """A hasher that knows how often it was needed."""

    hashed = 0

    def encode(self, password, salt):
        CountingHasher.hashed += 1
        return super().encode(password, salt)


@pytest.fixture
def hashed(settings):
    """How many passwords were hashed since the last question."""
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]

    def since():
        count, CountingHasher.hashed = CountingHasher.hashed, 0
        return count

    return since


@pytest.mark.parametrize("door", DOORS)
def test_nothing_tells_whether_there_is_such_an_account(hashed, root, door):
    seen = {}
    for name in (root.username, "nobody"):
        hashed()
        for number in range(12):
            answer = log_in(a_browser(), name, door=door)
            told = (answer.status_code, text_of(answer).replace(name, "NAME"), hashed())
            seen.setdefault(number, set()).add(told)

    assert all(len(answers) == 1 for answers in seen.values())
    assert [next(iter(answers))[2] for answers in seen.values()] == [1] * 10 + [0] * 2


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("username", "password"), [("root", "x" * 4_097), ("r" * 151, "x"), ("ͅ" * 60_000, "x")]
)
@pytest.mark.usefixtures("root")
def test_what_is_too_long_is_refused_before_it_is_hashed(hashed, door, username, password):
    hashed()

    answer = log_in(a_browser(), username, password, door)

    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode() or "errornote" in answer.content.decode()
    assert hashed() == 0
    assert not LoginTries.objects.exists()


def test_a_password_of_any_length_is_not_signed_up(hashed):
    long = {"password1": "x y" * 1_366, "password2": "x y" * 1_366}

    assert a_browser().post("sign-up", data=ACCOUNT | long).status_code == 400
    assert hashed() == 0


@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_once_count_each():
    def guess(_):
        try:
            password_limits.count(Guess("root", "192.0.2.1"))
        except TooManyTries:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(8) as pool:
        taken = sum(pool.map(guess, range(32)))

    assert taken == 10
    assert set(LoginTries.objects.values_list("count", flat=True)) == {10}


def test_who_is_forgotten_leaves_no_guess_behind():
    visitor = a_browser("203.0.113.77")
    visitor.post("sign-up", data=ACCOUNT)
    for _ in range(3):
        log_in(visitor, "duchess")
        log_in(a_browser("203.0.113.78"), "duchess")
    stored = str(list(LoginTries.objects.values_list()))
    assert "duchess" not in stored
    assert "203.0.113" not in stored

    erase(visitor.player)

    (address,) = LoginTries.objects.all()  # for an hour, as nobody's
    assert (address.account, address.count) == ("", 3)
