"""Time zones as people type them: a city, a country with one, an abbreviation, or the hours from UTC.

What's found is always a name of the tz database, so every version reads what is stored. `places.txt` has
the places that the database doesn't name.
"""

import asyncio
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.chat.discord_time import DISCORD_TIME
from bot.refusal import Unfit
from games.kit.prose import quoted

_OFFSET = re.compile(
    r"(?:(?:utc|gmt)\s*(?P<after>[+\-−–]?)|(?P<sign>[+\-−–]))\s*"
    r"(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d)|[.,](?P<part>\d{1,2}))?",
    re.IGNORECASE,
)

_BETWEEN_HOURS = {
    -570: ("Pacific/Marquesas",),
    -210: ("America/St_Johns",),
    -150: ("America/St_Johns",),
    210: ("Asia/Tehran",),
    270: ("Asia/Kabul",),
    330: ("Asia/Kolkata",),
    345: ("Asia/Kathmandu",),
    390: ("Asia/Yangon",),
    525: ("Australia/Eucla",),
    570: ("Australia/Darwin",),
    630: ("Australia/Lord_Howe", "Australia/Adelaide"),
    765: ("Pacific/Chatham",),
    825: ("Pacific/Chatham",),
}
"""Where clocks are this many minutes ahead of UTC; there's no other name for these zones.

A place that changes its clocks goes on changing them: nobody's clock there is always so many minutes ahead.
"""


async def time_zone(text: str) -> ZoneInfo:
    """The time zone that somebody means. Raises Unfit, with a suggestion if the name is nearly right."""
    # The first time, this reads a folder with 600 files.
    return ZoneInfo(await asyncio.to_thread(_named, text))


def words_for(zone: str) -> str:
    """What a zone is called, as `time_zone` understands it: `Europe/Rome`, `UTC+2`."""
    if whole := re.fullmatch(r"Etc/GMT([+-])(\d+)", zone):
        return f"UTC{'-' if whole[1] == '+' else '+'}{whole[2]}"
    return zone.replace("_", " ")


def _named(text: str) -> str:
    if offset := _OFFSET.fullmatch(text.strip()):
        hours, minutes = int(offset["hours"]), int(offset["minutes"] or 0)
        part = round(float(f"0.{offset['part'] or 0}") * 60)
        is_ahead = (offset["after"] or offset["sign"] or "+") == "+"
        return _at_offset(60 * hours + minutes + part, is_ahead=is_ahead)
    if (found := next(_meant(text), None)) is not None:
        return found
    key, asked = _key(text), quoted(text.strip())
    if key in _places().regions:
        raise Unfit(f"There's more than one time zone in {asked}. Type a big city near you instead.")
    raise Unfit(
        f"I don't know the time zone of {asked}.{_proposal(key)} "
        "Type a big city near you, such as New York or Rome, or the hours from UTC, such as UTC+2."
    )


def _proposal(key: str) -> str:
    """The places that are spelled nearly like that, at most one of each zone; empty if there are none."""
    places = _places()
    near = get_close_matches(key[:_LONGEST], places.zones, n=3, cutoff=0.75)
    names = list({places.zones[one][0]: places.spelled[one] for one in reversed(near)}.values())[::-1]
    if not names:
        return ""
    return f" Did you mean {' or '.join(filter(None, (', '.join(names[:-1]), names[-1])))}?"


_LONGEST = 60
"""How many letters of what was typed are compared with the names of places."""


def _at_offset(minutes: int, *, is_ahead: bool) -> str:
    hours, rest = divmod(minutes, 60)
    if not rest and minutes <= 60 * (14 if is_ahead else 12):
        # The names of these zones count the other way: Etc/GMT-2 is two hours ahead.
        return "UTC" if hours == 0 else f"Etc/GMT{'-' if is_ahead else '+'}{hours}"
    zones = _BETWEEN_HOURS.get(minutes if is_ahead else -minutes)
    if zones is None:
        far = f"{hours}:{rest:02}" if rest else hours
        raise Unfit(f"No time zone is {far} hours from UTC. Type a big city near you instead.")
    ahead, now = timedelta(minutes=minutes if is_ahead else -minutes), DISCORD_TIME.now()
    return next(
        (one for one in zones if datetime.fromtimestamp(now, ZoneInfo(one)).utcoffset() == ahead), zones[0]
    )


class _Region(NamedTuple):
    """A country by its code, or a state of one without; and the zone that all or most people there have.

    The zone is empty if there's no such zone.
    """

    country: str
    zone: str


