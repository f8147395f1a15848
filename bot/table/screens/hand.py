"""What only one player sees: their hand as they like it shown, what they were told, hints, a notebook."""

import json
from dataclasses import dataclass
from typing import Any

from discord import ButtonStyle, ui

from bot.chat.drawing import Drawn
from bot.chat.ephemerals import hint_purpose
from bot.chat.parts import Layout, Row, Screen, alt_text, button, paragraph, picture, rows, screen
from bot.chat.pictures import Emojis, wordy
from bot.people.settings import preferences_in
from bot.refusal import Refusal
from bot.table.moves import Hint
from bot.table.screens import board, routes
from bot.table.screens.board import (
    Pictured,
    Tip,
    ask_row,
    choices_of,
    ended_rows,
    headline,
    hint_opener,
    made_for,
    news_opener,
    notebook_opener,
    result_of,
    table_buttons,
    tip_line,
    tips_switch,
    undo_button,
)
from bot.table.screens.clock import resume_button, time_left
from bot.table.screens.naming import with_mentions, with_names
from bot.table.screens.story import description
from bot.table.session import Session
from games.core import AT_FIRST, MARKS, Caption, Preferences, Question, Seat, letter
from games.kit.prose import counted


def hint_in_short(hint: Hint) -> str:
    """The caption of a hint's picture: the buttons that make the move, seats as marks.

    It's empty if the hint is a move of the game: then the game says it.
    """
    if hint.is_move:
        return ""
    return f"Hint: {', '.join(hint.advice.way.labels or (hint.advice.text,))}"


def hint_screen(
    session: Session,
    hint: Hint,
    drawn: Drawn | None,
    where: str = "",
    preferred: Preferences = AT_FIRST,
) -> Screen:
    """The move on the player's own picture, why it is good, how many are left, and a button that makes it.

    `where` is a line that names the table.
    """
    short, why = hint_in_short(hint), with_mentions(session, hint.advice.why)
    said = drawn.said if drawn is not None else ()
    alt = f"{with_names(session, short)}. " * bool(short) + description(session, hint.seat, said, preferred)
    play = routes.PlayHint(session.id, hint.seat, hint.prompt_version, hint.advice.text)
    return screen(
        where,
        picture(HINT_PICTURE, drawn, alt_text(alt)),
        paragraph(
            f"**{with_mentions(session, short)}**" if short and Caption(short) not in said else "",
            why,
            "" if hint.is_move else f"-# {_left(hint)}",
        ),
        rows([button("Play this", play, ButtonStyle.success)] if play.fits else []),
    )


def purpose(session: Session, seat: Seat, prompt_version: int) -> str:
    """What this hint is for: it expires with the question."""
    return hint_purpose(session.id, letter(seat), prompt_version)


def purposes(session: Session) -> list[str]:
    """The purposes of hints that still help: those for the current questions."""
    if session.table.over:
        return []
    return [purpose(session, seat, session.table.prompt_version(seat)) for seat in session.table.seats]


def _left(hint: Hint) -> str:
    if hint.left is None:
        return "You can ask for as many hints as you like."
    left = f"You have {counted(hint.left, 'hint') if hint.left else 'no hints'} left."
    return f"This one didn't count. {left}" if hint.is_free else left


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


HAND_PICTURE, HINT_PICTURE = "hand.png", "hint.png"


@dataclass(frozen=True, slots=True)
class TableLink:
    """The link from a direct message to its table: its server with its channel, and the board's URL."""

    place: str
    link: str


def private_screen(
    session: Session,
    seat: Seat,
    shown: Pictured,
    table: TableLink,
    answers: tuple[str, ...] = (),
    preferred: Preferences = AT_FIRST,
    tip: Tip | None = None,
    limits: str = "",
) -> Screen:
    """A seat's hand, with the question that follows `answers`. All of it is made from the seat's own view.

    A `tip` stands under the question, with the button that turns tips off. The `limits` of the place stand
    below all else; see `as_a_guest`.
    """
    asked = session.asked(seat, answers, preferred)
    answering: list[ui.Item[Layout]] = []
    if session.table.ask is not None and seat in session.waits_for():
        heading, answering = headline(session), [ask_row(session)]
    elif isinstance(asked, Question):
        heading = f"### {with_mentions(session, asked.text)}"
        answering = choices_of(session, seat, asked, answers, shown.emojis)
    else:
        heading = headline(session)
    buttons = preference_buttons(session, seat, answers, preferred)
    if tip is not None:
        buttons.append(tips_switch(session, seat))
    return screen(
        picture(HAND_PICTURE, shown.drawn, description(session, seat, shown.said, preferred)),
        result_of(session, shown.card),
        paragraph(_own_seat(session, seat), heading, tip_line(tip)),
        answering,
        paragraph(
            shown.log(session, seat),
            made_for(session),
            time_left(session, session.players[seat].user_id),
            shown.seats(session),
            table_name(session, table),
            limits,
        ),
        _rows(session, seat, table.link, buttons),
    )


def elsewhere_screen(session: Session, seat: Seat, table: TableLink, channel_id: int | None) -> Screen:
    """What stands in place of a hand that is open in another channel, or further down here if that's None."""
    where = "further down" if channel_id is None else f"in <#{channel_id}>"
    if session.answers_only:
        where = "where you play"
    return screen(paragraph(_where(session, seat, table), f"Your {session.game.about.hand} is open {where}."))


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
    hand = session.game.about.hand
    told = paragraph(_where(session, seat, table), f"This {hand} was open for a while, so I've put it away.")
    return screen(told, rows([button(f"My {hand}", routes.Hand(session.id, seat, again=True))]))


