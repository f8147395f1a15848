"""What boards and hands say about time: the clock, a pause, a player who is away."""

from discord import ButtonStyle, ui

from bot.chat.custom_ids import Route
from bot.chat.parts import Layout, button, with_plain_quotes
from bot.table.clock.clock import ShownTime
from bot.table.clock.own_time import shown
from bot.table.clock.used_time import MISSES
from bot.table.leaving import COMPUTER, FREE, WAIT, absent
from bot.table.screens import routes
from bot.table.session import Session

PAUSED = "The game is paused."

_MODERATORS = "anyone who manages messages here"
"""Moderators, so that they know that it's them."""


def time_shown(session: Session) -> object:
    """Everything people see about time at this table: while it stays equal, there is nothing new to show."""
    return session.is_paused, session.held, session.clock.hands, absent(session)


def paused(session: Session) -> str:
    """That the game is paused, for pictures and their alt text; empty if it isn't."""
    return PAUSED if session.is_paused else ""


def time_left(session: Session, reader_id: int | None = None) -> str:
    """Says who runs out of time first and when, who has quiet hours, or who has paused the game.

    On a hand, `reader_id` is its reader's. Empty if there's no limit.
    """
    if session.held:
        return with_plain_quotes(f"-# {session.held}")
    if session.is_paused:
        return _paused(session) if reader_id is None else _paused_for(session, reader_id)
    if session.clock.used.is_everyone_away and not session.table.over:
        return "-# Nobody has moved for a while, so this game waits until one of you does."
    hands = session.clock.hands
    if not hands:
        return ""
    first = min(hands, key=lambda hand: hand.ends)
    resting = [_resting(session, hand) for hand in hands if hand.rests_until is not None]
    return "\n".join(f"-# {line}" for line in (_runs_out(session, first), *resting))


def resume_button(session: Session) -> ui.Button[Layout]:
    """The button with which the host or a moderator goes on, or somebody who manages the server."""
    return button("Resume", routes.Resume(session.id), ButtonStyle.success)


def _paused(session: Session, resume: str = "*Resume*") -> str:
    """Who has paused the game, as far as we know, and who can go on. In direct messages it's clear: empty."""
    host, by = f"<@{session.host_id}>", session.stored.paused_by
    if session.is_direct:
        return ""
    if by is None:
        return f"-# The host, {host}, or {_MODERATORS} can press {resume}."
    if by == session.host_id:
        return f"-# {host}, the host, has paused it. They or {_MODERATORS} can press {resume}."
    return f"-# <@{by}> has paused it. The host, {host}, or {_MODERATORS} can press {resume}."


def _paused_for(session: Session, reader_id: int) -> str:
    """The same for the reader of a hand, which has the button only if it's the host's."""
    host_id, by = session.host_id, session.stored.paused_by
    if session.is_direct:
        return ""
    if reader_id != host_id:
        return _paused(session, "*Resume* under the board")
    if by is None:
        return "-# Press *Resume* to play on."
    if by == host_id:
        return "-# You've paused it. Press *Resume* to play on."
    return f"-# <@{by}> has paused it. Press *Resume* to play on."


def _runs_out(session: Session, hand: ShownTime) -> str:
    name = session.seats.called(hand.seat)
    if hand.is_over and session.clock.next_player(hand.seat) is not None:
        gives_up = shown(session.clock.at(hand.seat).gives_up)
        return f"If nobody makes it, {name}'s move is made automatically <t:{gives_up}:R>."
    if hand.is_over:
        return f"{name}'s time is up, so a computer is making this move."
    if hand.bank_from is None:
        return f"Time for this move runs out <t:{hand.ends}:R>."
    if hand.uses_bank:
        return f"{name} is using their extra time, which runs out <t:{hand.ends}:R>."
    return f"Time for this move runs out <t:{hand.bank_from}:R>, and {name}'s extra time <t:{hand.ends}:R>."


def _resting(session: Session, hand: ShownTime) -> str:
    name = session.seats.called(hand.seat)
    return f"It's quiet hours for {name}: their clock is stopped until <t:{hand.rests_until}:t>."


def question(session: Session) -> list[ui.Item[Layout]]:
    """What the others are asked, with the buttons that answer it; nothing if nobody is away."""
    user_id = absent(session)
    if user_id is None:
        return []
    asked = (
        f"<@{user_id}> has missed {MISSES} moves in a row. Any other player can decide what happens "
        "to their seat. Until then, a computer makes each move when their time is up."
    )
    return [
        ui.TextDisplay(asked),
        ui.ActionRow(
            button("Wait", _route(session, user_id, WAIT), ButtonStyle.success),
            button("Let a computer play", _route(session, user_id, COMPUTER)),
            button("Free the seat", _route(session, user_id, FREE)),
        ),
    ]


def _route(session: Session, user_id: int, answer: str) -> Route:
    return routes.Absent(session.id, user_id, answer)
