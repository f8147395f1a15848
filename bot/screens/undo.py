"""Undo: the button under a question, and what the others read before they agree."""

from itertools import islice

from discord import ButtonStyle, ui

from bot.screens import ids, words
from bot.screens.last_lines import LOG_LINES
from bot.screens.parts import Layout, Row, button
from bot.tables.refusal import Refusal
from bot.tables.requests import undo_of, undo_offered
from bot.tables.session import Session
from games.core import IllegalMove, Question, Viewer
from games.undoing import Seen

NOW, ASK = "now", "ask"
"""How the id of an undo button says whether it undoes at once or asks the others."""

FRIENDLY = "-# Something that had been seen was undone, so this game doesn't count on the leaderboard."


def friendly(session: Session) -> list[str]:
    """After the end, a small line for a game that changes no standings; nobody has any in direct messages."""
    table = session.table
    if table.outcome is None or table.stopped or session.is_direct:
        return []
    return [FRIENDLY] if session.journal.stays.is_friendly(table) else []


def undo_button(session: Session, viewer: Viewer = None) -> list[ui.Button[Layout]]:
    """The button of the player who moved last, in their hand or on the board; none if nothing can be undone.

    A game that is played from hands has it there, and the board only where the board asks the question.
    """
    table = session.table
    if session.is_paused:
        return []
    if viewer is None and table.game.about.hands and not isinstance(table.prompt(None), Question):
        return []
    undo = undo_offered(session, viewer)
    if undo is None:
        return []
    number, at_once = undo.named
    how = NOW if at_once else ASK
    custom_id = ids.write("undo", session.id, ids.write_viewer(viewer), number, how)
    return [button("Undo" if at_once else "Ask to undo", custom_id)]


def ask_text(session: Session) -> str:
    """What someone would like to undo, and what has been seen since."""
    ask = session.table.ask
    assert ask is not None
    question = f"### {session.seats.called(ask.by)} wants to undo their last move. Does everyone agree?"
    try:
        undo = undo_of(session, ask.by)
    except (Refusal, IllegalMove):
        return question
    is_new = undo.friendly and not session.table.friendly
    costs = ["-# If it's undone, this game doesn't count on the leaderboard."] if is_new else []
    return "\n".join([question, *_seen(session, undo.seen), *costs])


def ask_row(session: Session) -> Row:
    """The answers to an open request."""
    prompt_version = session.table.prompt_version(None)
    return ui.ActionRow(
        button("Agree", ids.write("agree", session.id, prompt_version), ButtonStyle.success),
        button("Play on", ids.write("refuse", session.id, prompt_version), ButtonStyle.danger),
    )


def _seen(session: Session, seen: Seen) -> list[str]:
    """The move in the words everyone heard, if the log no longer has it, and what has been seen."""
    recent = [event.text for _, event in islice(reversed(session.table.log), LOG_LINES) if event.text]
    is_logged = not seen.announced or any(text in seen.announced for text in recent)
    sentences = [] if is_logged else [words.with_mentions(session, seen.announced)]
    if seen.shown:
        sentences.append("Everyone has seen what it showed.")
    if seen.drawn:
        sentences.append("What was drawn after it comes back the same.")
    if seen.acted:
        names = words.listed(session.seats.called_all(seen.acted))
        sentences.append(
            f"{names} {'has' if len(seen.acted) == 1 else 'have'} moved since, and that's undone too."
        )
    return [" ".join(sentences)] if sentences else []
