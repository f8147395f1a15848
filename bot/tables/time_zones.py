"""Time zones as people name them: by a city, by their name, or by the hours from UTC."""

import asyncio
import re
from collections import defaultdict
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.tables.refusal import Unfit
from games.kit.prose import quoted

_OFFSET = re.compile(r"(?:utc|gmt)\s*([+-−])\s*(\d{1,2})(?::?00)?", re.IGNORECASE)

_FARTHEST = {"+": 14, "-": 12}
"""How many hours a time zone can be from UTC, ahead and behind."""


async def time_zone(text: str) -> ZoneInfo:
    """The time zone that somebody means. Raises Unfit, with a suggestion if the name is nearly right."""
    # The first time, this reads a folder with 600 files.
    return ZoneInfo(await asyncio.to_thread(_named, text))


def _named(text: str) -> str:
    wanted = _key(text)
    if offset := _OFFSET.fullmatch(text.strip()):
        return _at_offset("+" if offset[1] == "+" else "-", int(offset[2]))
    found = _zones().get(wanted, ())
    if found:
        return min(found, key=lambda name: (name.count("/"), name))
    near = get_close_matches(wanted, _zones(), n=1, cutoff=0.75)
    proposal = f" Did you mean {_spelled(near[0])}?" if near else ""
    raise Unfit(
        f"I don't know the time zone of {quoted(text.strip())}.{proposal} "
        "Type a big city near you, such as New York or Rome, or the hours from UTC, such as UTC+2."
    )


def _at_offset(sign: str, hours: int) -> str:
    if hours > _FARTHEST[sign]:
        raise Unfit(f"No time zone is {hours} hours from UTC. Type a big city near you instead.")
    # The names of these zones count the other way: Etc/GMT-2 is two hours ahead.
    return "UTC" if hours == 0 else f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"


def _key(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


def _spelled(key: str) -> str:
    name = _named(key)
    return (name if "/" in key else name.rpartition("/")[2]).replace("_", " ")


@cache
def _zones() -> dict[str, tuple[str, ...]]:
    """The names of zones by what people call them: the whole name, and the city alone."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(available_timezones()):
        area, _, city = name.rpartition("/")
        if area.split("/")[0] in ("posix", "right", "Etc", "SystemV"):
            continue
        for key in {_key(name), _key(city)}:
            found[key].append(name)
    return {key: tuple(names) for key, names in found.items()}
