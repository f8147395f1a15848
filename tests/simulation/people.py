"""People who are programs: at each place they open tables, press what they see, type moves, chat and wait."""

import asyncio
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import aiohttp

from local_discord.channels import LOADING
from local_discord.codec import Json
from local_discord.person import Person, Refused, every_component, is_ephemeral, labels_of, text_of
from tests.simulation.hours import Hours
from tests.simulation.places import Kind, Place
from tests.simulation.seen import button_of_table, is_board, is_last, table_of, words_in

_ANSWER_SECONDS = 8.0
"""How long they wait for an answer, in real seconds: longer than Discord does."""

_TO_MOVE = re.compile(r"### .*<@(\d+)>")
BUTTON, _MENU = 2, 3
_MOVE_MOST = 100
NOT_NOW = (Refused, TimeoutError, ConnectionError, LookupError, aiohttp.ClientError)
"""Why something can't be done just now."""


class Guest(Person):
    """A person who remembers which of their interactions were answered by a message."""

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(http, socket)
        self.replied: set[str] = set()

    def _take(self, event: Json) -> Json | None:
        changed = super()._take(event)
        if changed is not None and not changed["flags"] & LOADING:
            self.replied.add(str((changed.get("interaction_metadata") or {}).get("id")))
        return changed

    def is_kept_waiting(self, interaction_id: str) -> bool:
        """Whether the bot still seems to think about this, as forever if it's killed meanwhile."""
        there = [one for each in self.sees.messages.values() for one in each.values()]
        thinking = [one for one in there if one["flags"] & LOADING]
        return interaction_id in [str((one.get("interaction_metadata") or {}).get("id")) for one in thinking]


@dataclass
class Done:
    """What people did, and what became of it."""

    typed: list[tuple[Guest, str]] = field(default_factory=list)
    """Moves that were typed and answered: by whom, and the interaction's id."""
    presses: int = 0
    unanswered: int = 0
    games: int = 0
    stopped: set[int] = field(default_factory=set)
    """The tables whose players stopped the game or resigned."""

    @property
    def acknowledged(self) -> set[int]:
        """The typed moves of which their players were told nothing but that they count."""
        return {
            int(sent)
            for person, sent in self.typed
            if sent not in person.replied and not person.is_kept_waiting(sent)
        }