class _Places(NamedTuple):
    """What people can type, by its letters alone: the zones it can mean, the likeliest first.

    `spelled` is how it's written, `regions` are the states and countries it can mean after a comma, and
    `countries` says in which country a zone is.
    """

    zones: dict[str, list[str]]
    spelled: dict[str, str]
    regions: dict[str, list[_Region]]
    countries: dict[str, str]


def _meant(text: str) -> Iterator[str]:
    """The zones that these words can mean, the likeliest first."""
    places, whole = _places(), _key(text)
    yield from places.zones.get(whole, ())
    yield from (name for name in _database() if name.casefold() == "_".join(text.casefold().split()))
    if len(whole) > _CODE:
        yield from (one.zone for one in places.regions.get(whole, ()) if one.zone)
    city, *after = map(_key, text.split(","))
    for part in after:
        yield from _within(city, part)
    if after and not any(part in places.regions for part in after):
        yield from places.zones.get(city, ())
    words = [*map(_key, text.replace("_", " ").split())]
    for at in range(1, len(words)):
        if not after and (city := "".join(words[:at])) in places.zones:
            yield from _within(city, "".join(words[at:]))


_CODE = 2
"""How many letters a country's or a state's code has. Without a city before it, that says too little."""


def _within(city: str, region: str) -> Iterator[str]:
    """The zones of a city in a country or state, or else of that country or state."""
    places = _places()
    found = places.regions.get(region, ())
    those = {part for one in found for part in one if part}
    yield from (
        zone for zone in places.zones.get(city, ()) if zone in those or places.countries.get(zone) in those
    )
    yield from (one.zone for one in found if one.zone)


_PLAIN = {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "&": "and"}
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}


def _key(text: str, spelling: Mapping[str, str] = _PLAIN) -> str:
    """The letters and digits alone, without case and accents, and with this spelling of some of them."""
    words = re.sub(r"\bsaint\b", "st", text.casefold())
    words = "".join(spelling.get(one, _PLAIN.get(one, one)) for one in words)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", words)))


@cache
def _places() -> _Places:
    zones, spelled = defaultdict[str, list[str]](list), dict[str, str]()
    known = _sections("bot.people", "places.txt")

    def place(name: str, zone: str) -> None:
        for key in {_key(name), _key(name, _UMLAUTS)}:
            zones[key].append(zone)
            spelled.setdefault(key, name)

    for section in ("cities", "abbreviations"):
        for zone, name in known[section]:
            place(name, zone)
    for zone in _database():
        if not zone.startswith("Etc/"):
            place(words_for(zone), zone)
            place(words_for(zone).rpartition("/")[2], zone)
    for zone, name in known["more of the same name"]:
        place(name, zone)
    countries = {zone: code for code, _, zone, *_ in _rows("zone.tab")}
    return _Places(zones, spelled, _regions(known, countries), countries)


def _regions(
    known: Mapping[str, list[tuple[str, str]]], countries: Mapping[str, str]
) -> dict[str, list[_Region]]:
    found = defaultdict[str, list[_Region]](list)
    for zone, name in known["states"]:
        found[_key(name)].append(_Region("", zone))
    several = Counter(countries.values())
    mains = {code: zone if several[code] == 1 else "" for zone, code in countries.items()}
    named = [tuple(heading.split(" ")) for heading, _ in known["countries"]]
    mains |= {code: zone for code, *zones in named for zone in zones}
    names = [*known["countries"], *((code, name) for code, name, *_ in _rows("iso3166.tab"))]
    for heading, name in names:
        code = heading[:_CODE]
        for key in {_key(name), _key(code)}:
            if (region := _Region(code, mains.get(code, ""))) not in found[key]:
                found[key].append(region)
    return found


@cache
def _database() -> list[str]:
    """The names of the tz database, the plainest first."""
    names = available_timezones() - {"Factory", "localtime"}
    return sorted(names, key=lambda name: (name.count("/"), name))


def _sections(package: str, name: str) -> dict[str, list[tuple[str, str]]]:
    """What a file of ours says: by section, each name with what stands at the beginning of its line."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    section = ""
    for line in _lines(files(package).joinpath(name)):
        if line.startswith("["):
            section = line.strip("[]")
            continue
        heading, _, names = line.partition(": ")
        found[section] += [(heading, one) for one in names.split(", ")]
    return found


def _rows(name: str) -> list[list[str]]:
    """The columns of a table of the tz database."""
    return [line.split("\t") for line in _lines(files("tzdata").joinpath("zoneinfo", name))]


def _lines(file: Traversable) -> list[str]:
    return [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
