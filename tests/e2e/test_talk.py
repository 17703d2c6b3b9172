"""Talk: it arrives, it can be muted, and nobody's words do anything but be read."""

from urllib.parse import urlsplit

from playwright.sync_api import Route, expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, deal, gather, member_action
from tests.support.server import Server

HOSTILE_NAME = "<svg/onload=alert()>"
HOSTILE_TEXTS = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} {% now 'Y' %} ${alert(1)}",
    '"><form action=//evil.example><input name=x>',
    "=HYPERLINK('//evil.example')",
)


def test_words_and_quick_remarks_arrive_at_the_others(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    gather(people[:2])
    people[2].watch(people[0].page.url)

    people[0].say("Good evening to you all.")
    people[1].page.get_by_role("button", name="Well played!").click()

    for who in people:
        who.hears("Good evening to you all.")
        who.hears("Well played!")
        expect(who.page.locator("#messages li")).to_have_count(2)
    expect(people[0].page.locator("#text")).to_have_value("")

    report_first_message(people[1])


def report_first_message(who: Person) -> None:
    """Report what somebody else said, without leaving the room."""
    room = who.page.url
    flag = who.page.locator("#messages").get_by_role("link", name="Report this message")
    expect(flag).to_have_count(1)
    flag.click()
    sheet = who.page.get_by_role("region", name="Report")
    expect(sheet).to_contain_text("Good evening to you all.")
    expect(sheet.locator("textarea")).to_be_focused()
    sheet.get_by_role("button", name="Send report").click()
    expect(sheet).to_contain_text("Reported. Thank you.")
    sheet.get_by_role("button", name="Close").click()
    who.say("Lovely weather.")
    who.hears("Lovely weather.")
    assert who.page.url == room


def test_a_flag_stands_beside_its_own_message_however_long(server: Server, person: Invite) -> None:
    speaker, reader = person(server.url, "Anna"), person(server.url, "Bert")
    gather([speaker, reader])
    texts = ["A château for a song" + "." * number for number in range(0, 12, 2)]
    for text in texts:
        speaker.say(text)
        reader.hears(text)

    lines = reader.page.locator("#messages li")
    for number in range(len(texts)):
        flag = lines.nth(number).locator(".messages__report").bounding_box()
        line = lines.nth(number).bounding_box()
        assert flag is not None
        assert line is not None
        assert abs(flag["y"] - line["y"]) < 2


def test_who_is_muted_is_not_read_until_unmuted(server: Server, person: Invite) -> None:
    reader, bore, friend = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    gather([reader, bore, friend])
    messages = reader.page.locator("#messages")

    member_action(reader, "Bert", "Mute")
    expect(reader.chair("Bert")).to_contain_text("muted")
    bore.say("I once owned a yacht.")
    friend.hears("I once owned a yacht.")
    friend.say("How nice.")
    reader.hears("How nice.")
    expect(messages).not_to_contain_text("yacht")

    member_action(reader, "Bert", "Unmute")
    expect(reader.chair("Bert")).not_to_contain_text("muted")
    bore.say("Two, in fact.")
    reader.hears("Two, in fact.")


def test_hostile_words_are_shown_as_they_were_written(server: Server, person: Invite) -> None:
    speaker, reader = person(server.url, "Anna"), person(server.url, "Bert")
    gather([speaker, reader])

    for text in HOSTILE_TEXTS:
        speaker.say(text)
        reader.hears(text)
        speaker.hears(text)

    reader.page.reload()
    for text in HOSTILE_TEXTS:
        reader.hears(text)
    assert reader.page.locator("#messages :is(img, script, form, svg:not(.icon))").count() == 0


def test_what_is_written_while_words_are_on_their_way_stays(server: Server, person: Invite) -> None:
    anna, bert = person(server.url, "Anna"), person(server.url, "Bert")
    gather([anna, bert])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.page.route("**/talk/", hold)
    anna.say("First things first.")
    while not held:
        anna.page.wait_for_timeout(10)
    anna.page.fill("#text", "And then")

    with anna.page.expect_response("**/talk/"):
        held[0].continue_()

    bert.hears("First things first.")
    expect(anna.page.locator("#text")).to_have_value("And then")


def test_a_hostile_name_is_shown_as_it_was_written(server: Server, person: Invite) -> None:
    hostile = person(server.url, HOSTILE_NAME)
    people = [person(server.url, "Anna"), hostile, person(server.url, "Cleo")]
    deal(people)
    hostile.say("Enchanted.")

    for who in people:
        who.hears("Enchanted.")
        shown = "You" if who is hostile else HOSTILE_NAME
        expect(who.page.locator("#place-1 .seat__who")).to_have_text(shown)
        expect(who.page.locator("#messages b")).to_have_text(HOSTILE_NAME)
        expect(who.page.locator(".chair bdi").nth(1)).to_have_text(HOSTILE_NAME)
        assert who.page.locator("main svg:not(:has(use))").count() == 0


def test_a_name_cannot_turn_the_line_around(server: Server, person: Invite) -> None:
    host, trickster = person(server.url, "Anna"), person(server.url, "Bert")
    link = host.open_room()
    trickster.page.goto(link)
    trickster.page.fill("#name", "\u202eannA\u2066 Lee")
    trickster.page.get_by_role("button", name="Take a seat").click()

    expect(host.page.locator(".chair bdi")).to_have_text(["Anna", "annA Lee"])
    for sign in "\u202e\u2066":
        assert sign not in host.page.content()


MUCH_TALK = """
from games.models import Message, Room
room = Room.objects.select_related("host").get(invite="{invite}")
Message.objects.bulk_create(
    Message(room=room, player=room.host, name="Anna", text=f"Line {{number}}.")
    for number in range(45)
)
"""


FOLLOW_AT_ONCE = """
list => new MutationObserver(() => document.querySelector("a#earlier-link")?.click())
    .observe(list, { childList: true })
"""


def test_earlier_talk_asked_for_the_moment_it_can_be_stays_on_the_page(
    server: Server, person: Invite
) -> None:
    anna, bert = person(server.url, "Anna"), person(server.url, "Bert")
    link = gather([anna, bert])
    words = MUCH_TALK.format(invite=urlsplit(link).path.split("/")[2])
    server.manage("shell", "--verbosity", "0", "-c", words)
    bert.page.reload()
    bert.page.locator("#messages").evaluate(FOLLOW_AT_ONCE)

    bert.page.get_by_role("link", name="Earlier messages").press("Enter")

    expect(bert.page.locator("#messages li:not(#earlier)")).to_have_count(45)


def test_earlier_talk_is_fetched_where_it_is_read(server: Server, person: Invite) -> None:
    anna, bert = person(server.url, "Anna"), person(server.url, "Bert")
    link = gather([anna, bert])
    words = MUCH_TALK.format(invite=urlsplit(link).path.split("/")[2])
    server.manage("shell", "--verbosity", "0", "-c", words)
    bert.page.reload()
    lines = bert.page.locator("#messages li:not(#earlier)")
    expect(lines).to_have_count(20)

    for shown in (40, 45):
        bert.page.get_by_role("link", name="Earlier messages").press("Enter")
        expect(lines).to_have_count(shown)
        expect(bert.page.locator("#earlier-link")).to_be_focused()

    expect(lines.first).to_have_text("Anna Line 0.")
    expect(bert.page.get_by_role("link", name="Earlier messages")).to_have_count(0)
    anna.say("And one more.")
    bert.hears("And one more.")
    expect(lines.last).to_have_text("Anna And one more.")
