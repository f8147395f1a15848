"""What is watched from outside during the week: boards that are wrong, and the requests of the bot."""

from collections import Counter
from dataclasses import dataclass, field

from prometheus_client import REGISTRY

from bot.table.messages.board import Board
from local_discord.codec import Json
from local_discord.server import LocalDiscord
from tests.simulation.hours import Hours
from tests.simulation.house import House
from tests.simulation.seen import is_board, is_last, table_of

_EVERY_HOURS = 0.05
LATE_HOURS = 0.1
"""A board that is wrong for longer than six minutes counts as late."""


class Requests:
    """What Discord took from the bot: `record` is called with every request that was answered."""

    def __init__(self) -> None:
        self.posted: Counter[int] = Counter()
        """How often a board of each table was posted."""
        self.ends: set[int] = set()
        """The tables whose last board was shown, or whose place had it as an answer."""

    def __call__(
        self, method: str, path: str, query: dict[str, str], body: object, status: int, answer: object
    ) -> None:
        """Note what was shown."""
        sent: Json = body if isinstance(body, dict) else {}
        data = sent.get("data") if "callback" in path else sent
        components = data.get("components") if isinstance(data, dict) else None
        if status >= 400 or method not in ("POST", "PATCH") or not components:
            return
        raw: Json = {"components": components, "flags": int(data.get("flags") or 0) if data else 0}
        table = table_of(raw)
        if table is None or not is_board(raw):
            return
        if is_last(raw):
            self.ends.add(table)
        if method == "POST" and path.endswith("/messages"):
            self.posted[table] += 1


def requests_by_status() -> Counter[str]:
    """How many requests the bots of this process have sent, by how they were answered."""
    found: Counter[str] = Counter()
    for metric in REGISTRY.collect():
        for one in metric.samples if metric.name == "parlour_discord_requests" else ():
            if one.name.endswith("_total"):
                found[one.labels["status"]] += int(one.value)
    return found


@dataclass(eq=False)
class Spells:
    """For how long boards were gone or behind, as one who looks every few minutes would notice."""

    discord: LocalDiscord
    house: House
    hours: Hours
    began: dict[int, float] = field(default_factory=dict)
    late: list[tuple[float, str]] = field(default_factory=list)
    """The late ones that were mended: for how many hours they were wrong, and which."""
    _where: dict[int, str] = field(default_factory=dict)

    async def watch(self) -> None:
        """Look at all boards again and again, until cancelled."""
        while True:
            self.look()
            await self.hours.sleep(_EVERY_HOURS)

    def look(self) -> None:
        """Look at all boards once."""
        now, wrong = self.hours.now(), self._wrong()
        for table in set(self.began) - wrong:
            lasted = now - self.began.pop(table)
            if lasted > LATE_HOURS:
                self.late.append((lasted, f"table {table}, {self._where[table]}, until {self.hours.said()}"))
        for table in wrong:
            self.began.setdefault(table, now)

    def _wrong(self) -> set[int]:
        """The tables that the bot has in memory whose boards aren't there or aren't current.

        While no bot runs, nothing that was wrong gets better. Where it can only answer, it can't keep them
        current by itself.
        """
        bot = self.house.bot
        if bot is None:
            return set(self.began)
        kept = bot.messages._kept.values()  # noqa: SLF001 - only to see what it knows itself
        boards = [one.board for one in kept if not one.board.lobby_or_session.stored.answers_only]
        found = {one for one in boards if not (one.is_current and self._is_there(one))}
        for one in found:
            stored, is_there = one.lobby_or_session.stored, self._is_there(one)
            channel = self.discord.world.channels.get(str(stored.channel_id))
            name = "a deleted channel" if channel is None else channel.name or "direct messages"
            self._where[stored.id] = f"in {name}, {'old' if is_there else 'gone'}"
        return {one.lobby_or_session.id for one in found}

    def _is_there(self, board: Board) -> bool:
        """Whether Discord still has the board's message."""
        if board.ref is None:
            return False
        channel = self.discord.world.channels.get(str(board.ref.channel_id))
        return channel is not None and str(board.ref.message_id) in channel.messages
