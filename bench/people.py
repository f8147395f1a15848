"""People who press: two at a board, three with hands, and one at the bare bot; and how long they wait.

The local Discord, Parlour, the bare bot and the people each run in their own process. All times are
milliseconds from the click on, measured at the socket of the person who clicked.
"""

import asyncio
import re
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.bare import ACKNOWLEDGE, COMMAND, EDIT, REPLY
from bench.loopback import loopback
from bench.trace import Trace
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, control_of, every_component, labels_of, text_of

# The question on a message, and how long its answer takes

_BUTTON = 2
PATIENCE = 60
"""Seconds to wait for a bot that has much to do."""

_NO_END = 1e6


@dataclass(frozen=True, slots=True)
class Waited:
    """Milliseconds from a press until its interaction was answered, and until each thing it led to was seen.

    If the answer is the new board itself, they are about the same.
    """

    acknowledged: float
    seen: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button or a menu option."""

    custom_id: str
    answer: str
    in_menu: bool

    async def chosen(self, person: Person, message: Json) -> str:
        """Let the person choose this on the message; returns the interaction's id."""
        if self.in_menu:
            return await person.select(message, self.answer, custom_id=self.custom_id)
        return await person.press(message, self.custom_id)


def choices(message: Json) -> list[Choice]:
    """Everything the message's question lets its reader choose, in order; empty if it asks nothing."""
    found: list[Choice] = []
    for one in every_component(message["components"]):
        custom_id = str(one.get("custom_id", ""))
        if not custom_id.startswith("pick:"):
            continue
        if one["type"] != _BUTTON:
            found += [Choice(custom_id, option["value"], in_menu=True) for option in one["options"]]
        elif answer := custom_id.rpartition(":")[2].rpartition(",")[2]:
            found.append(Choice(custom_id, answer, in_menu=False))
    return found


class Unanswered(Exception):
    """The press had no effect: the bot didn't answer it in time."""


async def timed(person: Person, press: Callable[[], Awaitable[str]], *seen: Callable[[], bool]) -> Waited:
    """Click, and wait at the person's own socket for the acknowledgement and everything they should see.

    Raises Unanswered.
    """
    began = time.perf_counter()
    interaction = await press()
    outcome, acknowledged = await _since(began, person.outcome(interaction))
    if outcome != "answered":
        raise Unanswered
    waits = await asyncio.gather(*(_since(began, person.wait_until(one)) for one in seen))
    return Waited(acknowledged, tuple(wait for _, wait in waits))


async def _since(began: float, waiting: Awaitable[object]) -> tuple[object, float]:
    """What we waited for, and how many milliseconds after the start it came."""
    came = await waiting
    return came, (time.perf_counter() - began) * 1000


# Sitting down


async def sit_down(game: str, channel: str, host: Person, *guests: Person) -> Json:
    """Open a table, let the guests join in this order, and start; returns the table's message."""
    table = await host.reply_to(await host.command("play", channel=channel, game=game))
    for guest in guests:
        await _join(table, host, guest)
    await host.outcome(await host.press(host.sees.current(table), label="Start"))
    return table


async def _join(table: Json, host: Person, guest: Person) -> None:
    await guest.wait_until(lambda: guest.sees.messages.get(table["channel_id"], {}).get(table["id"]))
    await guest.outcome(await guest.press(table, label="Join"))
    await host.wait_until(lambda: guest.id in text_of(host.sees.current(table)))


async def let_computers_play(person: Person, name: str, game: str, *, strongest: bool = False) -> Json:
    """A started table in this channel, with computers of the weakest level or the strongest on all seats."""
    channel = person.sees.channel(name)["id"]
    while await person.outcome(await person.command("play", channel=name, game=game)) == "failed":
        pass  # the bot has just started, and a busy machine keeps it from answering in time
    lobby = await person.wait_for(lambda m: m["channel_id"] == channel and "More" in labels_of(m), PATIENCE)
    menus = await person.reply_to(await person.press(lobby, label="More"))
    await person.outcome(await person.press(menus, label="Leave"))
    about = registry.find(game).about
    for _ in range(max(about.seats)):
        await person.outcome(
            await person.select(person.sees.current(menus), about.levels[-1 if strongest else 0])
        )
    lobby = await person.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m), PATIENCE)
    await person.outcome(await person.press(lobby, label="Start"))
    return lobby


async def rematch(person: Person, channel: str, ended: list[str]) -> None:
    """Start the rematch of every game that ends here; `ended` holds their boards."""

    def is_over(message: Json) -> bool:
        here = message["channel_id"] == channel and message["id"] not in ended
        return here and "Rematch" in labels_of(message)

    while True:
        over = await person.wait_for(is_over, _NO_END)
        ended.append(over["id"])
        await person.outcome(await person.press(over, label="Rematch"), PATIENCE)


