"""A new game that continues a finished one from one of its positions, with bots in other seats."""

from dataclasses import replace
from random import SystemRandom

from django.db import transaction

from games.archive.importing import copy_log, deal_columns
from games.engine.cards import advanced_among
from games.engine.record import Record
from games.engine.state import Deal
from games.engine.wire import ids
from games.models import Game, Member, Player, Room, Seat
from games.rooms import starting
from games.rooms.bots import new_bot
from games.text.errors import NothingToPlay

_chance = SystemRandom()


@transaction.atomic
def play_on(record: Record, ply: int, player: Player, seat: int, level: str) -> Room:
    """A new room whose game stands where `record` stood after `ply` actions.

    `player` has the seat, bots of the level have the others. What nobody had seen by then is
    shuffled anew, so that who has looked at the game knows no more than who sat there.
    """
    state = record.states[ply]
    if state.is_over:
        raise NothingToPlay
    starting.check_games_of(player)
    deal = shuffled_anew(state.deal, state.revealed)
    room = _room(deal, player, level)
    members = _members(room, player, seat, level)
    game = Game.objects.create(
        room=room, origin=Game.Origin.CONTINUED, version=ply, **deal_columns(deal)
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
        edition=deal.edition.id,
        advanced=ids(advanced_among(deal.deck)),
        show_spent=deal.show_spent,
        seats=deal.seats,
        level=level,
    )


def _members(room: Room, player: Player, seat: int, level: str) -> list[Member]:
    """Everybody on the chair of their seat."""
    taken, members = {player.name}, []
    for chair in range(room.seats):
        who = player if chair == seat else new_bot(level, taken)
        taken.add(who.name)
        members.append(Member(room=room, player=who, chair=chair))
    return Member.objects.bulk_create(members)
