"""Lists that people ask for: leaderboards, profiles, and their own tables."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import app_of, on
from bot.actions.lobby import games_that_fit
from bot.app import Parlour
from bot.leaderboard import standings
from bot.press.answer import Answer
from bot.refusal import Refusal
from bot.screens.lists import ALL, LEADERBOARD, OWN_TABLES, leaderboard_screen, own_tables, profile_screen
from games import registry


@app_commands.command(description="See who leads in this server")
@app_commands.describe(game="Which game? Leave empty for all of them")
@app_commands.autocomplete(game=games_that_fit)
@app_commands.guild_only()
async def leaderboard(interaction: discord.Interaction, game: str | None = None) -> None:
    """The first page, only for the person who asks."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        name = ALL if game is None else registry.find(game.casefold()).about.name
        results = await app.archive.record.results(None if name == ALL else name, interaction.guild_id)
        await answer.send(leaderboard_screen(standings(results), name, 0, interaction.user.id), LEADERBOARD)


@app_commands.command(description="See how someone is doing in this server")
@app_commands.describe(person="Who? Leave empty for yourself")
@app_commands.guild_only()
async def profile(
    interaction: discord.Interaction, person: discord.User | discord.Member | None = None
) -> None:
    """Every game they have finished at least once."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        archive, guild = app.archive, interaction.guild_id
        by_game = {ALL: standings(await archive.record.results(None, guild))}
        for name in registry.all_games():
            by_game[name] = standings(await archive.record.results(name, guild))
        whose = person or interaction.user
        screen = profile_screen(whose.id, by_game, whose.display_avatar.url)
        await answer.send(screen, f"profile:{whose.id}")


@on(routes.Ranks)
async def turn_page(app: Parlour, answer: Answer, pressed: routes.Ranks) -> None:
    """Another page or another game. Raises Refusal outside a server, since each has its own ranks."""
    if answer.interaction.guild_id is None:
        raise Refusal("Every server has its own leaderboard. Use /leaderboard in a server.")
    name = answer.choice() if answer.chosen else pressed.game
    game = None if name == ALL else registry.find(name).about.name
    results = await app.archive.record.results(game, answer.interaction.guild_id)
    await answer.turn_to(
        leaderboard_screen(standings(results), name, pressed.page, answer.interaction.user.id), LEADERBOARD
    )


@app_commands.command(description="See all your tables, and where it's your turn")
async def tables(interaction: discord.Interaction) -> None:
    """The tables of this person in all servers, for them alone."""
    app, user_id = app_of(interaction), interaction.user.id
    async with app.answer(interaction) as answer:
        await answer.notice(own_tables(await app.messages.tables_of(user_id), user_id), OWN_TABLES)
