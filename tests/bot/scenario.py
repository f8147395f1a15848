"""Plays scenarios: people use the real bot on a local Discord, and see what the text says they see.

The words are in this folder's README.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from bot.config import Settings
from bot.host import play as cast
from games.engine import record, registry
from local_discord.codec import Json
from local_discord.person import (
    AT_MOST,
    Person,
    Refused,
    control_of,
    every_component,
    is_ephemeral,
    labels_of,
)
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import running
from tests.bot.seen import buttons, choices, direct, says, there, whole
from tests.bot.tables import computers, forge, keep_lines, people

FOLDER = Path(__file__).parent / "scenarios"
WAITS = AT_MOST
PEOPLE = {one.username: one.id for one in cast.PEOPLE}
DIRECT = "direct messages"


class Differs(Exception):
    """Something isn't as the scenario says."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A story and its lines, each with its number in the file."""

    file: Path
    title: str
    lines: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return f"{self.file.stem}: {self.title}"


def scenarios() -> list[Scenario]:
    """Every scenario in the folder."""
    return [one for file in sorted(FOLDER.glob("*.txt")) for one in read(file)]


def read(file: Path) -> Iterator[Scenario]:
    """The scenarios of a file: each begins with a line `# Title`."""
    title, lines = "", list[tuple[int, str]]()
    for number, line in enumerate([*file.read_text("utf-8").splitlines(), "# "], 1):
        if line.startswith("# "):
            if lines:
                yield Scenario(file, title, tuple(lines))
            title, lines = line[2:], []
        elif line.strip():
            lines.append((number, line.strip()))


async def play(scenario: Scenario, discord: LocalDiscord, settings: Settings, meet: Meet) -> None:
    """Play the scenario from its first line to its last.

    Raises Differs with the file, the line, what it expects and what was there instead.
    """
    named = set(re.findall(r"[\w.]+", " ".join(line for _, line in scenario.lines)))
    met = {name: await meet(user_id) for name, user_id in PEOPLE.items() if name in named}
    async with AsyncExitStack() as bot:
        story = _Story(discord, settings, met, bot)
        for number, line in scenario.lines:
            try:
                await story.goes_on(line)
            except (Differs, Refused, LookupError, TimeoutError) as wrong:
                raise Differs(f"{scenario.file.name}:{number}: {line}\n{wrong}") from wrong
        story.has_no_refusal()


T = TypeVar("T")
Sent: TypeAlias = tuple[str, str] | None
"""Who pressed or typed something, and their interaction's id."""


