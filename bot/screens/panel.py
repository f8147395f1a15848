"""The board in the channel: the picture, the seats, whose turn it is, a short log, and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ButtonStyle, ui

from bot.screens import absence, ids, words
from bot.screens.clock import PAUSED, resume_button, time_left
from bot.screens.icons import Emojis, wordy
from bot.screens.parts import Layout, Row, button, paragraph, picture, question, sealed
from bot.tables import hints
from bot.tables.misses import OVER
from bot.tables.only_move import ONLY
from bot.tables.requests import LEFT_ALONE
from bot.tables.session import Session
from games.core import CHANCE, Question, Seat, Viewer, letter, mark

LOG_LINES = 3
PICTURE = "board.png"
STOPPED = "The game was stopped."


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to post or edit: its layout and its pictures."""

    layout: Layout
    files: tuple[discord.File, ...] = ()


def panel(
    session: Session,
    png: bytes | None,
    answers: tuple[str, ...] = (),
    missed_since: int = 0,
    emojis: Emojis = wordy,
    *,
    shows_players: bool = False,
) -> Screen:
    """The board of a current or finished game, with the question that follows `answers`.

    `missed_since` is the number of lines that earlier boards have shown. Of everything since then, the newest
    three are shown and the rest are counted. `shows_players` is whether the picture says who has which seat.
    """
    files: tuple[discord.File, ...] = ()
    items: list[ui.Item[ui.LayoutView]] = []
    if png is not None:
        gallery, file = picture(PICTURE, png, description(session))
        items, files = [gallery, *paragraph(words.seating(session, shows_players=shows_players))], (file,)
    items += paragraph(headline(session, answers), time_left(session))
    items += paragraph(log(session, missed_since), made_for(session))
    return Screen(sealed([*items, *_rows(session, answers, emojis)]), files)


def description(session: Session) -> str:
    """The public board in prose."""
    game, view = session.table.game, session.table.view(None)
    text = game.describe(view) if game.describe is not None else game.about.title
    return words.alt_text(words.plain(session, text))


def headline(session: Session, answers: tuple[str, ...] = ()) -> str:
    """Whose turn it is and what they have to decide, or how the game ended."""
    table = session.table
    if table.stopped:
        return f"### {STOPPED}"
    if table.outcome:
        return f"### {_ending(session)}"
    if session.is_paused:
        return f"### {PAUSED}"
    turn = sorted(table.turn.owes)
    if table.ask:
        return f"### {session.seats.called(table.ask.by)} wants to undo the last move. Does everyone agree?"
    if not turn or turn == [CHANCE]:
        return "### The dice are rolling …"
    return f"### {_awaited(session, answers) if session.waits_for() else _thinking(session, turn)}"


def _awaited(session: Session, answers: tuple[str, ...]) -> str:
    """The people to move, and their question if it is public."""
    waited = session.waits_for()
    names = words.listed(session.seats.called_all(waited))
    asked = session.table.prompt(None, answers)
    late = session.late()
    if isinstance(asked, Question) and late is not None:
        question = words.told(session, asked.text)
        return f"{session.seats.called(late)}'s time is up, so {names} can make the move. {question}"
    if not isinstance(asked, Question):
        return f"{names} to move"
    is_named = any(mark(seat) in asked.text for seat in waited)
    return f"{'' if is_named else names + ': '}{words.told(session, asked.text)}"


def _thinking(session: Session, turn: list[Seat]) -> str:
    """Computers are to move: on their own seats, or for people who have resigned."""
    names = words.listed(session.seats.called_all(turn))
    if session.journal.only_move() is not None:
        return f"{names} can do only one thing …"
    if any(session.players[seat].is_person for seat in turn):
        return f"A computer is playing for {names} …"
    return f"{names} {'is' if len(turn) == 1 else 'are'} thinking …"


def made_for(session: Session) -> str:
    """A small line that says who made the last move, if it wasn't its player; else empty."""
    moves = (line for line in reversed(session.table.lines) if line.who != CHANCE)
    last = next(moves, None)
    if last is None or not last.note.startswith(OVER):
        return ""
    return f"-# {session.seats.called(last.who)}'s move ({words.told(session, last.note)})."


def notebook_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button for a seat's notebook, by default the seat to move; none if the game keeps no notebook."""
    if session.table.over or not session.table.keeps_notes:
        return []
    place = () if seat is None else (letter(seat),)
    return [button("Notebook", ids.write("notes", session.id, *place))]


