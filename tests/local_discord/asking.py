"""A person who uses a bot's command."""

from local_discord import sample
from local_discord.person import Person
from tests.local_discord.raw_bot import Json, RawBot

ROW: Json = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
FORM: Json = {
    "title": "A form",
    "custom_id": "form",
    "components": [
        {
            "type": 18,
            "label": "Your move",
            "component": {"type": 4, "custom_id": "move", "style": 1, "max_length": 5},
        }
    ],
}


async def greeted(ada: Person, bot: RawBot, channel: str = "games") -> tuple[str, Json]:
    """Ada uses /greet; returns the interaction's id and the bot's event."""
    interaction_id = await ada.command("greet", channel=channel)
    return interaction_id, await bot.event("INTERACTION_CREATE")


async def offered(ada: Person, bot: RawBot, *rows: Json) -> Json:
    """A message with these rows, as Ada sees it."""
    status, message = await bot.post(sample.GAMES, {"content": "here", "components": list(rows)})
    assert status == 200
    return await ada.wait_for(lambda one: one["id"] == message["id"])
