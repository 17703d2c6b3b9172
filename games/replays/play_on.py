"""A new game that continues a finished one from one of its positions, with bots in other seats."""

from dataclasses import replace
from random import SystemRandom

from django.db import transaction

from games.engine.cards import advanced_among
from games.engine.state import Deal
from games.engine.wire import ids
from games.models import Game, Member, Player, Room, Seat
from games.play.daily_secrecy import check_open
from games.play.stored_records import copy_log, deal_columns
from games.replays.replay import Replay
from games.rooms import starting
from games.rooms.bots import bot_of, character_for, new_bot
from games.rooms.codes import free_code
from games.text.errors import NothingToPlay

_chance = SystemRandom()


@transaction.atomic
def play_on(replay: Replay, ply: int, player: Player, seat: int, level: str) -> Room:
    """A new room whose game stands where the replayed one stood after `ply` actions.

    `player` has the seat. Bots have the others, at this level: a bot keeps its seat, name and
    character, a new one takes the seat of a person. What nobody had seen by then is shuffled anew,
    so that who has looked at the game knows no more than who sat there. Raises DealIsSecret.
    """
    check_open(replay.game)
    record = replay.record
    state = record.states[ply]
    if state.is_over:
        raise NothingToPlay
    starting.check_games_of(player)
    deal = shuffled_anew(state.deal, state.revealed)
    room = _room(deal, player, level)
    members = _members(room, replay, player, seat)
    game = Game.objects.create(
        room=room,
        origin=Game.Origin.CONTINUED,
        continues=replay.game,
        version=ply,
        **deal_columns(deal),
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player=member.player, name=member.player.name)
        for number, member in enumerate(members)
    )
    copy_log(game, record.actions[:ply])
    starting.begin(game, members)
    return room


def shuffled_anew(deal: Deal, revealed: int) -> Deal:
    """The same deal, but for the order of the cards after the first `revealed`."""
    unseen = list(deal.deck[revealed:])
    _chance.shuffle(unseen)
    return replace(deal, deck=(*deal.deck[:revealed], *unseen))


def _room(deal: Deal, player: Player, level: str) -> Room:
    return Room.objects.create(
        host=player,
        code=free_code(),
        edition=deal.edition.id,
        advanced=ids(advanced_among(deal.deck)),
        show_spent=deal.show_spent,
        seats=deal.seats,
        level=level,
    )


def _members(room: Room, replay: Replay, player: Player, own: int) -> list[Member]:
    """Everybody on the chair of their seat."""
    sat = replay.game.seats.all()
    then, now = {seat.name for seat in sat}, {player.name}
    members = []
    for seat in sat:
        who = player if seat.number == own else _bot_for(seat, room.level, then, now)
        now.add(who.name)
        members.append(Member(room=room, player=who, chair=seat.number))
    return Member.objects.bulk_create(members)


def _bot_for(seat: Seat, level: str, then: set[str], now: set[str]) -> Player:
    """The bot of the seat under its name, or a new one where a person sat.

    `then` are the names at the replayed table, `now` those at the new one until now.
    """
    bot = seat.player.bot if seat.player else ""
    is_person = seat.player is not None and not bot
    character = None if is_person else character_for(bot, seat.name, level)
    if character is None:
        return new_bot(level, then | now)
    return bot_of(character, now, seat.name)
