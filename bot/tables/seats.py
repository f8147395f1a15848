"""Who sits where at a game, and what they are called."""

from collections.abc import Collection

from bot.tables.journal import Journal
from bot.tables.player import Player, mark_of, name_at
from bot.tables.refusal import Refusal
from games.core import CHANCE, Seat

AWAY = "You left this game, and a computer is playing for you. Press Come back under the board to play on."


class Seats:
    """The seats of one table, and the people and computers in them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def participants(self) -> tuple[Player, ...]:
        """Who plays, in the order of sitting down: each once, however many seats they hold."""
        return self._each_once(self.named)

    @property
    def returning(self) -> tuple[Player, ...]:
        """Who plays another game: those at the table now, and those whose seats were kept for them."""
        players = self._journal.players
        return self._each_once(
            tuple(one.owner if one.owner is not None and not one.is_open else one for one in players)
        )

    @property
    def named(self) -> tuple[Player, ...]:
        """The player each seat is named after: who has it, or in a finished game who it counts for."""
        table, stays = self._journal.table, self._journal.stays
        return stays.counted(table) if stays.past and table.over else stays.players

    def of(self, user_id: int) -> tuple[Seat, ...]:
        """Where this person sits. Raises Refusal for a spectator."""
        players = self._journal.players
        seats = tuple(Seat(seat) for seat, one in enumerate(players) if one.user_id == user_id)
        if not seats and self.is_away(user_id):
            raise Refusal(AWAY)
        if not seats:
            raise Refusal("You're not playing in this game. Use /play in another channel to start one.")
        return seats

    def is_away(self, user_id: int) -> bool:
        """Whether this person has left the game, and a computer is playing for them."""
        players, over = self._journal.players, self._journal.table.over
        return not over and any(one.owner is not None and one.reader_id == user_id for one in players)

    def others_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that the person in this one holds."""
        journal = self._journal
        own = journal.table.of_same_player(seat) if journal.players[seat].is_person else ()
        return tuple(other for other in own if other != seat)

    def must_be_of(self, user_id: int, seat: Seat) -> None:
        """Raises Refusal unless this person sits there."""
        if seat not in self.of(user_id):
            raise Refusal("That isn't your hand. Use /hand to see yours.")

    def at_hand(self, user_id: int) -> Seat:
        """A person's seat that owes a move, else their first. Raises Refusal for a spectator."""
        seats = self.of(user_id)
        return next((seat for seat in seats if seat in self._journal.table.turn.owes), seats[0])

    def called(self, seat: Seat) -> str:
        """A seat's name for a Discord message: a person as a mention (which pings nobody on its own)."""
        players = self.named
        one = players[seat]
        return f"<@{one.user_id}>{mark_of(players, seat)}" if one.is_person else name_at(players, seat)

    def called_all(self, seats: Collection[Seat]) -> list[str]:
        """The names of these seats, in order; a player is named once if all their seats are among them."""
        names = {}
        for seat in sorted(set(seats) - {CHANCE}):
            one, own = self.named[seat], self._journal.table.of_same_player(seat)
            whole = one.is_person and set(own) <= set(seats)
            names[own if whole else (seat,)] = f"<@{one.user_id}>" if whole else self.called(seat)
        return list(names.values())

    def _each_once(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        holders = self._journal.table.holders
        return tuple(players[holders.index(held)] for held in sorted(set(holders)))
