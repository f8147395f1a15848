"""The messages that only one person can see."""

from local_discord.codec import Json
from local_discord.person import Person, text_of
from tests.bot.tables import alone


async def left(person: Person, *sayings: str, channel: str = "games") -> list[Json]:
    """The ephemeral messages this person still sees, once they are only these, in order."""

    def fits() -> list[Json] | None:
        there = alone(person, channel)
        said = len(there) == len(sayings)
        return there if said and all(map(_says, there, sayings)) else None

    if not sayings:
        await person.wait_until(lambda: not alone(person, channel) or None)
        return []
    return await person.wait_until(fits)


def _says(message: Json, saying: str) -> bool:
    return saying in text_of(message)
