"""The legal moves of Calabresella, and the questions that lead to one; both from a view alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations

from games.calabresella import icons
from games.calabresella.notation import Bid, Call, Give, GoOn, Move, Play, Point, Reject, Take, Vote
from games.calabresella.options import MOST_POINTS
from games.calabresella.position import (
    DECK,
    SEATS,
    WIDOW,
    Asking,
    Between,
    Bidding,
    Calling,
    Naming,
    Playing,
    Rejecting,
    Returning,
    Taking,
)
from games.calabresella.telling import asks_for
from games.calabresella.tricks import THREES, playable
from games.calabresella.view import Phase, View
from games.core import Choice, Question, Ready, mark
from games.kit.cards import Card
from games.kit.questions import Ask, AskSeveral, walk

NO_THREE = "none"
_ROW = 4
"""How many buttons fit side by side on a phone."""

_LABELS = {
    "pass": "Pass",
    "solo": "Solo",
    NO_THREE: "No three",
    "next": "Next deal",
    "replay": "Same cards again",
    "either": "Either",
    "again": "Same cards again",
    "open": "Open hands",
    "closed": "Closed hands",
    "replays": "Offer replays",
    "no replays": "No more replays",
    "point": "Game point",
    "agree": "Agree",
    "refuse": "Refuse",
}
"""Labels by the key of a choice; cards are labelled by name."""


def legal(view: View) -> tuple[Move, ...]:
    """The viewer's moves in the order of the question; for the channel, only bids."""
    if view.ended or not _is_asked(view) or view.phase not in _MOVES:
        return ()
    return tuple(_MOVES[view.phase](view))


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The question, or the move its answer spells. Raises IllegalMove for answers that don't fit."""
    moves = legal(view)
    if not moves:
        return None
    if view.phase is Naming:
        return walk(moves, _WHICH_POINT, answers, "That isn't one of the choices. Pick one of those shown.")
    text = _TEXTS[view.phase](view)
    several = view.phase in (Rejecting, Taking)
    ask = AskSeveral(lambda _: text, _cards_of, _card) if several else _one(view, text, moves)
    return walk(moves, (ask,), answers, f"You can't choose that now. {text}")


def _is_asked(view: View) -> bool:
    """Whether the viewer has a choice, or can still change it."""
    if view.phase is Bidding and view.viewer is None:
        return True
    return view.viewer in view.owes or bool(view.said and view.viewer not in view.askers)


_MOVES: Mapping[Phase, Callable[[View], Iterable[Move]]] = {
    Bidding: lambda _: (Bid(False), Bid(True)),
    Calling: lambda view: (*map(Call, DECK.named(THREES & ~DECK.mask(view.hand))), Call(None)),
    Returning: lambda view: (Give(card) for card in view.hand if card != view.called),
    Rejecting: lambda view: map(Reject, _sets(view.hand, range(1, WIDOW + 1))),
    Taking: lambda view: map(Take, _sets(view.widow, (view.rejects,))),
    Playing: lambda view: map(Play, DECK.named(playable(DECK.mask(view.hand), view.trick))),
    Between: lambda view: map(GoOn, view.wishes),
    Asking: lambda _: (Vote(True), Vote(False)),
    Naming: lambda _: _POINTS,
}


_ROUND = (15, 21, 30, 40, 50, 60, 70, 75, 80, 90, 100, 120, 150, 200, 250, 300, 400, 500, 700, 1000)
"""Game points that have a button; any other number is put together from its digits."""
_NOT_ROUND = (number for number in range(1, MOST_POINTS + 1) if number not in _ROUND)
_POINTS: tuple[Move, ...] = tuple(map(Point, (*_ROUND, *_NOT_ROUND)))
_OTHER = "other"


def _point(move: Move) -> str:
    assert isinstance(move, Point)
    return str(move.number) if move.number in _ROUND else _OTHER