# Two people at one board

COUPLES_CHANNEL = "games"
HINT = "hint"
"""FourSide's own hint, which isn't a move."""
TO_MOVE = re.compile(r"### <@(\d+)>:")


class Couple:
    """Host and guest; `board` is the message of their table."""

    def __init__(
        self,
        host: Person,
        guest: Person,
        game: str = "doublolo",
        channel: str = COUPLES_CHANNEL,
        seed: int = 1,
    ) -> None:
        self.host = host
        self.guest = guest
        self.board: Json = {}
        self._game = game
        self._channel = channel
        self._rng = Random(seed)

    async def sit_down(self) -> None:
        """Open a table, sit down, start, and in Doublolo call the coin."""
        self.board = await sit_down(self._game, self._channel, self.host, self.guest)
        await self.host.wait_until(lambda: choices(self.host.sees.current(self.board)))
        if "Heads" in labels_of(self.host.sees.current(self.board)):
            await self._chosen(self.host, choices(self.host.sees.current(self.board))[0])

    async def move(self) -> tuple[Waited, list[Waited]]:
        """Make one legal move; times the press that makes it, and those before it that only lead to it.

        Opens a new table if the game is over.
        """
        before: list[Waited] = []
        while True:
            waited, has_moved = await self.press()
            if has_moved:
                return waited, before
            before.append(waited)

    async def press(self) -> tuple[Waited, bool]:
        """Choose something; times the press, and says whether it made a move. Opens tables as `move` does."""
        if not await self.is_asked():
            await self.sit_down()
        mover = self._mover()
        asked = await mover.wait_until(lambda: self._moves_on(mover))
        choice = self._rng.choice(asked)
        waited = await self._chosen(mover, choice)
        return waited, not self._has_begun()

    async def is_asked(self) -> bool:
        """Wait for the next question; False if the game is over. The table makes an only move by itself."""

        def is_over() -> bool:
            return "Rematch" in labels_of(self.host.sees.current(self.board))

        await self.host.wait_until(lambda: choices(self.host.sees.current(self.board)) or is_over(), PATIENCE)
        return not is_over()

    def _moves_on(self, mover: Person) -> list[Choice]:
        """What the mover can choose on their own copy of the board, which comes a moment after the host's."""
        return [one for one in choices(mover.sees.current(self.board)) if one.answer != HINT]

    def _has_begun(self) -> bool:
        """Whether the question on the board follows an answer."""
        asked = choices(self.host.sees.current(self.board))
        return any(
            "," in choice.custom_id or (choice.in_menu and choice.custom_id[-1] != ":") for choice in asked
        )

    def _mover(self) -> Person:
        found = TO_MOVE.search(text_of(self.host.sees.current(self.board)))
        assert found is not None
        return self.host if found[1] == self.host.id else self.guest

    async def _chosen(self, person: Person, choice: Choice) -> Waited:
        before = ids_of(person.sees.current(self.board))
        waited = await timed(
            person,
            lambda: choice.chosen(person, self.board),
            lambda: ids_of(person.sees.current(self.board)) != before,
        )
        other = self.guest if person is self.host else self.host
        await other.wait_until(lambda: ids_of(other.sees.current(self.board)) != before)
        return waited


def ids_of(message: Json) -> list[str]:
    """The custom ids on a message: on a board they change with every move and every answer."""
    return [str(one["custom_id"]) for one in every_component(message["components"]) if "custom_id" in one]


# Three people with hands

TRIOS_CHANNEL = "card-room"
_DIRECT = 1
_SWAPS = ("Which cards do you reject", "from the widow?")
"""What a hand asks before several cards are chosen one after another."""
_PLAYS = "Which card do you "
_SAID = "You said"
"""What a hand says once its player has chosen how to go on; they could still change it."""
_NEXT = "next"
"""Only the question for a card to a trick ends like this; the one for a card to give begins like it."""


