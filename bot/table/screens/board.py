"""The board in the channel: the picture, the seats, whose turn it is, who left, and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, NamedTuple

from discord import ButtonStyle, ui

from bot.chat import links
from bot.chat.drawing import Drawn
from bot.chat.parts import (
    BUTTONS_IN_ROWS,
    COMPONENTS_MOST,
    MENU_MOST,
    ROW_WIDTH,
    Gallery,
    Layout,
    Row,
    Screen,
    alt_text,
    button,
    listed,
    named,
    paragraph,
    picture,
    question,
    rows,
    screen,
)
from bot.chat.pictures import Emojis, wordy
from bot.chat.players import Player, mention
from bot.refusal import Refusal
from bot.table import hosting, leaving
from bot.table.clock.used_time import OVER
from bot.table.moves import are_offered
from bot.table.open_tables import is_interrupted
from bot.table.requests import Undo, undo_of, undo_offered
from bot.table.screens import clock, result, routes
from bot.table.screens.clock import PAUSED, resume_button, time_left
from bot.table.screens.naming import seating, with_mentions, with_names
from bot.table.screens.story import STOPPED, description, is_more_than_shown, left_alone, log
from bot.table.seats import PlayedPart
from bot.table.session import Session
from games.core import CHANCE, Caption, IllegalMove, Question, Seat, Viewer, letter, mark
from games.engine.table import AnyTable
from games.engine.undoing import Seen

YES, NO = "yes", "no"
"""The answers to whether a newcomer is accepted."""

_ANYONE = "Anyone who hasn't had another seat in this game can take over."
_ACCEPTED = "Anyone who hasn't had another seat can take over if every other player accepts them."


def away(session: Session) -> list[str]:
    """A small line for each player who is away: who plays in their place, and who can play on.

    Then, if a newcomer would like to take a seat, what the other players are asked.
    """
    lines = [_line(session, seats) for seats in _away(session)]
    asked = leaving.newcomer(session)
    if asked is None:
        return lines
    seat = Seat(asked.seat)
    owner, left = _owner(session, (seat,)), leaving.who_accepts(session, seat) - {*asked.accepted}
    names = listed([f"<@{one}>" for one in sorted(left)])
    have = "has" if len(left) == 1 else "have"
    question = f"**Let <@{asked.user_id}> take {owner}'s seat?** They'll see {owner}'s hand."
    return [*lines, f"{question} {names} {have} to accept." if left else question]


def returning(session: Session) -> list[Row]:
    """The buttons to come back, and to take a seat that somebody gave up; none if nobody is away.

    A board with the most choices has room for two more buttons, so the first free seat is offered first.
    While the other players are asked about a newcomer, the buttons that answer take its place.
    """
    found, asked = _away(session), leaving.newcomer(session)
    free = [seats for seats in found if _is_free(session, seats)]
    buttons: list[ui.Button[Layout]] = []
    if len(free) < len(found):
        buttons.append(button("Come back", routes.ComeBack(session.id), ButtonStyle.success))
    if asked is not None:
        yes, no = (routes.Admit(session.id, asked.user_id, one) for one in (YES, NO))
        accept = button("Accept", yes, ButtonStyle.success)
        return rows([*buttons, accept, button("Refuse", no, ButtonStyle.danger)])
    for seats in free[:1]:
        label = "Take the seat" if len(found) == 1 else f"Take seat {_letters(seats)}"
        buttons.append(button(label, routes.TakeSeat(session.id, seats[0]), ButtonStyle.success))
    return rows(buttons) if buttons else []


def yours(session: Session) -> str:
    """For a player who left: who plays for them."""
    if session.is_deserted:
        return "You left this game, and it waits until somebody comes back."
    if session.is_paused:
        return "You left this game, and it's paused. Once it goes on, a computer plays for you."
    return "You left this game, and a computer is playing for you."


def waiting(session: Session) -> str:
    """The headline of a game that everybody has left."""
    found = _away(session)
    kept = [_owner(session, seats) for seats in found if not _is_free(session, seats)]
    if len(kept) == len(found):
        return f"Everyone has left. The game waits until {' or '.join(kept)} comes back."
    if not kept:
        return "Everyone has left. The game waits until somebody takes a seat."
    return "Everyone has left. The game waits until somebody comes back or takes a seat."


def shares(session: Session) -> list[str]:
    """After the end, a small line for each seat that several people played, and how such a game counts."""
    table = session.table
    if not session.stays.past or table.outcome is None or table.stopped:
        return []
    found = session.stays.shares(table)
    several = [one for one in found if not (one.is_whole and one.counts_for.is_person)]
    told = [f"-# {_share(one)}" for one in several]
    if told and not session.stays.is_friendly(table):
        told.append("-# So it counts as a game with computers and changes nobody's rating.")
    return told


def _share(share: PlayedPart) -> str:
    made = [f"{_called(one)} made {_counted(moves)}" for one, moves in share.parts if moves]
    place = f"Seat{'s' * (len(share.seats) > 1)} {_letters(share.seats)}"
    whom = _called(share.counts_for)
    why = f"{whom} resigned, so it counts for them" if share.resigned else f"It counts for {whom}"
    return f"{place}: {listed(made)}. {why}."


def _counted(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


def _called(one: Player) -> str:
    return mention(one.user_id) if one.is_person else "a computer"


def _away(session: Session) -> list[tuple[Seat, ...]]:
    """The seats that computers play for people who left, those of one person together."""
    table = session.table
    if table.over:
        return []
    seats = [
        seat for seat in table.seats if session.players[seat].owner is not None and seat not in table.resigned
    ]
    return list(dict.fromkeys(table.of_same_player(seat) for seat in seats))


def _line(session: Session, seats: tuple[Seat, ...]) -> str:
    owner, is_free = _owner(session, seats), _is_free(session, seats)
    anyone = _ACCEPTED if session.game.about.hands else _ANYONE
    if session.is_deserted:
        return f"-# {owner} has left. {anyone}" if is_free else f"-# {owner} can come back."
    if is_free:
        return f"-# A computer plays for {owner}. {anyone}"
    return f"-# A computer plays for {owner}, who can come back."


def _is_free(session: Session, seats: tuple[Seat, ...]) -> bool:
    return session.players[seats[0]].is_open and leaving.can_be_taken(session, seats[0])


def _owner(session: Session, seats: tuple[Seat, ...]) -> str:
    return f"<@{session.players[seats[0]].reader_id}>"


def _letters(seats: tuple[Seat, ...]) -> str:
    return listed([letter(seat).upper() for seat in seats])


NOW, ASK = "now", "ask"
"""How the id of an undo button says whether it undoes at once or asks the others."""

FRIENDLY = "-# Something that had been seen was undone, so this game doesn't count on the leaderboard."


def friendly(session: Session) -> list[str]:
    """A small line for a game that was played on from another one, and after the end for one that changes no
    standings for another reason; nobody has any in direct messages.
    """
    table = session.table
    options, unrated = session.options, "so it doesn't count on the leaderboard"
    if options.deal_of:
        return [f"-# This is the same deal as in game {options.deal_of}, {unrated}."]
    if options.origin:
        return [f"-# Played on from {options.origin}, {unrated}."]
    if table.outcome is None or table.stopped or session.is_direct:
        return []
    return [FRIENDLY] if session.stays.is_friendly(table) else []


def undo_button(session: Session, viewer: Viewer = None) -> list[ui.Button[Layout]]:
    """The button of the player who moved last, in their hand or on the board; none if nothing can be undone.

    A game that is played from hands has it there, and the board only where the board asks the question. If
    nobody is asked, the label says that what was seen can't be undone for nothing.
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
    route = routes.Undo(session.id, viewer, number, NOW if at_once else ASK)
    label = "Ask to undo" if not at_once else "Undo (game won't count)" if _costs(session, undo) else "Undo"
    return [button(label, route)]


