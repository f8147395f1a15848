"""The rules of the games to browse, and an example of each."""

import logging
import re
from functools import cache, lru_cache, partial

import discord
from discord import ButtonStyle

from bot.chat import links
from bot.chat.custom_ids import MENU
from bot.chat.drawing import Drawn
from bot.chat.parts import (
    Screen,
    alt_text,
    button,
    menu,
    picture,
    rows,
    screen,
    turning,
)
from bot.chat.pictures import Pictures
from bot.learning import routes
from bot.refusal import Refusal
from bot.table.screens.games import titles
from bot.table.screens.story import described
from games.core import Choice
from games.engine import registry
from games.engine.examples import examples, moments, said, with_letters

log = logging.getLogger(__name__)


RULES = "rules"
"""The purpose of this ephemeral message: a new rules page replaces the last one."""

PAGE_LENGTH = 3_500
"""Characters per page. Discord allows 4,000 in a message, and the headings need some."""

PICTURE = "title.png"

_NUMBERED = re.compile(r"^(\d+)\. +(.+)$", re.MULTILINE)
_RULE = re.compile(r"\|[\s:|-]+\|")
_OPENS = re.compile(r"#|\s*(?:[-*>]|\d+\.)\s|```")
_OPENS_ALONE = re.compile(r"#|```")


@cache
def pages(game: str) -> tuple[tuple[str, str], ...]:
    """Title and text of every page. Raises UnknownGame."""
    readme = _for_discord(registry.rules_page(game))
    made: list[tuple[str, str]] = []
    for section in re.split(r"^(?=## )", readme, flags=re.MULTILINE):
        heading, _, body = section.strip().partition("\n")
        title = heading.lstrip("# ")
        parts = _cut(body.strip())
        if not made:
            title = f"{title} in one minute"
            steps = registry.find(game).about.steps
            said = 1 if "goal:**" in parts[0].casefold() else 0
            parts = ["\n".join([parts[0], "", *steps[said:]]), *parts[1:]]
        made += [(title if n == 0 else f"{title} ({n + 1})", part) for n, part in enumerate(parts)]
    return tuple(made)


def rules_screen(game: str, page: int) -> Screen:
    """One page of the rules, with a menu of all the others. An invalid page becomes the nearest one."""
    all_pages = pages(game)
    page = min(max(page, 0), len(all_pages) - 1)
    title, text = all_pages[page]
    titles = [Choice(str(number), name) for number, (name, _) in enumerate(all_pages)]
    shown = [
        Choice(str(number), f"Rule {number}", discord.utils.remove_markdown(rule))
        for number, rule in _rules(text)
        if number in examples(game)
    ]
    example_menu = menu(routes.Example(game, MENU), "Show me an example of …", shown)
    png = registry.title_picture(game) if page == 0 else b""
    return screen(
        picture(PICTURE, Drawn(png) if png else None, registry.find(game).about.title),
        f"## {title}\n{text}\n-# Page {page + 1} of {len(all_pages)}",
        example_menu if shown else [],
        menu(links.Rules(game, MENU), "Go to …", titles, [str(page)]),
        rows(
            [
                *turning(page, len(all_pages) - 1, partial(links.Rules, game)),
                *([button("Computers", routes.Levels(game))] if registry.find(game).about.computers else []),
                button("Other games", routes.ListGames()),
            ]
        ),
    )


def page_of_rule(game: str, number: int) -> int:
    """The page with this numbered rule; the first page if there's none."""
    return next(
        (at for at, (_, text) in enumerate(pages(game)) if number in {rule for rule, _ in _rules(text)}), 0
    )


def _rules(text: str) -> list[tuple[int, str]]:
    """The numbered rules in a page's text."""
    return [(int(number), rule) for number, rule in _NUMBERED.findall(text)]


async def games_screen(pictures: Pictures) -> Screen:
    """All games, with a button for the rules of each."""
    abouts = [game.about for game in registry.all_games().values()]
    return screen(
        await titles(pictures, abouts),
        "### Which rules would you like to read?",
        rows([button(one.title, links.Rules(one.name, 0), ButtonStyle.primary) for one in abouts]),
    )


def _for_discord(markdown: str) -> str:
    """The page as Discord can show it, without tables, pictures or hard line breaks.

    Table rows become list items, and each paragraph or item becomes one line.
    """
    rows: list[str] = []
    for row in map(str.rstrip, markdown.splitlines()):
        if _RULE.fullmatch(row):
            rows.pop()  # the table's heading
            continue
        if row.startswith("!["):
            continue
        cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
        written = f"- {cells[0]}: {'; '.join(cells[1:])}" if row.startswith("|") else row
        if rows and rows[-1] and written and not _OPENS.match(written) and not _OPENS_ALONE.match(rows[-1]):
            rows[-1] += " " + written.strip()
        else:
            rows.append(written)
    return "\n".join(rows)


def _cut(text: str) -> list[str]:
    """Pieces of at most one page, split between paragraphs."""
    pieces = [""]
    for paragraph in re.split(r"\n\n+", text):
        if pieces[-1] and len(pieces[-1]) + len(paragraph) + 2 > PAGE_LENGTH:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]}\n\n{paragraph}".strip()[:PAGE_LENGTH]
    return pieces


EXAMPLE_PICTURE = "example.png"

_moments = lru_cache(32)(moments)


async def example_screen(pictures: Pictures, game: str, rule: int, step: int) -> Screen:
    """This moment of the rule's example, or its last. Raises UnknownGame or Refusal."""
    found = registry.find(game)
    try:
        shown = _moments(found.about.name, rule)
    except KeyError:
        raise Refusal(f"There's no example of rule {rule}.") from None
    step = min(step, len(shown) - 1)
    moment = shown[step]
    drawn = await pictures.draw(found, moment.view(), told=moment.told())
    heading, place = f"### Rule {rule} of {found.about.title}", f"-# Step {step + 1} of {len(shown)}"
    seen = alt_text(with_letters(described(found, moment.view())))
    turn = turning(step, len(shown) - 1, partial(routes.Example, game, rule))
    return screen(
        picture(EXAMPLE_PICTURE, drawn, seen),
        f"{heading}\n{said(moment)}\n{place}",
        rows([*turn, button("Rules", links.Rule(game, rule))]),
    )
