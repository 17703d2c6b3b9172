"""A game seen again, moment by moment; its link for others; and playing on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import limits, presentation, selectors
from games.engine.cards import advanced_among
from games.forms import LEVEL_NAMES
from games.identity import address_of, arriving, player_of, remember
from games.models import Game, Player
from games.refusals import NoSuchSight
from games.replaying import (
    Moment,
    Replay,
    Sight,
    moment_from,
    moments_of,
    replay_of,
    sight_from,
    table_context,
)
from games.services import continuing, sharing
from games.services.people import invented_name
from games.views.answers import go_to, room_url, says_why_not, site
from games.views.pages import DEFAULT_CHOICES
from games.views.rooms import known_level

DEEDS = ("share", "from-here", "report-here")
# What a step swaps; the log and the choice of a seat only change with the sight.
STEPS = ("step-first", "step-lot-back", "step-back", "step-on", "step-lot-on", "step-last")
SWAPPED = (*STEPS, "turn", "stage", "last-lot", "hands", "end", "told", *DEEDS)
WITH_SIGHT = ("log", "seat-choice")


@dataclass(frozen=True, slots=True)
class Step:
    """A way to another moment; without an address where there is none that way."""

    id: str
    icon: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Look:
    """Who looks at which moment of a game, how, and by which key."""

    key: str
    game: Game
    replay: Replay
    player: Player | None
    at: int
    sight: Sight

    @property
    def here(self) -> str:
        return reverse("replay", args=[self.key])

    def moment(self, at: int) -> str:
        """What an address says of a moment, seen the same way."""
        return f"?at={at}&view={self.sight}"


@require_safe
@says_why_not
def show(request: HttpRequest, key: str) -> HttpResponse:
    """A moment of a game; for htmx only what differs from the moment before."""
    look = _look(key, player_of(request), request.GET)
    htmx = request.htmx  # type: ignore[attr-defined]
    is_step = bool(htmx) and not htmx.history_restore_request
    context = _context(request, look) | {"has_log": not is_step or htmx.trigger == "view"}
    template = "partials/replay.html" if is_step else "pages/replay.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_POST
@says_why_not
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Make the link by which anybody can see this game, or close it."""
    look = _look(key, player_of(request), request.POST)
    if request.POST.get("close") == "yes":
        sharing.close(look.game, look.player)
        return redirect(f"{reverse('replay', args=[look.game.code])}{look.moment(look.at)}#share")
    sharing.share(look.game)
    return redirect(f"{look.here}{look.moment(look.at)}#share")


@require_POST
@says_why_not
def play_on(request: HttpRequest, key: str) -> HttpResponse:
    """A game of one's own from this moment, against bots."""
    limits.check("room", address_of(request))
    look = _look(key, player_of(request), request.POST)
    level, seat = known_level(request), _seat(look, request.POST.get("seat", ""))
    with transaction.atomic():
        player = arriving(request, request.POST.get("name", ""))
        room = continuing.play_on(look.replay.record, look.at, player, seat, level)
    remember(request, player)
    return go_to(request, room_url(room))


def _look(key: str, player: Player | None, asked: QueryDict) -> Look:
    """The moment that is asked for; NoSuchGame, NoSuchMoment or NoSuchSight."""
    game = selectors.game_behind(key, player)
    replay, own = replay_of(game), selectors.seat_of(game, player)
    at = moment_from(replay, asked.get("at", "0"))
    sight = sight_from(replay, asked.get("view", "table" if own is None else str(own)))
    return Look(key, game, replay, player, at, sight)


def _seat(look: Look, text: str) -> int:
    """The seat a form names, or the one that is looked from; NoSuchSight where it is none."""
    seat = sight_from(look.replay, text or str(look.sight))
    if not isinstance(seat, int):
        raise NoSuchSight
    return seat


