"""The page of a review: who may ask and see, and what it shows while it is made."""

import re
from random import Random

import pytest

from games.archive import sharing
from games.models import Game, Review
from games.reviews import jobs
from games.reviews.analysis.report import solve
from games.rooms import ending
from tests.support.builders import a_game, a_person, everything, play_on
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_effort(settings):
    settings.REVIEW_LOTS = 2_000


@pytest.fixture
def here():
    here = a_game()
    play_on(here, Random(4), boldness=0.3)
    here.game.refresh_from_db()
    return here


def make():
    while piece := jobs.take():
        jobs.store(piece, solve(piece.tasks))


def page(player, game, query="", **extra):
    return Visitor(player).client.get(f"/g/{game.code}/review/{query}", **extra)


def text(response):
    return response.content.decode()


def test_a_game_without_a_review_offers_one(here):
    shown = text(page(here.people[0], here.game))

    assert "Analyse this game" in shown
    assert not Review.objects.exists()


def test_the_end_of_a_game_leads_to_its_review(here):
    link = f'href="/g/{here.game.code}/review/"'

    assert link in Visitor(here.people[0]).page(here.room)
    assert link not in Visitor().page(here.room)
    assert link in text(Visitor(here.people[0]).get("replay", here.game.code))


def test_a_decision_leads_to_its_moment_in_the_replay(here):
    jobs.ask(here.game)
    make()
    visitor, seat = Visitor(here.people[0]), here.game.log.get(number=3).seat

    assert f'href="../?at=3&amp;view={seat}"' in text(page(here.people[0], here.game, "?seat=all"))
    moment = visitor.client.get(f"/g/{here.game.code}/?at=3&view={seat}")
    assert moment.status_code == 200


def test_asking_leads_to_a_page_that_shows_how_far_it_is(here):
    visitor = Visitor(here.people[0])

    response = visitor.post("review", here.game.code)
    assert response.status_code == 302
    piece = jobs.take()
    jobs.store(piece, solve(piece.tasks))
    shown = text(visitor.get("review", here.game.code))

    total = Review.objects.get().total
    assert f'<progress id="review-bar" class="review__bar" max="{total}" value="2">' in shown
    assert f"2 of {total} steps" in shown
    assert 'http-equiv="refresh"' in shown
    assert 'hx-trigger="every 500ms"' in shown


def test_a_page_that_waits_gets_the_progress_and_then_everything(here):
    jobs.ask(here.game)
    waiting = page(here.people[0], here.game, headers={"HX-Request": "true"})
    assert text(waiting).startswith('<div id="review-progress"')

    make()

    done = page(here.people[0], here.game, headers={"HX-Request": "true"})
    assert done["HX-Refresh"] == "true"


def begin(game, is_costly=True):
    """A review of which the first auction was glanced at, with a costly decision of seat 0."""
    jobs.ask(game)
    piece = jobs.take()
    answers = solve(piece.tasks)
    weighed = next(each for each in answers[0]["weighed"] if each["action"]["seat"] == 0)
    weighed["chance"], weighed["rival_chance"], weighed["error"] = 0.1, 0.1 + 0.3 * is_costly, 0.01
    for each in (each for answer in answers for each in answer["weighed"]):
        if each is not weighed:
            each["rival_chance"] = each["chance"]
    assert jobs.store(piece, answers)
    return weighed["ply"]


def test_the_first_results_are_shown_to_who_waits_with_scripts_and_without(here):
    ply = begin(here.game)
    link = f'href="../?at={ply}&amp;view=0"'
    news = text(page(here.people[0], here.game, headers={"HX-Request": "true"}))
    whole = text(page(here.people[0], here.game))

    for shown in (news, whole):
        assert "First results" in shown
        assert "Your costliest decisions so far." in shown
        assert link in shown
        assert "blunder" in shown
        assert "review-progress" in shown
    stranger = text(Visitor().get("review", sharing.share(here.game)))
    assert "The costliest decisions so far." in stranger
    assert link in stranger
    other = text(page(here.people[1], here.game))
    assert "No clear mistake found yet." in other
    assert link not in other


def test_before_anything_is_found_no_results_are_promised(here):
    jobs.ask(here.game)
    assert "First results" not in text(page(here.people[0], here.game))

    Review.objects.all().delete()
    begin(here.game, is_costly=False)
    assert "No clear mistake found yet." in text(page(here.people[0], here.game))


def test_a_page_that_waits_is_not_drawn_again_while_nothing_new_is_found(here):
    begin(here.game)
    done, ask = Review.objects.get().done, {"headers": {"HX-Request": "true"}}

    assert page(here.people[0], here.game, f"?done={done}", **ask).status_code == 204
    assert page(here.people[0], here.game, f"?done={done - 1}", **ask).status_code == 200


