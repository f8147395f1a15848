"""Opening a lobby, by command or by button, and whom you can invite to it."""

from collections.abc import Sequence
from typing import TypeAlias

import discord

from bot.app import Parlour
from bot.rights import must_be_able_to_host, must_be_allowed
from bot.screens.answer import Answer
from bot.tables import hosting, player
from bot.tables.lobby import either
from bot.tables.refusal import Refusal
from bot.tables.table_options import offered_for
from games import registry
from games.seating import seating

Guest: TypeAlias = discord.User | discord.Member


async def open_lobby(app: Parlour, answer: Answer, game: str, guests: Sequence[Guest] = ()) -> None:
    """Open a lobby here for the person who asks, let them join, and notify their guests.

    Raises Refusal or UnknownGame.
    """
    interaction = answer.interaction
    game = registry.find(game.casefold()).about.name
    must_be_able_to_host(interaction)
    await must_be_allowed(app.tables.servers, interaction, game)
    if guests and interaction.guild_id is None:
        raise Refusal("Here you play against computers. To play with people, use /play in a server.")
    invited = tuple(dict.fromkeys(one.id for one in guests))
    for guest in guests:
        _must_be_invitable(interaction, guest)
    _must_have_seats(game, len(invited))
    user = player.person(interaction.user.id, interaction.user.display_name, str(interaction.id))
    assert interaction.channel_id is not None
    lobby = await hosting.open_lobby(
        app.tables, interaction.guild_id, interaction.channel_id, game, user, invited
    )
    server = await app.tables.servers.of(interaction.guild_id)
    offered = offered_for(lobby.game, is_direct=lobby.is_direct)
    if (options := server.at_first(lobby.table_options, offered)) != lobby.table_options:
        await lobby.set_table_options(options)
    await app.lobbies.open(answer, lobby, invited)


def _must_be_invitable(interaction: discord.Interaction, guest: Guest) -> None:
    """Raises Refusal unless this person could sit down here."""
    name = f"<@{guest.id}>"
    if guest.id == interaction.user.id:
        raise Refusal("You already have a seat here, so invite somebody else.")
    if guest.bot:
        raise Refusal(f"{name} is a bot and can't play. You can add computer players in the lobby.")
    if not isinstance(guest, discord.Member):
        raise Refusal(f"{name} isn't in this server, so they can't join.")
    seen = guest.resolved_permissions
    if seen is not None and not seen.view_channel:
        raise Refusal(f"{name} can't see this channel, so they can't join here.")


def _must_have_seats(game: str, invited: int) -> None:
    """Raises Refusal if the game can't have that many players, or UnknownGame."""
    rules = registry.find(game)
    numbers = seating(rules, rules.options())
    if invited >= max(numbers):
        free = max(numbers) - 1
        people = "1 person" if free == 1 else f"{free} people"
        raise Refusal(
            f"{rules.about.title} is for {either(numbers)} players, so you can invite at most {people}."
        )
