"""What is announced at the end of a deal."""

from games.calabresella import GAME
from games.engine.record import read
from tests.laws.cards import texts
from tests.laws.play import fold

HEARD = fold(GAME, read(texts("calabresella")["rule-15-excess-and-lack.txt"])).table.heard(None)


def told_of(deal: int) -> tuple[str, ...]:
    """Everything announced at the end of this deal, from the last trick on."""
    (at,) = [at for at, text in enumerate(HEARD) if "Match points" in text][deal - 1 : deal]
    return HEARD[at - 1 : at + 1]


def test_an_excess_is_told_with_everybodys_match_points() -> None:
    assert told_of(1) == (
        "{a} wins the last trick: 0 points, 3 more for the last one, and 4 points out of play (3♠ Q♦ 3♣ Q♣).",
        "{a} took 21 points, 3 above 18. Match points: {a} 24, {b} 9, {c} 5.",
    )


def test_a_shortfall_is_told_with_everybodys_match_points() -> None:
    assert told_of(2) == (
        "{a} wins the last trick: 4 points, 3 more for the last one, and 3 points out of play (3♠ 5♥ 3♣ J♣).",
        "{a} took 15 points, 3 short of 18. Match points: {a} 39, {b} 24, {c} 16.",
    )
