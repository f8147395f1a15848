"""Leaderboards and profiles as messages."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.leaderboard import BASE, RATED_AFTER, Outcome, Standing
from bot.screens import ids
from bot.screens.parts import Layout, button, menu, sealed
from bot.screens.screen import Screen
from games import registry

ROWS = 10
LAST_SHOWN = 5
ALL = "all"
LEADERBOARD = "leaderboard"
"""The purpose of this ephemeral message: a new leaderboard replaces the last one."""

_IN_A_ROW: Mapping[Outcome, str] = {"won": "wins", "lost": "losses", "drew": "draws"}


def leaderboard_screen(standings: Sequence[Standing], game: str, page: int, user_id: int) -> Screen:
    """One page of a server's leaderboard, with the reader's own place below it."""
    last = max((len(standings) - 1) // ROWS, 0)
    page = min(max(page, 0), last)
    shown = list(enumerate(standings, 1))[page * ROWS : (page + 1) * ROWS]
    own = next(((place, one) for place, one in enumerate(standings, 1) if one.user_id == user_id), None)
    rows = [_row(place, one, user_id) for place, one in shown] or ["Nobody has finished a game here yet."]
    if own is None:
        rows.append("-# You haven't finished a game here yet.")
    elif own not in shown:
        rows.append(f"-# …\n{_row(*own, user_id)}")
    text = "\n".join([f"## Leaderboard: {_title(game)}", *rows, _KEY])
    turning = ui.ActionRow(
        button("Back", ids.write("ranks", game, page - 1), disabled=page == 0),
        button("Next", ids.write("ranks", game, page + 1), disabled=page == last),
    )
    return Screen(sealed([ui.TextDisplay(text), _games(game), turning]))


def profile_screen(user_id: int, by_game: Mapping[str, Sequence[Standing]], avatar: str) -> Screen:
    """A person's games in this server: how they do in each, and how the last ended. `avatar` is a URL."""
    parts = [
        _in_one_game(game, place, one, len(standings))
        for game, standings in by_game.items()
        for place, one in enumerate(standings, 1)
        if one.user_id == user_id
    ]
    head = [f"## <@{user_id}>", *(parts[:1] or ["No finished games in this server yet."])]
    texts: list[ui.Item[Layout]] = [
        ui.Section(
            ui.TextDisplay("\n".join(head)), accessory=ui.Thumbnail(avatar, description="Their avatar")
        )
    ]
    texts += [ui.TextDisplay(one) for one in parts[1:]]
    return Screen(sealed([*texts, ui.TextDisplay(_KEY)]))


_KEY = (
    f"-# Your rating shows after {RATED_AFTER} games between people; everyone starts at {BASE}. "
    "A game with a computer at the table counts towards your games and wins, but not your rating. "
    "A game in which something that had been seen was undone doesn't count. "
    "If a seat changes hands during a game, it counts for the player who made most of its moves, "
    "or for the one who resigned."
)


def _row(place: int, one: Standing, reader: int) -> str:
    row = f"<@{one.user_id}> · {_figures(one)}"
    return f"{place}. **You:** {row}" if one.user_id == reader else f"{place}. {row}"


def _in_one_game(game: str, place: int, one: Standing, of: int) -> str:
    """Three lines: the place, the figures, and how the last games ended."""
    streak = f" · {_whole(f'{one.streak} {_IN_A_ROW[one.last[0]]} in a row')}" if one.streak > 1 else ""
    last = (
        f"Newest first: {', '.join(one.last[:LAST_SHOWN])}" if one.games > 1 else f"Last game: {one.last[0]}"
    )
    return f"**{_title(game)}**: place {place} of {of}\n{_figures(one)}\n-# {last}{streak}"


def _figures(one: Standing) -> str:
    """Rating, wins and games, and in how many of them a computer played."""
    to_go = _whole(f"rated in {_counted(one.to_go, 'game')}")
    rating = to_go if one.rating is None else f"**{one.rating}**"
    computers = f" {_whole(f'({one.with_computers} with computers)')}" if one.with_computers else ""
    return f"{rating} · {_counted(one.wins, 'win')} · {_counted(one.games, 'game')}{computers}"


def _counted(number: int, thing: str) -> str:
    return _whole(f"{number} {thing}" if number == 1 else f"{number} {thing}s")


def _whole(words: str) -> str:
    """The words with no-break spaces."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _title(game: str) -> str:
    return "All games" if game == ALL else registry.find(game).about.title


def _games(chosen: str) -> ui.ActionRow[ui.LayoutView]:
    options = [
        discord.SelectOption(label=_title(name), value=name, default=name == chosen)
        for name in (ALL, *registry.all_games())
    ]
    return menu(ids.write("ranks", "menu", 0), "Choose a game …", options)