def test_a_review_that_is_done_is_shown(here):
    jobs.ask(here.game)
    make()

    shown = text(page(here.people[0], here.game, "?seat=all"))

    for title in ("most important decisions", "Chance to win", "cast out", "Price and value"):
        assert title in shown
    assert shown.count('class="finding finding--') == here.game.version
    assert f'href="../?at=0&amp;view={Game.objects.get().log.first().seat}"' in shown
    assert "http-equiv" not in shown
    assert "htmx" not in shown.split("</head>")[1].split("<main")[1]


def test_the_page_opens_with_the_decisions_of_its_reader(here):
    jobs.ask(here.game)
    make()
    own = here.game.log.filter(seat=1).count()

    shown = text(page(here.people[1], here.game))

    assert shown.count('class="finding finding--') == own
    assert "Your most important decisions" in shown
    assert set(re.findall(r'class="finding__who">([^<]+)<', shown)) == {"You"}
    seats = re.findall(r'href="\?seat=(\w+)&amp;order=play"', shown)
    assert seats[0] == "1"
    assert seats[-1] == "all"


def test_who_looks_by_a_link_sees_everyones_decisions(here):
    jobs.ask(here.game)
    make()
    stranger = Visitor()

    shown = text(stranger.get("review", sharing.share(here.game)))

    assert shown.count('class="finding finding--') == here.game.version
    assert "The most important decisions" in shown
    assert "<bdi>You</bdi>" not in shown


def test_decisions_can_be_chosen_by_seat_and_by_cost(here):
    jobs.ask(here.game)
    make()
    own = here.game.log.filter(seat=1).count()

    assert text(page(here.people[0], here.game, "?seat=1")).count('class="finding finding--') == own
    dear = text(page(here.people[0], here.game, "?seat=1&order=cost"))
    assert "finding--fine" not in dear
    for nonsense in ("?seat=9", "?seat=-1", "?seat=١", "?seat=x&order=x"):
        shown = text(page(here.people[0], here.game, nonsense))
        assert shown.count('class="finding finding--') == here.game.version


def test_a_seat_without_a_costly_decision_is_told_so(here):
    jobs.ask(here.game)
    make()
    report = Review.objects.get().report
    for each in report["weighed"]:
        each["rival_chance"] = each["chance"]
    Review.objects.update(report=report | {"turning": []})

    shown = text(page(here.people[0], here.game, "?seat=1&order=cost"))
    assert "No decision was clearly worse than another." in shown
    assert "no mistakes" in shown


def test_a_review_that_failed_can_be_asked_for_again(here):
    jobs.ask(here.game)
    Review.objects.update(state=Review.State.FAILED, due_at=None, error="secret: /path")
    visitor = Visitor(here.people[0])

    shown = text(visitor.get("review", here.game.code))
    assert "The analysis stopped" in shown
    assert "Try again" in shown
    assert "secret" not in shown

    visitor.post("review", here.game.code)
    assert Review.objects.get().state == Review.State.ASKED


def test_a_review_of_an_old_format_is_offered_anew(here):
    jobs.ask(here.game)
    make()
    Review.objects.update(format=0)

    assert "Analyse this game" in text(page(here.people[0], here.game))


def test_who_has_no_part_in_the_game_needs_its_link(here):
    stranger, before = Visitor(a_person("Zoe")), everything()

    assert stranger.get("review", here.game.code).status_code == 404
    assert stranger.post("review", here.game.code).status_code == 404
    assert Visitor().get("review", here.game.code).status_code == 404
    assert everything() == before
    assert not Review.objects.exists()

    link = sharing.share(here.game)
    assert Visitor().get("review", link).status_code == 200
    assert Visitor().post("review", link).status_code == 302
    assert Review.objects.get().game == here.game


def test_a_running_game_has_no_review():
    here = a_game()

    assert page(here.people[0], here.game).status_code == 404


def test_a_game_that_was_broken_off_says_why_it_has_none():
    here = a_game()
    ending.break_off(here.room.pk, here.people[0])
    visitor = Visitor(here.people[0])

    assert "played to the end" in text(visitor.get("review", here.game.code))
    response = visitor.post("review", here.game.code)
    assert response.status_code == 409
    assert not Review.objects.exists()


@pytest.mark.usefixtures("clock")
def test_asking_too_often_is_refused(here):
    visitor = Visitor(here.people[0])
    answers = [visitor.post("review", here.game.code).status_code for _ in range(7)]

    assert answers == [302] * 6 + [429]
    assert Review.objects.count() == 1


def test_a_review_shows_nothing_of_a_name_but_its_letters():
    here = a_game()
    here.game.seats.filter(number=0).update(name="<b>&amp;")
    play_on(here, Random(4), boldness=0.3)
    here.game.refresh_from_db()
    jobs.ask(here.game)
    make()

    shown = text(page(here.people[1], here.game))
    assert "&lt;b&gt;&amp;amp;" in shown
    assert "<b>&amp;<" not in shown


def test_a_page_of_a_review_needs_few_queries(here, django_assert_max_num_queries):
    jobs.ask(here.game)
    make()
    visitor = Visitor(here.people[0])

    with django_assert_max_num_queries(8):
        visitor.get("review", here.game.code)
