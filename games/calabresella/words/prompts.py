"""The legal moves of Calabresella, and the questions that lead to one; both from a view alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from games.calabresella.rules.notation import Bid, Call, Give, GoOn, Move, Play, Point, Reject, Take, Vote
from games.calabresella.rules.options import MOST_POINTS
from games.calabresella.rules.position import (
    DECK,
    MADE,
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
from games.calabresella.rules.tricks import THREES, playable
from games.calabresella.rules.view import Phase, View
from games.calabresella.words import icons
from games.calabresella.words.telling import asks_for
from games.core import Choice, IllegalMove, Question, Ready, mark
from games.kit.cards import Card
from games.kit.questions import Ask, walk

NO_THREE = "none"
_DONE = "done"
_LOST = "You can't choose that now."
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
    "open": "Show all hands",
    "closed": "Hide the hands",
    "replays": "Allow replays",
    "no replays": "Stop replays",
    "point": "Change the game point",
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
    if view.phase in (Rejecting, Taking) and not view.ended and _is_asked(view):
        return _several(view, answers)
    moves = legal(view)
    if not moves:
        return None
    if view.phase is Naming:
        return _number(answers)
    text = _TEXTS[view.phase](view)
    asked = walk(moves, (_one(view, text, moves),), answers, f"{_LOST} {text}")
    if view.phase is Between and isinstance(asked, Question) and not view.said:
        return replace(asked, likely=1)  # hardly anybody wants anything else
    return asked


def _several(view: View, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """The cards to reject or to take, button after button; the last one there can be makes the move.

    A menu of an earlier version sends all keys at once.
    """
    text = _TEXTS[view.phase](view)
    rejects = view.phase is Rejecting
    cards, most = (view.hand, WIDOW) if rejects else (view.widow, view.rejects)
    is_menu = len(answers) == 1 and "+" in answers[0]
    picked = answers[0].split("+") if is_menu else [*answers]
    is_done = picked[-1:] == [_DONE] and 1 < len(picked) <= most and rejects
    chosen = DECK.mask(Card(key) for key in picked[: -1 if is_done else None] if key in cards)
    count = chosen.bit_count()
    if count + is_done < len(picked) or count > most or (is_menu and count < most and not rejects):
        raise IllegalMove(f"{_LOST} {text}")
    if count == most or is_done or is_menu:
        return Ready(Reject(chosen) if rejects else Take(chosen))
    left = [_card(card) for card in cards if not DECK.bits[card] & chosen]
    if not count:
        return Question(text, tuple(left), rows=_rows(len(left)), tip=_tip(view))
    if rejects:
        left.append(Choice(_DONE, "That's all"))
    more = "Another card?" if rejects else f"Pick {most - count} more."
    told = f"You {'reject' if rejects else 'take'} {' '.join(DECK.named(chosen))}. {more}"
    return Question(told, tuple(left), rows=_rows(len(left)))


def _rows(buttons: int) -> tuple[int, ...]:
    """Buttons in rows that fit on a phone."""
    return tuple(min(_ROW, buttons - at) for at in range(0, buttons, _ROW))


def _is_asked(view: View) -> bool:
    """Whether the viewer has a choice, or can still change it."""
    if view.phase is Bidding and view.viewer is None:
        return True
    # Who is ready for the next deal has nothing else to say if there's nothing to ask for.
    can_change = bool(view.said) and view.viewer not in view.askers and view.wishes != ("next",)
    return view.viewer in view.owes or can_change


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
_ROUND_KEYS = tuple(map(str, _ROUND))
_OTHER = "other"
_DIGITS = "0123456789"
_PLACES = ("thousands", "hundreds", "tens", "ones")


def _number(answers: tuple[str, ...]) -> Question | Ready[Move]:
    """The game point: a round one, or digit after digit.

    It isn't a walk, which would look at all ten thousand numbers again for every answer.
    """
    if not answers:
        choices = (*(Choice(key, key) for key in _ROUND_KEYS), Choice(_OTHER, "Another number"))
        return Question("To how many points would you like to play?", choices)
    if len(answers) == 1 and answers[0] in _ROUND_KEYS:
        return Ready(Point(int(answers[0])))
    number = ""
    for digit in answers[1:]:
        if digit not in _digits(number):
            break
        number += digit
    if answers[0] != _OTHER or len(number) + 1 < len(answers):
        raise IllegalMove("That isn't one of the choices. Pick one of those shown.")
    if len(number) == len(_PLACES):
        return Ready(Point(int(number)))
    digits = _digits(number)
    small = sum(digit < "5" for digit in digits)
    return Question(
        f"The game point has four digits. Which one is for {_PLACES[len(number)]}?",
        tuple(Choice(digit, digit) for digit in digits),
        rows=(small, len(digits) - small),
    )


def _digits(number: str) -> Sequence[str]:
    """The digits that can follow: the last one can't make it zero, nor a number that has a button."""
    if len(number) < len(_PLACES) - 1:
        return tuple(_DIGITS)
    if len(number) == len(_PLACES):
        return ()
    return tuple(digit for digit in _DIGITS if int(number + digit) not in (0, *_ROUND))


