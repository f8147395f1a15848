"""What can be done with a hand at a table: which cards can be laid where, taken, and discarded.

The functions see one hand and what lies open, so that rules, questions and computers share them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import IllegalMove
from games.foozle.cards import NONE, TRUMPS, Card, Cards, code, each, one, rank_of
from games.foozle.melds import groups_in, joins, kind, named, with_card
from games.foozle.notation import Discard, Draw, Lay, Move, Off, Take

MOST_LISTED = 12
"""A refusal names so many cards at most."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand and what it can be laid on; `taken` may not be discarded in this turn (rule 5)."""

    hand: Cards
    groups: tuple[Cards, ...]
    taken: Card | None = None

    def after(self, play: Lay | Off) -> "Reach":
        """What is left, and the groups with what was laid. The play must be one that `allows`."""
        cards = play.cards if isinstance(play, Lay) else one(play.card)
        target = landing(play, self.groups)
        groups = list(self.groups)
        if target == len(groups):
            groups.append(cards)
        else:
            groups[target] = Cards(groups[target] | cards)
        return Reach(Cards(self.hand & ~cards), tuple(groups), self.taken)

    def with_card(self, card: Card) -> "Reach":
        """With a card more in the hand."""
        return Reach(Cards(self.hand | one(card)), self.groups, self.taken)


def landing(play: Lay | Off, groups: tuple[Cards, ...]) -> int:
    """The number from 0 of the group that will hold the cards; the next free one for a new group."""
    if isinstance(play, Off):
        return play.group - 1
    if play.on is not None:
        return play.on - 1
    found = joins(play.cards, groups)
    return found[0] if found else len(groups)


def laid_out(group: Cards) -> tuple[Card, ...]:
    """A group as it lies on the table: a run by its ranks, all else by suit."""
    return tuple(sorted(each(group), key=rank_of) if kind(group) == "run" else each(group))


def spelt(group: Cards) -> str:
    """The codes of a group in this order."""
    return " ".join(map(code, laid_out(group)))


def is_foozle(play: Lay | Off) -> bool:
    """Whether it is a Big Foozle, which ends the hand (rule 10)."""
    return isinstance(play, Lay) and kind(play.cards) == "Big Foozle"


def lays(reach: Reach) -> Iterator[Lay]:
    """Every way to lay down a group from the hand."""
    for cards in groups_in(reach.hand):
        yield from _ways(cards, reach)


def _ways(cards: Cards, reach: Reach) -> Iterator[Lay]:
    found = joins(cards, reach.groups)
    for play in [Lay(cards)] if len(found) < 2 else [Lay(cards, number + 1) for number in found]:
        if not _strands(reach, play):
            yield play


def offs(reach: Reach) -> Iterator[Off]:
    """Every way to lay off a card of the hand."""
    for card in each(reach.hand):
        for number in joins(one(card), reach.groups):
            play = Off(card, number + 1)
            if not _strands(reach, play):
                yield play


def uses(reach: Reach, card: Card) -> Iterator[Take]:
    """Every way to take this card of the tableau and use it at once (rule 4)."""
    for number in joins(one(card), reach.groups):
        yield Take(card, Off(card, number + 1))
    for cards in with_card(reach.hand, card):
        for play in _ways(cards, reach.with_card(card)):
            yield Take(card, play)


def takes(reach: Reach, tableau: tuple[Card, ...]) -> Iterator[Move]:
    """Every way to take a card."""
    yield Draw()
    yield Take(tableau[-1])
    for card in tableau[:-1]:
        yield from uses(reach, card)


def discards(reach: Reach) -> Iterator[Discard]:
    """Every card that can be discarded."""
    return (Discard(card) for card in each(reach.hand) if card != reach.taken)


def plays(reach: Reach) -> Iterator[Move]:
    """Every way to go on after taking."""
    yield from lays(reach)
    yield from offs(reach)
    yield from discards(reach)


def check(reach: Reach, play: Lay | Off) -> None:
    """Raises IllegalMove where this may not be laid, with the rule."""
    cards = play.cards if isinstance(play, Lay) else one(play.card)
    if missing := cards & ~reach.hand:
        raise IllegalMove(f"You do not hold {_listed(Cards(missing))}.")
    if isinstance(play, Lay):
        _check_lay(play, reach.groups)
    else:
        _check_off(play, reach.groups)
    if _strands(reach, play):
        assert reach.taken is not None
        raise IllegalMove(
            f"That would leave you with {code(reach.taken)} alone, which you may not discard (rule 5)."
        )


def _listed(cards: Cards) -> str:
    """The cards of a refusal, of which there may be a whole deck."""
    named = [code(card) for card in each(cards)]
    more = len(named) - MOST_LISTED
    return " ".join(named) if more <= 0 else f"{' '.join(named[:MOST_LISTED])} and {more} more"


def _check_lay(lay: Lay, groups: tuple[Cards, ...]) -> None:
    if kind(lay.cards) is None:
        if lay.cards & TRUMPS and lay.cards & ~TRUMPS:
            raise IllegalMove(f"{_listed(lay.cards)} is no group: trumps go with no other card (rule 10).")
        raise IllegalMove(
            f"{_listed(lay.cards)} is no group: a set, a flush or a run has three cards or more (rule 6)."
        )
    found = [number + 1 for number in joins(lay.cards, groups)]
    numbers = " or ".join(map(str, found))
    if lay.on is None and len(found) > 1:
        raise IllegalMove(f"This can join group {numbers}: say which, with “on {found[0]}” (rule 7).")
    if lay.on is not None and len(found) < 2:
        what = f"joins group {numbers} by itself" if found else "is a group of its own"
        raise IllegalMove(f"This {what}: leave out “on {lay.on}” (rule 7).")
    if lay.on is not None and lay.on not in found:
        raise IllegalMove(f"This can join group {numbers}, not group {lay.on} (rule 7).")


def _check_off(off: Off, groups: tuple[Cards, ...]) -> None:
    if off.group > len(groups):
        raise IllegalMove(f"There is no group {off.group} on the table.")
    group = groups[off.group - 1]
    if off.group - 1 not in joins(one(off.card), groups):
        raise IllegalMove(f"{code(off.card)} does not go with group {off.group}, a {named(group)} (rule 9).")


def _strands(reach: Reach, play: Lay | Off) -> bool:
    """Whether it leaves only the card that may be neither kept as a whole hand nor discarded (rule 5)."""
    if reach.taken is None or is_foozle(play):
        return False
    cards = play.cards if isinstance(play, Lay) else one(play.card)
    if Cards(reach.hand & ~cards) != one(reach.taken):
        return False
    return joins(one(reach.taken), reach.after(play).groups) == ()


def nothing(reach: Reach) -> bool:
    """Whether the hand is played out."""
    return reach.hand == NONE
