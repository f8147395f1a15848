"""What a table shows about players who left: who can come back, which seats are free, who moved for whom."""

from discord import ButtonStyle, ui

from bot.screens import ids, words
from bot.screens.parts import Layout, Row, button, rows
from bot.tables import leaving
from bot.tables.player import Player
from bot.tables.session import Session
from bot.tables.stays import Share
from games.core import Seat, letter

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
    names = words.listed([f"<@{one}>" for one in sorted(left)])
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
        buttons.append(button("Come back", ids.write("back", session.id), ButtonStyle.success))
    if asked is not None:
        yes, no = (ids.write("admit", session.id, asked.user_id, one) for one in (YES, NO))
        accept = button("Accept", yes, ButtonStyle.success)
        return rows([*buttons, accept, button("Refuse", no, ButtonStyle.danger)])
    for seats in free[:1]:
        label = "Take the seat" if len(found) == 1 else f"Take seat {_letters(seats)}"
        buttons.append(button(label, ids.write("take", session.id, letter(seats[0])), ButtonStyle.success))
    return rows(buttons) if buttons else []


def yours(session: Session) -> str:
    """For a player who left: who plays for them."""
    if session.journal.is_deserted:
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
    if not session.journal.stays.past or table.outcome is None or table.stopped:
        return []
    found = session.journal.stays.shares(table)
    several = [one for one in found if not (one.is_whole and one.counts_for.is_person)]
    told = [f"-# {_share(one)}" for one in several]
    if told and not session.journal.stays.is_friendly(table):
        told.append("-# So it counts as a game with computers and changes nobody's rating.")
    return told


def _share(share: Share) -> str:
    made = [f"{_called(one)} made {_counted(moves)}" for one, moves in share.parts if moves]
    place = f"Seat{'s' * (len(share.seats) > 1)} {_letters(share.seats)}"
    whom = _called(share.counts_for)
    why = f"{whom} resigned, so it counts for them" if share.resigned else f"It counts for {whom}"
    return f"{place}: {words.listed(made)}. {why}."


def _counted(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


def _called(one: Player) -> str:
    return f"<@{one.user_id}>" if one.is_person else "a computer"


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
    anyone = _ACCEPTED if session.table.game.about.hands else _ANYONE
    if session.journal.is_deserted:
        return f"-# {owner} has left. {anyone}" if is_free else f"-# {owner} can come back."
    if is_free:
        return f"-# A computer plays for {owner}. {anyone}"
    return f"-# A computer plays for {owner}, who can come back."


def _is_free(session: Session, seats: tuple[Seat, ...]) -> bool:
    return session.players[seats[0]].is_open and leaving.can_be_taken(session, seats[0])


def _owner(session: Session, seats: tuple[Seat, ...]) -> str:
    return f"<@{session.players[seats[0]].reader_id}>"


def _letters(seats: tuple[Seat, ...]) -> str:
    return words.listed([letter(seat).upper() for seat in seats])
