"""Finished games in storage, and what leaderboard and profile say of them."""

import asyncio
from collections.abc import Sequence

from bench.tables import in_lobby
from bot.host import play as cast
from bot.table.journal import milliseconds
from bot.table.standings import COUNT
from local_discord.codec import Json
from local_discord.person import Person, every_component, pictures_of, text_of
from storage import Archive, Result
from tests.bot.tables import SEED

MINUTE = 60_000


def row_of(message_text: str, user_id: int | str) -> str:
    """The line of the leaderboard that tells of this person, without emphasis."""
    (row,) = [one for one in message_text.split("\n") if f"<@{user_id}>" in one]
    return row.replace("*", "")


async def leaderboard(person: Person, /, **game: str) -> str:
    """What /leaderboard tells this person as text."""
    return plainly(await as_text(person, "leaderboard", **game))


async def profile_of(reader: Person, /, **person: str) -> str:
    """What /profile tells this reader as text."""
    return plainly(await as_text(reader, "profile", **person))


async def as_text(person: Person, command: str, /, **options: str) -> str:
    """What a command says that shows a picture at first. The bot remembers that this person reads text."""
    shown = await person.reply_to(await person.command(command, channel="games", **options))
    if pictures_of(shown):
        shown = await turned(person, shown, "As text")
    return text_of(shown)


async def turned(person: Person, shown: Json, label: str) -> Json:
    """The message after this person has pressed a button that changes it."""
    await person.outcome(await person.press(shown, label=label))
    return person.sees.current(shown)


async def chosen(person: Person, shown: Json, value: str) -> Json:
    """The message after this person has chosen this in the menu that offers it."""
    (menu,) = [
        one
        for one in every_component(shown["components"])
        if value in [option["value"] for option in one.get("options", ())]
    ]
    await person.outcome(await person.select(shown, value, custom_id=menu["custom_id"]))
    return person.sees.current(shown)


def alt_of(shown: Json) -> str:
    """The alt text of the only picture."""
    (picture,) = pictures_of(shown)
    return str(picture["description"])


def plainly(text: str) -> str:
    """The text with plain spaces in place of non-breaking ones."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


async def finish(
    archive: Archive,
    users: Sequence[int | None],
    *,
    game: str = "doublolo",
    guild: int = int(cast.GUILD_ID),
    channel: int = int(cast.GAMES),
    places: Sequence[int] | None = None,
    level: str = "easy",
    at: int | None = None,
) -> int:
    """Store a finished game of these players, ranked in this order; None is a computer. Returns its number.

    Games end a minute apart, long ago, unless `at` says when, in milliseconds since the epoch.
    """
    stored = await archive.sessions.open(in_lobby(guild, channel, game, "1", "{}", SEED, 1, milliseconds()))
    await archive.sessions.start(stored.id, milliseconds())
    at = stored.id * MINUTE if at is None else at
    results = [
        Result(
            session_id=stored.id,
            seat=seat,
            game=game,
            guild_id=guild,
            user_id=user,
            level=None if user else level,
            place=places[seat] if places else seat + 1,
            score=None,
            rated=True,
            ended_at=at,
        )
        for seat, user in enumerate(users)
    ]
    await archive.sessions.end(stored.id, "finished", results, at)
    return stored.id


async def all_counted(archive: Archive) -> None:
    """Wait until the bot has counted all finished games."""
    async with asyncio.timeout(20):
        while not await archive.standings.is_counted(COUNT):  # noqa: ASYNC110 - storage has no event
            await asyncio.sleep(0.01)