class Regulars:
    """The people of one place, who always have a table there."""

    def __init__(self, place: Place, people: list[Guest], hours: Hours, rng: Random, done: Done) -> None:
        self.place = place
        self.people = people
        self._hours = hours
        self._rng = rng
        self._done = done
        self._games = 0
        self.is_over = False
        """Set when the week is over: they do nothing more."""

    async def live(self, pause: float) -> None:
        """Do something every `pause` hours on average, and now and then nothing for long, until it's over."""
        while not self.is_over:
            waits = self._rng.expovariate(1 / pause)
            await self._hours.sleep(waits * 20 if self._rng.random() < 0.02 else waits)
            if not self.is_over:
                with suppress(*NOT_NOW):
                    await self._act()

    async def _act(self) -> None:
        host, shown = self.people[0], self._board(self.people[0])
        if not self._is_bot_there(host) or not self.place.channel_id:
            return
        if self._rng.random() < 0.06 and self.place.kind is not Kind.DIRECT:
            await self._rng.choice(self.people).say(self.place.channel_id, "Nice weather today.")
        if shown is None or is_last(shown):
            await self._begin(host, shown)
        elif "Join" in labels_of(shown) or "More" in labels_of(shown):
            await self._in_lobby(host, shown)
        else:
            await self._play(shown)

    @staticmethod
    def _is_bot_there(person: Guest) -> bool:
        return any(one["online"] for one in person.sees.applications.values())

    def _board(self, person: Guest) -> Json | None:
        """The newest lobby or board that they see here."""
        there = person.sees.messages.get(self.place.channel_id, {}).values()
        return max(filter(is_board, there), key=lambda one: int(one["id"]), default=None)

    # Tables

    async def _begin(self, host: Guest, over: Json | None) -> None:
        if over is not None and "Rematch" in labels_of(over) and self._rng.random() < 0.4:
            await self._sent(host, await host.press(over, label="Rematch"))
            return
        game = self.place.games[self._games % len(self.place.games)]
        alone = {"against": "computer"} if len(self.people) == 1 else {}
        sent = await host.command("play", channel=self.place.channel_id, game=game, **alone)
        if await self._sent(host, sent):
            self._games += 1
            self._done.games += 1

    async def _in_lobby(self, host: Guest, lobby: Json) -> None:
        for guest in self.people[1:]:
            seen = guest.sees.messages.get(lobby["channel_id"], {}).get(lobby["id"])
            if seen is not None and f"<@{guest.id}>" not in text_of(seen) and "Join" in labels_of(seen):
                await self._sent(guest, await guest.press(seen, label="Join"))
        seen = host.sees.current(lobby)
        label = next((one for one in ("Start", "Fill with computers") if one in labels_of(seen)), "")
        if label:
            await self._sent(host, await host.press(seen, label=label))
        elif "Join" in labels_of(seen) and f"<@{host.id}>" not in text_of(seen):
            await self._sent(host, await host.press(seen, label="Join"))

    # Games

    types = 0.5
    """How often they type a move or something else instead of pressing it."""

    gives_up = 0.015
    """How often they end a game instead of making a move."""

    async def _play(self, board: Json) -> None:
        chance, person = self._rng.random(), self._rng.choice(self.people)
        if chance < self.gives_up:
            await self._end(person, board)
        elif chance < self.gives_up + 0.045:
            name = self._rng.choice(("board", "hand", "undo", "tables"))
            await self._sent(person, await person.command(name, channel=self.place.channel_id))
        elif chance < self.types:
            for one in self._rng.sample(self.people, len(self.people)):
                if await self.type_move(one):
                    return
        else:
            await self._press_something(person, board)

    async def _end(self, person: Guest, board: Json) -> None:
        """Stop the game or resign, both of which ask first."""
        name, label = ("stop", "Stop the game") if person is self.people[0] else ("resign", "Resign")
        asked = await person.command(name, channel=self.place.channel_id)
        if not await self._sent(person, asked):
            return
        question = await person.reply_to(asked, _ANSWER_SECONDS)
        if label in labels_of(question):
            table = table_of(board)
            if table is not None:
                self._done.stopped.add(table)
            await self._sent(person, await person.press(question, label=label))

    async def type_move(self, person: Guest) -> bool:
        """Type a move if it's their turn; whether it was."""
        async with asyncio.timeout(_ANSWER_SECONDS):
            where = self.place.channel_id
            offered = await person.autocomplete("move", "move", channel=where, move="")
        moves = [one["value"] for one in offered if one["value"] and len(one["value"]) < _MOVE_MOST]
        if not moves:
            return False
        sent = await person.command("move", channel=where, move=self._rng.choice(moves))
        if await self._sent(person, sent):
            self._done.typed.append((person, sent))
        return True

    async def _press_something(self, person: Guest, board: Json) -> None:
        found = list(self._controls(person, board))
        if not found:
            return
        await self._use(person, *self._rng.choice(found))

    async def _use(self, person: Guest, message: Json, control: Json, values: list[str]) -> None:
        if control["type"] == BUTTON:
            sent = await person.press(message, control["custom_id"])
        else:
            sent = await person.select(message, *values, custom_id=control["custom_id"])
        await self._sent(person, sent)

    def _controls(self, person: Guest, board: Json) -> Iterator[tuple[Json, Json, list[str]]]:
        """What this person can choose at this table, on the board and on messages that only they see."""
        table = table_of(board)
        asked = _TO_MOVE.search(text_of(board))
        is_asked = asked is None or asked[1] == person.id
        for message in self._own(person, board, table):
            if message is board and not is_asked:
                continue
            for one in every_component(message["components"]):
                words = words_in(one.get("custom_id", ""))
                if words[0] not in ("pick", "autopick", "agree", "back", "keep") or one.get("disabled"):
                    continue
                values: list[str] = []
                if one["type"] == _MENU:
                    options = [option["value"] for option in one["options"]]
                    values = self._rng.sample(options, max(1, one.get("min_values", 1)))
                yield message, one, values

    def _own(self, person: Guest, board: Json, table: int | None) -> Iterator[Json]:
        direct = [one["id"] for one in person.sees.channels.values() if one.get("type") == 1]
        for channel_id in {self.place.channel_id, *direct}:
            for message in list(person.sees.messages.get(channel_id, {}).values()):
                is_here = message["id"] == board["id"] or is_ephemeral(message) or channel_id in direct
                if is_here and table is not None and table_of(message) == table:
                    yield board if message["id"] == board["id"] else message

    # Answers

    async def _sent(self, person: Guest, interaction_id: str) -> bool:
        """Whether it was answered in time."""
        self._done.presses += 1
        try:
            outcome = await person.outcome(interaction_id, _ANSWER_SECONDS)
        except TimeoutError:
            outcome = "failed"
        self._done.unanswered += outcome != "answered"
        return outcome == "answered"

    # What is left to do at the end

    @property
    def must_ask(self) -> bool:
        """Whether their board can't be kept up to date unless they ask for it."""
        return self.place.kind is Kind.VISIT

    async def show_board(self) -> None:
        """Ask for the board, as people do who see an old one."""
        for person in self.people:
            with suppress(*NOT_NOW):
                if await self._sent(person, await person.command("board", channel=self.place.channel_id)):
                    return

    async def press_all(self, message_ids: Collection[str]) -> None:
        """Press something on each of these messages that is here."""
        person = self.people[0]
        for message in list(person.sees.messages.get(self.place.channel_id, {}).values()):
            button = button_of_table(message) if message["id"] in message_ids else None
            if button is not None:
                with suppress(*NOT_NOW):
                    await self._sent(person, await person.press(message, button))

    async def move_once(self) -> bool:
        """Whether one of them could type a move that was answered."""
        for person in self.people:
            with suppress(*NOT_NOW):
                if await self.type_move(person):
                    return True
        return False
