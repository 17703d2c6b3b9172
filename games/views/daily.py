"""The deal of the day: today's, a day and its comparison, beginning a try, the archive."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits, tried_deals
from games.accounts.session import address_of, bind_session, player_entering, player_of
from games.daily import comparison, results, starting
from games.daily.days import A_DAY, Phase, day_from, end_of, opening_of, phase_of, today
from games.daily.deals import bots_of, deal_of, deals_on
from games.daily.past_days import open_deals, streak_of
from games.engine.edition_groups import GROUPS
from games.engine.editions import EDITIONS
from games.engine.scoring import plain
from games.models import LEVEL_NAMES, DailyDeal, DailyTry, Game, Player
from games.rooms.names import invented_name
from games.text.numbers import money_text, status_text
from games.views.responses import go_to, room_url, says_why_not

PAGE = 20


@require_safe
@says_why_not
def show_today(request: HttpRequest) -> HttpResponse:
    """Today's deals, and the commitments of tomorrow's."""
    player, now = player_of(request), timezone.now()
    day = today(now)
    context = {
        **_reader(player),
        "day": day,
        "ends": end_of(day),
        "opens": opening_of(day),
        "deals": [_summary(request, deal, player, now) for deal in deals_on(day, now)],
        "tomorrow": day + A_DAY,
        "coming": [_named(deal) for deal in deals_on(day + A_DAY, now)],
        "streak": streak_of(player, now) if player else 0,
    }
    return render(request, "pages/daily.html", context)


@require_safe
@says_why_not
def show_day(request: HttpRequest, day: str, group: str) -> HttpResponse:
    """A deal of a day: before one's try how to begin, after it how one compares."""
    player, now = player_of(request), timezone.now()
    deal = deal_of(day_from(day), group, now)
    summary = _summary(request, deal, player, now)
    context = _reader(player) | summary | {"view": summary, "words": f"{deal.day} {deal.group}"}
    attempt = starting.try_of(deal, player)
    if context["is_open"] or context["state"] == "finished":
        results.settle(deal)
        context |= _compared(deal, starting.try_of(deal, player), player)
    context["proof"] = deal if context["is_open"] else None
    context["replay"] = attempt.game.code if attempt and context["state"] == "finished" else ""
    return render(request, "pages/daily-day.html", context)


@require_POST
@says_why_not
def start(request: HttpRequest, day: str, group: str) -> HttpResponse:
    """Begin a try, or go on with the one that was begun."""
    limits.check("room", address_of(request))
    deal = deal_of(day_from(day), group)
    is_repeat = tried_deals.is_tried(request, deal.pk)
    with transaction.atomic():
        player = player_entering(request, request.POST.get("name", ""))
        game = starting.begin(deal, player, is_repeat=is_repeat)
    bind_session(request, player)
    is_running = game.status == Game.Status.RUNNING and not game.room.closed_at
    place = room_url(game.room) if is_running else reverse("daily-day", args=[day, group])
    response = go_to(request, place)
    tried_deals.remember(request, response, deal.pk)
    return response


@require_safe
@says_why_not
def show_past(request: HttpRequest) -> HttpResponse:
    """The days that are over, newest first."""
    player = player_of(request)
    page = Paginator(open_deals(timezone.now()), PAGE).get_page(request.GET.get("page"))
    days = [_past(deal, player) for deal in page]
    return render(request, "pages/daily-past.html", {"player": player, "page": page, "days": days})


def _reader(player: Player | None) -> dict[str, Any]:
    return {"player": player, "invented": "" if player else invented_name()}


def _named(deal: DailyDeal) -> dict[str, Any]:
    """What everybody may know of a deal at any time."""
    return {
        "deal": deal,
        "day": deal.day,
        "group": deal.group,
        "title": _(GROUPS[deal.group].title),
        "edition": _(EDITIONS[deal.edition].title),
        "commitment": deal.commitment,
    }


def _summary(
    request: HttpRequest, deal: DailyDeal, player: Player | None, now: datetime
) -> dict[str, Any]:
    """A deal as it stands for this player; nothing of its deck."""
    attempt, phase = starting.try_of(deal, player), phase_of(deal, now)
    is_repeat = attempt.is_repeat if attempt else tried_deals.is_tried(request, deal.pk)
    return _named(deal) | {
        "bots": _bots(deal),
        "state": _state(attempt),
        "is_repeat": is_repeat and phase is not Phase.OPEN,
        "is_today": phase is Phase.TODAY,
        "is_coming": phase is Phase.TO_COME,
        "is_open": phase is Phase.OPEN,
        "opens": deal.opens_at,
        "begins": end_of(deal.day - A_DAY),
        "ends": end_of(deal.day),
        "count": results.count_of(deal),
    }


def _state(attempt: DailyTry | None) -> str:
    """Whether the first try is still to come, running, finished, or ended without a result."""
    if attempt is None:
        return "new"
    if attempt.game.status == Game.Status.RUNNING and not attempt.game.room.closed_at:
        return "running"
    return "finished" if attempt.game.status == Game.Status.FINISHED else "ended"


def _bots(deal: DailyDeal) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "face": each.face, "level": LEVEL_NAMES[each.level]}
        for each in bots_of(deal)
    ]


def _compared(deal: DailyDeal, attempt: DailyTry | None, player: Player | None) -> dict[str, Any]:
    """How the try compares; without one, how others have played."""
    lots = results.lots_of(deal)
    own = _own_line(attempt)
    best = results.best_of(deal)
    return {
        "is_compared": True,
        "count": results.count_of(deal),
        "own": _line(deal, own, player) if own else None,
        "why_not": _why_not(attempt) if attempt and not own else "",
        "best": [_line(deal, each, player) for each in best],
        "is_own_listed": any(player and each.player_id == player.pk for each in best),
        "chart": comparison.prices_chart(deal, lots, attempt) if lots else None,
        "splits": comparison.splits_of(deal, lots, attempt),
    }


def _why_not(attempt: DailyTry) -> str:
    """Why a finished try does not count: a repeat, void or late; empty if it is not finished."""
    if attempt.score is None:
        return ""
    if attempt.is_repeat:
        return "repeat"
    return "void" if attempt.game.voided_at else "late"


def _own_line(attempt: DailyTry | None) -> results.Line | None:
    """The player's line in the list; None if their try does not count."""
    if attempt is None or not results.counts(attempt):
        return None
    return results.line_of(attempt, results.place_of(attempt))


def _line(deal: DailyDeal, line: results.Line, player: Player | None) -> dict[str, Any]:
    seat = line.seat
    return {
        "place": line.place,
        "name": line.name,
        "is_own": player is not None and line.player_id == player.pk,
        "is_guest": line.is_guest,
        "code": line.code,
        "table_place": seat.place,
        "is_cast_out": seat.is_cast_out,
        "has_won": seat.win > 0,
        "status": status_text(plain(seat.status or 0)),
        "money": money_text(EDITIONS[deal.edition], seat.money or 0),
    }


def _past(deal: DailyDeal, player: Player | None) -> dict[str, Any]:
    attempt = starting.try_of(deal, player)
    own = _own_line(attempt)
    place = own.place if own else None
    return _named(deal) | {"count": results.count_of(deal), "place": place}
