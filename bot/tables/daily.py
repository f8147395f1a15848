"""Somebody's try at the game of the day, and par.

A try is a table in a person's direct messages. Its seed is the day's, nobody's press goes into it, and its
record is like any other.
"""

import json
import logging
from dataclasses import dataclass

from bot.tables.computers import Computers
from bot.tables.days import PLAYER, game_of, rules_of, scored, seed_of
from bot.tables.journal import milliseconds
from bot.tables.open_tables import OpenTables
from bot.tables.options import TableOptions
from bot.tables.seats import Player, computer, person, to_stored
from bot.tables.session import Session
from games import fair
from games.core import CHANCE
from games.game import AnyGame
from games.record import Header, Line
from games.table import AnyTable, Table
from storage import Archive, StoredSession, Try

log = logging.getLogger(__name__)

TRIES = 5
"""Par is the middle of this many games of the strongest computer."""

_OPTIONS = TableOptions(hints="off", rated=False)


async def begin(tables: OpenTables, day: int, user_id: int, name: str, channel_id: int) -> Session:
    """This person's try at a day's game, begun now or earlier. `channel_id` is that of their direct messages.

    Raises Refusal, and Elsewhere if another process plays in direct messages.
    """
    tables.share.must_have(None)
    game, now = game_of(day), milliseconds()
    rules = rules_of(game)
    new = StoredSession(
        id=0,
        guild_id=None,
        channel_id=channel_id,
        game=game.about.name,
        edition=game.about.edition,
        options=json.dumps(dict(rules.options)),
        seed=seed_of(await tables.archive.dailies.secret(), day, game),
        host_id=user_id,
        phase="playing",
        created_at=now,
        started_at=now,
        table_options=_OPTIONS.write(),
        day=day,
    )
    # Without the id of a click: chance is drawn from those, too, and has to be the same for everybody.
    players = (person(user_id, name, ""), *_rivals(game))
    stored = await tables.archive.dailies.begin(new, to_stored(players))
    session = await tables.session(stored.id)
    await session.settle()
    return session


def _rivals(game: AnyGame) -> tuple[Player, ...]:
    rules = rules_of(game)
    level = game.about.level(rules.rival)
    return (computer(level.name, level.title),) * (rules.seats - 1)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Tries that count, the best first; equal ones share a place."""

    tries: tuple[Try, ...]

    def place(self, score: int) -> int:
        """The place that this score has."""
        return 1 + sum(one.score is not None and one.score > score for one in self.tries)

    def shares(self, score: int) -> bool:
        """Whether several have this score."""
        return sum(one.score == score for one in self.tries) > 1


class Pars:
    """Par of each day, worked out once by the computers in the background."""

    def __init__(self, archive: Archive, computers: Computers) -> None:
        self._archive = archive
        self._computers = computers
        self._under_way: set[int] = set()

    async def work_out(self, day: int) -> None:
        """Find par of a day, unless it's known or under way. Other tables' computers have their turns."""
        game = game_of(day)
        name = game.about.name
        if day in self._under_way or await self._archive.dailies.par(day, name) is not None:
            return
        self._under_way.add(day)
        try:
            seed = seed_of(await self._archive.dailies.secret(), day, game)
            scores = [await self._played(game, seed, number) for number in range(TRIES)]
            if None not in scores:
                known = sorted(one for one in scores if one is not None)
                await self._archive.dailies.set_par(day, name, known[TRIES // 2])
        finally:
            self._under_way.discard(day)

    async def _played(self, game: AnyGame, seed: bytes, number: int) -> int | None:
        """What the strongest computer scores; None if a worker failed, since a weaker one stepped in then."""
        table, rules = new_table(game, seed), rules_of(game)
        while not table.over:
            owes = table.turn.owes
            if CHANCE in owes:
                table = table.play(table.chance(seed))
                continue
            seat = min(owes)
            level = game.about.levels[-1] if seat == PLAYER else rules.rival
            # The others choose as they do for everybody. What the strongest chooses differs from try to try.
            own = fair.computer_key(seed, table.standing, seat, (f"par {number}",))
            key = own if seat == PLAYER else table.computer_key(seed, seat)
            thought = await self._computers.choose(table, seat, level, key)
            if thought.note != level:
                log.warning("par of %s isn't known yet: a worker failed", game.about.title)
                return None
            table = table.play(Line(seat, thought.text))
        return scored(table)


def new_table(game: AnyGame, seed: bytes) -> AnyTable:
    """A game of the day before its first move, at which nobody is asked anything."""
    rules = rules_of(game)
    header = Header(
        game.about.name,
        game.about.edition,
        rules.seats,
        tuple(sorted(rules.options.items())),
        commit=fair.commit(seed),
    )
    return Table.new(game, header).unasked()
