"""Who sits where and what they are called, who sat there before, and who a result counts for."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.chat.players import Player, is_former, playing_for
from bot.table.options import TableOptions
from games.core import CHANCE, Seat
from games.engine.table import AnyTable
from games.engine.talk import Word, is_undo, undone_number
from storage import Result, StoredSeat, StoredSession, StoredStay


def to_stored(players: tuple[Player, ...]) -> tuple[StoredSeat, ...]:
    """The players as storage has them: by seat, in order."""
    return tuple(
        StoredSeat(seat, one.user_id, one.level, one.name, one.interaction_id)
        for seat, one in enumerate(players)
    )


def from_stored(seats: tuple[StoredSeat, ...]) -> tuple[Player, ...]:
    """What `to_stored` wrote."""
    ordered = sorted(seats, key=lambda one: one.seat)
    return tuple(_read(one, one.click_id or "") for one in ordered)


def _read(stored: StoredSeat | StoredStay, click_id: str) -> Player:
    """A player from storage, where versions before this one called computers “Computer (Easy)”."""
    name = stored.name
    if stored.level is not None:
        name = name.removeprefix("Computer (").removesuffix(")")
    return Player(name, stored.user_id, stored.level, click_id)


@dataclass(frozen=True, slots=True)
class Stay:
    """A seat is this player's from line `since` on."""

    seat: Seat
    since: int
    player: Player


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """Who played the seats of one player, with how many moves each, in the order they sat down.

    Computers count as one. `resigned` is the person who resigned with these seats, if somebody did.
    """

    seats: tuple[Seat, ...]
    parts: tuple[tuple[Player, int], ...]
    resigned: Player | None = None

    @property
    def counts_for(self) -> Player:
        """The person who resigned, else who made the most moves; in a tie a person, then the last one."""
        if self.resigned is not None:
            return self.resigned
        ranked = [(moves, one.is_person, at) for at, (one, moves) in enumerate(self.parts)]
        return self.parts[max(ranked)[-1]][0]

    @property
    def is_whole(self) -> bool:
        """Whether the player it counts for made every move."""
        return all(not moves or _is_same(one, self.counts_for) for one, moves in self.parts)


@dataclass(frozen=True)
class SeatHistory:
    """The players now, by seat, and every stay at a seat that ever changed hands, in order."""

    players: tuple[Player, ...]
    past: tuple[Stay, ...] = ()

    @classmethod
    def read(cls, seats: Sequence[StoredSeat], stored: Sequence[StoredStay]) -> "SeatHistory":
        """The stays from storage."""
        stays, players, owners = [], list(from_stored(tuple(seats))), dict[int, Player]()
        for one in stored:
            player = _read(one, players[one.seat].interaction_id)
            if player.is_person:
                owners[one.seat] = player
            else:
                # Nobody comes back as a former player.
                owner = owners.get(one.seat)
                is_kept = owner is not None and not is_former(owner.user_id)
                player = replace(player, owner=owner if is_kept else None, is_open=one.is_open and is_kept)
            players[one.seat] = player
            stays.append(Stay(Seat(one.seat), one.since, player))
        return cls(tuple(players), tuple(stays))

    def with_players(self, now: Mapping[Seat, Player], since: int) -> "SeatHistory":
        """The stays once these players have these seats, from line `since` on."""
        players, past = list(self.players), list(self.past)
        for seat, player in now.items():
            if not any(stay.seat == seat for stay in past):
                past.append(Stay(seat, 0, players[seat]))
            past.append(Stay(seat, since, player))
            players[seat] = player
        return SeatHistory(tuple(players), tuple(past))

    def left_by(self, user_id: int, table: AnyTable, *, is_open: bool) -> dict[Seat, Player]:
        """The players of this person's seats once they're away: computers of the strongest level.

        `is_open` gives up the claim to the seats, even where a computer plays already. Resigned seats stay.
        """
        level = table.game.about.computers[-1]
        now = {}
        for seat in table.seats:
            one = self.players[seat]
            is_changed = one.is_person or (is_open and not one.is_open)
            if one.reader_id == user_id and is_changed and seat not in table.resigned:
                owner = one.owner or one
                now[seat] = playing_for(owner, level.name, level.title, is_open=is_open)
        return now

    def stored(self, since: int = 0) -> tuple[StoredStay, ...]:
        """The stays from number `since` on, as storage has them."""
        return tuple(
            StoredStay(
                stay.seat,
                stay.since,
                stay.player.user_id,
                stay.player.level,
                stay.player.name,
                stay.player.is_open,
            )
            for stay in self.past[since:]
        )

    def of(self, seats: Collection[Seat]) -> Iterator[Player]:
        """Everybody who ever had one of these seats, in order; some more than once."""
        for seat in seats:
            stays = [stay.player for stay in self.past if stay.seat == seat]
            yield from stays or [self.players[seat]]

    def at(self, seat: Seat, line: int) -> Player:
        """Who had the seat when this line was written."""
        stays = [stay.player for stay in self.past if stay.seat == seat and stay.since <= line]
        return stays[-1] if stays else self.players[seat]

    def first(self, seat: Seat) -> Player:
        """Who had the seat at the start."""
        return next(self.of((seat,)))

    def shares(self, table: AnyTable) -> tuple[PlayedPart, ...]:
        """How much each person played, for the players whose seats changed hands.

        A move counts for the player who had the seat then, unless it was undone or came after they resigned.
        """
        changed = {table.holders[stay.seat] for stay in self.past}
        return tuple(self._share(table, held) for held in sorted(changed))

    def counted(self, table: AnyTable) -> tuple[Player, ...]:
        """The player each seat of a finished game counts for."""
        players = list(self.players)
        for share in self.shares(table):
            for seat in share.seats:
                players[seat] = share.counts_for
        return tuple(players)

    def is_friendly(self, table: AnyTable) -> bool:
        """Whether something was undone that had been seen, or a move of a person who wasn't there to agree.

        Such a game counts for nothing.
        """
        if table.friendly or not self.past:
            return table.friendly
        return any(
            self.at(seat, made).is_person and not _is_same(self.at(seat, made), self.at(seat, undone))
            for made, seat, undone in _moves(table)[1]
        )

    def _share(self, table: AnyTable, held: int) -> PlayedPart:
        seats = tuple(seat for seat in table.seats if table.holders[seat] == held)
        resigned = _resigned_at(table, seats)
        parts: dict[int | None, tuple[Player, int]] = {one.user_id: (one, 0) for one in self.of(seats)}
        for line, seat in _moves(table)[0]:
            if seat in seats and line < (len(table.lines) if resigned is None else resigned):
                one = self.at(seat, line)
                parts[one.user_id] = one, parts[one.user_id][1] + 1
        who = None if resigned is None else self.at(table.lines[resigned].who, resigned)
        return PlayedPart(seats, tuple(parts.values()), who if who is not None and who.is_person else None)


