"""What a place, a purchase or a bump is worth to the sleuth, counted in turns saved.

You win with four correct items and nothing else in the bag. So every missing correct item costs a turn, and
so does getting rid of every wrong one. Finding out the rest takes looks and checks. All weights here are
choices by hand. Those that were tried against others are in BUILDING.md and docs/computers.md.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from games.core import Seat
from games.fooblitzky.rules import chance_man
from games.fooblitzky.rules.city.board import locker, pawn_shop
from games.fooblitzky.rules.city.items import MOST_CARRIED, Bag, Item, added
from games.fooblitzky.rules.city.map import STORE_SITES, WARES, Site
from games.fooblitzky.rules.knowledge.deduction import Belief, belief, bits
from games.fooblitzky.rules.phases import Walking
from games.fooblitzky.rules.sites import pawn
from games.fooblitzky.rules.view import View

RIGHT = 1.5
"""One more correct item in the bag. Of the same deals Hard won 49 % against Medium with half of it, 83 % with
this, and 86 % with double, in 73 to 80 decided games."""

WRONG = 1.1
"""One wrong item out of the bag."""

BIT = 0.8
"""One bit of information gained."""

TO_BE_CHECKED = 0.6
"""How much of a bit counts if it takes another check to learn it."""

MOST_SEATS = 4

WIN = 12.0
FOOBLE, SHORT_FOOBLE = 0.02, 0.22
"""A fooble, and a fooble that's missing for what the player still needs."""

PLENTY = 16

HUNCH = 0.25
"""How much each check mark of another player's bag speaks for bumping them."""

HINDRANCE = 0.7
"""One correct item fewer in another player's bag."""


