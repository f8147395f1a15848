"""The parts of a message: names and words, rows, buttons, menus, questions, and the screen they make up.

Every view is hidden from discord.py's own dispatcher (`sealed`): a click is read from its custom id alone, so
no state is kept per message and a restart loses nothing. See docs/decisions/0003-custom-ids.md.
"""

import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.chat.custom_ids import Answers, Route
from bot.chat.drawing import Drawn
from bot.chat.links import Pick, TryMove
from bot.chat.names import amid
from bot.chat.pictures import Emojis, wordy
from bot.chat.players import Player, name_at
from games.core import Choice, Question, Seat, Viewer, mark, name_seats
from games.kit.faces import Face

ALT_LIMIT = 1024
"""Discord's limit for alt text, in characters."""

_QUOTATION = re.compile("“[^”]*”")
_MEANS_MORE = re.compile(
    r"[\\*_~|`\[<]|@(?=everyone|here)|:(?=//|[\w+-]+:)|\.(?=\w+/)|^ *(?:[>#+-]|\d+\.)", re.MULTILINE
)
"""What Discord could read as markup, an emoji or a link, or at the start of a line as a heading, a quotation
or a list; the last character needs a backslash."""

_SIGN = re.compile(r"(?<=[\d)]) ([=+−×]) (?=[\d(−])")


def whole_sums(text: str) -> str:
    """The text with sums such as `3 + 20 = 23` kept on one line."""
    return _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)


def plainly(players: tuple[Player, ...], text: str) -> str:
    """A game's sentence with the names of these players, as plain text; see `name_at`.

    A name from right to left leaves the rest of the sentence where it is.
    """

    return name_seats(text, lambda seat: (name_at if text == mark(seat) else name_amid)(players, seat))


def name_amid(players: tuple[Player, ...], seat: Seat) -> str:
    """A seat's name for the middle of a sentence."""
    return amid(name_at(players, seat))


def face_name(face: Face | None, otherwise: str = "Somebody") -> str:
    """What somebody is called in the middle of a sentence, or the other word if nobody knows."""
    return (amid(face.name) if face is not None else "") or otherwise


def escaped(text: str) -> str:
    """Plain text for a place where Discord reads markdown: all of it shows, and none of it does anything."""
    return _MEANS_MORE.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text)


def named(players: tuple[Player, ...], asked: Question) -> Question:
    """The question with names in place of seat marks, for buttons and menus, where mentions do not work."""
    choices = (
        replace(one, label=plainly(players, one.label), note=plainly(players, one.note))
        for one in asked.choices
    )
    return replace(asked, text=plainly(players, asked.text), choices=tuple(choices))


def with_plain_quotes(sentence: str) -> str:
    """A refusal for Discord, with quotations as plain text: no formatting, mentions, links or emoji."""
    return _QUOTATION.sub(lambda found: escaped(found[0]), sentence)


def alt_text(text: str) -> str:
    """The text, shortened to fit Discord's limit for alt text."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def listed(names: list[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`; or with “or” before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


Layout: TypeAlias = ui.LayoutView
Row: TypeAlias = ui.ActionRow[Any]

ACCENT = discord.Colour(0x3B6EA8)
TEXT_MOST = 4_000
"""Discord's limit for all text in a message, in characters."""
LABEL_MOST = 80
"""Discord's limit for a button's label."""
MENU_MOST = 25
"""Discord's limit for the options of a menu."""
OPTION_MOST = 100
"""Discord's limit for a menu option's label and for its description."""
PLACEHOLDER_MOST = 150
"""Discord's limit for a menu's placeholder."""
ROW_WIDTH = 5
BUTTONS = 10
"""A question with more choices than this becomes a menu."""
BUTTONS_IN_ROWS = 20
"""The same for a question that arranges its buttons in rows; few messages have room for more."""
COMPONENTS_MOST = 40
"""Discord's limit for everything in a message: pictures, texts, rows, and what's in the rows."""

