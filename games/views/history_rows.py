"""The rows of somebody's history: finished games with their outcome, players and links."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.editions import EDITIONS
from games.engine.scoring import plain
from games.models import Game, Player, Seat
from games.text.numbers import money_text, status_text
from games.text.reader_names import names_for

ANY = "KEY"


def history_rows(games: Iterable[Game], player: Player) -> list[dict[str, Any]]:
    """A row for each of these games, as the player reads it."""
    pages = {name: address_of(name) for name in ("replay", "review", "record", "room")}
    return [_row(game, player, pages) for game in games]


def address_of(name: str) -> Callable[[str], str]:
    """How the address of a page follows from its key."""
    before, after = reverse(name, args=[ANY]).split(ANY)
    return lambda key: f"{before}{key}{after}"


def names_at_table(seats: Sequence[Seat], player: Player) -> tuple[str, ...]:
    """The names at the table as the player reads them."""
    own = next((n for n, seat in enumerate(seats) if seat.player_id == player.pk), None)
    return names_for([seat.name for seat in seats], own)


def _row(game: Any, player: Player, pages: dict[str, Callable[[str], str]]) -> dict[str, Any]:
    seats, ended = list(game.seats.all()), localtime(game.finished_at or game.started_at)
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    winners = [seat.win > 0 and not game.voided_at for seat in seats]
    is_broken_off = game.status == Game.Status.BROKEN_OFF
    return _outcome(game, own) | {
        "code": game.code,
        "at": ended.isoformat(),
        "day": date_format(ended, "DATE_FORMAT"),
        "edition": _(EDITIONS[game.edition].title),
        "players": list(zip(names_at_table(seats, player), winners, strict=True)),
        "origin": "" if game.origin == Game.Origin.DEALT else game.get_origin_display(),
        "replay": pages["replay"](game.code),
        "review": "" if is_broken_off else pages["review"](game.code),
        "record": pages["record"](game.code),
        "room": pages["room"](game.room.invite) if game.can_enter else "",
        "room_code": game.room.code,
    }


def _outcome(game: Game, own: Seat | None) -> dict[str, Any]:
    """What came of it for the player; without a seat of theirs there is no standing."""
    result = {"result": _result(game, own), "has_won": False}
    if own is None or own.place is None or own.status is None or own.money is None:
        return result
    return result | {
        "has_won": own.win > 0 and not game.voided_at,
        "status": status_text(plain(own.status)),
        "money": money_text(EDITIONS[game.edition], own.money),
    }


def _result(game: Game, own: Seat | None) -> str:
    if game.voided_at:
        return _("Void")
    if game.status == Game.Status.BROKEN_OFF:
        return _("Broken off")
    if own is None or own.place is None:
        return _("Imported")
    if own.win:
        return _("Shared win") if own.win < 1 else _("Won")
    return _("Cast out") if own.is_cast_out else _("Place %(place)s") % {"place": own.place}
