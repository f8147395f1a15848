"""Faults that can be switched on: a slow network, failing requests, dropped sockets, missing permissions."""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.failures import Failure
from local_discord.gateway import Gateway
from local_discord.permissions import named
from local_discord.refusals import EVERY
from local_discord.shards import Shard
from local_discord.world import World

NETWORK = ("delay", "jitter", "upload")


@dataclass(frozen=True, slots=True)
class Hold:
    """The next matching request. It sets `arrived` and takes effect once `released` is set; for tests."""

    method: str
    pattern: re.Pattern[str]
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def keep(self) -> None:
        """Holds a request that has arrived."""
        self.arrived.set()
        await self.released.wait()


@dataclass(frozen=True, slots=True)
class _Spell:
    """Which shard a gateway fault hits (None for all), and until when, by the monotonic clock."""

    until: float
    shard: int | None

    @property
    def left(self) -> float:
        return self.until - time.monotonic()

    def raw(self) -> Json:
        return {"seconds": round(self.left, 3), "shard": self.shard}


@dataclass(eq=False)
class Faults:
    """The faults in force. A page or a test can also set each of them through `set`.

    The bots' network takes `delay` seconds for each direction, and up to `jitter` seconds more by chance. All
    bots together send `upload` bytes of requests a second, one request after the other; 0 is no limit.
    """

    _world: World
    _gateway: Gateway
    _forbid: dict[str, list[str]] = field(default_factory=dict)
    delay: float = 0.0
    jitter: float = 0.0
    upload: float = 0.0
    _sent_by: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    _holds: list[Hold] = field(default_factory=list)
    _refusal: _Spell = _Spell(0.0, None)
    _silence: _Spell = _Spell(0.0, None)

    def set(self, wanted: Json) -> Json:
        """Sets the given fields and returns all faults in force. Raises `ClientError` with a sentence."""
        for name in NETWORK:
            if wanted.get(name) is not None:
                setattr(self, name, max(0.0, float(wanted[name])))
        if wanted.get("closed_dms") is not None:
            self._world.closed_dms = {str(one) for one in wanted["closed_dms"]}
        self._world.refusals.set(wanted)
        for setting in (self.fail_next, self.forbid, self.delete_emojis):
            if wanted.get(setting.__name__) is not None:
                setting(wanted[setting.__name__])
        for fault in (self.refuse_identify, self.silence_gateway, self.drop_gateway):
            try:
                if wanted.get(fault.__name__) is not None:
                    fault(**wanted[fault.__name__])
            except TypeError as error:
                raise ClientError(f"The gateway can't do that: {error}.") from None
        return self.raw()

    def one_way(self) -> float:
        """How many seconds something is on its way between a bot and Discord, without those for its bytes."""
        return self.delay + self.jitter * random.random()

    async def travel(self, uploaded: int = 0) -> None:
        """Waits until what is sent now has arrived; `uploaded` is how many bytes a request has."""
        now = sent = time.monotonic()
        if self.upload and uploaded:
            sent = self._sent_by = max(now, self._sent_by) + uploaded / self.upload
        if seconds := sent - now + self.one_way():
            await asyncio.sleep(seconds)

    def fail_next(self, failures: Sequence[Json]) -> None:
        """Replaces the failures in force; an empty list ends them."""
        try:
            self.failures = [Failure(**one) for one in failures]
        except (TypeError, re.error) as error:
            raise ClientError(f"That failure can't be set: {error}.") from None

    def forbid(self, forbidden: dict[str, list[str]]) -> None:
        """Takes permissions from every bot in the channels named; replaces what was forbidden before."""
        try:
            bits = {channel_id: named(names) for channel_id, names in forbidden.items()}
        except ValueError as error:
            raise ClientError(str(error)) from None
        self._forbid = {key: list(names) for key, names in forbidden.items()}
        self._world.forbidden = bits

    def delete_emojis(self, names: Sequence[str]) -> None:
        """Deletes the applications' emojis with these names, `*` for all, as in the developer portal.

        Their bots aren't told.
        """
        self._world.delete_emojis(None if EVERY in names else names)

    def drop_gateway(self, code: int = 4000, shard: int | None = None) -> int:
        """Closes every bot's sockets, or those of the shard with this id; returns how many there were."""
        return self._gateway.drop(code, shard)

    def refuse_identify(self, seconds: float, shard: int | None = None) -> None:
        """For this long, answers IDENTIFY with Invalid Session, for every shard or the one with this id.

        It replaces an earlier refusal; 0 seconds ends it.
        """
        self._refusal = _Spell(time.monotonic() + seconds, shard)

    def silence_gateway(self, seconds: float, shard: int | None = None) -> None:
        """For this long, loses whatever either side sends and closes nothing, like a network that dies.

        It applies to every bot's sockets, or to those of the shard with this id. Afterwards, sockets on which
        a bot has sent anything meanwhile are broken. It replaces an earlier silence; 0 seconds ends it.
        """
        self._silence = _Spell(time.monotonic() + seconds, shard)

    def silent_for(self, shard: Shard) -> float:
        """How many more seconds this shard's frames are lost; 0 if they arrive."""
        return max(self._silence.left, 0) if self._silence.shard in (None, shard.id) else 0

    def refuses(self, shard: Shard) -> bool:
        """Whether this shard's IDENTIFY is refused now."""
        return self._refusal.left > 0 and self._refusal.shard in (None, shard.id)

    def hold_next(self, method: str, path: str) -> Hold:
        """Holds up the next request of this method whose path matches the pattern."""
        hold = Hold(method, re.compile(path))
        self._holds.append(hold)
        return hold

    async def hold_up(self, method: str, path: str) -> None:
        """Waits until this request may continue."""
        for hold in self._holds:
            if hold.method == method and hold.pattern.search(path):
                self._holds.remove(hold)
                await hold.keep()
                return

    def failure_for(self, method: str, path: str) -> Failure | None:
        """The failure for this request, if there is one; counts it down."""
        failed = next((one for one in self.failures if one.hits(method, path)), None)
        self.failures = [one for one in self.failures if not one.is_over]
        return failed

    def raw(self) -> Json:
        return {
            **{name: getattr(self, name) for name in NETWORK},
            "fail_next": [one.raw() for one in self.failures if not one.is_over],
            "closed_dms": sorted(self._world.closed_dms),
            **self._world.refusals.raw(),
            "forbid": self._forbid,
            "refuse_identify": self._refusal.raw() if self._refusal.left > 0 else None,
            "silence_gateway": self._silence.raw() if self._silence.left > 0 else None,
        }