def _costs(session: Session, undo: Undo) -> bool:
    """Whether the game doesn't count on the leaderboard any more if this is undone."""
    return undo.friendly and not session.table.friendly and not session.is_direct


def ask_text(session: Session) -> str:
    """What someone would like to undo, and what has been seen since."""
    ask = session.table.ask
    assert ask is not None
    question = f"### {session.seats.called(ask.by)} wants to undo their last move. Does everyone agree?"
    try:
        undo = undo_of(session, ask.by)
    except (Refusal, IllegalMove):
        return question
    costs = "-# If it's undone, this game doesn't count on the leaderboard."
    return "\n".join([question, *_seen(session, undo.seen), *([costs] if _costs(session, undo) else [])])


def ask_row(session: Session) -> Row:
    """The answers to an open request."""
    prompt_version = session.table.prompt_version(None)
    return ui.ActionRow(
        button("Agree", routes.Agree(session.id, prompt_version), ButtonStyle.success),
        button("Play on", routes.Refuse(session.id, prompt_version), ButtonStyle.danger),
    )


def _seen(session: Session, seen: Seen) -> list[str]:
    """The move in the words everyone heard, and what has been seen."""
    sentences = [with_mentions(session, seen.announced)] if seen.announced else []
    if seen.shown:
        sentences.append("Everyone has seen what it showed.")
    if seen.drawn:
        sentences.append("The next draw will be the same again.")
    if seen.acted:
        names = listed(session.seats.called_all(seen.acted))
        sentences.append(
            f"{names} {'has' if len(seen.acted) == 1 else 'have'} moved since, and that's undone too."
        )
    return [" ".join(sentences)] if sentences else []


