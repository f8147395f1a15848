"""A seat's notebook in games that have one: what its player has learned and marked. Only they can see it."""

import json
from collections.abc import Collection

import discord
from discord import ui

from bot import routes
from bot.refusal import Refusal
from bot.screens import words
from bot.screens.parts import Layout, Row, Screen, button, sealed
from bot.screens.pictures import Emojis, wordy
from bot.tables.session import Session
from games.core import AT_FIRST, MARKS, Preferences, Seat, letter

_TEXT_LIMIT = 3_900
"""Discord allows 4,000 characters in a message, and the heading needs some."""


def read_marks(marks: str) -> Preferences:
    """The marks of a notebook from storage: for each marked thing, which mark it has."""
    return dict(json.loads(marks))


def change_marks(marks: str, mark: str, marked: Collection[str]) -> str:
    """The marks after giving this mark to exactly these things."""
    others = {thing: had for thing, had in read_marks(marks).items() if had != mark}
    return json.dumps(others | dict.fromkeys(marked, mark))


def notebook_screen(
    session: Session, seat: Seat, marks: Preferences, emojis: Emojis = wordy, where: str = ""
) -> Screen:
    """A seat's notes, made from its own view and its player's marks, with menus to mark things.

    `where` is a line that names the table.

    Raises Refusal if the game keeps none.
    """
    notes = notes_of(session, seat, marks)
    whose = f", seat {letter(seat).upper()}" if session.seats.others_of(seat) else ""
    rows = [f"- {words.with_mentions(session, note)}" for note in notes]
    heading = f"### Your notebook{whose}"
    text = _within_limit([*filter(None, [where]), heading, *(rows or ["Nothing here yet."])])
    again = button("Refresh", routes.Notebook(session.id, seat, again=True))
    menus = _menus(session, seat, marks, emojis)
    return Screen(sealed([ui.TextDisplay(text), *menus, ui.ActionRow(again)]))


def _menus(session: Session, seat: Seat, marks: Preferences, emojis: Emojis) -> list[Row]:
    """A menu for each mark, with a tick at everything that has it."""
    things = session.table.game.markable
    if session.table.over or not things:
        return []
    return [
        ui.ActionRow(
            ui.Select[Layout](
                custom_id=routes.Mark(session.id, seat, mark.key).id,
                placeholder=f"{mark.label}: tap to mark",
                min_values=0,
                max_values=len(things),
                options=[
                    discord.SelectOption(
                        label=f"{mark.label}: {thing.label}",
                        value=thing.key,
                        emoji=emojis(thing.icon),
                        default=marks.get(thing.key) == mark.key,
                    )
                    for thing in things
                ],
            )
        )
        for mark in MARKS
    ]


def notes_of(session: Session, seat: Seat, marks: Preferences = AT_FIRST) -> tuple[str, ...]:
    """What the notebook says, by its player's marks. Raises Refusal if the game keeps none."""
    game = session.table.game
    if game.notes is None:
        raise Refusal(f"There's no notebook in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("The notebook is switched off in this game.")
    return game.notes(session.table.view(seat, marks))


def _within_limit(rows: list[str]) -> str:
    while len(text := "\n".join(rows)) > _TEXT_LIMIT:
        rows = rows[:-1]
    return text