class _Story:
    def __init__(
        self, discord: LocalDiscord, settings: Settings, met: dict[str, Person], bot: AsyncExitStack
    ) -> None:
        self.discord, self.settings, self.met, self.bot = discord, settings, met, bot
        self.runs: bool | None = None
        self.room = "#games"
        self.last: dict[str, str] = {}
        self.answers: dict[str, str] = {}  # of Discord itself, not of the bot
        self.kept: dict[tuple[str, str], Json] = {}
        self.lines: dict[str, Callable[..., Awaitable[Sent]]] = {
            r"\* (\S+) in (#\S+): (.*?)(?:; (.*))?": self._table,
            r"\* (\w+) (\S+)": self._setting,
            r"(\S+) types /(\w+)(.*?)(?: in (#\S+|direct messages))?": self._command,
            r"(\S+) starts typing /(\w+)(.*)": self._autocomplete,
            r'(\S+) presses "(.*?)"(?: on (?:the|their) (old )?(.*))?': self._press,
            r'(\S+) chooses (nothing|".*?")(?: in "(.*)")?': self._choose,
            r'(\S+) fills in "(.*)"': self._fill_in,
            r"(\S+) makes up (\S+?)(?: with (.*?))?(?: on (?:the|their) (.*))?": self._make_up,
            r'(\S+) writes "(.*)"(?: in (#\S+|direct messages))?': self._write,
            r"(\S+) keeps (?:the|their) (board|answer|hand)": self._keep,
            r"(\S+) (closes|opens) direct messages": self._direct_messages,
            r"(\S+) leaves the server": self._leave_server,
            r"(\S+) opens the thread #(\S+)": self._thread,
            r"the bot (starts|stops|restarts)": self._bot,
            r"(\S+) seconds? pass(?:es)?": self._wait,
            r"! (\S+): (.*)": self._told,
            r"> (.+) has (\d+) messages?": self._has,
            r"> (\S+|\S+'s hand)( only| without)?: (.*)": self._sees,
        }

    async def goes_on(self, line: str) -> None:
        """Do or see what the line says."""
        if self.runs is None and not line.startswith(("* ", "the bot ")):
            await self._bot("starts")
        if not line.startswith("! "):
            self.has_no_refusal()
        sent = await asyncio.gather(*map(self._one, line.split(", at once ")))
        for name, press in filter(None, sent):
            self.last[name] = press
            if await self.met[name].outcome(press) == "failed":
                raise Differs(f"The bot didn't answer {name}.")

    def has_no_refusal(self) -> None:
        """Raises Differs if Discord has answered somebody and no line has read it."""
        for name, answer in self.answers.items():
            raise Differs(f"Before this, Discord told {name}: {answer}")

    async def _one(self, line: str) -> Sent:
        for pattern, do in self.lines.items():
            if match := re.fullmatch(pattern, line):
                try:
                    return await do(*match.groups())
                except Refused as refused:
                    self.answers[match[1]] = str(refused)
                    return None
        raise Differs("No line of a scenario is like this: see tests/bot/README.md.")

    # What is there before

    async def _setting(self, name: str, value: str) -> None:
        setattr(self.settings.play, name, json.loads(value))

    async def _table(self, name: str, room: str, seats: str, chosen: str | None) -> None:
        self.room = room
        table = record.read((FOLDER / "tables" / f"{name}.txt").read_text("utf-8"))
        game = registry.find(table.header.game)
        options = dict(one.split(" ", 1) for one in chosen.split(", ")) if chosen else {}
        own = {one: options.pop(one) for one in game.options.model_fields if one in options}
        sides = [people(PEOPLE[one]) if one in PEOPLE else computers(one) for one in seats.split(", ")]
        players = [one for side in sides for one in side]
        channel = next(one.id for one in cast.CHANNELS if room == f"#{one.name}")
        async with Archive.open(self.settings.storage.url) as archive:
            number = await keep_lines(
                archive, game.about.name, players, table.lines, options=own, channel=channel
            )
            await archive.sessions.set_table_options(number, json.dumps(options))

    # What happens

    async def _bot(self, how: str) -> None:
        if how != "starts":
            await self.bot.aclose()
        if how != "stops":
            await self.bot.enter_async_context(running(self.settings))
        self.runs = how != "stops"

    async def _wait(self, seconds: str) -> None:
        await asyncio.sleep(float(seconds))

    # What people do

    async def _command(self, name: str, command: str, options: str, room: str | None) -> Sent:
        channel = await self._channel(name, room)
        return name, await self.met[name].command(command, channel=channel, **_options(options))

    async def _autocomplete(self, name: str, command: str, options: str) -> None:
        given, channel = _options(options), await self._channel(name)
        found = await self.met[name].autocomplete(command, [*given][-1], channel=channel, **given)
        self.answers[name] = " / ".join(one["name"] for one in found) or "nothing"

    async def _press(self, name: str, label: str, old: str | None, place: str | None) -> Sent:
        if old:
            kept = self.kept[name, place or ""]
            return name, await self._forge(name, kept, control_of(kept, label=label)["custom_id"])
        shown = await self._find(name, place, lambda one: label in labels_of(one), f"[{label}]")
        return name, await self.met[name].press(shown, label=label)

    async def _choose(self, name: str, chosen: str, menu: str | None) -> Sent:
        labels = [] if chosen == "nothing" else chosen[1:-1].split('", "')
        shown = await self._find(name, None, lambda one: choices(one, labels, menu), f"a menu with {chosen}")
        custom_id, values = choices(shown, labels, menu)[0]
        return name, await self.met[name].select(shown, *values, custom_id=custom_id)

    async def _fill_in(self, name: str, text: str) -> Sent:
        form = await self.met[name].modal_of(self.last[name])
        (field,) = [one["custom_id"] for one in every_component(form["components"]) if "custom_id" in one]
        return name, await self.met[name].submit(form, {field: text})

    async def _make_up(self, name: str, custom_id: str, values: str | None, place: str | None) -> Sent:
        shown = await self._find(name, place or "board", bool, "a message")
        return name, await self._forge(name, shown, custom_id, *(values or "").split())

    async def _forge(self, name: str, message: Json, custom_id: str, *values: str) -> str:
        for one, user_id in PEOPLE.items():
            custom_id = custom_id.replace(f"@{one}", user_id)
        if message["id"] not in self.discord.world.channels[message["channel_id"]].messages:
            message = await self._find(name, "board", bool, "a board")
        return await forge(self.discord, self.met[name], message, custom_id, *values)

    async def _write(self, name: str, text: str, room: str | None) -> None:
        text = text.replace("@Parlour", f"<@{next(iter(self.met[name].sees.applications))}>")
        await self.met[name].do("say", channel_id=await self._channel(name, room), content=text)

    async def _keep(self, name: str, place: str) -> None:
        self.kept[name, place] = await self._find(name, place, bool, "a message")

    async def _direct_messages(self, name: str, how: str) -> None:
        await self.met[name].do("close_dms", closed=how == "closes")

    async def _leave_server(self, name: str) -> None:
        await self.met.pop(name).do("leave")

    async def _thread(self, name: str, thread: str) -> None:
        await self.met[name].do("create_thread", channel_id=await self._channel(name), name=thread)

    # What people see

    async def _told(self, name: str, what: str) -> None:
        if (answer := self.answers.pop(name, None)) is None:
            reply = await self.met[name].reply_to(self.last[name], WAITS)
            if not is_ephemeral(reply):
                raise Differs(f"Everybody is told:\n{whole(reply)}")
            answer = whole(reply)
        if not says(answer, what):
            raise Differs(f"{name} is told:\n{answer}")

    async def _sees(self, place: str, how: str | None, what: str) -> None:
        def fits(there: list[Json]) -> bool:
            if how == " only":
                return [buttons(one) or "nothing" for one in there] == [what]
            return says("\n".join(map(whole, there)), what) != (how == " without")

        for name, where in self._viewers(place):
            await self._until(name, where, fits, what)

    async def _has(self, place: str, count: str) -> None:
        for name, where in self._viewers(place):
            await self._until(
                name, f"all of {where}", lambda there: len(there) == int(count), f"{count} messages"
            )

    def _viewers(self, place: str) -> list[tuple[str, str]]:
        """Who sees this place, and what it is to them."""
        own = place.removesuffix("'s hand")
        if own in self.met:
            return [(own, "answer" if own == place else "hand")]
        return [(name, place) for name in self.met]

    async def _find(self, name: str, place: str | None, fits: Callable[[Json], object], what: str) -> Json:
        """The newest message in this place, or without one the newest that fits, once there is such a one."""
        return await self._until(name, place, lambda there: next(filter(fits, reversed(there)), None), what)

    async def _until(
        self, name: str, place: str | None, check: Callable[[list[Json]], T | None], what: str
    ) -> T:
        person = self.met[name]
        room = direct(person)[0] if self.room == DIRECT else self.room[1:]
        try:
            return await person.wait_until(lambda: check(there(person, place, room)), WAITS)
        except TimeoutError:
            seen = "\n".join(map(whole, there(person, place, room))) or "nothing"
            raise Differs(f"{name} waited {WAITS:.0f} s for {what!r} and sees there:\n{seen}") from None

    async def _channel(self, name: str, room: str | None = None) -> str:
        """The channel in which the story goes on, which is this room if one is named."""
        self.room, person = room or self.room, self.met[name]
        where = await person.open_dm() if self.room == DIRECT else person.sees.channel(self.room[1:])
        return str(where["id"])


def _options(text: str) -> dict[str, str]:
    """`game:foozle with:dmitri` as the options of a slash command, people by their ids."""
    given = re.findall(r" (\w+):(.*?)(?= \w+:|$)", text)
    return {name: PEOPLE.get(value, value) for name, value in given}