def hint_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button that asks for a hint, for a seat's question or else the board's; none without a question."""
    asked = session.asked(seat) if seat is not None else session.waits_for() and session.table.prompt(None)
    if not hints.are_offered(session) or not isinstance(asked, Question):
        return []
    return [button("Hint", ids.write("hint", session.id, ids.write_viewer(seat)))]


def log(session: Session, missed_since: int = 0) -> str:
    """The newest lines that the channel heard, oldest first, and how many more it missed."""
    heard = heard_by(session, None)
    missed = len(session.table.heard(None, missed_since)) if missed_since else 0
    shown = newest(session, heard)
    if missed > LOG_LINES and shown:
        shown[0] = f"-# … and {missed - LOG_LINES + 1} more since the last board"
    return "\n".join(f"> {text}" for text in shown)


def newest(session: Session, heard: tuple[str, ...]) -> list[str]:
    """The last three of these lines, oldest first; none that the headline says, and none twice."""
    told = [words.told(session, text) for text in heard if not (session.table.stopped and text == STOPPED)]
    return list(dict.fromkeys(reversed(told[-LOG_LINES:])))[::-1]


def told_alone(session: Session, user_id: int) -> str:
    """What only this person was told by their last move, such as a hint; empty if a hand shows it."""
    table = session.table
    if table.game.about.hands:
        return ""
    told = [
        event.secret.get(seat, "")
        for seat in session.seats.of(user_id)
        for number, event in table.log
        if number >= table.prompt_version(seat)
    ]
    return "\n".join(words.told(session, text) for text in told if text)


def heard_by(session: Session, viewer: Viewer) -> tuple[str, ...]:
    """What this viewer was told, oldest first, without the resignations of computers that were left alone.

    After a move that the table made for its player, it says so.
    """
    log = session.table.log
    told = [(number, text) for number, event in log if (text := event.heard_by(viewer))]
    first = {number: at for at, (number, _) in reversed([*enumerate(told)])}
    lines = session.table.lines
    heard = tuple(
        f"{text} It was the only move." if lines[number - 1].note == ONLY and first[number] == at else text
        for at, (number, text) in enumerate(told)
    )
    return heard[: len(heard) - _left_alone(session)]


def _left_alone(session: Session) -> int:
    """How many computers resigned because all people had."""
    return sum(line.note == LEFT_ALONE for line in session.table.lines)


def _ending(session: Session) -> str:
    outcome = session.table.outcome
    assert outcome is not None
    if _left_alone(session):
        people = [seat for seat in session.table.resigned if session.players[seat].is_person]
        gone = words.listed(session.seats.called_all(people))
        return f"{gone} resigned, so the game is over."
    reason = words.told(session, outcome.reason).rstrip(".")
    winners = session.seats.called_all(session.table.game.about.winners(outcome.places))
    if not winners:
        return f"It's a draw between {words.listed(session.seats.called_all(session.table.seats))}: {reason}."
    return f"{words.listed(winners)} {'wins' if len(winners) == 1 else 'win'}: {reason}."


def _rows(session: Session, answers: tuple[str, ...], emojis: Emojis) -> Sequence[ui.Item[Layout]]:
    table, number = session.table, session.id
    if table.over:
        return [ended_row(session)]
    if session.is_paused:
        return [ui.ActionRow(resume_button(session)), ui.ActionRow(*table_buttons(session))]
    if table.ask:
        prompt_version = table.prompt_version(None)
        return [
            ui.ActionRow(
                button("Agree", ids.write("agree", number, prompt_version), ButtonStyle.success),
                button("Play on", ids.write("refuse", number, prompt_version), ButtonStyle.danger),
            )
        ]
    own = ui.ActionRow(*table_buttons(session))
    return [*_question(session, answers, emojis), own, *absence.question(session)]


def _question(session: Session, answers: tuple[str, ...], emojis: Emojis) -> list[ui.Item[Layout]]:
    """The public choices; none while a computer is thinking."""
    table = session.table
    asked = table.prompt(None, answers)
    if not isinstance(asked, Question) or not session.waits_for():
        return []
    named = words.named(session.players, asked)
    return question(named, session.id, None, table.prompt_version(None), answers, emojis)


def ended_row(session: Session) -> Row:
    """The buttons under the last board."""
    return ui.ActionRow(
        button("Rematch", ids.write("rematch", session.id), ButtonStyle.success),
        button("Record", ids.write("record", session.id)),
        button("Rules", ids.write("rules", session.table.header.game, 0)),
    )


def table_buttons(session: Session) -> list[ui.Button[Layout]]:
    """The buttons for what can be done at any time, at most five."""
    number, table = session.id, session.table
    rules = button("Rules", ids.write("rules", table.header.game, 0))
    if not any(one.is_person for one in session.players):
        return [rules, button("Stop", ids.write("stop", number))]
    buttons = [rules]
    if table.game.about.hands and not session.is_direct:
        buttons.insert(0, button("My hand", ids.write("hand", number), ButtonStyle.success))
    if table.game.about.takebacks and table.plies:
        buttons.insert(0, button("Undo", ids.write("undo", number)))
    if not table.game.about.hands:
        buttons[-1:-1] = hint_opener(session)
    buttons[-1:-1] = notebook_opener(session)
    buttons.append(button("Resign", ids.write("resign", number)))
    return buttons
