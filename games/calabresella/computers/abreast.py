"""Thousands of deals played on by habit at once: `playout.playouts` for all of them in one pass.

For each player and card there's one number, in which bit n says whether the player of deal n has the card.
What `habits` decides for one hand is decided here with `&`, `|` and `^` for all deals together, so that a
playout of twelve tricks costs a few microseconds instead of a hundred. The three players go by their role in
the trick: 0 leads, 1 and 2 follow.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.calabresella.computers.playout import World
from games.calabresella.rules.position import LAST_TRICK
from games.calabresella.rules.tricks import worth

_CARDS, _RANKS = 40, 10
_ACE = 7
_WORTHLESS, _FIGURES, _HIGH = (0, 1, 2, 3), (4, 5, 6), (8, 9)
_PLAIN = (*_WORTHLESS, *_FIGURES, *_HIGH)
"""Ranks from low to high, without the ace."""

_STARTS = (0, 10, 20, 30)
"""The first card of each suit."""

_FAT = (
    *(start + _ACE for start in _STARTS),
    *(start + rank for start in _STARTS for rank in _FIGURES),
    *(start + rank for start in _STARTS for rank in (*_WORTHLESS, *_HIGH)),
)
"""The order in which `habits` gives points to a partner."""

_SPARE = (
    *(start + rank for start in _STARTS for rank in _FIGURES),
    *(start + _ACE for start in _STARTS),
    *(start + rank for start in _STARTS for rank in _HIGH),
)
"""The order in which `habits` discards if it has nothing worthless."""

_TOP_DOWN = tuple(range(9, -1, -1))

Lanes: TypeAlias = int
"""A set of deals: bit n is deal n."""

Laid: TypeAlias = list[tuple[int, Lanes]]
"""Cards, and in which deals they are played."""


def playouts(worlds: Sequence[World], firsts: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each world and the mover's first card (0: by habit), the points of the seats from here on.

    All worlds have the same mover and the same trick.
    """
    return _Race(worlds, firsts).run()


def _columns(masks: Iterable[int]) -> list[Lanes]:
    """By card, the deals in whose mask it is; the first deal is the highest bit."""
    rows = [f"{mask:040b}" for mask in masks]
    return [int("".join(column), 2) for column in zip(*rows, strict=True)][::-1]


