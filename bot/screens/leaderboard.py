"""Leaderboards and profiles as messages."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.leaderboard import Standing
from bot.screens import ids
from bot.screens.panel import Screen
from bot.screens.parts import button, menu, sealed
from games import registry

ROWS = 10
ALL = "all"
LEADERBOARD = "leaderboard"
"""The purpose of this ephemeral message: a new leaderboard replaces the last one."""


def leaderboard_screen(standings: Sequence[Standing], game: str, page: int, user_id: int) -> Screen:
    """One page of a server's leaderboard, with the reader's own place below it."""
    last = max((len(standings) - 1) // ROWS, 0)
    page = min(max(page, 0), last)
    shown = list(enumerate(standings, 1))[page * ROWS : (page + 1) * ROWS]
    own = next(((place, one) for place, one in enumerate(standings, 1) if one.user_id == user_id), None)
    rows = [_row(place, one) for place, one in shown] or ["Nobody has finished a game here yet."]
    if own is None:
        rows.append("-# You haven't finished a game here yet.")
    elif own not in shown:
        rows.append(f"-# …\n{_row(*own)}")
    text = "\n".join([f"## Leaderboard: {_title(game)}", *rows, _KEY])
    turning = ui.ActionRow(
        button("Back", ids.write("ranks", game, page - 1), disabled=page == 0),
        button("Next", ids.write("ranks", game, page + 1), disabled=page == last),
    )
    return Screen(sealed([ui.TextDisplay(text), _games(game), turning]))


def profile_screen(user_id: int, by_game: Mapping[str, Sequence[Standing]]) -> Screen:
    """A person's place, rating, games and wins in every game they have finished here."""
    rows = []
    for game, standings in by_game.items():
        for place, one in enumerate(standings, 1):
            if one.user_id == user_id:
                rows.append(f"**{_title(game)}**: {_place(place, one, len(standings))}")
    if not rows:
        rows = ["No finished games in this server yet."]
    return Screen(sealed([ui.TextDisplay("\n".join([f"## <@{user_id}>", *rows, _KEY]))]))


_KEY = "-# Only games between people change your rating. Everyone starts at 1000."


def _row(place: int, one: Standing) -> str:
    return f"{place}. <@{one.user_id}> · {_figures(one)}"


def _place(place: int, one: Standing, of: int) -> str:
    return f"{place} of {of} · {_figures(one)}"


def _figures(one: Standing) -> str:
    rating = "unrated" if one.rating is None else f"**{one.rating}**"
    computers = f" ({one.with_computers} with computers)" if one.with_computers else ""
    games = "1 game" if one.games == 1 else f"{one.games} games"
    return f"{rating} · {games}{computers}, {one.wins} won"


def _title(game: str) -> str:
    return "All games" if game == ALL else registry.find(game).about.title


def _games(chosen: str) -> ui.ActionRow[ui.LayoutView]:
    options = [
        discord.SelectOption(label=_title(name), value=name, default=name == chosen)
        for name in (ALL, *registry.all_games())
    ]
    return menu(ids.write("ranks", "menu", 0), "Choose a game …", options)
