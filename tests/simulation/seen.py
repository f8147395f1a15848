"""What stands on messages: which table a board is of, and what there is to read and to press on it."""

import re
from collections.abc import Iterable, Iterator, Set
from typing import TypeAlias

from bot.chat.parts import Screen
from local_discord.channels import Message
from local_discord.codec import Json
from local_discord.person import every_component, is_ephemeral
from local_discord.server import LocalDiscord

_LAST = frozenset({"rematch", "check"})
_BOARD = _LAST | {"rules", "more", "join", "start"}
"""One of these buttons is on every lobby, board and last board that everybody sees."""

DIRECTLY = "@me"
"""In the path of a request to open direct messages, which doesn't say whose."""
NOBODYS = "0"
_OF_TABLES = re.compile(
    "absent|admit|agree|autopick|away|back|hand|hint|join|keep|more|news|notes|paused|pick|record|refuse|"
    "rematch|resign|resume|start|stop|take|undo"
)
"""What a press is about whose custom id has the table's number next."""
_BUTTON = 2
_TIPS = "Turn off tips"
_SMALL_PRINT = re.compile(r"^-# .*$", re.MULTILINE)
_PREFERENCE = re.compile(r"^(prefer:\d+:\w:)\d+")
"""Its version matters only while a question is asked, and is another one after a restart."""
_WHEN = re.compile(r"<t:-?\d+")

Shown: TypeAlias = tuple[tuple[object, ...], ...]
"""What there is to read and to press on a message, in order."""


def words_in(custom_id: str) -> list[str]:
    """The verb and the parts of a custom id."""
    return custom_id.split(":")


def custom_ids(raw: Json) -> Iterator[str]:
    """Those of everything that can be used on a message."""
    return (str(one["custom_id"]) for one in every_component(raw["components"]) if "custom_id" in one)


def is_board(raw: Json) -> bool:
    """Whether this is a lobby or a board, also that of a game that's over."""
    is_shown = not is_ephemeral(raw) and any(words_in(one)[0] in _BOARD for one in custom_ids(raw))
    return is_shown and table_of(raw) is not None


def is_last(raw: Json) -> bool:
    """Whether this shows that a game is over."""
    return any(words_in(one)[0] in _LAST for one in custom_ids(raw))


def table_of(raw: Json) -> int | None:
    """The number of the table that this message is of; None if nothing on it says so."""
    return next((int(words_in(one)[1]) for one in custom_ids(raw) if _is_of_table(one)), None)


def button_of_table(raw: Json) -> str | None:
    """The custom id of the first button on this message that names its table; None if there is none."""
    buttons = (one for one in every_component(raw["components"]) if one["type"] == _BUTTON)
    usable = (str(one.get("custom_id", "")) for one in buttons if not one.get("disabled"))
    return next(filter(_is_of_table, usable), None)


def _is_of_table(custom_id: str) -> bool:
    words = words_in(custom_id)
    return _OF_TABLES.fullmatch(words[0]) is not None and len(words) > 1 and words[1].isdecimal()


def boards_in(discord: LocalDiscord, channel_id: int, table: int) -> list[Message]:
    """The messages in this channel that everybody sees and that show this table."""
    channel = discord.world.channels.get(str(channel_id))
    there = [] if channel is None else [one for one in channel.messages.values() if one.seen_by is None]
    return [one for one in there if is_board(one.raw) and table_of(one.raw) == table]


def direct_of(discord: LocalDiscord, user_id: int) -> str:
    """The id of this person's direct messages with the bot; `NOBODYS` if nobody has opened them."""
    directs = discord.world.directs.values()
    return next((one.id for one in directs if one.recipient and one.recipient.id == str(user_id)), NOBODYS)


def is_refused(discord: LocalDiscord, refused: Set[str], *ids: str) -> bool:
    """Whether one of these channels and messages is among those that Discord has refused for good."""
    there = [discord.world.channels.get(one) for one in ids]
    is_direct = any(one is not None and one.recipient is not None for one in there) or NOBODYS in ids
    return not refused.isdisjoint(ids) or (is_direct and DIRECTLY in refused)


def begun(raw: Json) -> tuple[str, ...]:
    """The answers that somebody has begun to give on this message: a menu has them, a button one more."""
    given = list[tuple[str, ...]]([()])
    for one in every_component(raw["components"]):
        words = words_in(str(one.get("custom_id", "")))
        if words[0] == "pick" and len(words) > 4 and words[4]:
            answers = tuple(words[4].split(","))
            given.append(answers if "options" in one else answers[:-1])
    return max(given, key=len)


def shown(components: Iterable[Json]) -> Shown:
    """What there is to read and to press. Icons don't count, which can be deleted, nor do moments and small
    print, such as a tip that is shown once."""
    found = (_of(one) for one in every_component(list(components)) if one["type"] in _READ)
    return tuple(one for one in found if one != ("text", "") and one[1] != _TIPS)


def differs(raw: Json, *screens: Screen) -> str:
    """How a message differs from the last of these screens; empty if it's one of them, also in words only."""
    there = shown(raw["components"])
    every = [each for one in screens for each in (one.without_pictures(), one)]
    # discord.py gives no types here.
    wanted = [shown(one.layout.to_components()) for one in every]  # type: ignore[no-untyped-call]
    if there in wanted:
        return ""
    new, old = (
        [one for one in more if one not in less] for more, less in ((wanted[-1], there), (there, wanted[-1]))
    )
    return f"it lacks {new} and has {old}"


def _of(one: Json) -> tuple[object, ...]:
    match one["type"]:
        case 10:
            return ("text", _WHEN.sub("<t", _SMALL_PRINT.sub("", one["content"])).strip())
        case 12:
            return ("picture", *(_WHEN.sub("<t", str(each.get("description"))) for each in one["items"]))
        case 2:
            pressed = _PREFERENCE.sub(r"\1", str(one.get("custom_id") or one.get("url")))
            return ("button", one.get("label"), one.get("style"), pressed, bool(one.get("disabled")))
    options = tuple(
        (each["label"], each["value"], each.get("description")) for each in one.get("options", ())
    )
    return ("menu", one.get("custom_id"), one.get("placeholder"), options, bool(one.get("disabled")))


_READ = frozenset({2, 3, 10, 12})
