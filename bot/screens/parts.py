"""The parts that screens are made of: rows, buttons, menus, questions.

Every view is closed to discord.py's own dispatcher (`sealed`): a press is read from its custom id alone, so
nothing is kept for a message and nothing dies with a restart. See docs/decisions/0003-custom-ids.md.
"""

import io
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.icons import Faces, wordy
from games.core import Choice, Question, Viewer

Layout: TypeAlias = ui.LayoutView
Row: TypeAlias = ui.ActionRow[Any]

ACCENT = discord.Colour(0x3B6EA8)
TEXT_MOST = 4_000
"""Discord's limit of all texts of a message together, in characters."""
LABEL_MOST = 80
"""Discord's limit of a button's label."""
OPTION_MOST = 100
"""Discord's limit of an option's label, and of its description."""
PLACEHOLDER_MOST = 150
"""Discord's limit of what stands in a menu before something is chosen."""
ROW_WIDTH = 5
BUTTONS = 10
"""A question with more choices than this is asked by a menu."""

_BETWEEN = "\N{NO-BREAK SPACE}· "
SHORT = 20
"""Characters of a note that is not torn at the end of a line."""


def sealed(items: Iterable[ui.Item[Any]]) -> Layout:
    """A message's layout that discord.py neither stores nor dispatches to, and that Discord takes.

    Every message of the bot is made here, so none is refused for its length: of a text that is too long the
    end is left out, in the longest part first.
    """
    layout = ui.LayoutView(timeout=None)
    for item in items:
        layout.add_item(item)
    _shorten([one for one in layout.walk_children() if isinstance(one, ui.TextDisplay)])
    layout.stop()
    return layout


def _shorten(texts: list[ui.TextDisplay[Any]]) -> None:
    """Discord counts all texts of a message together, and takes no empty one."""
    for text in texts:
        text.content = text.content if text.content.strip() else "…"
    while (over := sum(len(text.content) for text in texts) - TEXT_MOST) > 0:
        longest = max(texts, key=lambda text: len(text.content))
        kept = max(len(longest.content) - over - 1, 0)
        longest.content = longest.content[:kept].rstrip() + "…"


def cut(text: str, most: int) -> str:
    """The text, of which what is beyond so many characters is “…”."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def notice(text: str, *rows: Row) -> Layout:
    """A message that says something, with what can be done about it."""
    return sealed([ui.TextDisplay(text), *rows])


def button(
    label: str,
    custom_id: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[Any]:
    """A button that says a word."""
    return ui.Button(
        label=cut(label, LABEL_MOST), custom_id=custom_id, style=style, disabled=disabled, emoji=emoji
    )


def rows(buttons: Sequence[ui.Button[Any]]) -> list[Row]:
    """Buttons in rows of five."""
    return [ui.ActionRow(*buttons[n : n + ROW_WIDTH]) for n in range(0, len(buttons), ROW_WIDTH)]


def menu(custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]) -> Row:
    """A menu of which one is chosen."""
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=cut(placeholder, PLACEHOLDER_MOST), options=list(options))
    )


def picture(name: str, png: bytes, alt: str) -> tuple[ui.MediaGallery[Any], discord.File]:
    """A picture with its alt text, and the file that goes with it."""
    file = discord.File(io.BytesIO(png), filename=name, description=alt)
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt)), file


def question(
    pick: Question,
    session: int,
    viewer: Viewer,
    prompt_version: int,
    answers: tuple[str, ...],
    faces: Faces = wordy,
) -> list[ui.Item[Layout]]:
    """The choices of a question: buttons when they are few, else a menu; and the ways back.

    From the third question on there is one to the question before it, and always one to the first.
    """
    again = [button("Choose again", ids.pick(session, viewer, prompt_version, ()))] if answers else []
    if len(answers) > 1:
        again.insert(0, button("Back", ids.pick(session, viewer, prompt_version, answers[:-1])))
    if pick.most > 1 or len(pick.choices) > BUTTONS:
        custom_id = ids.pick(session, viewer, prompt_version, answers)
        return [_as_menu(pick, custom_id, faces), *rows(again)]
    buttons = [
        button(
            one.label,
            ids.pick(session, viewer, prompt_version, (*answers, one.key)),
            ButtonStyle.primary,
            emoji=faces(one.icon),
        )
        for one in pick.choices
    ]
    return [*_notes(pick), *rows([*buttons, *again])]


def _notes(pick: Question) -> list[ui.Item[Layout]]:
    """What a menu says beside its choices, in a small line above the buttons, which have no room for it."""
    told = [f"**{one.label}**:\N{NO-BREAK SPACE}{_unbroken(one.note)}" for one in pick.choices if one.note]
    return [ui.TextDisplay(f"-# {_BETWEEN.join(told)}")] if told else []


def _unbroken(note: str) -> str:
    """A short note stays on one line with its choice."""
    return note.replace(" ", "\N{NO-BREAK SPACE}") if len(note) <= SHORT else note


def _as_menu(pick: Question, custom_id: str, faces: Faces) -> Row:
    select: ui.Select[Any] = ui.Select(
        custom_id=custom_id,
        placeholder=cut(pick.text, PLACEHOLDER_MOST),
        min_values=pick.least,
        max_values=pick.most,
        options=[_option(one, faces) for one in pick.choices],
    )
    return ui.ActionRow(select)


def _option(choice: Choice, faces: Faces) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(choice.label, OPTION_MOST),
        value=choice.key,
        description=cut(choice.note, OPTION_MOST) or None,
        emoji=faces(choice.icon),
    )
