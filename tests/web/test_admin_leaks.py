"""What must not be seen in the admin: deck, seed, sealed cards and auto-bids of running games."""

import re
from itertools import count

import pytest

from games.engine.auto_bids import AutoBid
from games.engine.dealing import shuffle
from games.models import Game, HiddenAccess, LoggedAction, Player
from games.play import auto_bids
from games.play.position import forget_positions
from games.process.db_threads import in_thread
from tests.support.builders import a_game, a_sealed_round, bid, commit, unguarded
from tests.support.positions import cards
from tests.support.secret_facts import hidden_cards, secrets_of
from tests.support.staff import Keeper, streamed
from tests.support.visitors import part, text_of

pytestmark = pytest.mark.django_db(transaction=True)
VIEWS = (
    "view_game",
    "view_room",
    "view_player",
    "view_message",
    "view_report",
    "view_hiddenaccess",
)


def surfaces(game):
    """Every address in the admin that tells something of a game."""
    page = f"games/game/{game.pk}/change/"
    return [
        "",
        "statistics/",
        "rated-games/",
        "games/",
        "games/game/",
        "games/game/?_facets=True",
        "games/game/?_popup=1",
        f"games/game/?q={game.code}",
        f"games/game/?q={game.seed[:8]}",
        "games/game/?q=Ann",
        *(f"{page}?ply={ply}" for ply in range(game.version + 1)),
        f"{page}?ply=nonsense&look=1",
        f"{page}?_popup=1&_to_field=seed",
        f"games/game/{game.pk}/history/",
        f"games/game/{game.pk}/delete/",
        f"games/room/{game.room_id}/change/",
        f"games/player/{game.seats.first().player_id}/change/",
        "games/hiddenaccess/",
        "games/report/",
        "autocomplete/?app_label=games&model_name=seat&field_name=game&term=a",
    ]


def told(keeper, game):
    return "".join(text_of(keeper.look(path)) for path in surfaces(game))


@pytest.mark.parametrize("role", ["Reviewer", "Moderator", "superuser"])
def test_no_page_of_a_running_game_holds_a_secret(role):
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 3), bid(1, 25))
    auto_bids.set_auto_bid(here.game.pk, 0, AutoBid(lot=1, limit=33_000))
    game = Game.objects.get()

    page = told(Keeper(role), game)

    assert not any(secret in page for secret in secrets_of(game))
    assert not hidden_cards(here.state()).search(page)
    assert "33000" not in page


@pytest.mark.usefixtures("streams")
@pytest.mark.parametrize("action", ["verify", "export_records", "export_table"])
async def test_no_export_of_a_running_game_holds_a_secret(action):
    here = await in_thread(a_game)
    keeper = await in_thread(Keeper, "superuser")
    game = await Game.objects.aget()

    text = await streamed(keeper.user, action, game)

    assert not any(secret in text for secret in secrets_of(game))
    state = await in_thread(here.state)
    assert not hidden_cards(state).search(text)


def test_a_look_shows_hands_and_auto_bids_and_never_deck_or_seed():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 3), bid(1, 25))
    auto_bids.set_auto_bid(here.game.pk, 0, AutoBid(lot=1, limit=33_000))
    game, keeper = Game.objects.get(), Keeper("superuser")
    keeper.do(f"games/game/{game.pk}/look/", reason="A report")

    page = text_of(
        keeper.look(f"games/game/{game.pk}/change/?look={HiddenAccess.objects.get().pk}")
    )

    assert "33000" in page
    assert "Stored row" in page
    assert not any(secret in page for secret in secrets_of(game))
    assert not hidden_cards(here.state()).search(page)


def test_who_plays_sees_no_hand_but_their_own():
    here = a_game()
    keeper = Keeper("superuser")
    Player.objects.filter(pk=here.people[0].pk).update(user=keeper.user)
    path = f"games/game/{here.game.pk}"

    answer = keeper.do(f"{path}/look/", reason="I wonder")
    look = HiddenAccess.objects.create(user=keeper.user, game=here.game, version=0, reason="Before")
    page = text_of(keeper.look(f"{path}/change/?look={look.pk}"))

    assert answer.status_code == 403
    assert "hands--open" not in text_of(answer) + page


def test_which_card_lies_face_down_changes_no_byte():
    here = a_sealed_round()
    here.do(commit(0, 25))
    clerk = Keeper("clerk", *VIEWS)
    one = told(clerk, Game.objects.get())
    replace_first_line(here, commit(0, 1))

    assert told(clerk, Game.objects.get()) == one


def replace_first_line(here, action):
    """The same game, in which another card was laid at the same time."""
    at = LoggedAction.objects.get().at
    with unguarded():
        LoggedAction.objects.all().delete()
        Game.objects.update(version=0)
        forget_positions()
        here.do(action)
        LoggedAction.objects.update(at=at)


def test_deck_seed_and_auto_bids_change_no_byte():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 3), bid(1, 25))
    clerk = Keeper("clerk", *VIEWS)
    one = told(clerk, Game.objects.get())
    seed = another_seed("luxury-7 luxury-1", bytes.fromhex(here.game.seed))
    Game.objects.update(seed=seed.hex(), salt="f" * 64, auto_bids='{"0": [1, 33000]}')
    forget_positions()

    other = Game.objects.get()
    other.seed = here.game.seed  # what is searched for is the same
    assert told(clerk, other) == one


def test_that_an_auto_bid_was_carried_out_changes_no_byte():
    pages = []
    for by in ("", "order", "program"):
        here = a_game("luxury-7 luxury-1")
        here.do(bid(0, 3))
        with unguarded():
            LoggedAction.objects.update(by=by, device=7 if not by else None)
        clerk = Keeper("clerk", *VIEWS)
        page = text_of(clerk.look(f"games/game/{here.game.pk}/change/"))
        pages.append(part(page, "who-did-what"))

    assert "the player" in pages[0]
    assert len({re.sub(r"[\d:-]{8,}", "", page) for page in pages}) == 1


def another_seed(top, known):
    """A seed whose deck begins alike and goes on otherwise."""
    begins = cards(top)
    for number in count(int.from_bytes(known) + 1):
        seed = number.to_bytes(32)
        deck, opener = shuffle(seed, 3, ())
        if deck[: len(begins)] == begins and opener == 0:
            return seed
    raise AssertionError


@pytest.mark.parametrize(
    "question",
    [
        "seed__startswith=0",
        "salt__gt=0",
        "laid__contains=luxury",
        "auto_bids__contains=33",
        "due_at__isnull=False",
        "bot_seats__contains=master",
        "commitment__startswith=a",
        "log__payload__contains=25000",
        "room__games__seed__startswith=0",
        "status__regex=.",
        "result__winners__0=1",
    ],
)
@pytest.mark.parametrize("model", ["game", "room", "player", "message", "report"])
def test_nothing_can_be_guessed_by_asking_for_it(model, question):
    a_game()

    response = Keeper("superuser").look(f"games/{model}/?{question}")

    assert response.status_code in {302, 400}


def test_a_name_that_is_markup_stays_a_name():
    here = a_game()
    here.game.seats.update(name="<i onload=x>")
    here.people[0].name = "<i onload=x>"
    here.people[0].save()

    assert "<i onload" not in told(Keeper("superuser"), Game.objects.get())
