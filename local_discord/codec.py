"""JSON, ids and moments as they go over the wire."""

import datetime as dt
import json
import time
from pathlib import Path
from typing import Any

Json = dict[str, Any]

OBJECTS: dict[str, Json] = json.loads(Path(__file__).with_name("objects.json").read_text(encoding="utf-8"))
"""What Discord's objects of each kind always say here."""

EPOCH_MS = 1_420_070_400_000
LARGEST_SNOWFLAKE = 2**64 - 1

_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_last = 0


def encode(value: object) -> str:
    """Compact JSON in ASCII: any text Python can hold survives, lone surrogates included."""
    return _ENCODER.encode(value)


def new_snowflake() -> str:
    """An id of this millisecond, larger than every id made before it in this process."""
    global _last  # noqa: PLW0603 - one clock a process: two worlds side by side must not share ids
    _last = max(((time.time_ns() // 1_000_000) - EPOCH_MS) << 22, _last + 1)
    return str(_last)


def milliseconds_of(snowflake: str) -> int:
    """When the id was made, in milliseconds since 1970."""
    return (int(snowflake) >> 22) + EPOCH_MS


def iso(milliseconds: int) -> str:
    """The moment as Discord writes it: ISO 8601 with microseconds, in UTC."""
    moment = dt.datetime.fromtimestamp(milliseconds / 1000, dt.UTC)
    return moment.isoformat(timespec="microseconds")


def timestamp_of(snowflake: str) -> str:
    return iso(milliseconds_of(snowflake))


def now_iso() -> str:
    return iso(time.time_ns() // 1_000_000)


def moment_after(previous: str | None) -> str:
    """Now, or a microsecond after `previous` if the clock hasn't moved on: no two are the same."""
    now = now_iso()
    if previous is None or now > previous:
        return now
    following = dt.datetime.fromisoformat(previous) + dt.timedelta(microseconds=1)
    return following.isoformat(timespec="microseconds")
