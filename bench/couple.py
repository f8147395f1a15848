"""Two people at one board of Doublolo, who press whatever the board lets them press."""

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from bot.local.person import Person, every_component, labels_of, text_of
from bot.local.wire import Json

CHANNEL = "games"
_TO_MOVE = re.compile(r"### <@(\d+)>:")
_SQUARE = re.compile(r"[A-W]\d+")
_BUTTON = 2


@dataclass(frozen=True, slots=True)
class Waited:
    """Milliseconds from a press until it was acknowledged, and until what it led to was seen."""

    acknowledged: float
    seen: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A button, or a line of a menu."""

    custom_id: str
    answer: str
    in_menu: bool


class Couple:
    """Host and guest; `board` is the message of their table."""

    def __init__(self, host: Person, guest: Person) -> None:
        self.host = host
        self.guest = guest
        self.board: Json = {}
        self._rng = Random(1)

    async def sit_down(self) -> None:
        """Open a table, sit down, start, and call the coin."""
        opened = await self.host.command("play", channel=CHANNEL, game="doublolo")
        self.board = await self.host.reply_to(opened)
        await self.guest.wait_until(lambda: self._seen_by(self.guest))
        joined = await self.guest.press(self.board, label="Join")
        await self.guest.outcome(joined)
        await self.host.wait_until(lambda: self.guest.id in text_of(self._seen_by(self.host) or {}))
        await self.host.press(self.board, label="Start")
        await self.host.wait_until(lambda: "Heads" in labels_of(self._seen_by(self.host) or {}))
        await self._chosen(self.host, self._choices(self.host)[0])

    async def move(self) -> Waited:
        """Make one legal move; times only the press that makes it. Opens another table after a game's end."""
        if "Rematch" in labels_of(self.host.current(self.board)):
            await self.sit_down()
        while True:
            mover = self._mover()
            choice = self._rng.choice(self._choices(mover))
            waited = await self._chosen(mover, choice)
            if _SQUARE.fullmatch(choice.answer):
                return waited

    async def picture(self) -> bytes:
        """The board's picture as it is now."""
        return await self.host.fetch(self.host.current(self.board)["attachments"][0]["url"])

    def _mover(self) -> Person:
        found = _TO_MOVE.search(text_of(self.host.current(self.board)))
        assert found is not None
        return self.host if found[1] == self.host.id else self.guest

    def _choices(self, person: Person) -> list[Choice]:
        found: list[Choice] = []
        for one in every_component(person.current(self.board)["components"]):
            custom_id = str(one.get("custom_id", ""))
            if not custom_id.startswith("pick:"):
                continue
            if one["type"] != _BUTTON:
                found += [Choice(custom_id, option["value"], in_menu=True) for option in one["options"]]
            elif answer := custom_id.rpartition(":")[2].rpartition(",")[2]:
                found.append(Choice(custom_id, answer, in_menu=False))
        return found

    async def _chosen(self, person: Person, choice: Choice) -> Waited:
        before = ids_of(person.current(self.board))

        async def press() -> str:
            if choice.in_menu:
                return await person.select(self.board, choice.answer, custom_id=choice.custom_id)
            return await person.press(self.board, choice.custom_id)

        waited = await timed(person, press, lambda _: ids_of(person.current(self.board)) != before)
        other = self.guest if person is self.host else self.host
        await other.wait_until(lambda: ids_of(other.current(self.board)) != before)
        return waited

    def _seen_by(self, person: Person) -> Json | None:
        return person.messages.get(self.board["channel_id"], {}).get(self.board["id"])


async def timed(person: Person, press: Callable[[], Awaitable[str]], seen: Callable[[str], bool]) -> Waited:
    """Press, and wait at the person's own socket; `seen` is asked with the interaction's id."""
    pressed = time.perf_counter()
    interaction = await press()
    outcome = await person.outcome(interaction)
    acknowledged = time.perf_counter()
    assert outcome == "answered"
    await person.wait_until(lambda: seen(interaction))
    return Waited((acknowledged - pressed) * 1000, (time.perf_counter() - pressed) * 1000)


def ids_of(message: Json) -> list[str]:
    """The custom ids on a message: on a board they change with every move and every answer."""
    return [str(one["custom_id"]) for one in every_component(message["components"]) if "custom_id" in one]
