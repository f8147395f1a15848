"""Moves that people make: by answering questions, by typing, by a computer's pick, or by a hint.

Each of these judges, appends and lets chance draw before it returns. Showing the table is left to its caller.

A hint follows from what the player sees, so it gives nothing away; how many they have had is saved.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bot.refusal import GAME_OVER, Expired, Refusal
from bot.table.clock.used_time import OVER
from bot.table.computers import Advice, NoAdvice
from bot.table.options import gives_hints
from bot.table.session import Session
from bot.table.think import way_to
from games.core import BadNotation, Question, Ready, Seat, Viewer, mark
from games.engine.record import Line


@dataclass(frozen=True, slots=True)
class Acting:
    """Who moves: the `seat`, and the seat that moves `instead` if its own player doesn't.

    `viewer` is whose view they choose from: the seat's own, or the channel's if somebody moves instead.
    """

    seat: Seat
    viewer: Viewer
    instead: Seat | None = None

    def line(self, text: str) -> Line:
        """The move as a line of the record, with who finished it."""
        note = "" if self.instead is None else f"{OVER}finished by {mark(self.instead)}"
        return Line(self.seat, text, note)


def acting(session: Session, user_id: int, viewer: Viewer) -> Acting:
    """The seat that moves when this person does something: their own, or that of a player who is late.

    They move for the other player with the channel's view, and learn nothing about their hand.
    `viewer` is whose question was answered, None for the channel's. Raises Refusal, also while it is paused.
    """
    session.must_go_on()
    late = _finished_by(session, user_id) if viewer is None else None
    if late is not None and not set(session.seats.of(user_id)) & session.table.turn.owes:
        return Acting(late, None, session.clock.next_player(late))
    seat = own_acting_seat(session, user_id, viewer)
    return Acting(seat, seat)


def own_acting_seat(session: Session, user_id: int, viewer: Viewer) -> Seat:
    """The seat of this person that moves: `viewer`, or one that owes a move. Raises Refusal."""
    session.must_go_on()
    seats = session.seats.of(user_id)
    if session.table.over:
        raise Refusal(GAME_OVER)
    if viewer is not None:
        session.seats.must_be_of(user_id, viewer)
        if viewer in session.table.resigned:
            raise Refusal("You resigned, so a computer plays for you now.")
        return viewer
    turn = session.table.turn
    for seat in (*(s for s in seats if s in turn.owes), *(s for s in seats if s in turn.may)):
        if seat not in session.table.resigned:
            return seat
    raise Refusal(whose_turn(session))


def own_seat(session: Session, user_id: int) -> Seat:
    """A seat in which this person still plays, if possible one that owes a move. Raises Refusal."""
    seats = [seat for seat in session.seats.of(user_id) if seat not in session.table.resigned]
    if session.table.over or not seats:
        raise Refusal("You're out of this game.")
    return next((seat for seat in seats if seat in session.table.turn.owes), seats[0])


def whose_turn(session: Session) -> str:
    """Why somebody can't move now, as a sentence for them."""
    if session.table.over:
        return GAME_OVER
    names = session.seats.called_all(session.table.turn.owes)
    if not names:
        return "It's not your turn yet. Try again in a moment."
    return f"It's not your turn. Waiting for {' and '.join(names)}."


def _finished_by(session: Session, user_id: int) -> Seat | None:
    """The late seat, if this person may finish its move."""
    late = session.late()
    follower = None if late is None else session.clock.next_player(late)
    return late if follower is not None and session.players[follower].user_id == user_id else None


DOUBLE_CLICK = 1.0
"""Seconds within which a second press on the same question counts as the same click."""

PICK_FOR_ME = "."
"""Typed instead of a move: a computer picks one."""

SUGGESTIONS = 25
"""Discord shows at most this many while somebody types."""


class Suggestion(NamedTuple):
    """A suggestion while somebody types: the text to show, and the text of the move."""

    shown: str
    move: str


PICKED = Suggestion(f"{PICK_FOR_ME} (a computer picks for you)", PICK_FOR_ME)


