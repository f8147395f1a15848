"""How much one person clicks in a whole game against computers, how long it takes, and how many messages.

    python -m bench.clicks [GAME …]

The real bot on a local Discord, in one process. A person types /play, presses *Full game*, and
plays to the end with the controls they see, as hints would advise: somebody who knows the game. A button
is one press. A menu is one press to open it and one to choose; with several choices, one for each and one
to send them. A turn is everything the person does between two moves of others. Only new messages
count, not edits. Every game is dealt at random, so the numbers differ a little each time.

The first move is counted in three ways: after /play, where the game is chosen; after `/play game:`; and at
the end of a lesson. It's one that takes the fewest presses. A game that has a Quick form is played in that
too.
The minutes are those of somebody who takes SECONDS for each press, and of computers at their usual pace.
"""

import asyncio
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import Any, Literal, TypeAlias

from bench import Target, verdicts
from bench.loopback import at_once
from bot.app.parlour import Parlour
from bot.chat import links
from bot.config import PlaySettings
from bot.host.play import ADA, GAMES
from bot.table.journal import ONLY
from bot.table.session import Session
from bot.table.think import adviser_of
from games.core import CHANCE, Question, Ready, Seat, Viewer
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of

_BUTTON = 2
_EPHEMERAL = 1 << 6
_PATIENCE = 120.0
"""Seconds to wait for anything, however busy the machine is."""

_HAND_SECONDS = 15.0
"""How long a hand may take to come by itself, before somebody asks for it with *My hand*."""

_WAYS = 20_000
"""How many answers are tried at most to spell a move."""

SECONDS = 15
"""How long a press takes: to look, to think and to press. We assume it; newcomers needed about 17 seconds."""

ALONE = "Play the computer"

Beginning: TypeAlias = Literal["/play", "/play game:", "after the lesson"]
BEGINNINGS: tuple[Beginning, ...] = ("/play", "/play game:", "after the lesson")


def targets(game: str, *, is_quick: bool = False) -> dict[str, Target]:
    """What a game should take, by figure. In Fooblitzky and Foozle a turn is several moves."""
    most = {"doublolo": 25, "fooblitzky": 40, "foozle": 45}.get(game)
    return {
        **{f"to the first move, {way}": Target(3) for way in (BEGINNINGS[1:2] if is_quick else BEGINNINGS)},
        "presses a turn": Target(2.5 if game in ("fooblitzky", "foozle") else 2),
        **({"presses a game": Target(most)} if is_quick and most is not None else {}),
        "minutes a game": Target(10 if is_quick else 40),
    }


@dataclass
class Tally:
    """The counts of one game."""

    first: int = 0
    """Presses up to the first move."""

    turns: list[int] = field(default_factory=list)
    """Presses in each turn after that."""

    waits: int = 0
    """How often a computer paused before a move."""

    in_channel: set[str] = field(default_factory=set)
    to_person: set[str] = field(default_factory=set)

    @property
    def presses(self) -> int:
        """In the whole game."""
        return self.first + sum(self.turns)

    @property
    def minutes(self) -> float:
        """How long the whole game takes."""
        return (self.presses * SECONDS + self.waits * PlaySettings().pace) / 60

    def heard(self, message: Json) -> None:
        """Count a message the bot sent, by where it's read."""
        is_public = message["channel_id"] == GAMES and not message["flags"] & _EPHEMERAL
        (self.in_channel if is_public else self.to_person).add(message["id"])


