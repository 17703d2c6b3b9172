"""A browser subscribes to push messages, and agrees with the server on whether it does.

No push service can be reached here: a stand-in for the browser's own half keeps a subscription in
localStorage, as browsers keep theirs.
"""

import json

from playwright.sync_api import Locator, expect

from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.push_service import Phone
from tests.support.server import Server

FIELDS = Phone("").fields()
BROWSERS_HALF = """{
    const kept = () => JSON.parse(localStorage.getItem("subscription"));
    const read = (found) => found && {
        endpoint: found.endpoint,
        options: { applicationServerKey: Uint8Array.from(found.key).buffer },
        toJSON: () => ({ endpoint: found.endpoint, keys: %s }),
        unsubscribe: async () => { localStorage.removeItem("subscription"); return true; },
    };
    PushManager.prototype.getSubscription = async () => read(kept());
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        const endpoint = `https://push.example/${crypto.randomUUID()}`;
        const found = { endpoint, key: [...applicationServerKey] };
        localStorage.setItem("subscription", JSON.stringify(found));
        return read(found);
    };
}"""
SIGN_UP = {"password1": "a fine evening", "password2": "a fine evening"}
LOG_IN = {"password": "a fine evening"}


def at_the_account_page(person: Invite, server: Server, name: str, login: str = "") -> Person:
    """Somebody whose browser can subscribe, at their account page; logged in with `login`."""
    who = person(server.url, name)
    who.context.grant_permissions(["notifications"], origin=server.url)
    keys = json.dumps({key: FIELDS[key] for key in ("p256dh", "auth")})
    who.context.add_init_script(BROWSERS_HALF % keys)
    if login:
        who.send("/login/", username=login, **LOG_IN)
    else:
        who.send("/signup/", username=name, **SIGN_UP)
    who.page.goto(f"{server.url}/me/account/")
    return who


def toggle(who: Person) -> Locator:
    return who.page.locator("main [data-choice=notify]")


def switched_on(who: Person) -> Locator:
    return who.page.locator("main [data-push][data-state=on]")


def devices(who: Person) -> Locator:
    return who.page.locator("[aria-labelledby=devices-title] .account__row")


def endpoint(who: Person) -> str:
    return str(json.loads(who.page.evaluate("localStorage.getItem('subscription')"))["endpoint"])


def test_a_browser_is_switched_on_by_its_person_and_stays_so_after_logging_in_again(
    server: Server, person: Invite
) -> None:
    anna = at_the_account_page(person, server, "annas")
    toggle(anna).check()
    expect(switched_on(anna)).to_be_visible()
    anna.page.reload()
    expect(devices(anna)).to_have_count(1)
    expect(devices(anna)).to_contain_text("this device")

    anna.send("/logout/")
    anna.send("/login/", username="annas", **LOG_IN)
    anna.page.goto(f"{server.url}/me/account/")
    expect(devices(anna)).to_have_count(0)
    expect(switched_on(anna)).to_be_visible()
    anna.page.reload()
    expect(devices(anna)).to_have_count(1)


def test_a_subscription_to_another_key_is_made_anew(server: Server, person: Invite) -> None:
    bert = at_the_account_page(person, server, "bert")
    toggle(bert).check()
    expect(switched_on(bert)).to_be_visible()
    first = endpoint(bert)
    bert.page.reload()
    expect(switched_on(bert)).to_be_visible()
    assert endpoint(bert) == first

    old = json.dumps({"endpoint": first, "key": [4] * 65})
    bert.page.evaluate("old => localStorage.setItem('subscription', old)", old)
    bert.page.reload()
    expect(switched_on(bert)).to_be_visible()

    assert endpoint(bert) != first
    bert.page.reload()
    expect(devices(bert)).to_have_count(1)


def test_a_browser_that_is_switched_off_in_the_list_stays_off(
    server: Server, person: Invite
) -> None:
    here = at_the_account_page(person, server, "cleo")
    there = at_the_account_page(person, server, "cleo again", login="cleo")
    toggle(here).check()
    expect(switched_on(here)).to_be_visible()
    there.page.reload()
    devices(there).get_by_role("button", name="Switch off").click()
    expect(devices(there)).to_have_count(0)

    here.page.reload()
    expect(toggle(here)).not_to_be_checked()
    here.page.wait_for_function("() => localStorage.getItem('subscription') === null")
    here.page.reload()
    expect(toggle(here)).not_to_be_checked()
    expect(devices(here)).to_have_count(0)

    toggle(here).check()
    expect(switched_on(here)).to_be_visible()
    here.page.reload()
    expect(devices(here)).to_have_count(1)
    devices(here).get_by_role("button", name="Switch off").click()
    expect(devices(here)).to_have_count(0)
    expect(toggle(here)).not_to_be_checked()
