"""Whether the game of the day tells a good player from a bad one, and how long it takes.

    python -m bench dailies                      ten days of each game, about two minutes
    python -m bench.dailies [--days 60] [--duels] [GAME …]

Every computer of a game plays each day from the player's seat, on deals from a public secret. So the same
numbers come out on any machine. `same score` is how often two computers share a score on the same day.
`rank correlation` compares the computers' order of strength with that of their scores, on each day by itself
(Spearman), and is the mean of all days: 1 if the better computer always scores more, 0 if it's luck alone.
`par` is the middle score of the strongest levels, as on the card.

The minutes are those of the strongest computer's moves, pressed by somebody who takes `clicks.SECONDS` for
each press, with the other computers at their usual pace.
"""

import argparse
import asyncio
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bench import clicks
from bot.chat.parts import BUTTONS, BUTTONS_IN_ROWS
from bot.config import PlaySettings
from bot.daily.days import PUBLIC_SECRET, seed_of
from bot.daily.tries import PAR_LEVELS, choose_here, new_table, tried
from bot.table.deal import PLAYER, moves_of, rules_of, scored
from bot.table.think import way_to
from games.core import CHANCE, Question
from games.engine import registry
from games.engine.table import AnyTable
from games.game import AnyGame, Form
from storage import DailyDeal

GAMES = [name for name, game in registry.all_games().items() if game.daily is not None]

DAYS = 10
TIMED = 10
"""On how many days the presses are counted; a score takes less time than a way through the menus."""


def measure_dailies(
    names: Sequence[str] = (), days: int = DAYS, *, duels: bool = False
) -> Mapping[str, float]:
    """Print a table of each game as it's played each day, or in `duels`, and return its figures."""
    figures: dict[str, float] = {}
    for name in names or GAMES:
        rules = rules_of(game := registry.find(name))
        studied = _study(game, days, rules.in_duels if duels else rules)
        figures |= {f"{name}: {what}": one for what, one in studied.items()}
    return figures


def _study(game: AnyGame, days: int, form: Form) -> Mapping[str, float]:
    levels = game.about.levels
    ends = [[_tried(game, day, level, form) for level in levels] for day in range(1, days + 1)]
    scores = [[scored(end) for end in of_day] for of_day in ends]
    title = f"{game.about.name}, {days} days"
    sys.stdout.write(f"\n{title:28}{'score':>10}{'middle half':>18}{'moves':>8}{'most':>6}\n")
    for at, level in enumerate(levels):
        own = [of_day[at] for of_day in scores]
        moves = [moves_of(of_day[at], PLAYER) for of_day in ends]
        low, middle, high = statistics.quantiles(own, n=4, method="inclusive")
        half = f"{low:.0f} to {high:.0f}"
        row = f"{middle:10.1f}{half:>18}{statistics.median(moves):8.0f}{max(moves):6}"
        sys.stdout.write(f"  {level:26}{row}\n")
    pars = [statistics.median_high(of_day[-PAR_LEVELS:]) for of_day in scores]
    pairs = [pair for of_day in scores for pair in combinations(of_day, 2)]
    times = [_minutes(game, day, of_day[-1], form) for day, of_day in enumerate(ends[:TIMED], 1)]
    found = {
        "rank correlation": statistics.fmean(spearman(range(len(levels)), of_day) for of_day in scores),
        "the better of two scores more, %": 100 * statistics.fmean(one < other for one, other in pairs),
        "same score, %": 100 * statistics.fmean(one == other for one, other in pairs),
        "par, median": statistics.median(pars),
        "par, least": min(pars),
        "par, most": max(pars),
        "the levels of par score alike, %": 100
        * statistics.fmean(len(set(of_day[-PAR_LEVELS:])) == 1 for of_day in scores),
        "minutes, median": statistics.median(times),
        "minutes, most": max(times),
    }
    for name, figure in found.items():
        sys.stdout.write(f"  {name:36}{figure:8.2f}\n")
    sys.stdout.flush()
    return found


def _tried(game: AnyGame, day: int, level: str, form: Form) -> AnyTable:
    seed = seed_of(PUBLIC_SECRET, DailyDeal(day, game.about.name))
    end = asyncio.run(tried(choose_here, game, seed, level, form=form))
    assert end is not None
    return end


def _minutes(game: AnyGame, day: int, end: AnyTable, form: Form) -> float:
    """How long a person takes for the moves of a try."""
    presses = pauses = 0
    table = new_table(game, seed_of(PUBLIC_SECRET, DailyDeal(day, game.about.name)), form)
    for line in end.lines:
        if line.who == PLAYER:
            presses += sum(_presses(game, table.view(PLAYER), game.read(line.text)))
        elif line.who != CHANCE:
            pauses += 1
        table = table.play(line)
    return (presses * clicks.SECONDS + pauses * PlaySettings().pace) / 60


def _presses(game: AnyGame, view: object, move: object) -> Iterator[int]:
    """How often one presses for each question: once for a button, twice or more for a menu."""
    answers = way_to(game, view, move).answers
    if not answers:
        yield 3
    for number, answer in enumerate(answers):
        asked = game.prompt(view, answers[:number])
        assert isinstance(asked, Question)
        shown = asked.choices[: asked.likely or None]
        is_few = len(shown) <= (BUTTONS_IN_ROWS if asked.rows else BUTTONS)
        if asked.most == 1 and is_few and answer in [one.key for one in shown]:
            yield 1
        else:
            yield 2 if asked.most == 1 else 2 + len(answer.split("+"))


def spearman(ones: Sequence[float], others: Sequence[float]) -> float:
    """The rank correlation, equal values at the middle of their ranks; 0 if either has only one value."""
    first, second = _ranks(ones), _ranks(others)
    if len(set(first)) == 1 or len(set(second)) == 1:
        return 0
    return statistics.correlation(first, second)


def _ranks(values: Sequence[float]) -> list[float]:
    return [statistics.fmean((other < one) + (other <= one) for other in values) for one in values]


def main(argv: Sequence[str] | None = None) -> None:
    """Study these games, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.dailies")
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"any of {GAMES} (default: all)")
    parser.add_argument("--days", type=int, default=DAYS, help="how many days (default: %(default)s)")
    parser.add_argument("--duels", action="store_true", help="study what is played in duels")
    chosen = parser.parse_args(argv)
    if unknown := set(chosen.names) - {*GAMES}:
        parser.error(f"{', '.join(sorted(unknown))} isn't played as the game of the day")
    measure_dailies(chosen.names, chosen.days, duels=chosen.duels)


if __name__ == "__main__":
    main()
