"""A seat's notebook in games that have one: what its player has learned and marked. Only they can see it."""

import json
from collections.abc import Collection

import discord
from discord import ui

from bot.screens import ids, words
from bot.screens.context import DisplayContext
from bot.screens.ephemerals import Ephemeral
from bot.screens.icons import Emojis
from bot.screens.panel import Screen
from bot.screens.parts import Layout, Row, button, sealed
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import AT_FIRST, MARKS, Preferences, Seat, letter

_TEXT_LIMIT = 3_900
"""Discord allows 4,000 characters in a message, and the heading needs some."""


class Notebook:
    """A notebook that its player has open, kept up to date for as long as it can be."""

    def __init__(self, context: DisplayContext, session: Session, seat: Seat, message: Ephemeral) -> None:
        """It was shown on `message` just now."""
        self._context = context
        self._session = session
        self._seat = seat
        self._message = message
        self._shown = _notes(session, seat)

    async def show(self) -> bool:
        """Show what is new; whether it can be shown again."""
        if self._message.seconds_left <= 0:
            return False
        notes = _notes(self._session, self._seat)
        if notes == self._shown:
            return True
        self._shown = notes
        return await self._message.show(await notebook_screen(self._context, self._session, self._seat))


async def notebook_screen(context: DisplayContext, session: Session, seat: Seat) -> Screen:
    """A seat's notes, made from its own view and its player's marks, with menus to mark things.

    Raises Refusal if the game keeps none.
    """
    marked = await marks(context, session, seat)
    notes = _notes(session, seat, marked)
    whose = f", seat {letter(seat).upper()}" if session.seats.others_of(seat) else ""
    rows = [f"- {words.told(session, note)}" for note in notes]
    heading = f"### Your notebook{whose}"
    text = _within_limit([heading, *(rows or ["Nothing here yet."])])
    menus = _menus(session, seat, marked, context.pictures.icons.of(session.table.game))
    again = button("Refresh", ids.write("notes", session.id, letter(seat), "again"))
    return Screen(sealed([ui.TextDisplay(text), *menus, ui.ActionRow(again)]))


async def marks(context: DisplayContext, session: Session, seat: Seat) -> Preferences:
    """What the player of this seat marked, and how; nothing where there is no notebook to mark in."""
    if not session.table.game.markable or not session.table.keeps_notes:
        return AT_FIRST
    return _read(await context.archive.marks(session.id, seat))


def change_marks(stored: str, mark: str, marked: Collection[str]) -> str:
    """The marks as they are stored, once exactly these things are marked with this mark."""
    others = {thing: had for thing, had in _read(stored).items() if had != mark}
    return json.dumps(others | dict.fromkeys(marked, mark))


def _read(stored: str) -> dict[str, str]:
    return dict(json.loads(stored))


def _notes(session: Session, seat: Seat, marked: Preferences = AT_FIRST) -> tuple[str, ...]:
    """Raises Refusal if the game keeps none."""
    game = session.table.game
    if game.notes is None:
        raise Refusal(f"There's no notebook in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("The notebook is switched off in this game.")
    return game.notes(session.table.view(seat, marked))


def _menus(session: Session, seat: Seat, marked: Preferences, emojis: Emojis) -> list[Row]:
    """A menu for each mark, with a tick at everything marked so."""
    things = session.table.game.markable
    if session.table.over or not things:
        return []
    return [
        ui.ActionRow(
            ui.Select[Layout](
                custom_id=ids.write("mark", session.id, letter(seat), mark.key),
                placeholder=f"{mark.label}: tap to mark",
                min_values=0,
                max_values=len(things),
                options=[
                    discord.SelectOption(
                        label=f"{mark.label}: {thing.label}",
                        value=thing.key,
                        emoji=emojis(thing.icon),
                        default=marked.get(thing.key) == mark.key,
                    )
                    for thing in things
                ],
            )
        )
        for mark in MARKS
    ]


def _within_limit(rows: list[str]) -> str:
    while len(text := "\n".join(rows)) > _TEXT_LIMIT:
        rows = rows[:-1]
    return text