def _digit(place: int, name: str) -> Ask[Move]:
    def key(move: Move) -> str | None:
        return f"{move.number:04}"[place] if _point(move) == _OTHER and isinstance(move, Point) else None

    return Ask(
        lambda _: f"The game point has four digits. Which one is for {name}?",
        key,
        lambda digit, _: Choice(digit, digit),
        row=lambda digit: int(digit) // 5,
    )


_WHICH_POINT: tuple[Ask[Move], ...] = (
    Ask(
        lambda _: "To how many points would you like to play?",
        _point,
        lambda key, _: Choice(key, "Another number" if key == _OTHER else key),
    ),
    *(_digit(place, name) for place, name in enumerate(("thousands", "hundreds", "tens", "ones"))),
)


def _sets(cards: Sequence[Card], sizes: Iterable[int]) -> Iterable[int]:
    return map(DECK.mask, chain.from_iterable(combinations(cards, size) for size in sizes))


def _one(view: View, text: str, moves: Sequence[Move]) -> Ask[Move]:
    may_call = view.phase is Bidding and view.passes >= len(SEATS)

    def choice(key: str, _: Sequence[Move]) -> Choice:
        if key in icons.CARD_KEYS:
            return _card(key)
        return Choice(key, "Solo with a call" if may_call and key == "solo" else _LABELS[key])

    # Even twelve cards are buttons: a menu would take one more press for every card.
    rows = {_key(move): number // _ROW for number, move in enumerate(moves)}
    return Ask(lambda _: text, _key, choice, row=rows.get)


def _key(move: Move) -> str | None:
    match move:
        case Bid(solo):
            return "solo" if solo else "pass"
        case Call(three):
            return three or NO_THREE
        case Give(card) | Play(card):
            return card
        case GoOn(wish):
            return str(wish)
        case Vote(agrees):
            return "agree" if agrees else "refuse"
    return None


def _cards_of(move: Move) -> Sequence[Card]:
    assert isinstance(move, Reject | Take)
    return _named(move.cards)


# A hand of twelve has 793 sets of one to four cards to reject, and every redraw needs all of them.
_named = lru_cache(2048)(DECK.named)


def _card(card: str) -> Choice:
    return Choice(card, card, icon=icons.of(Card(card)))


def _bid(view: View) -> str:
    assert view.mover is not None
    return f"{mark(view.mover)}, do you pass, or go solo against the other two?"


def _give(view: View) -> str:
    assert view.giver is not None
    return f"Which card do you give {mark(view.giver)} for {view.called}?"


def _so_many(cards: int) -> str:
    return "card" if cards == 1 else f"{cards} cards"


def _play(view: View) -> str:
    open_ = DECK.named(playable(DECK.mask(view.hand), view.trick))
    if not view.trick:
        return "You lead. Which card do you play?" if open_[1:] else f"You lead your last card, {open_[0]}."
    led = view.trick[0].card
    if len(open_) == 1:
        return f"{led} was led. {open_[0]} is the only card you can play."
    if any(card[-1] == led[-1] for card in view.hand):
        return f"{led} was led. Which card do you follow with?"
    return f"{led} was led and you have no {led[-1]}. Which card do you play?"


def _go_on(view: View) -> str:
    if view.said:
        return f"You said: {_LABELS[str(view.said)]}. You can still change that."
    return "What next? Everybody has to agree to anything but the next deal."


def _vote(view: View) -> str:
    assert view.wish is not None
    if view.said:
        return f"You said: {_LABELS[str(view.said)]}. You can still change that."
    return f"{asks_for(view.wish, view.askers)} Do you agree?"


_TEXTS: Mapping[Phase, Callable[[View], str]] = {
    Bidding: _bid,
    Calling: lambda _: "Which three do you call for?",
    Returning: _give,
    Rejecting: lambda _: f"Which cards do you reject? Pick 1 to {WIDOW}.",
    Taking: lambda view: f"Which {_so_many(view.rejects)} do you take from the widow?",
    Playing: _play,
    Between: _go_on,
    Asking: _vote,
}