@dataclass(frozen=True)
class Appraisal:
    """What the mover, who is the viewer, can expect from everything."""

    view: View

    def on_the_street(self, walking: Walking) -> "Appraisal":
        """The same player with a roll to walk."""
        return Appraisal(replace(self.view, phase=walking))

    @cached_property
    def belief(self) -> Belief:
        """The odds of every possible set."""
        return belief(self.view)

    @cached_property
    def bag(self) -> Bag:
        """What the mover carries, as far as they know."""
        return self.view.mine

    @cached_property
    def foobles(self) -> int:
        """What the mover can spend."""
        return self.view.me.foobles if self.view.me else 0

    @cached_property
    def spare(self) -> float:
        """How many foobles would be left after buying what's missing; negative if there are too few."""
        had = Counter(self.bag)
        carried = sum(
            item.price * self.belief.more_than(item, copy)
            for item, copies in had.items()
            for copy in range(copies)
        )
        return self.foobles - sum(self.view.prices) + carried

    def money(self, foobles: float) -> float:
        """What this many more (or fewer) foobles are worth."""
        return _purse(self.spare + foobles) - _purse(self.spare)

    def keeping(self, item: Item) -> float:
        """How likely the last copy of an item in the bag is needed."""
        return self.belief.more_than(item, self.bag.count(item) - 1)

    def gain(self, item: Item, price: float) -> float:
        """What getting this item is worth."""
        if (item, price) not in self._gains:
            self._gains[item, price] = self._gain(item, price)
        return self._gains[item, price]

    @cached_property
    def _gains(self) -> dict[tuple[Item, float], float]:
        return {}

    def _gain(self, item: Item, price: float) -> float:
        wanted = self.belief.more_than(item, self.bag.count(item))
        more = added(self.bag, item)
        told = bits(self.belief.marks(more)) - self._told_by_check
        waste = self.money(-price) if wanted < 1 else 0.0
        worth = wanted * RIGHT - (1 - wanted) * WRONG + (1 - wanted) * waste
        return worth + BIT * TO_BE_CHECKED * told + self.winning(more) * RIGHT

    @cached_property
    def _told_by_check(self) -> float:
        return bits(self.belief.marks(self.bag))

    def winning(self, things: Bag) -> float:
        """How likely this bag is to win at a Check Point."""
        return sum(self.belief.marks(things)[3 if self.view.options.three_of_four else 4 :])

    def buying(self, item: Item, price: int) -> float:
        """What trying for an item in stock is worth: nothing if it's thumbs down."""
        if price > self.foobles or self.view.carried >= MOST_CARRIED:
            return 0.0
        return self.gain(item, price)

    def dropping(self, item: Item) -> float:
        """What getting rid of one copy is worth."""
        keeping = self.keeping(item)
        return (1 - keeping) * WRONG - keeping * RIGHT

    def giving(self) -> float:
        """What giving everything away is worth."""
        right = self.belief.worth(self.bag)
        return (len(self.bag) - right) * WRONG - right * RIGHT

    def of(self, site: Site) -> float:
        """What a visit is worth."""
        match site.kind:
            case "check":
                return self._check()
            case "phone":
                return BIT * max(map(self.belief.told_by, STORE_SITES))
            case "restaurant":
                return self.money(int(self.view.options.wage))
            case "pawn":
                return max(self._pawn(site), default=0.0)
            case "charity":
                return max(0.0, self.giving())
            case "locker":
                return max(self._locker(site), default=0.0)
        return self._store(site) if site in WARES else 0.0

    def _check(self) -> float:
        if self.foobles <= 0 or not self.view.carried:
            return 0.0
        strange = self.view.carried - len(self.bag)
        return WIN * self.winning(self.bag) + BIT * (self._told_by_check + strange)

    def _store(self, site: Site) -> float:
        best = max(self.belief.in_stock(item, site) * self.buying(item, item.price) for item in WARES[site])
        return BIT * self.belief.told_by(site) + best

    def _pawn(self, site: Site) -> Iterator[float]:
        here = self.view.pawns[pawn_shop(site.quadrant)] or ()
        yield from (self.buying(item, pawn.costs(item)) for item in dict.fromkeys(here))
        yield from (self.selling(item) for item in dict.fromkeys(self.bag))

    def selling(self, item: Item) -> float:
        """What selling a copy to a pawn shop is worth."""
        return self.dropping(item) + self.money(pawn.pays(item))

    def _locker(self, site: Site) -> Iterator[float]:
        yield self.taking(site)
        yield from (self.putting(item, site) for item in dict.fromkeys(self.bag))

    def taking(self, site: Site) -> float:
        """What taking out whatever is here is worth."""
        if self.view.carried >= MOST_CARRIED or not self.view.guesses:
            return 0.0
        return sum(map(self._found, self._things(site))) / len(self.view.guesses)

    def putting(self, item: Item, site: Site) -> float:
        """What leaving a copy here and taking whatever is here is worth."""
        there = sum(map(self._found, self._things(site))) / max(1, len(self.view.guesses))
        return self.dropping(item) + there

    def _things(self, site: Site) -> Iterator[object]:
        return (guess[locker(site.quadrant)] for guess in self.view.guesses)

    def _found(self, thing: object) -> float:
        """An unknown thing has been there from the start, so it's correct."""
        if thing is None:
            return 0.0
        return self.gain(thing, 0) if isinstance(thing, Item) else RIGHT + BIT

    def bumping(self, other: Seat) -> float:
        """What bumping a player is worth; if their bag is unknown, this goes by their last check."""
        theirs = self.view.people[other].bag
        if theirs is None or not self.bag:
            return HUNCH * self._last_marks(other) if self.bag and not self._is_partner(other) else 0.0
        mine, left = self._shared_out(theirs)
        better = self.belief.worth(mine) - self.belief.worth(self.bag)
        hindered = self.belief.worth(theirs) - self.belief.worth(left)
        won = self.winning(mine) - self.winning(self.bag)
        hindrance = -RIGHT if self._is_partner(other) else HINDRANCE
        return better * (RIGHT + WRONG) + hindered * hindrance + won * RIGHT

    def _last_marks(self, other: Seat) -> int:
        return next((check.ticks for check in reversed(self.view.checks) if check.seat == other), 0)

    def _is_partner(self, other: Seat) -> bool:
        """Whether the other seat shares the viewer's place."""
        options, seats = self.view.options, len(self.view.people)
        paired = (options.teams or options.two_tokens) and seats == MOST_SEATS
        return paired and self.view.viewer is not None and (other - self.view.viewer) % 2 == 0

    def _shared_out(self, theirs: Bag) -> tuple[Bag, Bag]:
        """Both bags after a bump, if both pick what they most likely need."""
        pile, owed = [*self.bag, *theirs], [len(self.bag), len(theirs)]
        picked: list[Bag] = [(), ()]
        turn = 0
        while pile:
            if owed[turn]:
                had = picked[turn]
                best = max(pile, key=lambda item: self.belief.more_than(item, had.count(item)))
                pile.remove(best)
                picked[turn] = added(had, best)
                owed[turn] -= 1
            turn = 1 - turn
        return picked[0], picked[1]

    def offered(self, item: Item) -> float:
        """What trying for one of the Chance Man's three items is worth."""
        return self.buying(item, chance_man.costs(item))


def _purse(spare: float) -> float:
    """The worth of foobles: most if they're missing, none beyond PLENTY, or it would wash dishes forever."""
    return SHORT_FOOBLE * min(0.0, spare) + FOOBLE * min(max(0.0, spare), PLENTY)
