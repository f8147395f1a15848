"""A game's rules, browsed in Discord one section of its README at a time."""

import re
from functools import cache

import discord
from discord import ui

from bot.screens import ids
from bot.screens.parts import OPTION_MOST, Layout, Row, button, cut, menu, picture, sealed
from bot.screens.screen import Screen
from games import registry
from games.examples import examples

RULES = "rules"
"""The purpose of this ephemeral message: a new rules page replaces the last one."""

PAGE_LENGTH = 3_500
"""Characters per page. Discord allows 4,000 in a message, and the headings need some."""

PICTURE = "title.png"

_NUMBERED = re.compile(r"^(\d+)\. +(.+)$", re.MULTILINE)
_NAMED = re.compile(r"\(rules? (\d{1,3})")
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
    options = [
        discord.SelectOption(label=cut(name, OPTION_MOST), value=str(number), default=number == page)
        for number, (name, _) in enumerate(all_pages[:25])
    ]
    turning = ui.ActionRow(
        button("Back", ids.write("rules", game, page - 1), disabled=page == 0),
        button("Next", ids.write("rules", game, page + 1), disabled=page == len(all_pages) - 1),
        button("Other games", ids.write("shelf")),
    )
    items: list[ui.Item[Layout]] = [
        ui.TextDisplay(f"## {title}\n{text}\n-# Page {page + 1} of {len(all_pages)}")
    ]
    files: tuple[discord.File, ...] = ()
    if page == 0 and (drawn := registry.title_picture(game)):
        gallery, file = picture(PICTURE, drawn, registry.find(game).about.title)
        items, files = [gallery, *items], (file,)
    if shown := _with_examples(game, text):
        items.append(menu(ids.write("show", game, "menu"), "Show me an example of …", shown))
    return Screen(
        sealed([*items, menu(ids.write("rules", game, "menu"), "Go to …", options), turning]), files
    )


def page_of_rule(game: str, number: int) -> int:
    """The page with this numbered rule; the first page if there's none."""
    return next(
        (at for at, (_, text) in enumerate(pages(game)) if number in {rule for rule, _ in _rules(text)}), 0
    )


def rule_named(game: str, sentence: str) -> list[Row]:
    """The button to the rule that a refusal names, such as “(rule 12)”; none if it names none."""
    found = _NAMED.search(sentence)
    if not game or found is None:
        return []
    return [ui.ActionRow(button(f"Rule {found[1]}", ids.write("rule", game, int(found[1]))))]


def _with_examples(game: str, text: str) -> list[discord.SelectOption]:
    """The rules on this page that have an example."""
    return [
        discord.SelectOption(
            label=cut(f"Rule {number}", OPTION_MOST), value=str(number), description=cut(rule, OPTION_MOST)
        )
        for number, rule in _rules(text)
        if number in examples(game)
    ][:25]


def _rules(text: str) -> list[tuple[int, str]]:
    """The numbered rules in a page's text."""
    return [(int(number), rule) for number, rule in _NUMBERED.findall(text)]


def games_screen() -> Screen:
    """All games, with a menu to choose whose rules to read."""
    abouts = [game.about for game in registry.all_games().values()]
    games = [f"**{one.title}**: {one.line}" for one in abouts]
    options = [discord.SelectOption(label=one.title, value=one.name) for one in abouts]
    shown: ui.TextDisplay[Layout] = ui.TextDisplay("\n".join(["## Rules", *games]))
    return Screen(sealed([shown, menu(ids.write("shelf"), "Which game?", options)]))


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
