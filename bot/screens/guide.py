"""The guide: the games, their rules and examples, and a greeting for those who write to the bot."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

import discord
from discord import ButtonStyle, ui

from bot import routes
from bot.custom_ids import MENU
from bot.failures import NOT_SENT, code_of, new_nonce
from bot.people.settings import PersonSettings
from bot.refusal import Refusal
from bot.screens.drawing import Drawn
from bot.screens.parts import (
    Gallery,
    Row,
    Screen,
    alt_text,
    button,
    menu,
    notice,
    picture,
    rows,
    screen,
    turning,
)
from bot.screens.pictures import Pictures
from bot.screens.story import described
from bot.tables.lobby import either, minutes_of, quickly
from games import lessons, registry
from games.core import Choice
from games.examples import examples, moments, said, with_letters
from games.game import About, AnyGame
from games.lessons import has_lesson
from games.seating import seating

log = logging.getLogger(__name__)


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
        menu(routes.Rules(game, MENU), "Go to …", titles, [str(page)]),
        rows(
            [
                *turning(page, len(all_pages) - 1, partial(routes.Rules, game)),
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


def rule_named(game: str, sentence: str) -> list[Row]:
    """The button to the rule that a refusal names, such as “(rule 12)”; none if it names none."""
    found = _NAMED.search(sentence)
    if not game or found is None:
        return []
    return [ui.ActionRow(button(f"Rule {found[1]}", routes.Rule(game, int(found[1]))))]


def _rules(text: str) -> list[tuple[int, str]]:
    """The numbered rules in a page's text."""
    return [(int(number), rule) for number, rule in _NUMBERED.findall(text)]


async def games_screen(pictures: Pictures) -> Screen:
    """All games, with a button for the rules of each."""
    abouts = [game.about for game in registry.all_games().values()]
    return screen(
        await _titles(pictures, abouts),
        "### Which rules would you like to read?",
        rows([button(one.title, routes.Rules(one.name, 0), ButtonStyle.primary) for one in abouts]),
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
    drawn = await pictures.draw(found, moment.view())
    heading, place = f"### Rule {rule} of {found.about.title}", f"-# Step {step + 1} of {len(shown)}"
    seen = alt_text(with_letters(described(found, moment.view())))
    turn = turning(step, len(shown) - 1, partial(routes.Example, game, rule))
    return screen(
        picture(EXAMPLE_PICTURE, drawn, seen),
        f"{heading}\n{said(moment)}\n{place}",
        rows([*turn, button("Rules", routes.Rule(game, rule))]),
    )


GAMES = "games"
"""The purpose of this ephemeral message."""

TITLES_PICTURE = "games.png"


async def choice_screen(pictures: Pictures, is_allowed: Callable[[str], bool]) -> Screen:
    """All games that are allowed here, for how many and how long, a button each, and a menu of lessons."""
    games = [game for name, game in registry.all_games().items() if is_allowed(name)]
    abouts = [game.about for game in games]
    lines = [f"-# **{game.about.title}** · {_at_first(game)}" for game in games]
    taught = [Choice(one.name, one.title) for one in abouts if has_lesson(one.name)]
    learning = menu(routes.Learn("menu"), "New to a game? Learn …", taught)
    return screen(
        await _titles(pictures, abouts),
        "\n".join(["### What would you like to play?", *lines]),
        rows([button(one.title, routes.OpenLobby(one.name), ButtonStyle.primary) for one in abouts]),
        learning if taught else [],
    )


async def lessons_screen(pictures: Pictures, settings: PersonSettings) -> Screen:
    """All games that can be learned, with a button each; which lessons this person has begun or finished."""
    abouts = [game.about for name, game in registry.all_games().items() if has_lesson(name)]
    buttons, begun = [], []
    for one in abouts:
        lesson = lessons.find(one.name)
        step = settings.place_in(lesson).step
        label, style = one.title, ButtonStyle.primary
        if step == lesson.last:
            label, style = f"{one.title} ✓", ButtonStyle.secondary
        elif step:
            begun.append(f"-# **{one.title}**: you're at step {step + 1} of {lesson.last + 1}.")
        buttons.append(button(label, routes.Learn(one.name), style))
    return screen(
        await _titles(pictures, abouts),
        "\n".join(["### Which game would you like to learn?", "Five minutes, on your own.", *begun]),
        rows(buttons),
    )


async def _titles(pictures: Pictures, abouts: Sequence[About]) -> list[Gallery]:
    """The titles of these games in one picture."""
    drawn = await pictures.titles([one.name for one in abouts])
    return picture(TITLES_PICTURE, drawn, f"The titles of {', '.join(one.title for one in abouts)}.")


def _at_first(game: AnyGame) -> str:
    """For how many players a game is, and how long it lasts, unless its host chooses otherwise."""
    options = game.options()
    wanted = seating(game, options)
    lengths = [minutes_of(game, min(wanted), options)]
    if game.quick:
        lengths.insert(0, minutes_of(game, min(wanted), quickly(game, options)))
    return f"{either(wanted)} players, {either(lengths)} minutes"


QUIET_SECONDS = 30.0
"""Nobody is answered twice within this time."""

_MOST = 10_000
_QUIET = discord.AllowedMentions.none()

HELLO = (
    "Hi, I'm Parlour! I bring back five lost tabletop games.\n"
    "Type **/play** here to play against the computer, or in a server's channel to play with others. "
    "New to a game? **/learn** teaches it in five minutes. "
    "**/rules** has all the rules, and **/help** everything else."
)


class Greetings:
    """Answers people who write to the bot, each at most once in a while."""

    def __init__(self) -> None:
        self._answered: OrderedDict[int, float] = OrderedDict()

    async def answer(self, message: discord.Message, own: discord.abc.Snowflake | None) -> None:
        """Say hello if this message speaks to the bot; if that can't be sent, log it."""
        if message.author.bot or own is None or not self._speaks_to(message, own.id):
            return
        if not self._is_due(message.author.id):
            return
        try:
            await message.channel.send(view=notice(HELLO), allowed_mentions=_QUIET, nonce=new_nonce())
        except NOT_SENT as failed:
            log.info("a greeting could not be sent (%s)", code_of(failed))

    def _speaks_to(self, message: discord.Message, own_id: int) -> bool:
        if message.guild is None:
            return message.type is discord.MessageType.default
        return any(user.id == own_id for user in message.mentions)

    def _is_due(self, user_id: int) -> bool:
        before, now = self._answered.get(user_id), time.monotonic()
        if before is not None and now - before < QUIET_SECONDS:
            return False
        self._answered[user_id] = now
        self._answered.move_to_end(user_id)
        if len(self._answered) > _MOST:
            self._answered.popitem(last=False)
        return True