class Trio:
    """Host and guests; `board` is the message of their table, `hands` are their direct messages by person."""

    def __init__(self, *people: Person, channel: str = TRIOS_CHANNEL) -> None:
        self.people = people
        self.board: Json = {}
        self.hands: dict[Person, Json] = {}
        self._channel = channel
        self._rng = Random(1)

    async def sit_down(self) -> None:
        """Open a table, sit down, start, and wait for the hands."""
        self.board = await sit_down("calabresella", self._channel, *self.people)
        self.hands = {person: await self._dealt(person) for person in self.people}

    async def play_card(self) -> tuple[Person, Waited]:
        """One of them plays a card to the trick: who, and when they saw their new hand and the new board.

        Earlier questions are answered without being timed: the player asked plays alone, without a three, and
        lets the computer choose the discards. Opens a new table if the match is over.
        """
        while True:
            if "Rematch" in labels_of(self.people[0].sees.current(self.board)):
                await self.sit_down()
            asked = (one for one in self.people if choices(self._hand(one)))
            person = next(one for one in asked if _SAID not in text_of(self._hand(one)))
            plays = _PLAYS in text_of(self._hand(person))
            waited = await self._chosen(person, self._choice(person, plays=plays))
            if plays:
                return person, waited

    def _hand(self, person: Person) -> Json:
        return person.sees.current(self.hands[person])

    async def _dealt(self, person: Person) -> Json:
        """The player's hand at this table; it was posted after the table's message."""

        def is_hand(message: Json) -> bool:
            is_direct = person.sees.channels[message["channel_id"]].get("type") == _DIRECT
            return is_direct and int(message["id"]) > int(self.board["id"])

        return await person.wait_for(is_hand)

    def _choice(self, person: Person, *, plays: bool) -> Choice:
        hand = self._hand(person)
        if plays:
            return self._rng.choice(choices(hand))
        left = choices(hand)
        if any(one in text_of(hand) for one in _SWAPS):
            lent = next(one for one in ids_of(hand) if one.startswith("autopick:"))
            return Choice(lent, "", in_menu=False)
        return next((one for one in left if one.answer == _NEXT), left[-1])

    async def _chosen(self, person: Person, choice: Choice) -> Waited:
        """Choose in the player's hand, and wait until everyone sees the new board and hand."""
        newer = {one: (_is_new(one, self.hands[one]), _is_new(one, self.board)) for one in self.people}
        waited = await timed(person, lambda: choice.chosen(person, self.hands[person]), *newer[person])
        for one in self.people:
            for is_new in newer[one]:
                await one.wait_until(is_new)
        return waited


def _is_new(person: Person, message: Json) -> Callable[[], bool]:
    """A check whether the person sees a new picture on the message; every edit attaches one."""
    before = _attached(person, message)
    return lambda: _attached(person, message) != before


def _attached(person: Person, message: Json) -> list[str]:
    return [str(one["id"]) for one in person.sees.current(message)["attachments"]]


# The bare bot, and the person who presses its buttons

RESIZED_EVERY = 25
"""After this many rounds the bare bot's picture is resized to match the one it is compared to."""

_CHANNEL = "general"


class Bystander:
    """The person who presses the bare bot's buttons."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.message: Json = {}
        self._pressed = 0

    async def looks_at(self, person: Person, message: Json) -> None:
        """Now and then, have the bare bot post a picture as large as the one that this person sees there."""
        if self._pressed % RESIZED_EVERY == 0:
            picture = await person.fetch(person.sees.current(message)["attachments"][0]["url"])
            asked = await self.person.command(COMMAND, channel=_CHANNEL, size=len(picture))
            self.message = await self.person.reply_to(asked)
            await asyncio.sleep(_STORED)
        self._pressed += 1

    async def acknowledge(self) -> float:
        """Milliseconds until a press that changes nothing is acknowledged."""
        return (await self._press(ACKNOWLEDGE)).acknowledged

    async def edit(self) -> float:
        """Milliseconds until the press is answered with a constant edit."""
        return (await self._press(EDIT)).acknowledged

    async def reply(self) -> float:
        """Milliseconds until the reply with its PNG is seen."""
        seen = self.person.sees.messages[self.message["channel_id"]]
        before = len(seen)
        return (await self._press(REPLY, lambda: len(seen) > before)).seen[0]

    async def _press(self, label: str, *seen: Callable[[], bool]) -> Waited:
        button = str(control_of(self.message, label=label)["custom_id"])
        return await timed(self.person, lambda: self.person.press(self.message, button), *seen)


_STORED = 0.5
"""Seconds after which the bare bot knows that its message is there, over any of our networks."""


class Online(NamedTuple):
    """The people, the processes of the two bots, Parlour's trace, and the folder with their files."""

    people: list[Person]
    parlour: Process
    bare: Process
    trace: Trace
    folder: Path


@asynccontextmanager
async def parlour_and_bare(*user_ids: str) -> AsyncIterator[Online]:
    """These people on a local Discord where Parlour and the bare bot are online and know their commands."""
    trace = Trace.at_free_port()
    async with (
        loopback("Bare") as local,
        local.parlour(play__bury_after=100, serve__port=trace.port) as parlour,
        local.bot("Bare", "bench.bare") as bare,
        local.people(*user_ids) as people,
    ):
        await local.is_online(people[0])
        await local.is_online(people[0], "Bare", COMMAND)
        yield Online(people, parlour, bare, trace, local.folder)
