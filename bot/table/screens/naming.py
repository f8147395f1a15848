"""Who sits where, in the sentences of a table."""

from bot.chat.parts import plainly, whole_sums
from bot.chat.players import mention
from bot.table.session import Session
from games.core import letter, name_seats
from games.kit.brush.header import writes


def with_mentions(session: Session, text: str) -> str:
    """A game's sentence with mentions in place of seat marks. Messages in the channel never ping."""
    seats = session.seats
    called = session.once("mentions", lambda: tuple(map(seats.called, session.table.seats)))
    return whole_sums(name_seats(text, called.__getitem__))


def with_names(session: Session, text: str) -> str:
    """A game's sentence with names, for alt text and files, where mentions do not work."""
    return plainly(session.seats.named, text)


def seating(session: Session, *, shows_players: bool) -> str:
    """A small line that says which player has which letter; empty if the picture says it.

    A picture that shows the players leaves out any whose names it can't write.
    """
    letters: dict[int, list[str]] = {}
    for seat, held in zip(session.table.seats, session.table.holders, strict=True):
        letters.setdefault(held, []).append(letter(seat).upper())
    names = [
        f"**{' and '.join(letters[held])}** {mention(one.user_id, one.name) if one.is_person else one.name}"
        for held, one in enumerate(session.seats.participants)
        if not (shows_players and writes(one.name))
    ]
    return "-# " + " · ".join(names) if names else ""
