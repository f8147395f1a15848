"""Laws that hold after every step: whatever Discord takes from the bot is looked at when it takes it."""

import re
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

from bot.chat import drawing, pictures
from bot.chat.drawing import Drawn
from bot.chat.pictures import Pictures
from bot.cluster.sharing import HeldShards
from bot.table.journal import Journal
from bot.table.session import Session
from games.core import Seat, Viewer
from games.game import AnyGame
from games.kit.faces import NOTHING, Face, Told
from local_discord.channels import LOADING, Message
from local_discord.person import every_component
from local_discord.server import LocalDiscord
from tests.simulation.house import House
from tests.simulation.same_deals import Disk, Secrets
from tests.simulation.seen import custom_ids, is_last, table_of, words_in

_OF_SEATS = ("pick", "autopick", "play_hint", "prefer", "mark")
"""What a press is about whose custom id has the table's number and a seat's letter next."""
_CHANNEL = "-"
_REMEMBERED = 30
"""How many secret sentences of each table are looked for."""


# Pictures that say whose view they show


def _png(number: int) -> bytes:
    """One pixel, and this number as a text."""
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"tEXt", b"view\0%d;" % number),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


_NUMBER = re.compile(rb"view\0(\d+);")
_NOTHING = _png(0)


@dataclass(eq=False)
class Views:
    """What is drawn instead of pictures: each says which view it shows. Equal views have equal pictures."""

    drawn: list[Any] = field(default_factory=lambda: [None])
    _numbers: dict[Any, int] = field(default_factory=dict)

    def view_in(self, png: bytes) -> Any:
        """The view that this picture shows; None if it's of something else."""
        found = _NUMBER.search(png)
        return self.drawn[int(found[1])] if found else None

    def draw(
        self,
        game: AnyGame,
        view: Any,
        answers: tuple[str, ...],
        faces: tuple[Face, ...],
        told: Told = NOTHING,
    ) -> Drawn:
        """Instead of `bot.chat.drawing.draw`. It says nothing, so everything is said below it."""
        if told.timeline is not None:
            return Drawn(_NOTHING)
        if view not in self._numbers:
            self._numbers[view] = len(self.drawn)
            self.drawn.append(view)
        return Drawn(_png(self._numbers[view]))

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Inside, nothing else is drawn."""
        with (
            patch.object(pictures, "draw", self.draw),
            patch.object(Pictures, "card", _no_card),
            patch.object(drawing, "result_card", lambda *_, **__: _NOTHING),
        ):
            yield


async def _no_card(*_: Any) -> Drawn:
    return Drawn(_NOTHING)


# What everybody may know


@dataclass(eq=False)
class Known:
    """What the readers of one table may be shown."""

    views: dict[Viewer, set[Any]] = field(default_factory=lambda: defaultdict(set))
    seats: dict[str, set[Seat]] = field(default_factory=lambda: defaultdict(set))
    """By user id, those that somebody has or had."""
    heard: dict[Viewer, set[str]] = field(default_factory=lambda: defaultdict(set))
    secret: dict[str, re.Pattern[str]] = field(default_factory=dict)
    """Sentences that not everybody hears."""
    events: int = 0
    is_over: bool = False

    def note(self, session: Session) -> None:
        """The game stands like this."""
        table = session.table
        self.is_over = self.is_over or table.over
        for seat, player in enumerate(session.players):
            if player.reader_id is not None:
                self.seats[str(player.reader_id)].add(Seat(seat))
        for viewer in (None, *table.seats):
            self.views[viewer].add(table.view(viewer))
        if len(table.log) < self.events:
            self.events = 0
        for _, event in table.log[self.events :]:
            self.heard[None].add(event.text)
            for seat in table.seats:
                text = event.heard_by(seat)
                self.heard[seat].add(text)
                if text and text != event.text:
                    self.secret[text] = _as_shown(text)
        self.events = len(table.log)

    def viewers(self, reader: str | None) -> set[Viewer]:
        """Whose views this reader may see; None is everybody."""
        return {None} if reader is None else {None, *self.seats[reader]}


def _as_shown(text: str) -> re.Pattern[str]:
    return re.compile(".{1,60}?".join(map(re.escape, re.split(r"\{[a-z]\}", text))))


@dataclass(eq=False)
class Witness:
    """Looks at each message and each answer of the bot's. What is wrong is a sentence in `broken`."""

    local: LocalDiscord
    house: House
    disk: Disk
    views: Views
    ends: set[int]
    """The tables whose last board was shown."""
    broken: list[str] = field(default_factory=list)
    shown: int = 0
    """How many messages were looked at."""
    sessions: WeakSet[Session] = field(default_factory=WeakSet)
    """Every game that is or was in memory."""
    _known: dict[int, Known] = field(default_factory=lambda: defaultdict(Known))

    def __post_init__(self) -> None:
        self._secrets = Secrets(self.local, self.disk)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, nothing is taken unseen."""
        messages = self.local.messages

        def note(_: None, session: Session, *__: Any) -> None:
            self.sessions.add(session)
            self._known[session.id].note(session)

        with (
            patch.object(messages, "post", self._then(messages.post, self._posted)),
            patch.object(messages, "edit", self._then(messages.edit, self._edited)),
            patch.object(messages, "delete", self._then(messages.delete, self._deleted)),
            patch.object(Journal, "__init__", self._then(Journal.__init__, note)),
            # Here a position becomes the game's.
            patch.object(Journal, "_move_on", self._then(Journal._move_on, note)),  # noqa: SLF001
        ):
            yield

    @staticmethod
    def _then(do: Callable[..., Any], look: Callable[..., None]) -> Callable[..., Any]:
        def done(*args: Any, **more: Any) -> Any:
            result = do(*args, **more)
            look(result, *args)
            return result

        return done

    # What Discord takes

    def _posted(self, message: Message, *_: Any) -> None:
        if message.application_id is not None:
            self._look(message)

    def _edited(self, _: None, message: Message, *__: Any) -> None:
        self._look(message)

    def _deleted(self, _: None, message: Message, *__: Any) -> None:
        """The bot takes back that it's thinking: this says that a typed move counts."""
        made = message.raw.get("interaction_metadata") or {}
        if message.flags & LOADING and made.get("name") == "move" and not self._has_line(int(made["id"])):
            self.broken.append(
                f"acknowledged before it was saved: the move typed in interaction {made['id']}"
            )

    def _look(self, message: Message) -> None:
        raw, table, reader = message.raw, table_of(message.raw), self._reader(message)
        self.broken += self._secrets.broken_by(message, reader)
        self.broken += self._had_by_two()
        if table is None:
            return
        self.shown += 1
        if is_last(raw):
            self.ends.add(table)
        where = f"table {table}, shown to {'everybody' if reader is None else self._called(reader)}"
        newest = max((int(words[3]) for words in _picks(raw) if words[3].isdecimal()), default=0)
        if newest > (saved := self._lines(table)):
            self.broken.append(
                f"shown before it was saved: line {newest} of {where}; {saved} are on the disk"
            )
        known = self._known[table]
        for bot in self.house.bots:
            session = bot.tables.in_memory.get(table)
            if isinstance(session, Session):
                known.note(session)
        if not known.is_over:
            self.broken += [
                f"seen by somebody else: {one} of {where}" for one in self._leaks(message, known, reader)
            ]

    def _had_by_two(self) -> Iterator[str]:
        """The shards that several processes have, each of which is certain that it's alive."""
        shares = [one.share for one in self.house.bots if isinstance(one.share, HeldShards)]
        had = Counter(shard for one in shares if one._opened.shards.lived() for shard in one.held)  # noqa: SLF001
        return (f"played by {count} processes: shard {shard}" for shard, count in had.items() if count > 1)

    def _leaks(self, message: Message, known: Known, reader: str | None) -> Iterator[str]:
        raw, viewers = message.raw, known.viewers(reader)
        for words in _ids(raw):
            is_of_seat = words[0] in _OF_SEATS and len(words) > 2 and words[2] not in ("", _CHANNEL)
            if is_of_seat and Seat(ord(words[2]) - ord("a")) not in viewers:
                yield f"the buttons of seat {words[2]}"
        for one in message.attachments:
            content, _ = self.local.attachments.fetch(one.path) or (b"", "")
            view = self.views.view_in(content)
            if view is None or any(view in known.views[each] for each in viewers):
                continue
            seen = [viewer for viewer, views in known.views.items() if view in views]
            yield f"the picture of {f'seat {seen}' if seen else 'a position that was never saved'}"
        text = "\n".join(_texts(raw))
        for sentence in list(known.secret)[-_REMEMBERED:]:
            if not any(sentence in known.heard[each] for each in viewers) and known.secret[sentence].search(
                text
            ):
                yield f"“{sentence}”"

    def _reader(self, message: Message) -> str | None:
        """Who alone sees this message; None if it's in a channel."""
        if message.seen_by is not None:
            return message.seen_by
        recipient = message.channel.recipient
        return None if recipient is None else recipient.id

    def _called(self, reader: str) -> str:
        return self.local.world.people[reader].name

    def _lines(self, table: int) -> int:
        query = "SELECT count(*) FROM lines WHERE session_id = ?"
        (count,) = self.disk.execute(query, (table,)).fetchone()
        return int(count)

    def _has_line(self, interaction: int) -> bool:
        query = "SELECT 1 FROM lines WHERE interaction_id = ?"
        return self.disk.execute(query, (interaction,)).fetchone() is not None


def _ids(raw: Any) -> Iterable[list[str]]:
    return map(words_in, custom_ids(raw))


def _picks(raw: Any) -> Iterator[list[str]]:
    return (words for words in _ids(raw) if words[0] == "pick" and len(words) > 3)


def _texts(raw: Any) -> Iterator[str]:
    """Everything there is to read on a message."""
    for one in every_component(raw["components"]):
        yield from (str(one[name]) for name in ("content", "label", "placeholder") if one.get(name))
        yield from (str(each.get("description") or "") for each in one.get("items", ()))
        yield from (f"{each['label']} {each.get('description') or ''}" for each in one.get("options", ()))