def _sets(cards: Sequence[Card], sizes: Iterable[int]) -> Iterable[int]:
    return map(DECK.mask, chain.from_iterable(combinations(cards, size) for size in sizes))


def _one(view: View, text: str, moves: Sequence[Move]) -> Ask[Move]:
    may_call = view.phase is Bidding and view.passes >= len(SEATS)

    def choice(key: str, _: Sequence[Move]) -> Choice:
        if key in icons.CARD_KEYS:
            return _card(key)
        return Choice(key, "Solo and call a three" if may_call and key == "solo" else _LABELS[key])

    # Even twelve cards are buttons: a menu would take one more press for every card.
    rows = {_key(move): number // _ROW for number, move in enumerate(moves)}
    return Ask(lambda _: text, _key, choice, row=rows.get, tip=_tip(view))


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


def _card(card: str) -> Choice:
    return Choice(card, card, icon=icons.of(Card(card)))


def _bid(view: View) -> str:
    assert view.mover is not None
    call = " and call for a three" if view.passes >= len(SEATS) else ""
    return f"{mark(view.mover)}, do you pass, or go solo against the other two{call}?"


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
    if len(view.wishes) == 1:
        return "Ready for the next deal?"
    return "Ready for the next deal? Anything else only happens if everyone agrees."


def _vote(view: View) -> str:
    assert view.wish is not None
    if view.said:
        return f"You said: {_LABELS[str(view.said)]}. You can still change that."
    return f"{asks_for(view.wish, view.askers)} Do you agree?"


_TEXTS: Mapping[Phase, Callable[[View], str]] = {
    Bidding: _bid,
    Calling: lambda _: "Which three do you call for?",
    Returning: _give,
    Rejecting: lambda _: f"Which cards do you reject? Pick 1 to {WIDOW}: you get as many from the widow.",
    Taking: lambda view: f"Which {_so_many(view.rejects)} do you take from the widow?",
    Playing: _play,
    Between: _go_on,
    Asking: _vote,
}


_TIPS: Mapping[Phase, str] = {
    Bidding: "Go solo if you have several threes and twos. They win tricks.",
    Calling: "Call the three of the suit in which you hold the most high cards.",
    Returning: "Give a low card from a suit you have few cards of.",
    Rejecting: "Keep threes, twos and the aces with them. Reject low cards, best your only ones of a suit.",
    Taking: "Take threes, twos and aces first, then cards of a suit in which you're strong.",
    Between: "Go on to the next deal. The match goes on until somebody reaches the game point.",
}


def _tip(view: View) -> str:
    """What helps a newcomer with this question; nothing once they've answered it."""
    if view.phase is not Playing:
        return "" if view.said else _TIPS.get(view.phase, "")
    if not view.trick and DECK.mask(view.hand) & THREES:
        return "A three can't be beaten. It's a safe lead."
    if view.viewer == view.soloist:
        return f"Win the tricks with points in them: you need {MADE} in this deal."
    return "Watch who wins the trick. Give points to your partner, and keep them from the soloist."