class Clicker:
    """A person who plays by the controls they see. The bot's table says what to look for."""

    def __init__(self, person: Person, app: Parlour, tally: Tally, game: str) -> None:
        self.person = person
        self.app = app
        self.tally = tally
        self.game = registry.find(game)
        self.presses = 0
        self._rng = Random(1)

    async def play(
        self, most: int | None = None, beginning: Beginning = "/play game:", *, is_quick: bool = False
    ) -> None:
        """A game from the command to the end, or until they're asked again after `most` moves."""
        await self._begin(beginning, is_quick=is_quick)
        session = await self._session()
        seat = next(seat for seat, one in enumerate(session.players) if one.is_person)
        heard = moves = 0
        while await self._is_asked(session, Seat(seat)) and moves != most:
            lines = session.table.lines
            if self.tally.first and any(line.who not in (seat, CHANCE) for line in lines[heard:]):
                self._end_turn()
            heard = len(lines)
            await self._move(session, Seat(seat))
            moves += 1
            if not self.tally.first:
                self.tally.first, self.presses = self.presses, 0
        self._end_turn()
        made = (line for line in session.table.lines if line.who != CHANCE and not line.is_talk)
        self.tally.waits = sum(line.who != seat or line.note == ONLY for line in made)

    async def _begin(self, beginning: Beginning, *, is_quick: bool) -> None:
        """Up to the start of a game against computers."""
        host, about = self.person, self.game.about
        await host.wait_until(lambda: {"play", "learn"} <= {one["name"] for one in host.sees.commands})
        match beginning:
            case "/play":
                await host.command("play", channel=GAMES)
                await self._press_on(about.title)
            case "/play game:":
                await host.command("play", channel=GAMES, game=about.name)
            case "after the lesson":
                await self._learn()
                await self._press_on(ALONE)
                return
        await self._press_on("Quick game" if is_quick else "Full game")

    async def _learn(self) -> None:
        """Follow the lesson to its end, where *Play the computer* is. Its presses don't count."""
        host = self.person
        await host.command("learn", channel=GAMES, game=self.game.about.name)
        lesson = await host.wait_for(lambda m: "Leave the lesson" in labels_of(m), _PATIENCE)
        while ALONE not in (labels := labels_of(lesson)):
            await host.press(lesson, label="Show me" if "Show me" in labels else "Next")
            lesson = await host.wait_until(partial(self._changed, lesson), _PATIENCE)

    def _changed(self, before: Json) -> Json | None:
        """This message, once it shows something else."""
        now = self.person.sees.current(before)
        return None if now["components"] == before["components"] else now

    async def _press_on(self, label: str) -> None:
        """Press the newest button whose label begins so."""
        host = self.person

        def offering(message: Json) -> bool:
            return any(one.startswith(label) for one in labels_of(message))

        # On a busy machine a message comes too late to be the command's answer.
        message = await host.wait_for(offering, _PATIENCE)
        found = next(one for one in labels_of(message) if one.startswith(label))
        self.presses += 1
        await host.outcome(await host.press(message, label=found))

    def _end_turn(self) -> None:
        if self.presses:
            self.tally.turns.append(self.presses)
            self.presses = 0

    async def _session(self) -> Session:
        await _until(lambda: isinstance(self.app.tables.channels.find(int(GAMES)), Session))
        return self.app.tables.channels.session_in(int(GAMES))

    async def _is_asked(self, session: Session, seat: Seat) -> bool:
        """Wait until this seat has a move to make; False when the game is over."""
        await _until(lambda: session.table.over or seat in session.table.turn.owes)
        return not session.table.over

    async def _move(self, session: Session, seat: Seat) -> None:
        """Spell the level's move by clicks, and wait until it is made; an only move makes itself."""
        table = session.table
        if session.only_move() is not None:
            await _until(lambda: session.table is not table)
            return
        viewer: Viewer = None if table.prompt(None, ()) is not None else seat
        answers = self._spelt(session, seat)
        for number in range(len(answers)):
            await self._answer(session, viewer, answers[: number + 1])
        await _until(lambda: session.table is not table)

    def _spelt(self, session: Session, seat: Seat) -> tuple[str, ...]:
        """The answers that lead to the move, or, if that would take long to find, to any other.

        The first move is the one with the fewest answers.
        """
        game, view = session.game, session.table.view(seat)
        wanted = Ready(game.choose(view, adviser_of(game).name, self._rng)) if self.tally.first else None
        waiting: list[tuple[str, ...]] = [()]
        another: tuple[str, ...] = ()
        for _ in range(_WAYS):
            if not waiting:
                break
            answers = waiting.pop(0)
            asked: Any = game.prompt(view, answers)
            if asked == wanted or (isinstance(asked, Ready) and wanted is None):
                return answers
            if isinstance(asked, Ready):
                another = another or answers
            elif isinstance(asked, Question):
                waiting += [(*answers, one) for one in _answers(asked)]
        return another

    async def _answer(self, session: Session, viewer: Viewer, answers: tuple[str, ...]) -> None:
        """Give the last of these answers on the message that asks for it."""
        version = session.table.prompt_version(viewer)
        button = links.Pick(session.id, viewer, version, answers).id
        menu = links.Pick(session.id, viewer, version, answers[:-1]).id

        def asked() -> tuple[Json, Json] | None:
            for messages in self.person.sees.messages.values():
                for message in reversed(messages.values()):
                    for one in every_component(message["components"]):
                        is_menu = one.get("custom_id") == menu and one["type"] != _BUTTON
                        if is_menu or one.get("custom_id") == button:
                            return message, one
            return None

        with suppress(TimeoutError):
            await self.person.wait_until(asked, _HAND_SECONDS)
        if asked() is None:
            await self._take_hand(session)
        message, control = await self.person.wait_until(asked, _PATIENCE)
        if control["type"] == _BUTTON:
            self.presses += 1
            pressed = await self.person.press(message, button)
        else:
            values = answers[-1].split("+") if answers[-1] else []
            self.presses += 2 if control.get("max_values", 1) == 1 else 2 + len(values)
            pressed = await self.person.select(message, *values, custom_id=menu)
        await self.person.outcome(pressed)

    async def _take_hand(self, session: Session) -> None:
        """Press *My hand* on the board, if that is where the question has to be asked for."""
        label = f"My {self.game.about.hand}"
        board = self.person.sees.newest(lambda m: m["channel_id"] == GAMES and label in labels_of(m))
        if board is not None:
            self.presses += 1
            await self.person.outcome(await self.person.press(board, label=label))