def _is_same(one: Player, other: Player) -> bool:
    return one.user_id == other.user_id


def _resigned_at(table: AnyTable, seats: Collection[Seat]) -> int | None:
    lines = enumerate(table.lines)
    return next((at for at, line in lines if line.who in seats and line.text == Word.RESIGN), None)


def _moves(table: AnyTable) -> tuple[list[tuple[int, Seat]], list[tuple[int, Seat, int]]]:
    """The moves of players that stand, and those that were undone: the numbers of their lines, and the seats.

    An undone move comes with the line that undid it.
    """
    made: list[tuple[int, Seat]] = []
    undone = []
    for at, line in enumerate(table.lines):
        if is_undo(line):
            own = (move for move, seat in reversed(made) if seat == line.who)
            first = (undone_number(line) or next(own, at) + 1) - 1
            while made and made[-1][0] >= first:
                undone.append((*made.pop(), at))
        elif line.who != CHANCE and not line.is_talk:
            made.append((at, line.who))
    return made, undone


LEAST_MOVES = 3
"""If somebody resigned, how many moves each player who stays must have made for the game to be rated."""


def results_of(stored: StoredSession, stays: SeatHistory, table: AnyTable, at: int) -> tuple[Result, ...]:
    """Every seat's place and score; empty if the game was stopped, undone or is still going.

    A try at a given deal has none: the game of the day and duels count for themselves. Nor has a game
    with the deal of a finished one, which everybody knows.

    A game in which something was undone that had been seen counts for nothing: see
    `SeatHistory.is_friendly`. A seat that changed hands counts for one of its players: see
    `PlayedPart.counts_for`. `rated` says whether it can change the rating of its player: the table was rated,
    every player was somebody else, nobody else made a move for them, and it wasn't over by a resignation
    before those who stayed had made `LEAST_MOVES` moves each.
    """
    outcome, options = table.outcome, TableOptions.read(stored.table_options)
    counts = not (table.stopped or stays.is_friendly(table) or stored.is_try or options.deal_of)
    if outcome is None or not counts:
        return ()
    players = stays.counted(table)
    is_rated = (
        options.is_rated
        and any(one.is_person for one in players)
        and _are_different(players, table)
        and all(one.is_whole for one in stays.shares(table))
        and not is_short(table)
    )
    return tuple(
        Result(
            session_id=stored.id,
            seat=seat,
            game=stored.game,
            guild_id=stored.guild_id,
            user_id=one.user_id,
            level=one.level,
            place=outcome.places[seat],
            score=outcome.scores[seat],
            rated=is_rated,
            ended_at=at,
        )
        for seat, one in enumerate(players)
    )


def _are_different(players: Sequence[Player], table: AnyTable) -> bool:
    """Whether nobody played for two players."""
    people = {(one.user_id, held) for one, held in zip(players, table.holders, strict=True) if one.is_person}
    return len({user_id for user_id, _ in people}) == len(people)


def is_short(table: AnyTable) -> bool:
    """Whether somebody resigned before each player who stayed had made `LEAST_MOVES` moves."""
    if not table.resigned:
        return False
    made = Counter(table.holders[seat] for _, seat in _moves(table)[0])
    return any(made[table.holders[seat]] < LEAST_MOVES for seat in table.seats if seat not in table.resigned)
