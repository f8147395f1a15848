"""Somebody's try at the game of the day, how it went in squares, and par.

A try is a table in a person's direct messages. Its seed is the day's, nobody's press goes into it, and its
record is like any other.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from statistics import median_high
from typing import TypeAlias

from bot.chat.tasks import Background
from bot.daily.days import Streak, down_days, is_practice, seed_of, streak_of
from bot.table.computers import Computers, NoReview, Thought
from bot.table.deal import PLAYER, computer_key, dealt, moves_of, rules_of, scored
from bot.table.open_tables import OpenTables, unfolded
from bot.table.seats import SeatHistory
from bot.table.session import Session
from games.core import CHANCE, Seat
from games.engine import fair, registry
from games.engine.record import Header, Line
from games.engine.squares import can_tell
from games.engine.table import AnyTable, Table
from games.game import AnyGame, Form
from storage import Archive, DailyDeal, Try

log = logging.getLogger(__name__)

PAR_LEVELS = 3
"""Par is the middle score of this many levels, the strongest.

Some computers play a deal the same way each time, so more games of one of them would say no more than one.
"""

Choose: TypeAlias = Callable[[AnyTable, Seat, str, bytes], Awaitable[Thought]]
"""How a computer's move is found: by `Computers.choose` or `choose_here`."""


async def begin(tables: OpenTables, deal: DailyDeal, user_id: int, name: str, channel_id: int) -> Session:
    """This person's try at a deal, begun now or earlier. `channel_id` is that of their direct messages.

    Raises Refusal, and Elsewhere if another process plays in direct messages.
    """
    tables.share.must_have(None)
    game, seed = registry.find(deal.game), seed_of(await tables.archive.dailies.secret(), deal)
    given = dealt(game, rules_of(game), seed)
    new = replace(given.table(user_id, channel_id), day=deal.day)
    seats = given.seats(user_id, name)
    stored = await tables.archive.dailies.begin(new, seats, is_practice=is_practice(deal))
    session = await tables.session(stored.id)
    await session.settle()
    return session


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


async def streak_on(archive: Archive, user_id: int, day: int) -> Streak:
    """This person's streak on a day. Raises StorageFailed."""
    played = await archive.dailies.days_of(user_id)
    up = await archive.dailies.hours_up(min(played, default=day))
    return streak_of(played, day, down_days(up))


class Pars:
    """Par of each deal, worked out once by the computers in the background."""

    def __init__(self, archive: Archive, computers: Computers, thinking: Background) -> None:
        self._archive = archive
        self._computers = computers
        self._thinking = thinking
        self._under_way: set[DailyDeal] = set()

    def work_out(self, deal: DailyDeal) -> asyncio.Task[None]:
        """Find par of a deal, unless it's known or under way. Other tables' computers have their turns."""
        return self._thinking.start(self._work_out(deal))

    async def _work_out(self, deal: DailyDeal) -> None:
        if deal in self._under_way or await self._archive.dailies.par(deal) is not None:
            return
        self._under_way.add(deal)
        try:
            game, seed = registry.find(deal.game), seed_of(await self._archive.dailies.secret(), deal)
            par = await par_of(self._computers.choose, game, seed)
            if par is not None:
                await self._archive.dailies.set_par(deal, par)
        finally:
            self._under_way.discard(deal)


def par_titles(game: AnyGame) -> tuple[str, ...]:
    """The computers whose middle score is par, from weakest to strongest."""
    return tuple(one.title for one in game.about.computers[-PAR_LEVELS:])


async def par_of(choose: Choose, game: AnyGame, seed: bytes) -> int | None:
    """The middle score of the strongest computers' tries; None if a worker failed."""
    scores = list[int]()
    for level in game.about.levels[-PAR_LEVELS:]:
        if (end := await tried(choose, game, seed, level)) is None:
            return None
        scores.append(scored(end))
    return median_high(scores)


async def tried(
    choose: Choose, game: AnyGame, seed: bytes, level: str, form: Form | None = None
) -> AnyTable | None:
    """The end of a game of the day with a computer of this level in the player's seat; the same each time.

    The others choose as they do for everybody. None if a worker failed, since a weaker computer stepped in
    then. `form` is for another one than the day's.
    """
    table, rules = new_table(game, seed, form), rules_of(game)
    while not table.over:
        owes = table.turn.owes
        if CHANCE in owes:
            table = table.play(table.chance(seed))
            continue
        seat = min(owes)
        own = fair.computer_key(seed, moves_of(table, seat), seat, ("par 0",))
        key = own if seat == PLAYER else computer_key(table, seed, seat)
        chosen = level if seat == PLAYER else rules.rival
        thought = await choose(table, seat, chosen, key)
        if thought.note != chosen:
            log.warning("a try of a computer at %s was given up: a worker failed", game.about.title)
            return None
        table = table.play(Line(seat, thought.text))
    return table


async def choose_here(table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    """What `Computers.choose` finds, but in this process, however long it takes: not for the running bot."""
    game = table.game
    return Thought(game.write(game.choose(table.view(seat), level, fair.computer_rng(key))), level)


class Stories:
    """The squares of tries that count, each row worked out once in the background."""

    def __init__(self, archive: Archive, computers: Computers, thinking: Background) -> None:
        self._archive = archive
        self._computers = computers
        self._thinking = thinking
        self._one_at_a_time = asyncio.Lock()

    def work_out(self, deal: DailyDeal, user_id: int) -> asyncio.Task[None]:
        """Find the squares of this person's try, unless they're known or it has none."""
        return self._thinking.start(self._work_out(deal, user_id))

    async def _work_out(self, deal: DailyDeal, user_id: int) -> None:
        if not can_tell(registry.find(deal.game)):
            return
        async with self._one_at_a_time:
            found = await self._archive.dailies.of(deal, user_id)
            if found is None or found.score is None or found.squares is not None:
                return
            sessions, number = self._archive.sessions, found.session_id
            stored = await sessions.find(number)
            assert stored is not None
            stays = SeatHistory.read(await sessions.seats(number), await sessions.stays(number))
            whole = unfolded(stored, stays.players, await self._archive.record.lines(number))
            # No worker gets a seed, which everybody else may still be playing with.
            shown = replace(whole, header=replace(whole.header, seed=""))
            try:
                squares = await self._computers.tell(shown, PLAYER)
            except NoReview:
                log.warning("session %s: the squares of a try aren't known yet: a worker failed", number)
                return
            await self._archive.dailies.set_squares(deal, user_id, squares)


def new_table(game: AnyGame, seed: bytes, form: Form | None = None) -> AnyTable:
    """A game of the day before its first move, at which nobody is asked anything; perhaps in another form."""
    rules = rules_of(game)
    header = Header(
        game.about.name,
        game.about.edition,
        rules.seats,
        tuple(sorted((form or rules).options.items())),
        commit=fair.commit(seed),
    )
    return Table.new(game, header).unasked()
