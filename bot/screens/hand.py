"""What only one player sees: their hand as they like it shown, what they were told, hints, a notebook."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from discord import ButtonStyle, ui

from bot import routes
from bot.people.settings import preferences_in
from bot.refusal import Refusal
from bot.screens import board
from bot.screens.board import (
    ask_row,
    asked_on_board,
    choices_of,
    ended_row,
    headline,
    hint_opener,
    made_for,
    notebook_opener,
    table_buttons,
    undo_button,
)
from bot.screens.clock import resume_button, time_left
from bot.screens.parts import (
    Layout,
    Row,
    Screen,
    button,
    menu,
    notice,
    paragraph,
    picture,
    rows,
    screen,
    seating,
    with_mentions,
)
from bot.screens.pictures import Drawn, Emojis, wordy
from bot.screens.story import description, log_for
from bot.tables.moves import Hint
from bot.tables.session import Session
from games.core import AT_FIRST, MARKS, Preferences, Question, Seat, letter
from games.kit.prose import counted


def hint_screen(session: Session, hint: Hint, where: str = "") -> Screen:
    """The move, why it is good, how many hints are left, and a button that makes the move.

    `where` is a line that names the table.
    """
    buttons = hint.advice.buttons or (hint.advice.text,)
    move = with_mentions(session, " → ".join(buttons))
    heading = f"{where}\n" if where else ""
    why = with_mentions(session, hint.advice.why)
    text = f"{heading}**Hint: {move}**\n{why}\n-# {_left(hint.left)}"
    play = routes.PlayHint(session.id, hint.seat, hint.prompt_version, hint.advice.text)
    if not play.fits:
        return Screen(notice(text))
    return Screen(notice(text, ui.ActionRow(button("Play this", play, ButtonStyle.success))))


def purpose(session: Session, seat: Seat, prompt_version: int) -> str:
    """What this hint is for: it expires with the question."""
    return hint_purpose(session.id, letter(seat), prompt_version)


def purposes(session: Session) -> list[str]:
    """The purposes of hints that still help: those for the current questions."""
    if session.table.over:
        return []
    return [purpose(session, seat, session.table.prompt_version(seat)) for seat in session.table.seats]


def _left(left: int | None) -> str:
    if left is None:
        return "You can ask for as many hints as you like."
    return f"You have {counted(left, 'hint') if left else 'no hints'} left."


def hint_purpose(session_id: int, *question: object) -> str:
    """The purpose of a hint for one question: it expires with the question, or with the table."""
    return ":".join(["hint", str(session_id), *map(str, question)])


def preference_buttons(
    session: Session, seat: Seat, answers: tuple[str, ...], preferred: Preferences
) -> list[ui.Button[Any]]:
    """One button for each preference, which sets its next value and keeps the answers so far."""
    if session.table.over:
        return []
    prompt_version, shown = session.table.prompt_version(seat), []
    for preference in preferences_in(session.game):
        keys = [value.key for value in preference.values]
        following = preference.values[(keys.index(preferred[preference.name]) + 1) % len(keys)]
        route = routes.Prefer(session.id, seat, prompt_version, following.key, answers)
        shown.append(button(following.label, route))
    return shown


HAND_PICTURE = "hand.png"


@dataclass(frozen=True, slots=True)
class TableLink:
    """The link from a direct message to its table: the server's name and the board's URL."""

    server: str
    link: str


def private_screen(
    session: Session,
    seat: Seat,
    drawn: Drawn | None,
    table: TableLink,
    answers: tuple[str, ...] = (),
    preferred: Preferences = AT_FIRST,
    emojis: Emojis = wordy,
    *,
    shows_players: bool = False,
    tip: str = "",
) -> Screen:
    """A seat's hand, with the question that follows `answers`. All of it is made from the seat's own view.

    `shows_players` is whether the picture says who has which seat. A `tip` stands under the question, with
    the button that turns tips off.
    """
    said = drawn.said if drawn is not None else ()
    asked = session.asked(seat, answers, preferred)
    shown: list[ui.Item[Layout]] = []
    if session.table.ask is not None and seat in session.waits_for():
        heading, shown = headline(session), [ask_row(session)]
    elif isinstance(asked, Question):
        heading = f"### {with_mentions(session, asked.text)}"
        shown = choices_of(session, seat, asked, answers, emojis)
    else:
        heading = headline(session)
    buttons = preference_buttons(session, seat, answers, preferred)
    if tip:
        buttons.append(tips_switch(session, seat))
    return screen(
        _where(session, seat, table),
        picture(HAND_PICTURE, drawn, description(session, seat, said, preferred)),
        seating(session, shows_players=shows_players) if drawn is not None else "",
        paragraph(heading, time_left(session, session.players[seat].user_id)),
        paragraph(log_for(session, seat, said), made_for(session)),
        f"-# Tip: {tip}" if tip else "",
        shown,
        _rows(session, seat, table.link, buttons),
    )


def elsewhere_screen(session: Session, seat: Seat, table: TableLink, channel_id: int | None) -> Screen:
    """What stands in place of a hand that is open in another channel, or further down here if that's None."""
    where = "further down" if channel_id is None else f"in <#{channel_id}>"
    return screen(paragraph(_where(session, seat, table), f"Your hand is open {where}."))


