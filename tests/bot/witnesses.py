"""People who keep everything they are sent, to compare two runs of the bot."""

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TypeAlias

import aiohttp

from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, pictures_of

Step: TypeAlias = list[str]
"""What came between two moves, sorted."""


class Witness(Person):
    """A person who keeps every event as it arrived."""

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(http, socket)
        self.told: list[Json] = []

    def _take(self, event: Json) -> Json | None:
        if event["t"] != "HELLO":
            self.told.append(event)
        return super()._take(event)


@dataclass
class Notes:
    """Everything that one person was sent, move by move, without ids and times."""

    steps: list[Step] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)

    async def take_down(self, witness: Witness) -> None:
        """Note what arrived since the last move, with the pictures as they are now."""
        told, witness.told = witness.told, []
        steps = [_without_ids(json.dumps(one, ensure_ascii=False, sort_keys=True)) for one in told]
        for messages in witness.sees.messages.values():
            for message in messages.values():
                steps += [await self._picture(witness, one["url"]) for one in pictures_of(message)]
        self.steps.append(sorted(steps))

    async def _picture(self, witness: Witness, url: str) -> str:
        if url not in self.pictures:
            self.pictures[url] = hashlib.sha256(await witness.fetch(url)).hexdigest()
        return self.pictures[url]


def _without_ids(text: str) -> str:
    known = {cast.GUILD_ID, *(one.id for one in cast.PEOPLE), *(one.id for one in cast.CHANNELS)}
    text = re.sub(r"127\.0\.0\.1:\d+", "", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)", "@", text)
    text = re.sub(r"<t:\d+:R>", "<t>", text)
    text = re.sub(r'"edited_timestamp": (null|"@")', "", text)
    text = re.sub(r'"nonce": "\w+", ', "", text)  # which an edit does not tell again
    text = re.sub(r'"avatar": "\w+"', "", text)
    text = re.sub(r'"id": \d+, "t": "DONE"', "", text)
    return re.sub(r"\d{17,20}", lambda found: found[0] if found[0] in known else "#", text)
