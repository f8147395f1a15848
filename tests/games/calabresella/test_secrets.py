"""A viewer sees no difference when everything hidden from them is exchanged.

Law 7 varies whole plays a little; this exchanges as much as possible.
"""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from games.calabresella import GAME
from games.calabresella.computers.knowledge import OUT, Places, known
from games.calabresella.rules.notation import Deal, Give, Move, Reject, read, write
from games.calabresella.rules.position import DECK, SEATS, BySeat, Dealt, Playing
from games.calabresella.rules.view import View
from games.core import Seat
from games.engine.record import Line
from games.kit.cards import UNSEEN, Card
from tests.deep import sized
from tests.laws.play import Play, begin, heard, play_on

FIRST_DEAL = 60


@dataclass(frozen=True)
class Exchanged:
    """The same play with other hidden cards: another deal, another card given in exchange, other rejects."""

    deal: Deal
    give: Move | None
    reject: Move

    def line(self, line: Line) -> Line:
        move = read(line.text)
        for kind, other in ((Deal, self.deal), (Give, self.give), (Reject, self.reject)):
            if isinstance(move, kind) and other is not None:
                return Line(line.who, write(other))
        return line


@cache
def tricks(seed: int, called: bool) -> Play:
    """A random play up to some trick of its first deal, with or without a called three."""
    rng = Random(seed)
    while True:
        play = play_on(begin(GAME, 3, (), rng.randrange(1 << 20)), FIRST_DEAL)
        deals = [at for at, line in enumerate(play.lines) if line.text.startswith("deal ")]
        first = play.before(deals[1]) if len(deals) > 1 else play
        ends = [at for at, state in enumerate(first.states) if _is_trick(state, called)]
        if ends:
            return first.before(rng.choice(ends))


def _is_trick(state: object, called: bool) -> bool:
    return isinstance(state, Playing) and (state.solo.giver is not None) == called


def exchanged(play: Play, viewer: Seat, rng: Random) -> Exchanged | None:
    """Another deal that this viewer can't rule out; None if a random one contradicts the call."""
    position = play.state
    assert isinstance(position, Playing)
    solo, widow = position.solo, position.dealt.widow
    places = known(_allowed(position, viewer)).worlds(rng, 1)[0]
    begun = _with_played(position, places)
    rejected = places[OUT] & ~widow
    hands = list(begun)
    hands[solo.soloist] = hands[solo.soloist] & ~solo.taken | rejected
    give: Move | None = None
    if solo.called and solo.giver is not None:
        three, returned = DECK.bits[solo.called], _returned(position, viewer, hands, rng)
        if not hands[solo.soloist] & three or not returned:
            return None
        give = Give(_card(returned))
        hands[solo.soloist] = hands[solo.soloist] & ~three | returned
        hands[solo.giver] = hands[solo.giver] & ~returned | three
    one, two, third = hands
    return Exchanged(Deal(Dealt((one, two, third), widow)), give, Reject(rejected))


def _allowed(position: Playing, viewer: Seat) -> View:
    """The view without anything that the rules hide from its viewer, so that a leak can't hide itself."""
    view, solo = GAME.view(position, viewer), position.solo
    hands = tuple(hand if seat == viewer else (UNSEEN,) * len(hand) for seat, hand in enumerate(view.hands))
    return replace(
        view,
        hands=hands,
        rejected=view.rejected if viewer == solo.soloist else (),
        remembered=tuple(
            card
            for card in view.remembered
            if viewer == solo.soloist or DECK.bits[card] & position.dealt.widow
        ),
        returned=view.returned if viewer in (solo.soloist, solo.giver) else None,
    )


def _with_played(position: Playing, places: Places) -> BySeat:
    hands = [places[0], places[1], places[2]]
    for trick in (*position.tricks, position.trick):
        for seat, card in trick:
            hands[seat] |= DECK.bits[card]
    return hands[0], hands[1], hands[2]


def _returned(position: Playing, viewer: Seat, hands: list[int], rng: Random) -> int:
    solo = position.solo
    assert solo.giver is not None
    assert solo.returned
    if viewer in (solo.soloist, solo.giver):
        return DECK.bits[solo.returned]
    return DECK.bits[rng.choice(DECK.named(hands[solo.giver]))]


def _card(bit: int) -> Card:
    return DECK.named(bit)[0]


def replayed(play: Play, other: Exchanged) -> Play:
    again = play.before(0)
    for line in play.lines:
        again = again.then(other.line(line))
    return again


@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize("seed", range(sized(3, 40)))
def test_a_viewer_sees_no_difference_if_everything_hidden_is_exchanged(seed: int, called: bool) -> None:
    play = tricks(seed, called)
    for viewer in SEATS:
        other = exchanged(play, viewer, Random(seed))
        if other is not None:
            look_alike(play, replayed(play, other), viewer)


def look_alike(play: Play, again: Play, viewer: Seat) -> None:
    """Compare both after every line, for the viewer and for the channel, which knows no more than them."""
    for mine, theirs in zip(play.told, again.told, strict=True):
        assert heard(mine, viewer) == heard(theirs, viewer)
        assert heard(mine, None) == heard(theirs, None)
    for mine, theirs in zip(play.states, again.states, strict=True):
        assert GAME.turn(mine) == GAME.turn(theirs)
        for seat in (viewer, None):
            views = GAME.view(mine, seat), GAME.view(theirs, seat)
            assert views[0] == views[1]
            assert GAME.prompt(views[0], ()) == GAME.prompt(views[1], ())
            assert GAME.describe is not None
            assert GAME.describe(views[0]) == GAME.describe(views[1])
    for seat in (viewer, None):
        pictures = [GAME.draw(GAME.view(one.state, seat)).png() for one in (play, again)]
        assert pictures[0] == pictures[1]


def test_much_is_exchanged_in_these_plays() -> None:
    seeds = sized(6, 20)
    for called in (False, True):
        differ = 0
        for seed in range(seeds):
            play = tricks(seed, called)
            others = [exchanged(play, viewer, Random(seed)) for viewer in SEATS]
            differ += sum(other is not None and replayed(play, other).state != play.state for other in others)
        assert differ > seeds * 3 / 4, f"with a call: {called}"