def away_screen(session: Session, seat: Seat, table: TableLink, reader_id: int | None) -> Screen:
    """What stands in place of the hand of somebody who left the game, with the way back to it."""
    buttons = [_to_table(table.link)]
    if session.table.over:
        text = headline(session)
    elif session.players[seat].reader_id != reader_id:
        text = f"{session.seats.called(seat)} has taken over your seat."
    else:
        text = board.yours(session)
        buttons.insert(0, button("Come back", routes.ComeBack(session.id), ButtonStyle.success))
    return screen(paragraph(_where(session, seat, table), text), rows(buttons))


def _to_table(link: str) -> ui.Button[Layout]:
    return ui.Button(label="Go to table", url=link, style=ButtonStyle.link)


def closed_screen(session: Session, seat: Seat, table: TableLink) -> Screen:
    """What an ephemeral hand becomes when it can no longer be kept up to date."""
    told = paragraph(_where(session, seat, table), "This hand was open for a while, so I've put it away.")
    return screen(told, rows([button("My hand", routes.Hand(session.id, seat, again=True))]))


def table_name(session: Session, table: TableLink) -> str:
    """A small line with the game, the server and the channel, so that tables never mix; none if it's here."""
    if session.is_direct:
        return ""
    return f"-# {session.game.about.title} in {table.server} · <#{session.stored.channel_id}>"


def _where(session: Session, seat: Seat, table: TableLink) -> str:
    own = f"**Your seat {letter(seat).upper()}**" if session.seats.others_of(seat) else ""
    return "\n".join(filter(None, (table_name(session, table), own)))


def _rows(session: Session, seat: Seat, link: str, turned: list[ui.Button[Layout]]) -> list[Row]:
    """The buttons below the question; in direct messages the board's too, since that is where both are."""
    table = session.table
    buttons = [
        button(f"Seat {letter(other).upper()}", routes.Hand(session.id, other))
        for other in session.seats.others_of(seat)
    ]
    is_asked = seat in table.turn.owes and isinstance(session.asked(seat), Question)
    if table.game.about.pick_for_me and is_asked:
        buttons.append(button("Pick for me", routes.AutoPick(session.id, seat, table.prompt_version(seat))))
    buttons += hint_opener(session, seat)
    if table.game.about.hands and not (session.is_direct and undo_button(session)):
        buttons += undo_button(session, seat)
    if session.is_paused and session.players[seat].user_id == session.host_id:
        buttons.append(resume_button(session))
    if session.is_direct:
        below = table_buttons(session, asked_on_board(session))
        return [ended_row(session)] if table.over else rows([*buttons, *turned, *below])
    return rows([*buttons, *notebook_opener(session, seat), *turned, _to_table(link)])


def tips_switch(session: Session, seat: Seat) -> ui.Button[Layout]:
    """The button that turns tips off."""
    return button("Turn off tips", routes.TurnOffTips(session.id, seat))


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
    whose = f", seat {letter(seat).upper()}" if session.seats.others_of(seat) else ""
    notes = [f"- {with_mentions(session, note)}" for note in notes_of(session, seat, marks)]
    text = "\n".join(filter(None, [where, f"### Your notebook{whose}", *(notes or ["Nothing here yet."])]))
    again = button("Refresh", routes.Notebook(session.id, seat, again=True))
    return screen(_within_limit(text), _menus(session, seat, marks, emojis), rows([again]))


def _menus(session: Session, seat: Seat, marks: Preferences, emojis: Emojis) -> list[Row]:
    """A menu for each mark, with a tick at everything that has it."""
    things = session.game.markable
    if session.table.over or not things:
        return []
    return [
        menu(
            routes.Mark(session.id, seat, mark.key),
            f"{mark.label}: tap to mark",
            [replace(thing, label=f"{mark.label}: {thing.label}") for thing in things],
            [thing for thing, has in marks.items() if has == mark.key],
            least=0,
            most=len(things),
            emojis=emojis,
        )
        for mark in MARKS
    ]


def notes_of(session: Session, seat: Seat, marks: Preferences = AT_FIRST) -> tuple[str, ...]:
    """What the notebook says, by its player's marks. Raises Refusal if the game keeps none."""
    game = session.game
    if game.notes is None:
        raise Refusal(f"There's no notebook in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("The notebook is switched off in this game.")
    return game.notes(session.table.view(seat, marks))


def _within_limit(text: str) -> str:
    """The text without the last lines, if it is too long."""
    return text if len(text) <= _TEXT_LIMIT else text[: text.rindex("\n", 0, _TEXT_LIMIT + 1)]
