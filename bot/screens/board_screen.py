"""The board in the channel: the picture, the seats, whose turn it is, a short log, and buttons."""

from collections.abc import Sequence
from itertools import takewhile

import discord
from discord import ButtonStyle, ui

from bot.screens import absence, away, ids, words
from bot.screens.catching_up import is_more_than_shown
from bot.screens.clock import PAUSED, resume_button, time_left
from bot.screens.icons import Emojis, wordy
from bot.screens.last_lines import STOPPED, description, left_alone, log
from bot.screens.parts import Layout, Row, button, paragraph, picture, question, rows, sealed
from bot.screens.pictures import Drawn
from bot.screens.screen import Screen
from bot.screens.undo import ask_row, ask_text, friendly, undo_button
from bot.tables import hints
from bot.tables.interrupted import is_interrupted
from bot.tables.leaving import newcomer
from bot.tables.misses import OVER
from bot.tables.requests import LEFT_ALONE
from bot.tables.session import Session
from games.core import CHANCE, Question, Seat, letter, mark
from games.table import AnyTable

PICTURE = "board.png"


def board_screen(
    session: Session,
    drawn: Drawn | None,
    answers: tuple[str, ...] = (),
    missed_since: int = 0,
    emojis: Emojis = wordy,
    *,
    shows_players: bool = False,
) -> Screen:
    """The board of a current or finished game, with the question that follows `answers`.

    `missed_since` is the number of lines that earlier boards have shown. Of everything since then, the newest
    three are told, here or in the picture, and the rest are counted. `shows_players` is whether the picture
    says who has which seat.
    """
    files: tuple[discord.File, ...] = ()
    items: list[ui.Item[ui.LayoutView]] = []
    caption = drawn.caption if drawn is not None else ""
    if drawn is not None:
        gallery, file = picture(PICTURE, drawn.png, description(session, None, caption))
        items, files = [gallery, *paragraph(words.seating(session, shows_players=shows_players))], (file,)
    headed = (headline(session, answers, on_board=True), _where_hands_are(session, answers))
    items += paragraph(*headed, time_left(session), *away.away(session))
    told = (log(session, None, caption, missed_since), made_for(session), after_restart(session))
    items += paragraph(*told, *away.shares(session), *friendly(session))
    return Screen(sealed([*items, *_rows(session, answers, emojis)]), files)


def headline(session: Session, answers: tuple[str, ...] = (), *, on_board: bool = False) -> str:
    """Whose turn it is and what they have to decide, or how the game ended.

    If only their hand asks them, the board says which button opens it.
    """
    table = session.table
    if table.stopped:
        return f"### {STOPPED}"
    if table.outcome:
        return f"### {_ending(session)}"
    if session.is_paused:
        return f"### {PAUSED}"
    turn = sorted(table.turn.owes)
    if table.ask:
        return ask_text(session)
    if not turn or turn == [CHANCE]:
        return "### One moment …"
    if session.journal.is_deserted:
        return f"### {away.waiting(session)}"
    return f"### {_awaited(session, answers, on_board) if session.waits_for() else _thinking(session, turn)}"


def _awaited(session: Session, answers: tuple[str, ...], on_board: bool) -> str:
    """The people to move, and their question if it is public."""
    waited = session.waits_for()
    names = words.listed(session.seats.called_all(waited))
    asked = session.table.prompt(None, answers)
    late = session.late()
    if isinstance(asked, Question) and late is not None:
        question = words.with_mentions(session, asked.text)
        return f"{session.seats.called(late)}'s time is up, so {names} can make the move. {question}"
    if not isinstance(asked, Question):
        return f"{names} to move{': press *My hand*' if on_board and not session.is_direct else ''}"
    is_named = any(mark(seat) in asked.text for seat in waited)
    return f"{'' if is_named else names + ': '}{words.with_mentions(session, asked.text)}"


def _where_hands_are(session: Session, answers: tuple[str, ...]) -> str:
    """Tells people whom the board asks before their first move where their cards are."""
    table, waited = session.table, session.waits_for()
    if not table.game.about.hands or session.is_direct or any(line.who in waited for line in table.lines):
        return ""
    if not waited or not isinstance(table.prompt(None, answers), Question):
        return ""
    return "-# Your hand is in your direct messages. *My hand* shows it here too, and only you can see it."


def _thinking(session: Session, turn: list[Seat]) -> str:
    """A computer has to move: in its own seat, or for someone who has resigned."""
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
    return f"-# {session.seats.called(last.who)}'s move ({words.with_mentions(session, last.note)})."


