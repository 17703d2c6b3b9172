"""A whole evening in every edition: one without scripts, one who reloads, one with a bad line."""

import json
import re
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from games.engine.cards import ADVANCED
from games.engine.editions import EDITIONS
from tests.support.browser import Invite
from tests.support.browser_people import LOST, Person, deal, play
from tests.support.cable import Cable
from tests.support.commands import run
from tests.support.server import Server

YOU = re.compile(r"\b[Yy]ou\b")
# All texts in an element, apart from each other as cells and lines are on the screen.
TEXTS = """part => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data);
    return found.join(" ");
}"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_play_to_the_end_whatever_happens_to_their_pages(
    edition: str, server: Server, cable: Cable, person: Invite, tmp_path: Path
) -> None:
    chance = Random(edition)
    anna = person(server.url, "Anna")
    bert = person(server.url, "Bert", plain=True)
    cleo = person(cable.url, "Cleo")
    people = [anna, bert, cleo]
    stars = [card.id for card in ADVANCED] if EDITIONS[edition].has_advanced else []
    game = server.game_at(deal(people, edition=edition, advanced=stars))

    anna.sees(play(people, chance, boldness=1, most=4))
    anna.page.reload()
    anna.sees(play(people, chance, boldness=1, most=2))
    lose_the_line_for_a_while(cable, cleo, [anna, bert], chance)
    version = play(people, chance, boldness=0.15)
    bert.sees(version)

    assert_all_see_the_same_end(people)
    assert_the_shuffle_is_proven(anna)
    assert json.loads(game["advanced"]) == stars
    record = tmp_path / "record.json"
    record.write_text(server.manage("record", "export", game["code"]))
    assert_the_record_agrees(record, version, anna)


def lose_the_line_for_a_while(
    cable: Cable, who: Person, others: list[Person], chance: Random
) -> None:
    """The table moves on while somebody is away; their page comes back by itself."""
    while who.is_to_act():
        play([who, *others], chance, boldness=1, most=1)
    who.expect_complaint(LOST)
    cable.cut()
    version = play(others, chance, boldness=1, most=1)
    assert who.version() < version
    cable.mend()
    who.sees(version)


def assert_all_see_the_same_end(people: list[Person]) -> None:
    for part in ("#scores h2", "#scores table", "#scores .proof dl", "#log"):
        shown = [" ".join(who.page.locator(part).evaluate(TEXTS).split()) for who in people]
        assert all(shown), part
        if part == "#scores table":
            shown = [text.replace(" you ", " ") for text in shown]  # the tag beside one's name
        sentences = [re.split(r"(?<=\.) ", text) for text in shown]
        for told in zip(*sentences, strict=True):
            # Whom a sentence is about reads "you", all others the same; a list is about all.
            alike = {each for each in told if not YOU.search(each)}
            alike = alike or set(map(words_by_name, people, told))
            assert len(alike) == 1, (part, told)
    for who in people:
        assert not who.is_to_act()
        expect(who.page.locator("#log li").last).to_contain_text("The game is over.")


def words_by_name(reader: Person, sentence: str) -> tuple[str, ...]:
    """The words of a sentence about everybody, in which each reader comes first as “You”."""
    told = sentence.replace("You", reader.name).replace("your", "their")
    return tuple(sorted(re.findall(r"[\w,]*\w", told)))


def assert_the_shuffle_is_proven(who: Person) -> None:
    commitment, salt, seed = who.page.locator("#scores .proof dd").all_text_contents()
    words = b"high-society-commitment/1" + bytes.fromhex(salt) + bytes.fromhex(seed)
    assert commitment == sha256(words).hexdigest()


def assert_the_record_agrees(record: Path, version: int, who: Person) -> None:
    _, said, _ = run("record", "replay", str(record))
    answer = json.loads(said)
    assert (answer["over"], answer["plies"]) == (True, version)
    names = who.page.locator("#scores tbody bdi").all_text_contents()
    winners = who.page.locator("#scores .is-winner bdi").all_text_contents()
    assert [names[seat] for seat in answer["result"]["winners"]] == winners


def test_the_shuffle_is_promised_before_the_first_card(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    link = deal(people)

    promise = server.game_at(link)["commitment"]

    for who in people:
        assert promise in (who.page.locator("#room").text_content() or "")
