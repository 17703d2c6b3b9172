"""The settings: hints, theme, language, and notifications when it is one's turn."""

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, deal, whose_turn
from tests.support.server import Server

HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true });"
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const notes = await worker?.getNotifications() ?? [];
    return notes.map(({ title, data }) => [title, data.url]);
}"""
LIKE_ANDROID = """
    window.Notification = class { constructor() { throw new TypeError("Illegal constructor"); } };
    window.Notification.permission = "granted";
    window.Notification.requestPermission = async () => "granted";
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
"""
# The contrast of the chosen language to its ground, as WCAG counts it.
CONTRAST = """element => {
    const part = v => v <= 10.31475 ? v / 3294.6 : ((v / 255 + .055) / 1.055) ** 2.4;
    const light = colour => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(part);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const { color, backgroundColor } = getComputedStyle(element);
    const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
    return (bright + .05) / (dark + .05);
}"""


def settings(who: Person) -> None:
    """Open the settings."""
    who.page.get_by_role("button", name=re.compile("Settings|Einstellungen")).click()
    expect(who.page.locator("#settings")).to_be_visible()


def play_until_the_hint_changes(reader: Person, people: Sequence[Person]) -> None:
    """Bid until the reader's turn begins or, if it is now, ends: waiting has a hint of its own."""
    was_to_act = reader.is_to_act()
    while reader.is_to_act() == was_to_act:
        version = reader.version()
        whose_turn(people).bid()
        for who in people:
            who.sees(version + 1)


def test_a_hint_is_closed_alone_and_hints_are_switched_in_the_settings(
    server: Server, person: Invite
) -> None:
    anna, bert, cleo = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    deal([anna, bert, cleo])
    guide = anna.page.locator(".guide")
    first = guide.inner_text()
    guide.get_by_role("button", name="Close this hint").click()
    expect(guide).to_be_hidden()
    anna.page.reload()
    expect(guide).to_be_hidden()
    play_until_the_hint_changes(anna, (anna, bert, cleo))
    expect(guide).to_be_visible()
    assert guide.inner_text() != first

    settings(anna)
    anna.page.get_by_role("group", name="Hints").get_by_label("Off").check()
    expect(guide).to_be_hidden()
    anna.page.reload()
    expect(guide).to_be_hidden()
    settings(anna)
    anna.page.get_by_role("group", name="Hints").get_by_label("On").check()
    expect(guide).to_be_visible()


def test_the_chosen_language_can_be_read_by_day_and_by_night(
    server: Server, person: Invite
) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    for theme in ("light", "dark"):
        settings(anna)
        anna.page.locator(f"[name=theme][value={theme}]").check()
        for button in anna.page.locator("#settings .language__choice[aria-current]").all():
            assert button.evaluate(CONTRAST) >= 4.5
        anna.page.keyboard.press("Escape")
    settings(anna)
    anna.page.locator("#settings").get_by_role("button", name="Deutsch").click()
    settings(anna)
    expect(anna.page.locator("#settings")).to_contain_text("Design")


def test_on_a_phone_all_settings_are_seen_at_once(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna", phone=True)
    anna.open_room_by_form()
    settings(anna)

    for choice in anna.page.locator(
        "#settings :is(input:not([type=hidden]), .language__choice)"
    ).all():
        expect(choice).to_be_in_viewport(ratio=1)


def test_a_turn_in_a_hidden_tab_is_shown_by_the_service_worker(
    server: Server, person: Invite
) -> None:
    anna, bert, cleo = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    anna.context.grant_permissions(["notifications"], origin=server.url)
    link = deal([anna, bert, cleo])
    settings(anna)
    anna.page.get_by_label("Notify me when it’s my turn").check()
    anna.page.wait_for_function(
        "() => navigator.serviceWorker.getRegistration().then(worker => Boolean(worker?.active))"
    )
    until_the_turn_of(anna, [anna, bert, cleo])
    expect(anna.page.locator("#controls.controls--awake")).to_be_attached()

    anna.page.wait_for_function(f"() => ({SHOWN})().then(notes => notes.length)")
    title, path = anna.page.evaluate(SHOWN)[0]

    assert title == "Your turn"
    assert link.endswith(path)


def test_a_browser_that_shows_no_notifications_is_no_fault(server: Server, person: Invite) -> None:
    anna, bert, cleo = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    anna.context.add_init_script(LIKE_ANDROID)
    deal([anna, bert, cleo])
    settings(anna)
    anna.page.get_by_label("Notify me when it’s my turn").check()

    until_the_turn_of(anna, [anna, bert, cleo])

    expect(anna.page).to_have_title(re.compile("^Your turn"))


def until_the_turn_of(who: Person, people: list[Person]) -> None:
    """Let everybody bid until it becomes this person's turn, with their tab hidden."""
    version = who.version()
    if who.is_to_act():
        who.bid()
        version += 1
        for each in people:
            each.sees(version)
    who.page.evaluate(HIDDEN)
    while not who.is_to_act():
        next(each for each in people if each.is_to_act()).bid()
        version += 1
        for each in people:
            each.sees(version)