class _Race:
    """One pass over all deals."""

    def __init__(self, worlds: Sequence[World], firsts: Sequence[int]) -> None:
        one = worlds[0]
        self._worlds, self._count = worlds, len(one.trick)
        self._all = (1 << len(worlds)) - 1
        leader = (one.mover - self._count) % 3
        self._hands = [_columns(world.hands[(leader + role) % 3] for world in worlds) for role in range(3)]
        solo = [int("".join("01"[world.soloist == seat] for world in worlds), 2) for seat in range(3)]
        self._solo = [solo[(leader + role) % 3] for role in range(3)]
        self._leads = [self._all if seat == leader else 0 for seat in range(3)]
        self._first: Laid = []
        if any(firsts):
            self._first = [(card, lanes) for card, lanes in enumerate(_columns(firsts)) if lanes]
        self._won: list[list[Lanes]] = [[0] * 6 for _ in range(3)]
        self._tricks = one.hands[one.mover].bit_count()
        self._led: list[Lanes] = []
        self._best: list[Lanes] = []
        self._above: list[Lanes] = []
        self._holds: list[Lanes] = []
        self._worth: list[Lanes] = []

    def run(self) -> list[tuple[int, int, int]]:
        """Play all tricks."""
        for number in range(self._tricks):
            self._trick(number == 0)
        return self._points()

    def _trick(self, begun: bool) -> None:
        self._worth = [0, 0, 0, 0]
        for role in range(3):
            if begun and role < self._count:
                card = self._worlds[0].trick[role][1].bit_length() - 1
                laid = [(card, self._all)]
            else:
                if begun and role == self._count and self._first:
                    laid = self._first
                else:
                    laid = self._follow(role) if role else self._lead()
                hand = self._hands[role]
                for card, lanes in laid:
                    hand[card] ^= lanes
            self._lay(role, laid)
        self._take()

    def _lay(self, role: int, laid: Laid) -> None:
        """Note who holds the trick, and what it's worth."""
        self._count_points(laid)
        if not role:
            self._led, self._best = [0] * 4, [0] * _RANKS
            for card, lanes in laid:
                self._led[card // _RANKS] |= lanes
                self._best[card % _RANKS] |= lanes
            self._holds = [self._all, 0, 0]
        else:
            beats, best = 0, self._best
            new = [0] * _RANKS
            for card, lanes in laid:
                won = lanes & self._led[card // _RANKS] & self._above[card % _RANKS]
                if won:
                    new[card % _RANKS] |= won
                    beats |= won
            if beats:
                keep = self._all ^ beats
                self._best = [one & keep | more for one, more in zip(best, new, strict=True)]
                self._holds = [held & keep for held in self._holds]
                self._holds[role] = beats
        above, self._above = 0, []
        for one in self._best:
            self._above.append(above)
            above |= one

    def _count_points(self, laid: Laid) -> None:
        aces = ones = 0
        for card, lanes in laid:
            rank = card % _RANKS
            if rank == _ACE:
                aces |= lanes
            elif rank not in _WORTHLESS:
                ones |= lanes
        _add(self._worth, [aces | ones, aces])

    def _take(self) -> None:
        """Give the trick to the player who holds it; they lead to the next one."""
        a, b, c = self._holds
        leads = self._leads
        takes = [a & leads[seat] | b & leads[seat - 1] | c & leads[seat - 2] for seat in range(3)]
        for seat, lanes in enumerate(takes):
            _add(self._won[seat], [plane & lanes for plane in self._worth])
        self._leads = takes
        one, two, three = self._hands
        for card in range(_CARDS):
            x, y, z = one[card], two[card], three[card]
            if x or y or z:
                one[card] = x & a | y & b | z & c
                two[card] = y & a | z & b | x & c
                three[card] = z & a | x & b | y & c
        x, y, z = self._solo
        self._solo = [x & a | y & b | z & c, y & a | z & b | x & c, z & a | x & b | y & c]

    def _points(self) -> list[tuple[int, int, int]]:
        width = f"0{len(self._worlds)}b"
        planes = [[format(plane, width) for plane in reversed(won)] for won in self._won]
        by_seat = [[int("".join(bits), 2) for bits in zip(*seat, strict=True)] for seat in planes]
        last = [format(lanes, width) for lanes in self._leads]
        found = []
        for world, takes, ends in zip(
            self._worlds, zip(*by_seat, strict=True), zip(*last, strict=True), strict=True
        ):
            more = LAST_TRICK + worth(world.out)
            a, b, c = (one + more if end == "1" else one for one, end in zip(takes, ends, strict=True))
            found.append((a, b, c))
        return found

    def _lead(self) -> Laid:
        """See `habits.lead`."""
        hand, one, two = self._hands
        best: list[Lanes] = [0] * 5
        chosen: list[Lanes] = []
        sure: list[Lanes] = []
        tops: list[Laid] = []
        for start in _STARTS:
            own = others = unbeaten = 0
            length: list[Lanes] = [0] * 4
            top: Laid = []
            for card in range(start + 9, start - 1, -1):
                has = hand[card]
                if has:
                    highest = (has | own) ^ own
                    if highest:
                        top.append((card, highest))
                        unbeaten |= (highest | others) ^ others
                        own |= has
                    _count(length, has)
                others |= one[card] | two[card]
            found = [*length, unbeaten]
            more, same = 0, self._all
            for plane in range(4, -1, -1):
                apart = found[plane] ^ best[plane]
                more |= same & apart & found[plane]
                same = (same | apart) ^ apart
            best = [old ^ (old ^ new) & more for old, new in zip(best, found, strict=True)]
            chosen = [(lanes | more) ^ more for lanes in chosen]
            chosen.append(more)
            sure.append(unbeaten)
            tops.append(top)
        laid: Laid = []
        for start, lanes, unbeaten, top in zip(_STARTS, chosen, sure, tops, strict=True):
            high = lanes & unbeaten
            if high:
                laid += [(card, both) for card, cards in top if (both := cards & high)]
            _first(laid, hand, [start + rank for rank in (*_PLAIN, _ACE)], lanes ^ high)
        return laid

    def _follow(self, role: int) -> Laid:
        """See `habits.follow`."""
        hand = self._hands[role]
        one, two = (self._hands[other] for other in range(3) if other != role)
        l0, l1, l2, l3 = self._led
        own = [
            hand[k] & l0 | hand[k + 10] & l1 | hand[k + 20] & l2 | hand[k + 30] & l3 for k in range(_RANKS)
        ]
        last = role == 2
        if last:
            s0, s1, _ = self._solo
            h0, h1, _ = self._holds
            holds = (h0 & s1) | (h1 & s0)
            rest: list[Lanes] = []
        else:
            rest = [
                (one[k] | two[k]) & l0
                | (one[k + 10] | two[k + 10]) & l1
                | (one[k + 20] | two[k + 20]) & l2
                | (one[k + 30] | two[k + 30]) & l3
                for k in range(_RANKS)
            ]
            beaten = 0
            for theirs, above in zip(rest, self._above, strict=True):
                beaten |= theirs & above
            holds = self._solo[2] & (self._all ^ beaten)
        has = 0
        for cards in own:
            has |= cards
        ranks: Laid = []
        giving = has & holds
        _first(ranks, own, (_ACE, *_FIGURES, *_WORTHLESS, *_HIGH), giving)
        left = has ^ giving
        if left:
            left = self._beat(ranks, own, rest, left, last)
            _first(ranks, own, (*_PLAIN, _ACE), left)
        laid: Laid = []
        for rank, lanes in ranks:
            for start, led in zip(_STARTS, self._led, strict=True):
                both = lanes & led
                if both:
                    laid.append((start + rank, both))
        void = self._all ^ has
        if void:
            _first(laid, hand, _FAT, void & holds)
            self._discard(laid, hand, void & (self._all ^ holds))
        return laid

    def _beat(self, ranks: Laid, own: list[Lanes], rest: list[Lanes], lanes: Lanes, last: bool) -> Lanes:
        """Win the trick where `habits` would; the deals in which it wouldn't are left."""
        higher = [cards & above for cards, above in zip(own, self._above, strict=True)]
        if last:
            return _first(ranks, higher, (_ACE, *_PLAIN), lanes)
        seen = others = 0
        left = lanes
        for rank in _TOP_DOWN:
            top = higher[rank] & lanes
            if top:
                highest = (top | seen) ^ seen
                sure = (highest | others) ^ others
                if sure:
                    ranks.append((rank, sure))
                    left ^= sure
                seen |= top
            others |= rest[rank]
        return left

    def _discard(self, laid: Laid, hand: list[Lanes], lanes: Lanes) -> None:
        """See `habits._spare`."""
        if not lanes:
            return
        best: list[Lanes] = [0] * 4
        chosen: list[Lanes] = []
        any_ = 0
        for start in _STARTS:
            length: list[Lanes] = [0] * 4
            for card in range(start, start + _RANKS):
                if hand[card]:
                    _count(length, hand[card])
            worthless = hand[start] | hand[start + 1] | hand[start + 2] | hand[start + 3]
            less, same = 0, self._all
            for plane in (3, 2, 1, 0):
                apart = length[plane] ^ best[plane]
                less |= same & apart & best[plane]
                same = (same | apart) ^ apart
            better = worthless & lanes & (less | self._all ^ any_)
            any_ |= better
            best = [old ^ (old ^ new) & better for old, new in zip(best, length, strict=True)]
            chosen = [(one | better) ^ better for one in chosen]
            chosen.append(better)
        for start, some in zip(_STARTS, chosen, strict=True):
            _first(laid, hand, [start + rank for rank in _WORTHLESS], some)
        _first(laid, hand, _SPARE, lanes ^ any_)


def _first(laid: Laid, cards: list[Lanes], order: Sequence[int], lanes: Lanes) -> Lanes:
    """Play the first of these cards that there is; the deals without any are left."""
    for card in order:
        if not lanes:
            break
        has = cards[card] & lanes
        if has:
            laid.append((card, has))
            lanes ^= has
    return lanes


def _count(planes: list[Lanes], more: Lanes) -> None:
    """Add one where `more` says so; `planes` are the digits of a binary number, the lowest first."""
    for at, plane in enumerate(planes):
        if not more:
            break
        planes[at], more = plane ^ more, plane & more


def _add(planes: list[Lanes], more: list[Lanes]) -> None:
    """Add a binary number."""
    carry = 0
    for at, plane in enumerate(planes):
        digit = more[at] if at < len(more) else 0
        if not (digit or carry):
            continue
        half = plane ^ digit
        planes[at], carry = half ^ carry, plane & digit | half & carry
