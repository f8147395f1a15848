"""Lists that people ask for: leaderboards, profiles, and their own tables."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import on, typed
from bot.actions.lobby import games_that_fit
from bot.app import Parlour
from bot.press.answer import Answer
from bot.refusal import Refusal
from bot.screens.lists import (
    ALL,
    CHANGED_FOR,
    LEADERBOARD,
    OWN_TABLES,
    ROWS,
    LeaderboardPage,
    last_page,
    leaderboard_screen,
    own_tables,
    profile_screen,
)
from bot.screens.parts import Screen
from bot.tables.journal import milliseconds
from games import registry


@typed("leaderboard", "See who leads in this server")
@app_commands.describe(game="Which game? Leave empty for all of them")
@app_commands.autocomplete(game=games_that_fit)
@app_commands.guild_only()
async def leaderboard(app: Parlour, answer: Answer, game: str | None = None) -> None:
    """The first page, only for the person who asks."""
    name = ALL if game is None else registry.find(game.casefold()).about.name
    await answer.send(await _ranks(app, answer, name, 0), LEADERBOARD)


@on(routes.Ranks)
async def turn_page(app: Parlour, answer: Answer, pressed: routes.Ranks) -> None:
    """Another page or another game. Raises Refusal outside a server, since each has its own ranks."""
    if answer.interaction.guild_id is None:
        raise Refusal("Every server has its own leaderboard. Use /leaderboard in a server.")
    name = answer.choice() if answer.chosen else pressed.game
    await answer.turn_to(await _ranks(app, answer, name, pressed.page), LEADERBOARD)


async def _ranks(app: Parlour, answer: Answer, name: str, page: int) -> Screen:
    """A page of this server's leaderboard of a game, or of all games. Raises UnknownGame."""
    game = None if name == ALL else registry.find(name).about.name
    guild_id, user_id, standings = (
        answer.interaction.guild_id,
        answer.interaction.user.id,
        app.archive.standings,
    )
    people = await standings.count(game, guild_id)
    page = min(max(page, 0), last_page(people))
    changed_at = await standings.changed_at()
    shown = LeaderboardPage(
        name,
        page,
        people,
        await standings.top(game, guild_id, offset=page * ROWS, limit=ROWS),
        await standings.of(user_id, game, guild_id),
        changed_at is not None and milliseconds() < changed_at + CHANGED_FOR,
    )
    return leaderboard_screen(shown, user_id)


@typed("profile", "See how someone is doing in this server")
@app_commands.describe(person="Who? Leave empty for yourself")
@app_commands.guild_only()
async def profile(app: Parlour, answer: Answer, person: discord.User | discord.Member | None = None) -> None:
    """Every game they have finished at least once. Raises Refusal if they have hidden it."""
    whose = person or answer.interaction.user
    if whose.id != answer.interaction.user.id and (await app.archive.people.person(whose.id)).profile_hidden:
        raise Refusal("They have hidden their profile.")
    standings = await app.archive.standings.all_of(whose.id, answer.interaction.guild_id)
    await answer.send(profile_screen(whose.id, standings, whose.display_avatar.url), f"profile:{whose.id}")


@typed("tables", "See all your tables, and where it's your turn")
async def tables(app: Parlour, answer: Answer) -> None:
    """The tables of this person in all servers, for them alone."""
    user_id = answer.interaction.user.id
    await answer.notice(own_tables(await app.messages.tables_of(user_id), user_id), OWN_TABLES)
