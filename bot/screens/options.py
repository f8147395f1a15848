"""A game's options as menus and forms, built from its options model."""

from typing import Literal, get_args, get_origin

import discord
from annotated_types import Ge, Gt, Le, Lt
from discord import ui
from pydantic.fields import FieldInfo

from bot.screens import ids, words
from bot.screens.parts import Row, button, menu, sealed
from bot.screens.screen import Screen
from bot.tables.lobby import Lobby
from bot.tables.options import Option

MENU_LIMIT = 25

LISTED = 6
"""A lobby lists all options if there are at most this many, else only the changed ones."""

PAGE = 8
"""Options per page: each takes three of the 40 components a message can have."""


def summary(lobby: Lobby) -> str:
    """One line per option, with changed values in bold.

    If the game has many options, only the changed ones; of the table's own options, always just those.
    """
    choices = lobby.choices
    games = [one for one in choices if not one.is_tables]
    shown = [one for one in choices if one.is_changed or (one in games and len(games) <= LISTED)]
    rows = [f"{_title(one)}: {f'**{told}**' if one.is_changed else told}" for one, told in _told(shown)]
    left = sum(one not in shown for one in games)
    if left == len(games) > 0:
        rows.append(f"-# All {left} options are at their defaults. The host can change them.")
    elif left:
        rows.append(f"-# The other options ({left}) are at their defaults. The host can change them.")
    return "\n".join(rows)


def _told(options: list[Option]) -> list[tuple[Option, str]]:
    return [(one, _noted(one.field, one.value)) for one in options]


def options_screen(lobby: Lobby, page: int = 0, refused: str = "") -> Screen:
    """For the host: a menu for each option, or a button for a form if it has too many values.

    A message can have 40 components, so long lists have pages; an invalid page becomes the nearest one.
    `refused` says why the last change wasn't made.
    """
    everything = lobby.choices
    last = max((len(everything) - 1) // PAGE, 0)
    page = min(max(page, 0), last)
    items: list[ui.Item[ui.LayoutView]] = []
    for one in everything[page * PAGE : (page + 1) * PAGE]:
        note = f"\n-# {one.field.description}" if one.field.description else ""
        items.append(ui.TextDisplay(f"**{_title(one)}**: {_noted(one.field, one.value)}{note}"))
        items.append(_control(lobby.id, one))
    if refused:
        items.append(ui.TextDisplay(f"**Not changed.** {words.refused(refused)}"))
    if last:
        items.append(
            ui.ActionRow(
                button("Back", ids.write("options", lobby.id, page - 1), disabled=page == 0),
                button("More options", ids.write("options", lobby.id, page + 1), disabled=page == last),
            )
        )
    people = [button("Remove player", ids.write("remove", lobby.id))]
    if not lobby.is_direct:
        people.append(button("Change host", ids.write("host", lobby.id)))
    items.append(ui.ActionRow(*people))
    return Screen(sealed(items))


def page_of(lobby: Lobby, name: str) -> int:
    """The page that shows an option."""
    return [one.name for one in lobby.choices].index(name) // PAGE


def option_form(session: int, option: Option) -> ui.Modal:
    """A form for a number with many values."""
    least, most = bounds(option.field)
    form = ui.Modal(
        title=_title(option)[:45], custom_id=ids.write("option", session, option.name), timeout=60
    )
    entry: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="value", default=str(option.value), max_length=12)
    form.add_item(ui.Label(text=f"A whole number from {least} to {most}"[:45], component=entry))
    form.stop()
    return form


def values(field: FieldInfo) -> list[str] | None:
    """All values of a field as text, or None if there are too many for a menu."""
    kind = field.annotation
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    least, most = bounds(field)
    return [str(one) for one in range(least, most + 1)] if most - least < MENU_LIMIT else None


def bounds(field: FieldInfo) -> tuple[int, int]:
    """The smallest and largest value of a whole number. Raises ValueError for an unbounded field."""
    least, most = None, None
    for bound in field.metadata:
        match bound:
            case Ge(ge=int(number)):
                least = number
            case Gt(gt=int(number)):
                least = number + 1
            case Le(le=int(number)):
                most = number
            case Lt(lt=int(number)):
                most = number - 1
    if least is None or most is None:
        raise ValueError("an option is a bool, a Literal or a bounded int")
    return least, most


def wording(value: object) -> str:
    """A value written for people."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _title(option: Option) -> str:
    return option.field.title or option.name


def _control(session: int, option: Option) -> Row:
    name, field, value = option.name, option.field, option.value
    custom_id = ids.write("option", session, name)
    known = values(field)
    if known is None:
        return ui.ActionRow(button("Change", ids.write("form", session, name)))
    options = [
        discord.SelectOption(
            label=_label(one),
            value=one,
            default=one == _text(value),
            description=", ".join(filter(None, (note_of(field, one), _default(field, one)))) or None,
        )
        for one in known
    ]
    return menu(custom_id, field.title or name, options)


def note_of(field: FieldInfo, value: str) -> str:
    """A field's note on one of its values, from `notes` in its `json_schema_extra`; else empty."""
    extra = field.json_schema_extra
    notes = extra.get("notes") if isinstance(extra, dict) else None
    return str(notes.get(value, "")) if isinstance(notes, dict) else ""


def _noted(field: FieldInfo, value: object) -> str:
    note = note_of(field, _text(value))
    return f"{wording(value)} ({note})" if note else wording(value)


def _default(field: FieldInfo, value: str) -> str:
    return "default" if value == _text(field.default) else ""


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text)
