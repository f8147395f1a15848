"""What the host's command shows of a day's game: everything, so it's for nobody else.

The same for the same day, game and secret, whenever and wherever it's asked for.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.daily.days import PUBLIC_SECRET, date_of, game_of, is_closed, seed_of
from bot.daily.screens import par_words
from bot.daily.tries import choose_here, par_of, tried
from bot.table.deal import PLAYER, rules_of, scored
from games.core import CHANCE
from games.engine import fair, record
from games.engine.record import Line, Record
from games.game import AnyGame
from storage import DailyDeal


def warnings(day: int, game: AnyGame, secret: bytes) -> Iterator[str]:
    """What to know before reading it, as sentences."""
    if secret == PUBLIC_SECRET:
        yield "This deal comes from a public secret, to try out the form. Nobody plays it."
    elif not is_closed(day):
        yield "This day isn't over: show this to nobody, and don't play the day yourself."
    if game_of(day) is not game:
        yield f"That day's game is {game_of(day).about.title}. This is what {game.about.title} would be."


async def shown(day: int, game: AnyGame, secret: bytes) -> str:
    """The day, how it's dealt, par, and a whole try of the strongest computer, as records."""
    seed, rules, strongest = (
        seed_of(secret, DailyDeal(day, game.about.name)),
        rules_of(game),
        game.about.computers[-1],
    )
    par = await par_of(choose_here, game, seed)
    end = await tried(choose_here, game, seed, strongest.name)
    assert end is not None
    told = end.record(seed)
    opening = Record(replace(told.header, places=None, scores=None), _opening(told.lines))
    return "\n".join(
        [
            f"Game of the day {day}, {date_of(day)}: {game.about.title}",
            f"{rules.line} {rules.counts}",
            f"Hash of the seed: {fair.commit(seed)}",
            f"Par: {par}, {' '.join(par_words(game))}",
            "",
            "The deal:",
            "",
            record.write(opening),
            f"A try of {strongest.title}, which scores {scored(end)}:",
            "",
            record.write(told),
        ]
    )


def _opening(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Everything before the player's first move that has a deal before it."""
    dealt = next((number for number, line in enumerate(lines) if line.who == CHANCE), 0)
    moves = (number for number, line in enumerate(lines) if number > dealt and line.who == PLAYER)
    return lines[: next(moves, len(lines))]