_BETWEEN = "\N{NO-BREAK SPACE}· "
SHORT = 20
"""Labels and notes up to this many characters aren't broken across lines."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to post or edit: its layout and its pictures."""

    layout: Layout
    files: tuple[discord.File, ...] = ()

    def to_send(self, called: Collection[int] = ()) -> dict[str, Any]:
        """What discord.py needs to send it. The people `called` are notified if it mentions them."""
        self._rewind()
        return {"view": self.layout, "files": list(self.files), "allowed_mentions": calling(called)}

    def to_edit(self) -> dict[str, Any]:
        """What discord.py needs to show it in place of something else. That notifies nobody."""
        self._rewind()
        return {"view": self.layout, "attachments": list(self.files), "allowed_mentions": calling(())}

    def _rewind(self) -> None:
        """Its files may have been sent before."""
        for file in self.files:
            file.reset()

    def without_pictures(self) -> "Screen":
        """The same without what is uploaded with it, and a line that says so: for when Discord refuses that.

        The alt text of each picture stands in its place.
        """
        return Screen(sealed(_in_words(self.layout.children, iter((_NO_PICTURE,))))) if self.files else self

    def without_icons(self) -> "Screen":
        """The same with only words on its buttons and in its menus: for when Discord refuses the icons."""
        for one in self.layout.walk_children():
            if isinstance(one, ui.Button):
                one.emoji = None
            elif isinstance(one, ui.Select):
                for option in one.options:
                    option.emoji = None
        return self


_NO_PICTURE = "-# Discord didn't take my picture, so here it is in words."
_NO_FILE = "Discord didn't take the file **{name}**. Try again in a moment."


def _in_words(items: Iterable[ui.Item[Any]], told: Iterator[str]) -> Iterator[ui.Item[Any]]:
    """These parts with words in place of pictures and files; the first picture also gets what is `told`.

    There are no more of them than before. Texts are copied, since the new message may shorten them.
    """
    for one in items:
        match one:
            case ui.MediaGallery():
                shown = (escaped(each.description or "") for each in one.items)
                yield from paragraph(next(told, ""), *shown)
            case ui.File():
                yield ui.TextDisplay(_NO_FILE.format(name=one.media.url.removeprefix("attachment://")))
            case ui.Container():
                yield ui.Container(*_in_words(one.children, told), accent_colour=one.accent_colour)
            case ui.TextDisplay():
                yield ui.TextDisplay(one.content)
            case _:
                yield one


class _File(discord.File):
    """A file in memory, which goes as soon as nobody holds it."""

    def close(self) -> None:
        """Nothing needs closing, and discord.py would make the bytes hold themselves."""


class Gallery(ui.MediaGallery[Any]):
    """Pictures with their alt text, and the files to send with them."""

    def __init__(self, shown: Iterable[tuple[str, bytes, str]]) -> None:
        """The name of each file, the PNG and its alt text."""
        self._files = []
        super().__init__()
        for name, png, alt in shown:
            self.add_item(media=f"attachment://{name}", description=alt)
            self._files.append(_File(io.BytesIO(png), filename=name, description=alt))

    def hand_over(self) -> list[discord.File]:
        """The files, once, for the screen to hold: a layout and its parts hold each other and stay longer."""
        files: list[discord.File] = [*self._files]
        del self._files
        return files


def picture(name: str, drawn: Drawn | None, alt: str) -> list[Gallery]:
    """What was drawn, as the file of this name, with its alt text; nothing if nothing was drawn."""
    return [] if drawn is None else [Gallery([(name, drawn.png, alt)])]


def screen(*parts: str | ui.Item[Any] | Iterable[ui.Item[Any]]) -> Screen:
    """A message of these parts, from top to bottom; texts that are empty are left out."""
    layout = sealed(chain.from_iterable(map(_items, parts)))
    galleries = [one for one in layout.walk_children() if isinstance(one, Gallery)]
    return Screen(layout, tuple(file for one in galleries for file in one.hand_over()))


