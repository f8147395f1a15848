"""The table in words."""

import pytest

from games.calabresella import GAME
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import SEATS
from games.kit.prose import LONGEST
from tests.games.calabresella.dealt import after
from tests.games.calabresella.played import played

A, B, C = SEATS


def words(*lines: str, viewer: int | None = None) -> str:
    assert GAME.describe is not None
    return GAME.describe(GAME.view(after(*lines), None if viewer is None else SEATS[viewer]))


def test_it_tells_the_hand_the_trick_and_the_points() -> None:
    lines = ["c pass", "a solo", "a reject 6♣ 5♣", "a take 3♣ Q♣", "c A♦"]
    assert words(*lines, viewer=0) == (
        "{a} to play, in trick 1 of 12. Your hand: 3♠ 2♠ A♠ K♠ 7♠ 3♥ 5♥ 4♥ Q♦ J♦ 3♣ Q♣. "
        "On the table: {c} A♦. {a} is the soloist. "
        "{a} rejected 2 cards and took 3♣ Q♣ from the widow, and its other 2 cards are face down again. "
        "The 4 cards out of play are face down. "
        "Match points: {a} 0, {b} 0, {c} 0, in a match to 100. {b} has 12 cards. {c} has 11 cards."
    )


def test_it_tells_every_card_even_of_a_hand_of_thirteen() -> None:
    text = words("c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠", viewer=1)
    assert "Your hand: 3♠ Q♠ J♠ 6♠ 2♥ A♥ K♥ 3♦ 6♦ 5♦ 4♦ K♣ 4♣." in text


def test_it_tells_the_round_of_the_bidding() -> None:
    assert words("c pass", "a pass").startswith("{b} to bid, in the first round. {a} dealt.")
    assert words("c pass", "a pass", "b pass").startswith("{c} to bid, in the second round. {a} dealt.")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("c solo",), "{c} has to reject 1 to 4 cards."),
        (("c solo", "c reject 4♠ 5♠"), "{c} has to take 2 cards from the widow."),
        (("c solo", "c reject 4♠"), "{c} has to take 1 card from the widow."),
        (("c pass", "a pass", "b pass", "c solo"), "{c} can call for a three."),
        (
            ("c pass", "a pass", "b pass", "c solo", "c call 3♠"),
            "{c} has to give a card in return for the three.",
        ),
        ((*["c pass", "a pass", "b pass"] * 2, "b next"), "The deal is over. Waiting for {a}, {c}."),
        (
            (*["c pass", "a pass", "b pass"] * 2, "b ask open", "a next", "c next", "c agree"),
            "{b} would like open hands from the next deal on. Waiting for {a} to vote.",
        ),
    ],
)
def test_it_begins_with_what_happens_next(lines: tuple[str, ...], told: str) -> None:
    assert words(*lines).startswith(told)


def test_it_tells_everybodys_points_and_tricks() -> None:
    exchange = ["c pass", "a solo", "a reject 6♣ 5♣", "a take 3♣ Q♣"]
    text = words(*exchange, "c 2♦", "a Q♦", "b 3♦", "b 2♥", "c Q♥", "a 3♥", "a 3♠", "b 6♠", "c 4♠")
    assert "Last trick: {a} 3♠, {b} 6♠, {c} 4♠; 1 point to {a}." in text
    assert "Points in tricks: {a} 4, {b} 3, {c} 0; tricks: {a} 2, {b} 1, {c} 0." in text


@pytest.mark.parametrize("open_hands", [False, True])
def test_it_has_at_most_a_thousand_characters(open_hands: bool) -> None:
    assert GAME.describe is not None
    options = Options(game_point=60, open_hands=open_hands)
    for seed in range(3):
        for position in played(seed, options):
            for viewer in (None, *SEATS):
                for state in (position, GAME.stop(position)):
                    assert 0 < len(GAME.describe(GAME.view(state, viewer))) <= LONGEST