async def _until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not check():  # noqa: ASYNC110 - what the bot holds has no event
            await asyncio.sleep(0.005)


def _answers(asked: Question) -> list[str]:
    """Every answer to a question; where several can be chosen, every combination, the smallest first."""
    keys = [one.key for one in asked.choices]
    sizes = range(asked.least, asked.most + 1)
    return ["+".join(one) for one in chain.from_iterable(combinations(keys, size) for size in sizes)]


async def count(
    game: str, most: int | None = None, beginning: Beginning = "/play game:", *, is_quick: bool = False
) -> Tally:
    """Play one game on a fresh local Discord, to its end or for `most` moves."""
    tally = Tally()

    def record(
        method: str, path: str, query: dict[str, str], body: object, status: int, reply: object
    ) -> None:
        if method == "POST" and isinstance(reply, dict):
            message = (reply.get("resource") or {}).get("message") or reply
            if "author" in message and "channel_id" in message:
                tally.heard(message)

    async with at_once(record) as (local, app), Person.connect(local.url, ADA) as ada:
        await Clicker(ada, app, tally, game).play(most, beginning, is_quick=is_quick)
    return tally


def figures(game: str, *, is_quick: bool = False) -> Mapping[str, float]:
    """A whole game, and the first moves of others that begin in another way."""
    whole = asyncio.run(count(game, is_quick=is_quick))
    others = () if is_quick else (BEGINNINGS[0], BEGINNINGS[2])
    first = {way: asyncio.run(count(game, 1, way)).first for way in others} | {BEGINNINGS[1]: whole.first}
    return {
        **{f"to the first move, {way}": presses for way, presses in first.items()},
        "presses a turn": statistics.fmean(whole.turns) if whole.turns else 0,
        "turns": len(whole.turns) + 1,
        "presses a game": whole.presses,
        "minutes a game": whole.minutes,
        "messages in the channel": len(whole.in_channel),
        "messages to the person": len(whole.to_person),
    }


def _forms(games: list[str]) -> Iterator[tuple[str, bool]]:
    """Each game, and its Quick form if it has one."""
    for game in games or registry.all_games():
        yield game, False
        if registry.find(game).quick:
            yield game, True


def main(games: list[str]) -> None:
    """Print the figures of each game, and then whether they meet their targets."""
    judged = list[str]()
    for game, is_quick in _forms(games):
        title = f"{game}, quick" if is_quick else game
        found = figures(game, is_quick=is_quick)
        sys.stdout.write(f"\n{title}\n")
        for name, figure in found.items():
            sys.stdout.write(f"  {name:40}{figure:10,.1f}\n")
        sys.stdout.flush()
        judged += [f"{title:20}{row}" for row in verdicts(found, targets(game, is_quick=is_quick))]
    sys.stdout.write("\n" + "\n".join(judged) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