def _items(part: str | ui.Item[Any] | Iterable[ui.Item[Any]]) -> Iterable[ui.Item[Any]]:
    if isinstance(part, str):
        return paragraph(part)
    return (part,) if isinstance(part, ui.Item) else part


def sealed(items: Iterable[ui.Item[Any]]) -> Layout:
    """A layout that discord.py neither stores nor dispatches to, and that Discord accepts.

    Every message of the bot is made here, so Discord never refuses one for its length: text that's too long
    loses its end, the longest part first.
    """
    layout = ui.LayoutView(timeout=None)
    for item in items:
        layout.add_item(item)
    _shorten([one for one in layout.walk_children() if isinstance(one, ui.TextDisplay)])
    layout.stop()
    return layout


def paragraph(*lines: str) -> list[ui.TextDisplay[Layout]]:
    """These lines as one text, without the empty ones; nothing if all of them are."""
    shown = "\n".join(filter(None, lines))
    return [ui.TextDisplay(shown)] if shown else []


def _shorten(texts: list[ui.TextDisplay[Any]]) -> None:
    """Discord counts all text in a message together, and accepts no empty text."""
    for text in texts:
        text.content = text.content if text.content.strip() else "…"
    while (over := sum(len(text.content) for text in texts) - TEXT_MOST) > 0:
        longest = max(texts, key=lambda text: len(text.content))
        kept = max(len(longest.content) - over - 1, 0)
        longest.content = longest.content[:kept].rstrip() + "…"


def cut(text: str, most: int) -> str:
    """The text, with “…” in place of anything beyond `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def calling(user_ids: Collection[int]) -> discord.AllowedMentions:
    """Whom a message notifies by mentioning them: these people and nobody else."""
    return discord.AllowedMentions(
        users=[discord.Object(one) for one in user_ids], roles=False, everyone=False
    )


def notice(text: str, *rows: Row) -> Layout:
    """A message with a sentence and, below it, its buttons or menus."""
    return sealed([ui.TextDisplay(text), *rows])


def button(
    label: str,
    route: Route | str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[Any]:
    """A button with a label; `route` is what a press on it means, or its id."""
    custom_id = route if isinstance(route, str) else route.id
    return ui.Button(
        label=cut(label, LABEL_MOST), custom_id=custom_id, style=style, disabled=disabled, emoji=emoji
    )


def rows(buttons: Sequence[ui.Button[Any]]) -> list[Row]:
    """The buttons in rows of five."""
    return [ui.ActionRow(*buttons[n : n + ROW_WIDTH]) for n in range(0, len(buttons), ROW_WIDTH)]


def turning(
    page: int, last: int, route: Callable[[int], Route], onward: str = "Next"
) -> list[ui.Button[Any]]:
    """The buttons to the page before this one and the page after it; `route` makes the one to a page."""
    return [
        button("Back", route(page - 1), disabled=page == 0),
        button(onward, route(page + 1), disabled=page == last),
    ]


def menu(
    route: Route,
    placeholder: str,
    options: Iterable[Choice],
    chosen: Collection[str] = (),
    *,
    least: int = 1,
    most: int = 1,
    emojis: Emojis = wordy,
) -> Row:
    """A menu of these options, or as many as Discord allows, with the `chosen` keys selected."""
    shown = [
        discord.SelectOption(
            label=cut(one.label, OPTION_MOST),
            value=one.key,
            description=cut(one.note, OPTION_MOST) or None,
            emoji=emojis(one.icon),
            default=one.key in chosen,
        )
        for one in islice(options, MENU_MOST)
    ]
    select: ui.Select[Any] = ui.Select(
        custom_id=route.id,
        placeholder=cut(placeholder, PLACEHOLDER_MOST),
        min_values=least,
        max_values=most,
        options=shown,
    )
    return ui.ActionRow(select)


def not_changed(refused: str) -> str:
    """That a setting wasn't changed, and why; empty if it was."""
    return f"**Not changed.** {with_plain_quotes(refused)}" if refused else ""


