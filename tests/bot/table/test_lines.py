"""Below a board or a hand that asks something: few lines, and the question right under the picture."""

from collections.abc import Iterator

import pytest
from discord import ui

from bot.chat.parts import Gallery, Screen
from bot.config import Settings
from bot.table.screens.naming import with_names
from bot.table.screens.story import LINE_MOST
from bot.table.session import Session
from games.core import CHANCE, Seat
from games.engine import registry
from storage import Archive
from tests.bot.asked import Asked, kinds
from tests.deep import sized

LINES = sized(100, 3_000)
"""How many lines of each game are looked at."""

TABLES = [(name, seats) for name, game in registry.all_games().items() for seats in game.about.seats]


def told(screen: Screen) -> list[str]:
    """What happened, a line each."""
    texts = [one.content for one in screen.layout.walk_children() if isinstance(one, ui.TextDisplay)]
    return [line for text in texts for line in text.splitlines() if line.startswith("> ")]


def movers(asked: Asked) -> set[Seat | None]:
    """The seats of the opponents who moved since the player who is asked did."""
    moved: set[Seat | None] = set()
    for line in reversed(asked.table.lines):
        if line.who == asked.seat:
            break
        moved |= {line.who, line.by} - {None, CHANCE}
    return moved


@pytest.mark.parametrize(("name", "seats"), TABLES)
async def test_under_the_picture_is_the_question_and_below_its_buttons_few_short_lines_that_repeat_nothing(
    name: str, seats: int, settings: Settings
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for asked in kinds(name, seats, LINES):
            session = asked.session(archive)
            drawn = asked.drawn(session)
            screen = asked.screen(session, drawn)
            lines = told(screen)
            # Whoever has nothing to move with loses a turn, and there's no line of theirs.
            assert len(lines) <= max(1, len(movers(asked))), lines
            named = [with_names(session, _with_marks(session, line)) for line in lines]
            assert all(len(line) <= LINE_MOST + len("> ") for line in named), named
            caption = {with_names(session, said.text).rstrip(".") for said in drawn.said}
            assert not [line for line in named if line.removeprefix("> ").rstrip(".") in caption]
            shown = list(_blocks(screen))
            assert shown[:2] == ["picture", "question"], shown
            rest = shown[2:]
            if session.only_move() is None:
                assert rest[0] in ("buttons", "notes"), shown
                assert "lines" not in rest[: rest.index("buttons")], shown


def _blocks(screen: Screen) -> Iterator[str]:
    """What stands on a screen, from top to bottom."""
    for one in screen.layout.children:
        match one:
            case Gallery():
                yield "picture"
            case ui.TextDisplay() if "### " in one.content:
                yield "question"
            case ui.TextDisplay():
                yield "notes" if one.content.startswith("-# **") else "lines"
            case _:
                yield "buttons"


def _with_marks(session: Session, line: str) -> str:
    """The line with names instead of mentions."""
    return line.replace("<@501>", "Ada")
