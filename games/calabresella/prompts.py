"""The questions on the way to a move, and the moves there are; both out of a view alone."""

from collections.abc import Callable, Iterable
from itertools import chain, combinations

from games.calabresella.notation import Bid, Call, Give, GoOn, Move, Play, Reject, Take, Vote
from games.calabresella.position import DECK, WIDOW, Word
from games.calabresella.telling import asks_for
from games.calabresella.tricks import THREES, playable
from games.calabresella.view import View
from games.core import Choice, IllegalMove, Question, Ready, mark
from games.kit.cards import Card
from games.kit.prose import quoted

NO_CALL = "none"

_LABELS: dict[Word, str] = {
    "next": "Next deal",
    "replay": "Same cards again",
    "either": "Either",
    "again": "Same cards again",
    "open": "Open hands",
    "closed": "Closed hands",
    "replays": "Offer replays",
    "no replays": "No more replays",
    "agree": "Agree",
    "refuse": "Refuse",
}


def legal(view: View) -> tuple[Move, ...]:
    """The viewer's moves in the order of his prompt; the channel's only while bids are made."""
    if view.ended or not _asked(view):
        return ()
    match view.phase:
        case "bid":
            return Bid(False), Bid(True)
        case "call":
            return (*map(Call, _callable(view)), Call(None))
        case "return":
            return tuple(map(Give, _returnable(view)))
        case "reject":
            return tuple(Reject(cards) for cards in _sets(view.hand, range(1, WIDOW + 1)))
        case "take":
            return tuple(Take(cards) for cards in _sets(view.widow, (view.rejects,)))
        case "play":
            return tuple(map(Play, _playable(view)))
        case "between":
            return tuple(map(GoOn, view.wishes))
        case "agree":
            return Vote(True), Vote(False)
    return ()


def _asked(view: View) -> bool:
    """Whether there is a question for this viewer."""
    if view.phase == "bid" and view.viewer is None:
        return True
    return view.viewer in view.owes or bool(view.said and view.viewer not in view.askers)


def _callable(view: View) -> tuple[Card, ...]:
    return DECK.named(THREES & ~DECK.mask(view.hand))


def _returnable(view: View) -> tuple[Card, ...]:
    return tuple(card for card in view.hand if card != view.called)


def _playable(view: View) -> tuple[Card, ...]:
    return DECK.named(playable(DECK.mask(view.hand), view.trick))


def _sets(cards: Iterable[Card], sizes: Iterable[int]) -> Iterable[int]:
    found = list(cards)
    return map(DECK.mask, chain.from_iterable(combinations(found, size) for size in sizes))


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The question, or the move its answer spells. Raises IllegalMove for answers that do not fit."""
    if view.ended or not _asked(view):
        return None
    asked, spelt = _question(view)
    if not answers:
        return asked
    keys = {choice.key for choice in asked.choices}
    picked = answers[0].split("+")
    fits = (
        len(set(picked)) == len(picked) and set(picked) <= keys and asked.least <= len(picked) <= asked.most
    )
    if len(answers) > 1 or not fits:
        raise IllegalMove(f"{quoted(' '.join(answers))} cannot be chosen now. {asked.text}")
    return Ready(spelt(picked))


def _question(view: View) -> tuple[Question, Callable[[list[str]], Move]]:
    match view.phase:
        case "bid":
            return _bid(view), lambda keys: Bid(keys[0] == "solo")
        case "call":
            return _call(view), lambda keys: Call(None if keys[0] == NO_CALL else Card(keys[0]))
        case "return":
            assert view.giver is not None
            text = f"Which card do you give {mark(view.giver)} for {view.called}?"
            return _cards(text, _returnable(view)), lambda keys: Give(Card(keys[0]))
        case "reject":
            return _cards("Which cards do you reject? One to four.", view.hand, 1, WIDOW), (
                lambda keys: Reject(DECK.mask(map(Card, keys)))
            )
        case "take":
            count = view.rejects
            return _cards(f"Take {count} of the widow into your hand.", view.widow, count, count), (
                lambda keys: Take(DECK.mask(map(Card, keys)))
            )
        case "play":
            return _cards(_which(view), _playable(view)), lambda keys: Play(Card(keys[0]))
        case "agree":
            return _agree(view), lambda keys: Vote(keys[0] == "agree")
    return _on(view), lambda keys: GoOn(next(wish for wish in view.wishes if wish == keys[0]))


def _bid(view: View) -> Question:
    assert view.mover is not None
    solo = "Solo, and call for a three" if view.passes >= 3 else "Solo"
    text = f"{mark(view.mover)} bids: pass, or play alone against the two others?"
    return Question(text, (Choice("pass", "Pass"), Choice("solo", solo)))


def _call(view: View) -> Question:
    threes = (Choice(three, three) for three in _callable(view))
    return Question("Which three do you call for?", (*threes, Choice(NO_CALL, "No three")))


def _cards(text: str, cards: Iterable[Card], least: int = 1, most: int = 1) -> Question:
    return Question(text, tuple(Choice(card, card) for card in cards), least, most)


def _which(view: View) -> str:
    if not view.trick:
        return "You lead: which card do you play?"
    led = view.trick[0].card
    if any(card[-1] == led[-1] for card in view.hand):
        return f"{led} was led: which card do you follow with?"
    return f"{led} was led and you have no {led[-1]}: which card do you play?"


def _on(view: View) -> Question:
    asked = "How do we go on? All must agree to anything but the next deal."
    return _said(view, asked, view.wishes)


def _agree(view: View) -> Question:
    assert view.wish is not None
    return _said(view, f"{asks_for(view.wish, view.askers)} Do you agree?", ("agree", "refuse"))


def _said(view: View, asked: str, words: Iterable[Word]) -> Question:
    text = f"You said: {_LABELS[view.said]}. You may still change it." if view.said else asked
    return Question(text, tuple(Choice(word, _LABELS[word]) for word in words))
