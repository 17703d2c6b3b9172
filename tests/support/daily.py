"""The deal of the day for tests: deals, tries, and people who play them to the end."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from hashlib import sha256
from random import Random

from django.db.models import F
from django.utils import timezone

from games.bots.worker_process import decide
from games.daily import deals, starting
from games.daily.days import A_DAY, opening_of, today
from games.engine import history
from games.engine.actions import Action
from games.engine.dealing import commitment
from games.engine.legal import legal_actions
from games.engine.observation import observe
from games.engine.state import Deal, GameState
from games.models import DailyDeal, Game, Member, Player
from games.play import clock, finishing, moves, position
from games.play.position import StoredPosition, deal_of, position_of
from games.play.stored_records import copy_log

ME = 0
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
Choice = Callable[[GameState], Action]
Thinking = Callable[[clock.Question], Action]


def a_deal(group: str = "base", now: datetime | None = None, **more: object) -> DailyDeal:
    """The deal of today, with quick bots unless others are asked for."""
    now = now or timezone.now()
    deal = deals.deal_of(today(now), group, now)
    more.setdefault("bots", ["octavia", "rupert", "solange"])
    DailyDeal.objects.filter(pk=deal.pk).update(**more)
    deal.refresh_from_db()
    return deal


def reseeded(deal: DailyDeal, salt: bytes) -> DailyDeal:
    """The deal as it would be with another salt; nobody has begun it yet."""
    seed = deals.seed_from(salt, deal.day, deal.group)
    new = {"salt": salt.hex(), "seed": seed.hex(), "commitment": commitment(seed, salt)}
    DailyDeal.objects.filter(pk=deal.pk).update(**new)
    deal.refresh_from_db()
    return deal


def open_up(deal: DailyDeal) -> DailyDeal:
    """The same deal as one of three days ago, which is open to everybody."""
    day = deal.day - 3 * A_DAY
    DailyDeal.objects.filter(pk=deal.pk).update(day=day, opens_at=opening_of(day))
    over = Game.objects.filter(room__daily=deal).exclude(finished_at=None)
    over.update(finished_at=F("finished_at") - 3 * A_DAY)
    deal.refresh_from_db()
    return deal


@cache
def chooser(number: int, boldness: float = 0.4) -> Choice:
    """How a person plays: the same number makes the same choice in the same position."""

    def choose(state: GameState) -> Action:
        chance = Random(f"{number} {state.revealed} {state.highest}")
        legal = legal_actions(state, ME)
        if len(legal) == 1 or chance.random() > boldness:
            return legal[0]
        return legal[min(chance.randrange(len(legal)), chance.randrange(1, 12))]

    return choose


def think(question: clock.Question) -> Action:
    """The bot's answer, computed here."""
    facts = (question.level, question.view, question.story, question.seed)
    return question.action or decide(*facts)


def play_through(
    game: Game, choose: Choice, think: Thinking = think, most: int | None = None
) -> StoredPosition:
    """Play the game as the site does: the person's moves, and the bots' as they come due."""
    while True:
        game.refresh_from_db()
        now = position_of(game.pk, game.version)
        if now.state.is_over or (most is not None and now.version >= most):
            return now
        if ME in now.state.seats_to_act:
            moves.play(moves.Move(game.pk, now.version, choose(now.state)))
        else:
            let_bots_play(game, think)


def let_bots_play(game: Game, think: Thinking = think) -> None:
    """Ask the clock what is due, and play the answers."""
    now = timezone.now()
    Member.objects.filter(room=game.room_id).update(seen_at=now)
    Game.objects.filter(pk=game.pk).update(due_at=now - timedelta(seconds=1))
    for question in clock.due_questions(now):
        if question.game_id == game.pk:  # others' games may have become due meanwhile
            moves.play(question.answered(think(question)))


def play_at_once(game: Game, choose: Choice, at: datetime | None = None) -> Game:
    """The same game as `play_through` plays, computed by the engine and stored in one go."""
    actions, end = computed(deal_of(game, 4), game.seed, tuple(game.room.daily.bots), choose)
    copy_log(game, actions)
    Game.objects.filter(pk=game.pk).update(version=len(actions), due_at=None)
    finishing.finish(game.pk, end, at or timezone.now())
    position.forget_positions()
    game.refresh_from_db()
    return game


@lru_cache(maxsize=100)
def computed(
    deal: Deal, seed: str, characters: tuple[str, ...], choose: Choice
) -> tuple[list[Action], GameState]:
    """All actions of a game and its last state; computed once for equal choices."""
    end, bots, actions = history.opening(deal), dict(enumerate(characters, start=1)), []
    story = list(end.events)
    while not end.state.is_over:
        acting = end.state.seats_to_act
        if ME in acting:
            action = choose(end.state)
        else:
            chance = sha256(f"{seed}|{end.version}|{acting[0]}".encode()).hexdigest()
            view = observe(end.state, acting[0])
            action = decide(bots[acting[0]], view, tuple(story), chance)
        end = end.after(history.Entry(action))
        story += end.events
        actions.append(action)
    return actions, end.state


def finished_try(deal: DailyDeal, player: Player, number: int = 1) -> Game:
    """A first try of this person, played to the end."""
    return play_at_once(starting.begin(deal, player), chooser(number))


def log_of(game: Game) -> list[tuple[int, int, str, str]]:
    """The log byte by byte, but for times, browsers and the hashes that cover them."""
    return list(game.log.values_list("number", "seat", "payload", "by"))