AS_A_GUEST = "I'm only a guest here: after 15 minutes without a press, /board shows how it stands."
"""What can't be done where the bot isn't, in a line: people read it below every board."""

ALONE_HERE = "Only you see this: after 15 minutes without a press, /board shows how it stands."
"""The same where nobody else sees the game."""


def as_a_guest(session: Session) -> str:
    """What can't be done where the bot can only answer, as long as no person has moved and it isn't over."""
    since = islice(session.table.lines, session.options.copied, None)
    if session.table.over or any(session.is_played_by_person(one.who) for one in since):
        return ""
    return f"-# {ALONE_HERE if session.is_direct else AS_A_GUEST}"


def kept_out(title: str, channel_id: int) -> str:
    """For a table's host, if the bot can't show its board: what it needs, and who can give it that."""
    return (
        f"I can't show the board of **{title}** in <#{channel_id}>. I need View Channel, Send Messages and "
        "Attach Files there, and a thread has to be unlocked. Ask someone who manages the channel. If it's a "
        "private thread, mention me in it to add me. No move is lost, and the board is back as soon as I can "
        "show it."
    )


PICTURE = "board.png"


@dataclass(frozen=True, slots=True)
class Pictured:
    """What is drawn of a table: its picture, and below that the result card once the game is over.

    None is a picture that couldn't be drawn. `shows_players` is whether it says who has which seat.
    """

    drawn: Drawn | None
    card: Drawn | None = None
    emojis: Emojis = wordy
    shows_players: bool = False

    @property
    def said(self) -> tuple[Caption, ...]:
        """What the picture tells of what happened."""
        return () if self.drawn is None else self.drawn.said

    def seats(self, session: Session) -> str:
        """Who has which seat, as far as the picture doesn't say it."""
        return seating(session, shows_players=self.shows_players) if self.drawn is not None else ""

    def log(self, session: Session, viewer: Viewer) -> str:
        """What this viewer was told last; nothing beside a result card, which says it."""
        return log(session, viewer, self.said) if self.card is None else ""


class Tip(NamedTuple):
    """A hint about the question for the newcomer in this seat."""

    text: str
    seat: Seat


def tip_line(tip: Tip | None) -> str:
    """The tip as it stands under its question; empty without one."""
    return f"-# Tip: {tip.text}" if tip is not None else ""


def board_screen(
    session: Session,
    shown: Pictured,
    answers: tuple[str, ...] = (),
    tip: Tip | None = None,
    limits: str = "",
) -> Screen:
    """The board of a current or finished game, with the question that follows `answers`.

    A `tip` stands under the question, and the button that turns tips off below. The `limits` of the place
    stand below all else; see `as_a_guest`.
    """
    asked = asked_on_board(session, answers)
    answering, standing = _rows(session, asked, answers, shown.emojis)
    return screen(
        picture(PICTURE, shown.drawn, description(session, None, shown.said)),
        result_of(session, shown.card),
        paragraph(headline(session, asked, on_board=True), tip_line(tip)),
        answering,
        paragraph(
            shown.log(session, None),
            made_for(session),
            after_restart(session),
            _where_hands_are(session, asked),
            time_left(session),
            *away(session),
            *shares(session),
            *friendly(session),
            shown.seats(session),
            limits,
        ),
        standing,
        rows([tips_switch(session, tip.seat)]) if tip is not None else [],
    )


def result_of(session: Session, card: Drawn | None) -> list[Gallery]:
    """The result card with its description; nothing if there's none.

    It's a gallery of its own: two pictures in one would stand side by side, too small to read on a phone.
    """
    if card is None:
        return []
    return picture(result.PICTURE, card, alt_text(with_names(session, card.alt)))


class Asked(NamedTuple):
    """Whom a game waits for, and what its board asks them; None if only their hands do."""

    waited: tuple[Seat, ...]
    question: Question | None


def asked_on_board(session: Session, answers: tuple[str, ...] = ()) -> Asked:
    """What the board asks now, after these answers. Raises IllegalMove."""
    waited = session.waits_for()
    asked = session.table.prompt(None, answers) if waited else None
    return Asked(waited, asked if isinstance(asked, Question) else None)


