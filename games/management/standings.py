"""What `manage.py simulate` prints: the standings of a match, the table of a league."""

import json

from games.bots.league import League, Pair, table_rows
from games.bots.match import Match, Tally
from games.engine.scoring import plain


def match_json(standings: list[Tally], match: Match, seconds: float) -> str:
    rows = [
        {"bot": tally.bot, "seats": tally.seats, "wins": _wins(tally), "share": tally.share}
        for tally in standings
    ]
    return json.dumps({"games": match.games, "seconds": round(seconds, 3), "bots": rows})


def match_table(standings: list[Tally], match: Match, seconds: float) -> str:
    heading = f"{'bot':12}{'seats':>6}{'wins':>12}{'share':>8}{'± 95 %':>9}{'ms':>8}{'p95':>8}"
    speed = f"{match.games:,} games in {seconds:.1f} s ({match.games / seconds:,.0f} a second)"
    return "\n".join([heading, *map(_row, standings), speed])


def league_json(found: dict[Pair, Tally], league: League, seconds: float) -> str:
    rows: list[dict[str, object]] = [
        {
            "bot": bot,
            "against": rival,
            "wins": _wins(tally),
            "share": tally.share,
            "margin": tally.margin,
            "p95": tally.slow_time,
        }
        for (bot, rival), tally in found.items()
    ]
    return json.dumps({"games": league.games, "seconds": round(seconds, 3), "pairs": rows})


def league_table(found: dict[Pair, Tally], league: League, seconds: float) -> str:
    """A line a rival, the share of each bot with its 95 % interval."""
    heading = f"{f'one against {league.seats - 1} …':24}"
    lines = [heading + "".join(f"{bot:>18}" for bot in league.bots)]
    for rival, *cells in table_rows(found, league.bots):
        lines.append(f"{rival:24}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join([*lines, f"{league.games} games each, {seconds:.1f} s, seed {league.seed}"])


def _row(tally: Tally) -> str:
    """Wins, share and its interval; then mean and 95 % quantile of the CPU time of a decision."""
    margin = "–" if tally.margin is None else f"{tally.margin:.3f}"
    times = "".join(f"{1_000 * time:>8.2f}" for time in (tally.mean_time, tally.slow_time))
    counted = f"{tally.seats:>6}{_wins(tally):>12,.6g}{tally.share:>8.3f}"
    return f"{tally.bot:12}{counted}{margin:>9}{times}"


def _wins(tally: Tally) -> int | float:
    return plain(float(tally.wins))