async def answer_question(
    session: Session,
    user_id: int,
    viewer: Viewer,
    prompt_version: int,
    answers: tuple[str, ...],
    interaction_id: int,
) -> Question | None:
    """Answer a question. Returns the next one, or None if that made a move. `viewer` is None in the channel.

    Raises Refusal, IllegalMove or BadNotation with a sentence.
    """
    async with session.lock:
        mover, table = acting(session, user_id, viewer), session.table
        if prompt_version != table.prompt_version(viewer):
            raise Expired
        # A click in the channel can only use what everyone can see, no matter who clicks.
        asked = table.prompt(viewer, answers)
        if isinstance(asked, Ready):
            await _make(session, mover.line(table.game.write(asked.move)), interaction_id)
            return None
        if asked is None:
            raise Refusal(whose_turn(session))
        return asked


async def auto_pick(
    session: Session, user_id: int, viewer: Viewer, prompt_version: int, interaction_id: int
) -> None:
    """Let a computer make this person's move. Raises Refusal or Expired."""
    seat = own_acting_seat(session, user_id, viewer)
    table, level = session.table, session.game.about.pick_for_me
    if not level or session.is_try:
        raise Refusal(f"In {table.game.about.title} you have to choose for yourself.")
    if prompt_version != table.prompt_version(viewer):
        raise Expired
    if table.prompt(seat) is None:
        raise Refusal(whose_turn(session))
    thought = await session.computers.choose(table, seat, level, session.computer_key(seat))
    async with session.lock:
        own_acting_seat(session, user_id, viewer)  # they may have left the game meanwhile
        if prompt_version != session.table.prompt_version(viewer):
            raise Expired
        await _make(session, Line(seat, thought.text, f"picked by {thought.note}"), interaction_id)


async def type_move(session: Session, user_id: int, text: str, interaction_id: int) -> None:
    """Make a move by text; `.` lets a computer make it, if the game has that.

    Raises Refusal, IllegalMove or BadNotation with a sentence.
    """
    game = session.game
    if text.strip() == PICK_FOR_ME and game.about.pick_for_me:
        seat = own_acting_seat(session, user_id, None)
        await auto_pick(session, user_id, seat, session.table.prompt_version(seat), interaction_id)
        return
    async with session.lock:
        mover = acting(session, user_id, None)
        move = game.read(_longhand(session, mover.viewer, text))
        if mover.viewer is None and move not in game.legal(session.table.view(None)):
            raise Refusal("You can only pick from the buttons under the board.")
        await _make(session, mover.line(game.write(move)), interaction_id)


async def play_hint(
    session: Session, user_id: int, seat: Seat, prompt_version: int, text: str, interaction_id: int
) -> None:
    """Make the move that was suggested, if the question is still the same one.

    Raises Refusal, IllegalMove or BadNotation with a sentence.
    """
    async with session.lock:
        own_acting_seat(session, user_id, seat)
        if prompt_version != session.table.prompt_version(seat):
            raise Refusal("The game has moved on since this hint. Ask for a new one.")
        game = session.game
        await _make(session, Line(seat, game.write(game.read(text))), interaction_id)


def suggestions(session: Session, user_id: int, typed: str) -> list[Suggestion]:
    """This person's legal moves that contain what they typed, or that it stands for; at most 25.

    Empty for anyone who can't move.
    """
    try:
        mover = acting(session, user_id, None)
    except Refusal:
        return []
    game, wanted = session.game, typed.strip().casefold()
    view, short = session.table.view(mover.viewer), _meant(session, mover.viewer, typed)
    meant = [short] if short and game.read(short) in game.legal(view) else []
    begin, contain = list[str](), list[str]()
    for move in map(game.write, game.legal(view)):
        if wanted in move.casefold() and move not in meant:
            (begin if move.casefold().startswith(wanted) else contain).append(move)
        if len(begin) == SUGGESTIONS:  # of somebody's walk there may be thousands
            break
    offered = [Suggestion(f"{typed.strip()}: {move}", move) for move in meant]
    offered += (Suggestion(move, move) for move in (*begin, *contain))
    moves = next(iter(game.legal(view)), None) is not None
    picks = moves and mover.instead is None and game.about.pick_for_me and wanted in ("", PICK_FOR_ME)
    return [*offered[: SUGGESTIONS - 1], PICKED] if picks else offered[:SUGGESTIONS]


