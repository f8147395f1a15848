"""Finished games in storage, and what leaderboard and profile say of them."""

from collections.abc import Sequence

from bot import play as cast
from bot.tables.journal import milliseconds
from local_discord.person import Person
from storage import Archive, Result
from tests.bot.tables import SEED, told

MINUTE = 60_000


def row_of(message_text: str, user_id: int | str) -> str:
    """The line of the leaderboard that tells of this person."""
    (row,) = [one for one in message_text.split("\n") if f"<@{user_id}>" in one]
    return row


async def leaderboard(person: Person, **game: str) -> str:
    """What /leaderboard shows this person."""
    return plainly(await told(person, await person.command("leaderboard", channel="games", **game)))


async def profile_of(reader: Person, **person: str) -> str:
    """What /profile shows this reader."""
    return plainly(await told(reader, await reader.command("profile", channel="games", **person)))


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
) -> None:
    """Store a finished game of these players, ranked in this order; None is a computer."""
    stored = await archive.sessions.create(guild, channel, game, "1", "{}", SEED, 1, milliseconds())
    await archive.sessions.start(stored.id, milliseconds())
    at = stored.id * MINUTE
    results = [
        Result(
            session_id=stored.id,
            seat=seat,
            game=game,
            guild_id=guild,
            user_id=user,
            level=None if user else "easy",
            place=places[seat] if places else seat + 1,
            score=None,
            rated=True,
            ended_at=at,
        )
        for seat, user in enumerate(users)
    ]
    await archive.sessions.end(stored.id, "finished", results, at)
