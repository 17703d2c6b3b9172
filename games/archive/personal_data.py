"""Everything that is stored about a person, for themselves: facts, and the records of their games.

Of running games only that they are running: a record would show what nobody may see yet.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import (
    DailyTry,
    Device,
    Game,
    MailAddress,
    Member,
    Message,
    Player,
    RatedSeat,
    Report,
    Review,
    Seat,
)

MOST_MESSAGES = 10_000


def facts_about(player: Player) -> dict[str, Any]:
    """What is stored about the player, in JSON types, but the games that are over."""
    return {
        "name": player.name,
        "joined": player.created_at.isoformat(),
        "account": _account(player),
        "email": _mail(player),
        "shows_profile": player.is_public,
        "ratings": [_rating(each) for each in player.rated_seats.select_related("game")],
        "browsers": [_browser(each) for each in player.devices.order_by("first_seen")],
        "rooms": [_room(each) for each in player.memberships.select_related("room")],
        "running_games": list(_running(player)),
        "messages": [_message(each) for each in _messages(player)],
        "mutes": list(player.mutes.values_list("muted__name", flat=True)),
        "blocks": list(player.blocks.values_list("blocked__name", flat=True)),
        "favourites": list(player.favourites.values_list("favourite__name", flat=True)),
        "invitations": list(player.invitations.values_list("room__code", flat=True)),
        "reports": [_report(each) for each in player.reports.all()],
        "deals_of_the_day": [_try(each) for each in player.daily_tries.select_related("deal")],
        "analyses": [_review(each) for each in player.reviews.select_related("game")],
    }


def _account(player: Player) -> Mapping[str, Any] | None:
    user = player.user
    if user is None:
        return None
    return {
        "username": user.get_username(),
        "signed_up": user.date_joined.isoformat(),
        "last_login": user.last_login.isoformat() if user.last_login else None,
    }


def _mail(player: Player) -> Mapping[str, Any] | None:
    found = MailAddress.objects.filter(player=player).first()
    if found is None:
        return None
    is_verified = found.verified_at is not None
    facts = {"wish": found.wish, "language": found.language, "zone": found.zone or "UTC"}
    return {"address": found.address, "is_verified": is_verified, **facts}


def _browser(device: Device) -> Mapping[str, Any]:
    push = getattr(device, "push", None)
    return {
        "browser": device.agent,
        "first_seen": device.first_seen.isoformat(),
        "last_seen": device.last_seen.isoformat(),
        "notifications": push.endpoint if push else None,
    }


def _rating(row: RatedSeat) -> Mapping[str, Any]:
    return {
        "game": row.game.code,
        "group": row.group,
        "strength": row.mu,
        "uncertainty": row.sigma,
        "points": row.points,
    }


def _room(member: Member) -> Mapping[str, Any]:
    return {"code": member.room.code, "joined": member.joined_at.isoformat()}


def _running(player: Player) -> Iterable[str]:
    seats = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING)
    return seats.values_list("game__code", flat=True)


def _messages(player: Player) -> Iterable[Message]:
    return Message.objects.filter(player=player).select_related("room")[:MOST_MESSAGES]


def _message(message: Message) -> Mapping[str, Any]:
    return {"room": message.room.code, "at": message.at.isoformat(), "text": message.text}


def _report(report: Report) -> Mapping[str, Any]:
    return {"at": report.at.isoformat(), "reason": report.reason}


def _try(attempt: DailyTry) -> Mapping[str, Any]:
    """Nothing of the deck: what was played is in the records, once the deal is open."""
    deal = attempt.deal
    facts = {"started": attempt.started_at.isoformat(), "is_repeat": attempt.is_repeat}
    return {"day": deal.day.isoformat(), "deal": deal.group} | facts


def _review(review: Review) -> Mapping[str, Any]:
    return {"game": review.game.code, "asked": review.asked_at.isoformat()}
