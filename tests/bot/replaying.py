"""Games that were finished before the bot started, from the records in the games' folders."""

import base64
import json
from pathlib import Path

from bench.tables import in_lobby
from bot.host import play as cast
from bot.table.journal import milliseconds
from bot.table.seats import to_stored
from games.engine import record, registry
from games.engine.playback import Playback, play_back
from games.engine.record import Record
from local_discord.codec import Json
from local_discord.person import Person, every_component
from storage import Archive, StoredLine
from tests.bot.tables import SEED, board, people

RECORDS = {
    "calabresella": "computers-to-21",
    "doublolo": "quick",
    "fooblitzky": "rule-33-winning",
    "foozle": "four-seats",
    "fourside": "quick",
}
"""A finished game of each kind, a short one."""

PLAYERS = (cast.CHIARA, cast.DMITRI, cast.EMI, cast.FARID, cast.ADA, cast.BRUNO)


def record_of(game: str) -> Record:
    """That game's record."""
    return record.read(text_of(game))


def text_of(game: str) -> str:
    """The same, as it is written."""
    return (Path("games") / game / "records" / f"{RECORDS[game]}.txt").read_text("utf-8")


def playback_of(game: str) -> Playback:
    """The same, played."""
    return play_back(registry.find(game), record_of(game))


async def keep_ended(
    archive: Archive,
    game: str,
    *,
    edition: str = "",
    phase: str = "finished",
    channel: str = cast.GAMES,
    lines: int | None = None,
) -> int:
    """Store that game as it was played by people, to its end or for so many lines; its number."""
    whole, at = record_of(game), milliseconds()
    seats = people(*PLAYERS[: whole.header.seats])
    told = edition or registry.find(game).about.edition
    options = json.dumps(dict(whole.header.options))
    host = seats[0].user_id
    assert host is not None
    sessions = archive.sessions
    stored = await sessions.open(
        in_lobby(int(cast.GUILD_ID), int(channel), game, told, options, SEED, host, at)
    )
    await sessions.start(stored.id, at, to_stored(seats))
    written = whole.lines[:lines]
    await archive.record.append_together(
        stored.id, [StoredLine(n, one.who, one.text, one.note, at=at) for n, one in enumerate(written)]
    )
    if phase in ("finished", "stopped"):
        await sessions.end(stored.id, "finished" if phase == "finished" else "stopped", (), at)
    return stored.id


async def open_replay(person: Person, **what: object) -> Json:
    """The replay that /replay shows this person."""
    return await person.reply_to(await person.command("replay", channel="games", **what))


async def turned(person: Person, shown: Json, label: str, saying: str) -> Json:
    """The replay after a press on this button, once it says this."""
    await person.press(shown, label=label)
    return await board(person, shown, saying)


def menu_of(shown: Json, placeholder: str) -> Json:
    """The menu with this placeholder."""
    return next(one for one in every_component(shown["components"]) if one.get("placeholder") == placeholder)


def attached(content: bytes) -> Json:
    """A file as a person attaches it."""
    return {"filename": "game.txt", "base64": base64.b64encode(content).decode()}