def headline(session: Session, asked: Asked | None = None, *, on_board: bool = False) -> str:
    """Whose turn it is and what they have to decide, or how the game ended.

    `asked` is the question further on than its beginning. If only their hand asks them, the board says which
    button opens it.
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
    if session.is_deserted:
        return f"### {waiting(session)}"
    asked = asked or asked_on_board(session)
    return f"### {_awaited(session, asked, on_board) if asked.waited else _thinking(session, turn)}"


def _awaited(session: Session, asked: Asked, on_board: bool) -> str:
    """The people to move, and their question if it is public."""
    names = listed(session.seats.called_all(asked.waited))
    if asked.question is None:
        here = on_board and not session.is_direct
        return f"{names} to move{f': press *My {session.game.about.hand}*' if here else ''}"
    question, late = with_mentions(session, asked.question.text), session.late()
    if late is not None:
        return f"{session.seats.called(late)}'s time is up, so {names} can make the move. {question}"
    is_named = any(mark(seat) in asked.question.text for seat in asked.waited)
    return f"{'' if is_named else names + ': '}{question}"


def _where_hands_are(session: Session, asked: Asked) -> str:
    """Tells people whom the board asks before their first move where their cards are."""
    table = session.table
    is_needed = asked.question is not None and table.game.about.hands and not session.is_direct
    if not is_needed or any(line.who in asked.waited for line in table.lines):
        return ""
    hand = table.game.about.hand
    return (
        f"-# Your {hand} is in your direct messages. *My {hand}* shows it here too, and only you can see it."
    )


def _thinking(session: Session, turn: list[Seat]) -> str:
    """A computer has to move: in its own seat, or for someone who has resigned."""
    names = listed(session.seats.called_all(turn))
    if session.only_move() is not None:
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
    return f"-# {session.seats.called(last.who)}'s move ({with_mentions(session, last.note)})."


def after_restart(session: Session) -> str:
    """A small line for people whose play a restart interrupted, until one of them moves; else empty."""
    if not is_interrupted(session, session.interrupted_after):
        return ""
    return "-# I've restarted. Nothing was lost, so just carry on."


def notebook_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button for a seat's notebook, by default the seat to move; none if the game keeps no notebook."""
    if session.table.over or not session.table.keeps_notes:
        return []
    return [button("Notebook", routes.Notebook(session.id, seat))]


def tips_switch(session: Session, seat: Seat) -> ui.Button[Layout]:
    """The button that turns tips off."""
    return button("Turn off tips", routes.TurnOffTips(session.id, seat))


def news_opener(session: Session, viewer: Viewer = None) -> list[ui.Button[Layout]]:
    """The button that tells the player to move what happened, if it's more than the lines say."""
    waited = session.waits_for()
    is_asked = bool(waited) if viewer is None else viewer in waited
    if not is_asked or not is_more_than_shown(session, viewer):
        return []
    return [button("What happened", routes.News(session.id))]


def hint_opener(session: Session, seat: Seat | None = None) -> list[ui.Button[Layout]]:
    """The button that asks for a hint, for a seat's question or else the board's.

    There is none without a question, for a choice that is already made, or on a board for choices that are
    all equally good.
    """
    asked = asked_on_board(session).question if seat is None else session.asked(seat)
    has_chosen = seat is not None and seat not in session.table.turn.owes
    if not are_offered(session) or has_chosen or not isinstance(asked, Question):
        return []
    if seat is None and not session.game.has_to_know(session.table.view(None)):
        return []
    return [button("Hint", routes.Hint(session.id, seat))]


def private_result(session: Session, user_id: int) -> str:
    """What only this person learned from their last move, such as a hint; empty if a hand shows it."""
    table = session.table
    if table.game.about.hands:
        return ""
    told = [text for seat in session.seats.of(user_id) for text in _secrets_since_asked(table, seat)]
    return "\n".join(with_mentions(session, text) for text in told if text)


def _secrets_since_asked(table: AnyTable, seat: Seat) -> list[str]:
    """What this seat alone was told since its question last changed, oldest first."""
    new = takewhile(lambda one: one[0] >= table.prompt_version(seat), reversed(table.log))
    return [event.secret.get(seat, "") for _, event in new][::-1]


def _ending(session: Session) -> str:
    outcome = session.table.outcome
    assert outcome is not None
    winners = session.seats.called_all(session.game.about.winners(outcome.places))
    if left_alone(session):
        return _nobody_left(session, winners)
    reason = with_mentions(session, outcome.reason).rstrip(".")
    if outcome.is_defeat:
        return f"Nobody wins: {reason}."
    if not winners:
        return f"It's a draw between {listed(session.seats.called_all(session.table.seats))}: {reason}."
    return f"{listed(winners)} {_wins(winners)}: {reason}."