def after_restart(session: Session) -> str:
    """A small line for people whose play a restart interrupted, until one of them moves; else empty."""
    if not is_interrupted(session.journal, session.interrupted_after):
        return ""
    return "-# I've restarted. Nothing was lost, so just carry on."


def notebook_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button for a seat's notebook, by default the seat to move; none if the game keeps no notebook."""
    if session.table.over or not session.table.keeps_notes:
        return []
    place = () if seat is None else (letter(seat),)
    return [button("Notebook", ids.write("notes", session.id, *place))]


def hint_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button that asks for a hint, for a seat's question or else the board's.

    There is none without a question, or for a choice that is already made.
    """
    asked = session.asked(seat) if seat is not None else session.waits_for() and session.table.prompt(None)
    has_chosen = seat is not None and seat not in session.table.turn.owes
    if not hints.are_offered(session) or has_chosen or not isinstance(asked, Question):
        return []
    return [button("Hint", ids.write("hint", session.id, ids.write_viewer(seat)))]


def private_result(session: Session, user_id: int) -> str:
    """What only this person learned from their last move, such as a hint; empty if a hand shows it."""
    table = session.table
    if table.game.about.hands:
        return ""
    told = [text for seat in session.seats.of(user_id) for text in _secrets_since_asked(table, seat)]
    return "\n".join(words.with_mentions(session, text) for text in told if text)


def _secrets_since_asked(table: AnyTable, seat: Seat) -> list[str]:
    """What this seat alone was told since its question last changed, oldest first."""
    new = takewhile(lambda one: one[0] >= table.prompt_version(seat), reversed(table.log))
    return [event.secret.get(seat, "") for _, event in new][::-1]


def _ending(session: Session) -> str:
    outcome = session.table.outcome
    assert outcome is not None
    winners = session.seats.called_all(session.table.game.about.winners(outcome.places))
    if left_alone(session):
        return _nobody_left(session, winners)
    reason = words.with_mentions(session, outcome.reason).rstrip(".")
    if outcome.is_defeat:
        return f"Nobody wins: {reason}."
    if not winners:
        return f"It's a draw between {words.listed(session.seats.called_all(session.table.seats))}: {reason}."
    return f"{words.listed(winners)} {_wins(winners)}: {reason}."


def _nobody_left(session: Session, winners: list[str]) -> str:
    """All people have resigned. Somebody who had given up their seat before may still have won."""
    table, named = session.table, session.seats.named
    lines = (line for line in table.lines if line.note == LEFT_ALONE)
    computers = {seat for line in lines for seat in table.of_same_player(line.who)}
    gone = words.listed(session.seats.called_all(set(table.resigned) - computers))
    places = table.outcome.places if table.outcome else (1,)
    if not winners or not named[places.index(1)].is_person:
        return f"{gone} resigned, so the game is over."
    return f"{gone} resigned, so the game is over and {words.listed(winners)} {_wins(winners)}."


def _wins(winners: list[str]) -> str:
    return "wins" if len(winners) == 1 else "win"


def _rows(session: Session, answers: tuple[str, ...], emojis: Emojis) -> Sequence[ui.Item[Layout]]:
    table = session.table
    if table.over:
        return [ended_row(session)]
    if session.is_paused:
        own = rows(table_buttons(session))
        return [ui.ActionRow(resume_button(session)), *own, *away.returning(session)]
    if table.ask:
        return [ask_row(session), *away.returning(session)]
    own = rows(table_buttons(session))
    # One question about a seat at a time: a message has no room for the buttons of two.
    missing = absence.question(session) if newcomer(session) is None else []
    return [*_question(session, answers, emojis), *own, *missing, *away.returning(session)]


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


def _news_opener(session: Session) -> list[ui.Button[Layout]]:
    """The button for what happened, if that's more than a board says. Players with a hand read it there."""
    if not any(is_more_than_shown(session, seat) for seat in session.waits_for()):
        return []
    return [button("What happened", ids.write("news", session.id))]


def table_buttons(session: Session) -> list[ui.Button[Layout]]:
    """The buttons for what can be done at any time."""
    number, table = session.id, session.table
    rules = button("Rules", ids.write("rules", table.header.game, 0))
    if not any(one.is_person for one in session.players):
        return [rules, button("Stop", ids.write("stop", number))]
    buttons = [rules]
    if table.game.about.hands and not session.is_direct:
        buttons.insert(0, button("My hand", ids.write("hand", number), ButtonStyle.success))
    buttons[:0] = undo_button(session)
    if not table.game.about.hands:
        buttons[-1:-1] = hint_opener(session)
        buttons[-1:-1] = _news_opener(session)
    buttons[-1:-1] = notebook_opener(session)
    buttons.append(button("Resign", ids.write("resign", number)))
    return buttons