def form(title: str, route: Route, asked: str, entry: ui.TextInput[ui.Modal]) -> ui.Modal:
    """A form with one thing to type, which is `asked` above its `entry`."""
    made = ui.Modal(title=title[:45], custom_id=route.id, timeout=60)
    made.add_item(ui.Label(text=asked[:45], component=entry))
    made.stop()
    return made


def question(
    pick: Question,
    session: int,
    viewer: Viewer,
    prompt_version: int,
    answers: Answers,
    emojis: Emojis = wordy,
    most: int = BUTTONS_IN_ROWS,
) -> list[ui.Item[Layout]]:
    """The choices of a table's question; see `choices`."""
    return choices(pick, Pick(session, viewer, prompt_version, answers), emojis, most)


def choices(
    pick: Question, route: Pick | TryMove, emojis: Emojis = wordy, most: int = BUTTONS_IN_ROWS
) -> list[ui.Item[Layout]]:
    """A question's choices, as buttons if there are few, else as a menu, with the buttons to go back.

    A question with likely choices has buttons for these and a menu for the others.
    From the second question on you can choose again; from the third on you can also go back one.
    `route` has the answers so far, and the message has room for `most` buttons in rows.
    """
    answers = route.answers
    again = _again(route) if answers else []
    if 0 < pick.likely < len(pick.choices):
        few = replace(pick, choices=pick.choices[: pick.likely], likely=0)
        others = menu(route, pick.rest, pick.choices[pick.likely :], emojis=emojis)
        return [*_buttons(few, route, emojis, []), others, *rows(again)]
    if pick.most > 1 or len(pick.choices) > (most if pick.rows else BUTTONS):
        how_many = _how_many(pick)
        many = menu(route, how_many, pick.choices, least=pick.least, most=pick.most, emojis=emojis)
        return [many, *rows(again)]
    return _buttons(pick, route, emojis, again)


def _buttons(
    pick: Question, route: Pick | TryMove, emojis: Emojis, again: Sequence[ui.Button[Any]]
) -> list[ui.Item[Layout]]:
    """A button for each choice, in the question's rows, with its notes above; then the buttons to go back."""
    ids = route.ids([(*route.answers, one.key) for one in pick.choices])
    buttons = [
        button(one.label, custom_id, _style(one), emoji=emojis(one.icon))
        for one, custom_id in zip(pick.choices, ids, strict=True)
    ]
    rest = iter(buttons)
    shaped = [ui.ActionRow(*islice(rest, length)) for length in pick.rows[:-1]]
    return [*_notes(pick), *shaped, *rows([*rest, *again])]


def _style(choice: Choice) -> ButtonStyle:
    """Moves are blue, everything else is grey."""
    return ButtonStyle.primary if choice.is_move else ButtonStyle.secondary


def _again(route: Pick | TryMove) -> list[ui.Button[Any]]:
    """The buttons back to an earlier question."""
    *back, again = route.ids([route.answers[:-1], ()] if len(route.answers) > 1 else [()])
    return [*(button("Back", custom_id) for custom_id in back), button("Choose again", again)]


def _notes(pick: Question) -> list[ui.Item[Layout]]:
    """The choices' notes in a small line above the buttons. A menu shows them next to each choice."""
    told = [
        f"**{_unbroken(one.label)}**:\N{NO-BREAK SPACE}{_unbroken(one.note)}"
        for one in pick.choices
        if one.note
    ]
    return [ui.TextDisplay(f"-# {_BETWEEN.join(told)}")] if told else []


def _unbroken(text: str) -> str:
    """The text, with no-break spaces if it's a short label or note."""
    return text.replace(" ", "\N{NO-BREAK SPACE}") if len(text) <= SHORT else text


def _how_many(pick: Question) -> str:
    """What a menu says before anything is chosen. The question itself stands above it."""
    if pick.most == 1:
        return "Choose one"
    return f"Choose {pick.most}" if pick.least == pick.most else f"Choose {pick.least} to {pick.most}"
