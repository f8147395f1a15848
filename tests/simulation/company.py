"""The people of an evening: they think for a while or not at all, click twice, press old buttons, and some
have the bot open on two devices."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import aiohttp

from local_discord.codec import Json
from local_discord.interactions import Interaction, Kind
from local_discord.person import every_component, is_ephemeral, labels_of
from local_discord.server import LocalDiscord
from tests.simulation.hours import HOUR, Hours
from tests.simulation.people import BUTTON, NOT_NOW, Done, Guest, Regulars
from tests.simulation.places import Place
from tests.simulation.seen import is_board, table_of, words_in

_OLD = 6
"""How many versions of messages a device remembers."""
_PATIENCE = 8.0
_OFFERED = {"play_daily", "accept_duel", "decline_duel", "take_back_duel", "play_duel"}
_PRESSED_LATE = _OFFERED | {"pick", "autopick", "agree", "start", "join", "undo"}


class Device(Guest):
    """Where somebody sees Discord. It tells what they do in the words of the scenarios."""

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(http, socket)
        self.told: Callable[[str], None] = lambda _: None
        self.old: deque[Json] = deque(maxlen=_OLD)

    @property
    def name(self) -> str:
        """What they are called."""
        return str(self.sees.me["global_name"] or self.sees.me["username"])

    def _take(self, event: Json) -> Json | None:
        if event["t"] == "MESSAGE_UPDATE":
            changed = event["d"]
            before = self.sees.messages.get(changed["channel_id"], {}).get(changed["id"])
            if before is not None and before["components"] and before["components"] != changed["components"]:
                self.old.append(before)
        return super()._take(event)

    async def command(self, name: str, /, *, channel: str, **options: object) -> str:
        """Use a slash command."""
        said = "".join(f" {key}:{value}" for key, value in options.items())
        self.told(f"{self.name} types /{name}{said} in {self._place(channel)}")
        return await super().command(name, channel=channel, **options)

    async def press(self, message: Json, custom_id: str | None = None, *, label: str | None = None) -> str:
        """Press a button."""
        shown = [one for one in every_component(message["components"]) if one.get("custom_id") == custom_id]
        said = label or next((one.get("label") or custom_id for one in shown), custom_id)
        self.told(
            f'{self.name} presses "{said}" on the {_what(message)} in {self._place(message["channel_id"])}'
        )
        return await super().press(message, custom_id, label=label)

    async def select(self, message: Json, *values: str, custom_id: str | None = None) -> str:
        """Choose in a menu."""
        self.told(f"{self.name} chooses {', '.join(values)} in {self._place(message['channel_id'])}")
        return await super().select(message, *values, custom_id=custom_id)

    def _place(self, channel: str) -> str:
        seen = self.sees.channels.get(channel) or {}
        return f"#{seen['name']}" if seen.get("name") else "direct messages"


def _what(message: Json) -> str:
    return "answer" if is_ephemeral(message) else "board" if is_board(message) else "message"


@dataclass
class Evening:
    """How far an evening has come."""

    pressed: Callable[[int], None]
    """Called with the number of each press."""
    until: int = 0
    """After so many, everybody rests."""
    count: int = 0
    twice: list[tuple[str, str]] = field(default_factory=list)
    """The interactions of double clicks."""

    @property
    def rests(self) -> bool:
        """Whether nobody presses anything now."""
        return self.count >= self.until


class Company(Regulars):
    """The people at one table of an evening."""

    def __init__(
        self,
        place: Place,
        people: list[list[Device]],
        hours: Hours,
        rng: Random,
        done: Done,
        evening: Evening,
        discord: LocalDiscord,
    ) -> None:
        """`people` are each person's devices."""
        super().__init__(place, [each for each, *_ in people], hours, rng, done)
        self._devices = {each[0].id: each for each in people}
        self._evening = evening
        self._discord = discord

    async def play(self) -> None:
        """Do things until everybody rests; several people may act at once."""
        while not self._evening.rests:
            await asyncio.sleep(self._thinks())
            if not self._evening.rests:
                at_once = 2 if self._rng.random() < 0.15 else 1
                await asyncio.gather(*(self._once() for _ in range(at_once)))

    async def _once(self) -> None:
        if self._rng.random() < 0.06:
            await self._press_old()
            return
        with suppress(*NOT_NOW):
            await self._act()

    def _thinks(self) -> float:
        """For how many seconds nobody does anything here."""
        chance = self._rng.random()
        if chance < 0.55:
            return self._rng.uniform(0.1, 3)
        if chance < 0.88:
            return self._rng.expovariate(1 / 30)
        if chance < 0.985:
            return self._rng.expovariate(1 / 300)
        return self._rng.uniform(0.3, 3) * HOUR

    async def _sent(self, person: Guest, interaction_id: str) -> bool:
        self._evening.count += 1
        self._evening.pressed(self._evening.count)
        return await super()._sent(person, interaction_id)

    def _device(self, person: Guest) -> Device:
        return self._rng.choice(self._devices[person.id])

    async def _use(self, person: Guest, message: Json, control: Json, values: list[str]) -> None:
        """Press it, perhaps twice, and perhaps the second time on another device."""
        clicks = 2 if self._rng.random() < 0.12 else 1
        sent = list[str]()
        for number in range(clicks):
            device = self._device(person)
            if number:
                await asyncio.sleep(self._rng.uniform(0, 0.4))
            with suppress(*NOT_NOW):
                if control["type"] == BUTTON:
                    sent.append(await device.press(message, control["custom_id"]))
                else:
                    sent.append(await device.select(message, *values, custom_id=control["custom_id"]))
        if len(sent) == clicks == 2:
            self._evening.twice.append((sent[0], sent[1]))
        await asyncio.gather(*(self._sent(person, one) for one in sent))

    async def _press_old(self) -> None:
        """Press a button that was there before, as somebody does whose client hasn't heard of the change."""
        device = self._device(self._rng.choice(self.people))
        found = [
            (message, one)
            for message in device.old
            for one in every_component(message["components"])
            if one["type"] == BUTTON and not one.get("disabled") and "custom_id" in one
            if words_in(one["custom_id"])[0] in _PRESSED_LATE
        ]
        if not found:
            return
        message, button = self._rng.choice(found)
        said = button.get("label") or button["custom_id"]
        device.told(f'{device.name} presses "{said}" on the old board of table {table_of(message)}')
        await self._made_up(device, message, button["custom_id"])

    async def _in_lobby(self, host: Guest, lobby: Json) -> None:
        if self._rng.random() < 0.15 and "Options" in labels_of(lobby):
            await self._choose_time(host, lobby)
        await super()._in_lobby(host, lobby)

    async def _choose_time(self, host: Guest, lobby: Json) -> None:
        """Choose how long a move may take, on the message with the options."""
        asked = await host.press(lobby, label="Options")
        if await self._sent(host, asked):
            shown = await host.reply_to(asked, _PATIENCE)
            minutes = self._rng.choice(("2 minutes", "5 minutes", "15 minutes"))
            await self._made_up(host, shown, f"option:{table_of(lobby)}:move_time", minutes)

    async def _made_up(self, person: Guest, message: Json, custom_id: str, *values: str) -> None:
        """Use what isn't on this message now, though the person's client shows it."""
        channel = self._discord.world.channels.get(message["channel_id"])
        there = None if channel is None else channel.messages.get(message["id"])
        if channel is None or there is None:
            return
        details: Json = {"component_type": 3 if values else BUTTON, "custom_id": custom_id, "id": 1}
        details |= {"values": [*values]} if values else {}
        whose = self._discord.applications[0], self._discord.world.users[person.id], channel
        pressed = Interaction(Kind.COMPONENT, *whose, details, there)
        await self._sent(person, self._discord.interactions.start(pressed).id)
