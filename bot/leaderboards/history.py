"""A history: games that are over, the newest first, each with its result and the way to its replay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from discord import ui

from bot.chat import links
from bot.chat.parts import Layout, Screen, button, paragraph, rows, screen, turning
from bot.leaderboards import routes
from bot.leaderboards.leaderboard import one_th
from bot.table.screens.lists import level_title, title_of
from storage import FinishedGame, Result

HISTORY = "history"
"""The purpose of this ephemeral message."""

HERE = "here"
"""In place of a person's number: the games of this channel."""

GAMES = 8
"""How many games are on a page: each takes three of the forty parts that a message can have."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of games: `asked` says whose, and `has_more` that there are older ones.

    `called` gives what a person is called, as a mention or as somebody who has left.
    """

    asked: routes.History
    reader_id: int
    games: Sequence[FinishedGame]
    has_more: bool
    called: Callable[[int], str]


def history_screen(page: HistoryPage) -> Screen:
    """The games with their results, and the ways to other pages and other lists."""
    asked = page.asked
    lists = {HERE: "This channel", str(page.reader_id): "My games"}
    others = [button(words, routes.History(whose)) for whose, words in lists.items() if whose != asked.whose]
    last = asked.page + page.has_more
    turn = turning(asked.page, last, partial(routes.History, asked.whose), "Older") if last else []
    return screen(
        paragraph(f"## {_heading(page)}", "" if page.games else _nothing(page)),
        [_game(page, one) for one in page.games],
        rows([*turn, *others]),
    )


def _game(page: HistoryPage, game: FinishedGame) -> ui.Item[Layout]:
    text = ui.TextDisplay[Layout](_told(page, game))
    return ui.Section(text, accessory=button("Replay", links.Replay(str(game.session_id))))


def _told(page: HistoryPage, game: FinishedGame) -> str:
    """`**Doublolo**, 3 hours ago` and, below it, who came in where."""
    when = f"**{title_of(game.game)}** <t:{game.ended_at // 1000}:R>"
    if not game.results:
        return f"{when}\nIt doesn't count: something that had been seen was undone."
    ordered = sorted(game.results, key=lambda one: one.place)
    return f"{when}\n{' · '.join(_result(page, game, one) for one in ordered)}"


def _result(page: HistoryPage, game: FinishedGame, one: Result) -> str:
    who = level_title(game.game, one.level or "") if one.user_id is None else page.called(one.user_id)
    score = "" if one.score is None else f"\N{NO-BREAK SPACE}{one.score}"
    return f"{one_th(one.place)} {who}{score}"


def _heading(page: HistoryPage) -> str:
    whose = page.asked.whose
    if whose == HERE:
        return "The last games in this channel"
    return (
        "Your last games" if whose == str(page.reader_id) else f"The last games of {page.called(int(whose))}"
    )


def _nothing(page: HistoryPage) -> str:
    if page.asked.whose == HERE:
        return "No game has been finished in this channel yet. Use **/play** to start one."
    return "No finished games in this server yet."
