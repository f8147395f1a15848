"""Files to take away: all that's kept of a person, with the records of their games."""

import asyncio
import io
import json
import zipfile
from contextlib import suppress

from bot.refusal import Refusal
from bot.table.occasion import occasion_of
from bot.table.open_tables import unfolded
from bot.table.seats import from_stored
from bot.table.turns import OneEach
from games.engine import record
from storage import Archive, StoredSession

MOST_RECORDS = 1_000
"""How many games a file has at most, the newest."""

LARGEST = 8_000_000
"""How many bytes of records it has at most, packed. Discord takes 10 MB."""


class Downloads(OneEach):
    """For whom a file is being packed."""

    def __init__(self) -> None:
        super().__init__("I'm still packing your last file. It comes in a moment.")


async def own_data(archive: Archive, user_id: int) -> bytes:
    """A ZIP file with `data.json`, every row about this person, and the records of their games that are over.

    A record that would tell others what they are still playing for isn't there yet. Raises StorageFailed.
    """
    rows = await archive.privacy.of(user_id)
    numbers = await archive.privacy.games_of(user_id)
    file, packed = io.BytesIO(), zipfile.ZipFile
    with packed(file, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("data.json", json.dumps(rows, indent=2, ensure_ascii=False))
        for number in numbers[:MOST_RECORDS]:
            with suppress(Refusal):
                name, text = await record_file(archive, number)
                await asyncio.to_thread(whole.writestr, f"records/{name}", text)
            if file.tell() > LARGEST:
                break
    return file.getvalue()


async def record_file(archive: Archive, number: int) -> tuple[str, str]:
    """A name and the whole record of a game that is over, as it was written.

    Raises Refusal if others still play the same, and StorageFailed.
    """
    stored = await archive.sessions.find(number)
    assert stored is not None
    await occasion_of(stored).must_be_open_to_all(archive, "the record")
    players = from_stored(await archive.sessions.seats(number))
    lines = await archive.record.lines(number)
    return name_of(stored), record.write(unfolded(stored, players, lines))


def name_of(stored: StoredSession) -> str:
    """What the file with a game's record is called."""
    return f"{stored.game}-{stored.id}.txt"