def table_name(session: Session, table: TableLink) -> str:
    """A small line with the game, the server and the channel, so that tables never mix; none if it's here."""
    if session.is_direct:
        return ""
    return f"-# {session.game.about.title} in {table.place}"


def _where(session: Session, seat: Seat, table: TableLink) -> str:
    return "\n".join(filter(None, (table_name(session, table), _own_seat(session, seat))))


def _own_seat(session: Session, seat: Seat) -> str:
    """For somebody with several seats, which of them it is."""
    return f"**Your seat {letter(seat).upper()}**" if session.seats.others_of(seat) else ""


def _rows(session: Session, seat: Seat, link: str, turned: list[ui.Button[Layout]]) -> list[Row]:
    """The buttons below the question; in direct messages the board's too, since that is where both are."""
    table = session.table
    buttons = [
        button(f"Seat {letter(other).upper()}", routes.Hand(session.id, other))
        for other in session.seats.others_of(seat)
    ]
    is_asked = seat in table.turn.owes and isinstance(session.asked(seat), Question)
    if table.game.about.pick_for_me and is_asked and not session.is_try:
        buttons.append(button("Pick for me", routes.AutoPick(session.id, seat, table.prompt_version(seat))))
    buttons += hint_opener(session, seat)
    if not session.is_direct:
        buttons += news_opener(session, seat)
    if table.game.about.hands and not (session.is_direct and undo_button(session)):
        buttons += undo_button(session, seat)
    if session.is_paused and not session.held and session.players[seat].user_id == session.host_id:
        buttons.append(resume_button(session))
    if session.is_direct:
        below = table_buttons(session)
        return ended_rows(session) if table.over else rows([*buttons, *turned, *below])
    return rows([*buttons, *notebook_opener(session, seat), *turned, _to_table(link)])


_TEXT_LIMIT = 3_900
"""Discord allows 4,000 characters in a message, and the heading needs some."""


def read_marks(marks: str) -> Preferences:
    """The marks of a notebook from storage: for each marked thing, which mark it has."""
    return dict(json.loads(marks))


def next_mark(marks: str, thing: str) -> str:
    """The marks after one press on this thing: the first mark, the one after it, or none after the last."""
    had, keys = dict(read_marks(marks)), ["", *(mark.key for mark in MARKS), ""]
    had[thing] = keys[keys.index(had.get(thing, "")) + 1]
    return json.dumps({one: mark for one, mark in had.items() if mark})


def notebook_screen(
    session: Session,
    seat: Seat,
    drawn: Drawn | None,
    marks: Preferences,
    emojis: Emojis = wordy,
    where: str = "",
) -> Screen:
    """A seat's notes, made from its own view and its player's marks, with a button to mark each thing.

    `where` is a line that names the table.

    Raises Refusal if the game keeps none.
    """
    whose = f", seat {letter(seat).upper()}" if session.seats.others_of(seat) else ""
    notes = [f"- {with_mentions(session, note)}" for note in notes_of(session, seat, marks)]
    text = "\n".join(filter(None, [f"### Your notebook{whose}", *(notes or ["Nothing here yet."])]))
    again = button("Refresh", routes.Notebook(session.id, seat, again=True))
    buttons = _marking(session, seat, marks, emojis)
    how = "-# Press an item to mark it: sure, possible, out. Only you see your marks." if buttons else ""
    grid = picture(HAND_PICTURE, drawn, "Your notebook: every item with what you know of it, and your marks.")
    return screen(where, grid, _within_limit(text), how, buttons, rows([again]))


_IN_ROW = 3
"""How many things share a row, as on the shelves of the picture."""

_MARKED = {
    "sure": ("✓", ButtonStyle.success),
    "maybe": ("?", ButtonStyle.primary),
    "out": ("✗", ButtonStyle.danger),
}


def _marking(session: Session, seat: Seat, marks: Preferences, emojis: Emojis) -> list[Row]:
    """A button for each thing, which shows its mark and gives it the next one."""
    if session.table.over:
        return []
    buttons = []
    for thing in session.game.markable:
        sign, style = _MARKED.get(marks.get(thing.key, ""), ("", ButtonStyle.secondary))
        route = routes.Mark(session.id, seat, thing.key)
        buttons.append(button(f"{sign} {thing.label}".strip(), route, style, emoji=emojis(thing.icon)))
    return [ui.ActionRow(*buttons[at : at + _IN_ROW]) for at in range(0, len(buttons), _IN_ROW)]


def notes_of(session: Session, seat: Seat, marks: Preferences = AT_FIRST) -> tuple[str, ...]:
    """What the notebook says, by its player's marks. Raises Refusal if the game keeps none."""
    game = session.game
    if game.notebook is None:
        raise Refusal(f"There's no notebook in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("The notebook is switched off in this game.")
    return game.notebook.notes(session.table.view(seat, marks))


def _within_limit(text: str) -> str:
    """The text without the last lines, if it is too long."""
    return text if len(text) <= _TEXT_LIMIT else text[: text.rindex("\n", 0, _TEXT_LIMIT + 1)]
