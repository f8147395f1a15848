"""Opening a lobby, by command or by button."""

from bot.app import Parlour
from bot.rights import must_be_able_to_host
from bot.screens.answer import Answer
from bot.tables import hosting, player


async def open_lobby(app: Parlour, answer: Answer, game: str) -> None:
    """Open a lobby here for the person who asks, and let them join. Raises Refusal or UnknownGame."""
    interaction = answer.interaction
    must_be_able_to_host(interaction)
    user = player.person(interaction.user.id, interaction.user.display_name, str(interaction.id))
    assert interaction.channel_id is not None
    lobby = await hosting.open_lobby(
        app.tables, interaction.guild_id, interaction.channel_id, game.casefold(), user
    )
    await app.displays.open(answer, lobby)
