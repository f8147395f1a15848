"""Hints say what a move does and why it's good, as the view shows it."""

import pytest

from games.calabresella.rules.notation import Play, read
from games.calabresella.rules.position import DECK, Between, Laid, Playing, Position
from games.calabresella.rules.sight import see
from games.calabresella.rules.tricks import taker
from games.calabresella.words.prompts import legal
from games.calabresella.words.why import why
from games.core import Seat, mark
from games.kit.cards import Card
from tests.games.calabresella.dealt import after
from tests.games.calabresella.played import played

A, B, C = (Seat(seat) for seat in range(3))
SECOND = ("c pass", "a pass", "b pass", "c pass", "a solo")
SOLO = ("c pass", "a solo", "a reject 6♣ 5♣", "a take 3♣ Q♣")


def _why(position: Position, seat: Seat, move: str) -> str:
    return why(see(position, seat), read(move))


@pytest.mark.parametrize(
    ("lines", "seat", "move", "text"),
    [
        (
            (),
            C,
            "solo",
            (
                "You hold no card that can't be beaten, and 2 of the 8 threes and twos. "
                "You play alone for 18 of the 35 points."
            ),
        ),
        (
            (),
            C,
            "pass",
            (
                "You hold no card that can't be beaten, and 2 of the 8 threes and twos. "
                "If you pass, you leave the risk of going solo to the others."
            ),
        ),
        (SECOND, A, "call none", "You keep all your cards, and nobody learns which three you have."),
        (
            SECOND,
            A,
            "call 3♣",
            "The 3♣ wins any trick in clubs, and it costs you only a card of your choice.",
        ),
        (
            SOLO[:2],
            A,
            "reject 6♣ 5♣",
            "You get 2 cards from the widow for them. 6♣ 5♣ are worth nothing. You keep no clubs.",
        ),
        (
            SOLO[:2],
            A,
            "reject A♠ 5♥ 4♥ 6♣",
            (
                "You get the whole widow for them. "
                "What you reject is worth 3 points to the winner of the last trick."
            ),
        ),
        (
            SOLO[:3],
            A,
            "take 3♣ Q♣",
            (
                "With 3♣ Q♣, you hold 6 cards that nobody can beat instead of 5. "
                "What you leave is worth 1 point to the winner of the last trick."
            ),
        ),
        (
            SOLO,
            C,
            "5♠",
            "Your 5♠ is worth nothing, so you lose no points with it. You keep 1 more in spades.",
        ),
        (
            (*SOLO, "c 5♠"),
            A,
            "3♠",
            "Your 3♠ beats 5♠, and nobody can beat it. The trick is worth 1 point so far.",
        ),
        (
            (*SOLO, "c 5♠"),
            A,
            "7♠",
            "Your 7♠ beats 5♠, but the last player could still beat it. The trick is worth nothing so far.",
        ),
        (
            (*SOLO, "c 5♠", "a 3♠"),
            B,
            "Q♠",
            "Your Q♠ can't win against 3♠ and costs you 1 point. You keep 1 card that nobody can beat.",
        ),
        ((*SOLO, "c 5♠", "a 7♠"), B, "Q♠", "Your Q♠ wins the trick and its 1 point: nobody plays after you."),
    ],
)
def test_a_move_is_explained(lines: tuple[str, ...], seat: Seat, move: str, text: str) -> None:
    assert _why(after(*lines), seat, move) == text


def _hints() -> list[tuple[Playing, str, str]]:
    """Every playable card in two random matches, and its hint."""
    return [
        (position, move.card, why(view, move))
        for seed in (0, 1)
        for position in played(seed)
        if isinstance(position, Playing)
        for view in [see(position, position.mover)]
        for move in legal(view)
        if isinstance(move, Play)
    ]


def test_a_card_of_which_it_is_said_that_nobody_can_beat_it_is_the_highest_that_is_left() -> None:
    told = [(position, card) for position, card, text in _hints() if text.startswith("Nobody can beat")]
    assert told
    for position, card in told:
        higher = DECK.suit(card[-1]) & -(DECK.bits[Card(card)] << 1)
        others = [hand for seat, hand in enumerate(position.hands) if seat != position.mover]
        assert not any(hand & higher for hand in others)


def test_a_card_that_wins_the_trick_or_gives_it_to_a_partner_really_does() -> None:
    kinds = {"wins the trick": 0, "brings them": 0, "takes the trick": 0}
    for position, card, text in _hints():
        if len(position.trick) < 2:
            continue
        winner = taker((*position.trick, Laid(position.mover, Card(card))))
        for kind in kinds:
            kinds[kind] += kind in text
        wins = "wins the trick and" in text or "takes the trick and" in text or "only card" in text
        assert wins or winner != position.mover
        if "Your partner" in text:
            assert winner != position.solo.soloist
            assert mark(winner) in text
    assert all(kinds.values()), "each of them is said in these matches"


def test_what_can_be_said_between_deals_is_explained() -> None:
    between = next(position for position in played(0) if isinstance(position, Between))
    view = see(between, A)
    assert len({why(view, move) for move in legal(view)}) == len(legal(view))