def _context(request: HttpRequest, look: Look) -> dict[str, Any]:
    replay, moments, here = look.replay, moments_of(look.replay), look.here
    game, edition = look.game, replay.table.edition
    cards = presentation.cards_html(
        edition, advanced_among(replay.record.deal.deck), get_language()
    )
    return table_context(replay, look.at, look.sight) | {
        "game": game,
        "key": look.key,
        "here": here,
        "at": look.at,
        "last": replay.last,
        "sight": str(look.sight),
        "edition": edition,
        "names": replay.table.names,
        "is_imported": game.origin == Game.Origin.IMPORTED,
        "is_continued": game.origin == Game.Origin.CONTINUED,
        "is_broken_off": game.status == Game.Status.BROKEN_OFF,
        "is_broken_here": game.status == Game.Status.BROKEN_OFF and look.at == replay.last,
        "told": moments[look.at].sentence,
        "log": [(each, f"{here}{look.moment(each.ply)}") for each in moments],
        "steps": _steps(look, moments),
        "sights": _sights(look),
        "swapped": _swapped(replay),
        "cards": SafeString(cards),
        "rules": presentation.rules_url(edition),
        **_sharing(request, look),
        **_playing_on(request, look),
        "report": _report(look),
    }


def _report(look: Look) -> str:
    """Where those who are still in the game's room can report this moment."""
    room = look.game.room
    if room.closed_at or selectors.membership(room, look.player) is None:
        return ""
    moment = urlencode({"game": look.game.code, "number": look.at})
    return f"{reverse('report', args=[room.invite])}?{moment}"


def _swapped(replay: Replay) -> str:
    seats = (f"{part}-{seat}" for seat in replay.seats for part in ("seat", "pile"))
    return ",".join(f"#{id}" for id in (*seats, *SWAPPED, *WITH_SIGHT))


def _sights(look: Look) -> list[tuple[str, str, bool]]:
    """Every way to look at the table: value, words, and whether it is the chosen one."""
    names = [(str(seat), name) for seat, name in enumerate(look.replay.table.names)]
    sights = [("table", _("The table")), *names, ("open", _("All hands open"))]
    return [(value, words, value == str(look.sight)) for value, words in sights]


def _steps(look: Look, moments: Sequence[Moment]) -> list[Step]:
    """The ways from here, in the order of the buttons."""
    openings = [moment.ply for moment in moments if moment.is_opening]
    before = [ply for ply in openings if ply < look.at]
    after = [ply for ply in openings if ply > look.at]
    goals = {
        "first": (_("To the beginning"), 0),
        "lot-back": (_("Auction before"), before[-1] if before else None),
        "back": (_("Action before"), look.at - 1),
        "on": (_("Next action"), look.at + 1),
        "lot-on": (_("Next auction"), after[0] if after else None),
        "last": (_("To the end"), look.replay.last),
    }
    return [_step(look, way, words, goal) for way, (words, goal) in goals.items()]


def _step(look: Look, way: str, words: str, goal: int | None) -> Step:
    leads = goal is not None and goal != look.at and 0 <= goal <= look.replay.last
    return Step(
        f"step-{way}", f"icon-{way}", words, f"{look.here}{look.moment(goal or 0)}" if leads else ""
    )


def _sharing(request: HttpRequest, look: Look) -> dict[str, Any]:
    """The link for others to this very moment, once there is one."""
    key = look.game.share
    if not key:
        return {"link": ""}
    return {
        "link": f"{site(request)}{reverse('replay', args=[key])}{look.moment(look.at)}",
        "can_close": selectors.has_part(look.game, look.player),
    }


def _playing_on(request: HttpRequest, look: Look) -> dict[str, Any]:
    state = look.replay.record.states[look.at]
    own = selectors.seat_of(look.game, look.player)
    seats = (look.sight, own, *state.seats_to_act, 0)
    chosen = request.session.get("choices") or DEFAULT_CHOICES
    return {
        "can_play_on": not state.is_over,
        "chosen_seat": next(seat for seat in seats if isinstance(seat, int)),
        "levels": LEVEL_NAMES.items(),
        "chosen_level": chosen["level"],
        "invented": "" if look.player else invented_name(),
    }
