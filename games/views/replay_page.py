"""What the page of a replay shows: the table at a moment, steps, viewpoints, link and forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.archive import access
from games.engine.cards import advanced_among
from games.models import LEVEL_NAMES, Game, Player
from games.play import position
from games.play.daily_secrecy import is_secret
from games.replays.replay import (
    Moment,
    Replay,
    Sight,
    moments_of,
    table_context,
)
from games.rooms import lookup
from games.rooms.names import invented_name
from games.screens.cards import cards_html, rules_url
from games.text.reader_names import names_for
from games.views import link_previews
from games.views.pages import DEFAULT_CHOICES
from games.views.responses import site

FORMS = ("share", "from-here", "report-here")
# What a step swaps; the log and the choice of a seat only change with the sight.
STEPS = ("step-first", "step-lot-back", "step-back", "step-on", "step-lot-on", "step-last")
SWAPPED = (*STEPS, "turn", "stage", "last-lot", "hands", "end", "told", *FORMS)
WITH_SIGHT = ("log", "seat-choice")


@dataclass(frozen=True, slots=True)
class Step:
    """A link to another moment; its address is empty if there is none."""

    id: str
    icon: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Which moment of a game is asked for, by whom, by which key, and from which seat."""

    key: str
    game: Game
    replay: Replay
    player: Player | None
    at: int
    sight: Sight

    @property
    def here(self) -> str:
        return reverse("replay", args=[self.key])

    @property
    def own(self) -> int | None:
        """The viewer's seat in the game, if they have one."""
        return position.seat_of(self.game, self.player)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats as the viewer reads them."""
        return names_for(self.replay.table.names, self.own)

    def moment(self, at: int) -> str:
        """The query of a moment from the same viewpoint."""
        return f"?at={at}&view={self.sight}"


def replay_context(request: HttpRequest, asked: ReplayRequest) -> dict[str, Any]:
    """The context of the page for the moment that is asked for."""
    replay, moments, here = asked.replay, moments_of(asked.replay, asked.own), asked.here
    game, edition = asked.game, replay.table.edition
    cards = cards_html(edition, advanced_among(replay.record.deal.deck), get_language())
    return table_context(replay, asked.at, asked.sight, asked.own) | {
        "game": game,
        "key": asked.key,
        "here": here,
        "at": asked.at,
        "last": replay.last,
        "sight": str(asked.sight),
        "edition": edition,
        "names": asked.names,
        "is_secret": is_secret(game),
        "is_imported": game.origin == Game.Origin.IMPORTED,
        "is_continued": game.origin == Game.Origin.CONTINUED,
        "is_broken_off": game.status == Game.Status.BROKEN_OFF,
        "is_broken_here": game.status == Game.Status.BROKEN_OFF and asked.at == replay.last,
        "told": moments[asked.at].sentence,
        "log": [(each, f"{here}{asked.moment(each.ply)}") for each in moments],
        "steps": _steps(asked, moments),
        "sights": _sights(asked),
        "swapped": _swapped(replay),
        "cards": SafeString(cards),
        "rules": rules_url(edition),
        **_sharing(request, asked),
        **_playing_on(request, asked),
        "report": _report(asked),
        "preview": link_previews.of_replay(
            request, asked.key, replay.table.names, edition.title, asked.moment(asked.at)
        ),
    }


def _report(asked: ReplayRequest) -> str:
    """The address to report this moment; empty for those who are not in the room."""
    room = asked.game.room
    if room.closed_at or lookup.membership(room, asked.player) is None:
        return ""
    moment = urlencode({"game": asked.game.code, "number": asked.at, "from": "replay"})
    return f"{reverse('report', args=[room.invite])}?{moment}"


def _swapped(replay: Replay) -> str:
    seats = (f"{part}-{seat}" for seat in replay.seats for part in ("seat", "pile"))
    return ",".join(f"#{id}" for id in (*seats, *SWAPPED, *WITH_SIGHT))


def _sights(asked: ReplayRequest) -> list[tuple[str, str, bool]]:
    """The viewpoints: value, label, and whether it is the chosen one."""
    names = [(str(seat), name) for seat, name in enumerate(asked.names)]
    sights = [*names, ("table", _("Table only")), ("open", _("All hands"))]
    return [(value, words, value == str(asked.sight)) for value, words in sights]


def _steps(asked: ReplayRequest, moments: Sequence[Moment]) -> list[Step]:
    """The steps from this moment, in the order of the buttons."""
    openings = [moment.ply for moment in moments if moment.is_opening]
    before = [ply for ply in openings if ply < asked.at]
    after = [ply for ply in openings if ply > asked.at]
    goals = {
        "first": (_("To the start"), 0),
        "lot-back": (_("Previous auction"), before[-1] if before else None),
        "back": (_("Previous move"), asked.at - 1),
        "on": (_("Next move"), asked.at + 1),
        "lot-on": (_("Next auction"), after[0] if after else None),
        "last": (_("To the end"), asked.replay.last),
    }
    return [_step(asked, way, words, goal) for way, (words, goal) in goals.items()]


def _step(asked: ReplayRequest, way: str, words: str, goal: int | None) -> Step:
    leads = goal is not None and goal != asked.at and 0 <= goal <= asked.replay.last
    return Step(
        f"step-{way}",
        f"icon-{way}",
        words,
        f"{asked.here}{asked.moment(goal or 0)}" if leads else "",
    )


def _sharing(request: HttpRequest, asked: ReplayRequest) -> dict[str, Any]:
    """The public link to this moment, if the game is shared."""
    key = asked.game.share
    if not key:
        return {"link": ""}
    return {
        "link": f"{site(request)}{reverse('replay', args=[key])}{asked.moment(asked.at)}",
        "can_close": access.has_part(asked.game, asked.player),
    }


def _playing_on(request: HttpRequest, asked: ReplayRequest) -> dict[str, Any]:
    state = asked.replay.record.states[asked.at]
    seats = (asked.sight, asked.own, *state.seats_to_act, 0)
    chosen = request.session.get("choices") or DEFAULT_CHOICES
    return {
        "can_play_on": not state.is_over and not is_secret(asked.game),
        "chosen_seat": next(seat for seat in seats if isinstance(seat, int)),
        "levels": LEVEL_NAMES.items(),
        "chosen_level": chosen["level"],
        "invented": "" if asked.player else invented_name(),
    }
