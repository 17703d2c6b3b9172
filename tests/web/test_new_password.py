"""The page that sets a new password: what it says and refuses, and that its link works once."""

import pytest

from games.accounts import password_links
from games.models import User
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
OLD, NEW = "a fine evening", "another evening"
GERMAN = {"headers": {"accept-language": "de"}}


@pytest.fixture
def path() -> str:
    """The way behind a link for the account of Bob."""
    return password_links.password_path(User.objects.create_user("bob", password=OLD))


def words(first: str, second: str) -> dict[str, str]:
    return {"new_password1": first, "new_password2": second}


def has_password(password: str) -> bool:
    return User.objects.get(username="bob").check_password(password)


def test_it_says_whose_password_it_sets_and_is_kept_by_no_browser(path):
    answer = Visitor().client.get(path)
    page = answer.content.decode()

    assert "Set a new password" in page
    assert "<bdi>bob</bdi>" in page
    assert page.count('autocomplete="new-password"') == 2
    assert "no-store" in answer["Cache-Control"]


def test_it_speaks_the_reader_s_language(path):
    page = Visitor().client.get(path, **GERMAN).content.decode()

    assert "Neues Passwort setzen" in page
    assert "Neues Passwort wiederholen" in page
    assert "Set a new password" not in page


@pytest.mark.parametrize(
    ("first", "second"),
    [(NEW, "another morning"), ("short", "short"), ("12345678901", "12345678901"), ("", "")],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_password_that_is_refused_changes_nothing_and_the_link_still_works(
    path, first, second, language
):
    visitor = Visitor(headers={"accept-language": language})

    refused = visitor.client.post(path, words(first, second))

    assert refused.status_code == 400
    assert 'class="errorlist"' in refused.content.decode()
    assert has_password(OLD)
    assert visitor.client.post(path, words(NEW, NEW)).status_code == 302
    assert has_password(NEW)


def test_after_it_the_log_in_page_says_so_and_a_second_use_is_told_that_it_is_one(path):
    done = Visitor().client.post(path, words(NEW, NEW), follow=True)
    again = Visitor().client.get(path)

    assert "Your password was changed. Log in with it." in done.content.decode()
    assert again.status_code == 404
    assert "This link isn’t valid any more. Ask for a new one." in again.content.decode()


def test_a_link_with_another_account_s_number_sets_nothing(path):
    other = User.objects.create_user("ann", password=OLD)
    token = path.rstrip("/").rpartition("/")[2]
    number = password_links.password_path(other).split("/")[-3]

    answer = Visitor().client.post(f"/password/new/{number}/{token}/", words(NEW, NEW))

    assert answer.status_code == 404
    assert User.objects.get(username="ann").check_password(OLD)


def test_without_a_mail_server_the_page_for_the_forgetful_says_whom_to_ask():
    page = Visitor().get("forgotten").content.decode()

    assert "Ask whoever runs this site" in page
    assert "Send the link" not in page