def is_second_click(session: Session, user_id: int, prompt_version: int, at: float) -> bool:
    """Whether this question was pressed before the person could see what their own last move changed.

    `at` is when the press arrived, by the monotonic clock. Raises Refusal for a spectator.
    """
    own, lines = session.seats.of(user_id), session.table.lines
    last = next((at for at in reversed(range(len(lines))) if lines[at].who in own), None)
    if last is None or prompt_version > last:
        return False
    return at - session.times[last] < DOUBLE_CLICK


async def _make(session: Session, line: Line, interaction_id: int) -> None:
    """Write a move down. Raises Refusal for a choice that its player has made already. Hold the lock."""
    table = session.table
    if line.who not in table.turn.owes and table.play(line).state == table.state:
        raise Refusal("You've already chosen that. You can still choose something else.")
    await session.play(line, interaction_id)


def _longhand(session: Session, viewer: Viewer, text: str) -> str:
    """The game's full notation for what was typed in short. Raises BadNotation."""
    game = session.game
    return game.notation.longhand(session.table.view(viewer), text)


def _meant(session: Session, viewer: Viewer, typed: str) -> str:
    """The move that was typed in short; empty if it's none."""
    game = session.game
    try:
        text = _longhand(session, viewer, typed)
        return game.write(game.read(text)) if text != typed else ""
    except BadNotation:
        return ""


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice for a seat's current question, and how many hints it has left; None for any number.

    One that `is_free` hasn't been counted. The rules count those that are moves of the game: `is_move`.
    """

    seat: Seat
    prompt_version: int
    advice: Advice
    left: int | None = None
    is_free: bool = False
    is_move: bool = False


def are_offered(session: Session) -> bool:
    """Whether players can ask for hints at this table now."""
    return gives_hints(session.game) and session.options.hints_each != 0 and not session.table.over


async def give_hint(session: Session, user_id: int, viewer: Viewer) -> Hint:
    """A hint for this person's own question; asking again is free, and so is one where nothing matters.

    `viewer` is the seat whose hand was pressed, None on the board. Raises Refusal.
    """
    seat = own_acting_seat(session, user_id, viewer)
    if not are_offered(session):
        raise Refusal("There are no hints at this table.")
    table, each = session.table, session.options.hints_each
    if seat not in table.turn.owes or table.prompt(seat) is None:
        raise Refusal(whose_turn(session))
    had, prompt_version = await session.hints(seat), table.prompt_version(seat)
    is_free = not session.game.has_to_know(table.view(seat))
    if not is_free and each is not None and had.used >= each and had.prompt_version != prompt_version:
        raise Refusal(f"You've had all {each} of your hints in this game.")
    try:
        advice = await session.computers.advise(table, seat)
    except NoAdvice:
        raise Refusal("I couldn't think of a hint just now. It didn't count, so try again.") from None
    async with session.lock:
        if prompt_version != session.table.prompt_version(seat):
            raise Refusal("The game moved on while I was thinking, so that hint is out of date. Ask again.")
        used = had.used if is_free else (await session.count_hint(seat)).used
    return Hint(seat, prompt_version, advice, None if each is None else each - used, is_free)


def hint_told(session: Session, seat: Seat, told: str) -> Hint | None:
    """The hint that a move of the game has given this seat, in the words it was `told`; None without one."""
    game, view = session.game, session.table.view(seat)
    move = None if game.hinted is None else game.hinted(view)
    if move is None:
        return None
    advice = Advice(game.write(move), told, way_to(game, view, move))
    return Hint(seat, session.table.prompt_version(seat), advice, is_move=True)