def _nobody_left(session: Session, winners: list[str]) -> str:
    """All people have resigned. Somebody who had given up their seat before may still have won."""
    gone = listed(session.seats.called_all(set(session.table.resigned) - left_alone(session)))
    if result.nobody_left(session):
        return f"{gone} resigned, so the game is over."
    return f"{gone} resigned, so the game is over and {listed(winners)} {_wins(winners)}."


def _wins(winners: list[str]) -> str:
    return "wins" if len(winners) == 1 else "win"


def _rows(
    session: Session, asked: Asked, answers: tuple[str, ...], emojis: Emojis
) -> tuple[Sequence[ui.Item[Layout]], Sequence[ui.Item[Layout]]]:
    """The answers to what the board asks, and the buttons for what else can be done."""
    if session.table.over:
        return ended_rows(session), []
    if session.table.ask and not session.is_paused:
        return [ask_row(session)], returning(session)
    own = rows(table_buttons(session))
    if session.is_paused:
        return [ui.ActionRow(resume_button(session))], [*own, *returning(session)]
    # One question about a seat at a time: a message has no room for the buttons of two.
    missing = clock.question(session) if leaving.newcomer(session) is None else []
    below = [*own, *missing, *returning(session)]
    if asked.question is None:
        return [], below
    most = _most_buttons(below, answers)
    return choices_of(session, None, asked.question, answers, emojis, most), below


def _most_buttons(below: Sequence[ui.Item[Any]], answers: tuple[str, ...]) -> int:
    """How many buttons in rows a question may have above these rows: as many as a menu holds, if they fit.

    Besides the rows a board has a picture and three texts; after an answer also the buttons to go back.
    """
    in_rows = sum(1 + len(row.children) for row in below if isinstance(row, ui.ActionRow))
    taken = 4 + in_rows + (3 if answers else 0)
    return MENU_MOST if taken + MENU_MOST + MENU_MOST // ROW_WIDTH <= COMPONENTS_MOST else BUTTONS_IN_ROWS


def choices_of(
    session: Session,
    viewer: Viewer,
    asked: Question,
    answers: tuple[str, ...],
    emojis: Emojis,
    most: int = BUTTONS_IN_ROWS,
) -> list[ui.Item[Layout]]:
    """The choices of what a viewer is asked after these answers, where there's room for `most` buttons."""
    version = session.table.prompt_version(viewer)
    return question(named(session.players, asked), session.id, viewer, version, answers, emojis, most)


def ended_rows(session: Session) -> list[Row]:
    """The buttons under the last board."""
    replay = button("Replay", links.Replay(str(session.id)))
    record = button("Record", routes.Record(session.id))
    check = button("Check", routes.Check(session.id))
    if (result := session.occasion.result()) is not None:
        way = button(result.label, result.route, ButtonStyle.success)
        return rows([way, replay, record, check])
    if session.options.deal_of:
        compare = button("Compare", links.Compare(session.id), ButtonStyle.success)
        return rows([compare, replay, record, check])
    again = [button("Rematch", routes.Rematch(session.id), ButtonStyle.success)]
    if (level := hosting.harder(session)) is not None:
        again.append(
            button(f"Play {level.title}", routes.Rematch(session.id, level.name), ButtonStyle.primary)
        )
    deal = [button("Play this deal", links.PlayDeal(session.id))] if _can_be_dealt_again(session) else []
    return rows(
        [
            *again,
            replay,
            button("Share", links.Share(str(session.id))),
            record,
            *deal,
            check,
        ]
    )


def _can_be_dealt_again(session: Session) -> bool:
    """Whether somebody can play its deal against computers, and there will be something to compare."""
    table = session.table
    is_whole = table.outcome is not None and not table.stopped and not table.resigned
    return is_whole and not session.options.origin and bool(session.game.about.computers)


def table_buttons(session: Session) -> list[ui.Button[Layout]]:
    """The buttons for what can be done at any time."""
    number, hands = session.id, session.game.about.hands
    rules = button("Rules", links.Rules(session.table.header.game, 0))
    if not any(one.is_person for one in session.players):
        return [rules, button("Stop", routes.Stop(number))]
    buttons = undo_button(session)
    if hands and not session.is_direct:
        buttons.append(button(f"My {session.game.about.hand}", routes.Hand(number), ButtonStyle.success))
    if not hands:
        buttons += hint_opener(session)
    buttons += news_opener(session)
    return [*buttons, *notebook_opener(session), rules, button("Resign", routes.Resign(number))]
