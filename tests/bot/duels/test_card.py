"""The picture of a duel: whatever came of it, it's a flat picture of the usual width."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.duels.card import GOAL, DuelResult, DuelSide
from games.engine import registry
from games.kit.brush.cards import IVORY
from games.kit.brush.marks import SEATS, WIDTH
from games.kit.brush.palette import Colour
from games.kit.faces import Face
from local_discord.sample import PEOPLE
from tests.deep import sized

ADA = Face("Ada", next(one.avatar for one in PEOPLE if one.avatar).read_bytes())
LONG = Face("W" * 32)


def made(
    first: tuple[int, ...], second: tuple[int, ...], won: int | None, game: str = "foozle"
) -> DuelResult:
    rows = max(len(first), len(second))
    one, other = (
        DuelSide(face, "The Parlour", str(those[-1:]), "points", those, is_winner=won == at)
        for at, (face, those) in enumerate(((ADA, first), (LONG, second)))
    )
    look = registry.find(game).look
    assert look is not None
    return DuelResult(
        name="" if won is None else (ADA, LONG)[won].name,
        headline="Level" if won is None else "by 3",
        under="Same deal, alone against Medium",
        sides=(one, other),
        unit="move",
        labels=tuple(map(str, range(rows))),
        turning=None if won is None or not rows else rows - 1,
        caption="" if won is None else "{name} was ahead all the way.",
        look=look(),
    )


def drawn(duel: DuelResult) -> Image.Image:
    return Image.open(BytesIO(duel.png()))


def ink_in(picture: Image.Image, ink: Colour) -> int:
    """How many pixels have exactly this colour."""
    return sum(count for count, one in picture.convert("RGB").getcolors(1 << 20) or [] if one == ink)


SCORES = (
    ((0, 1, -2), (0, 0, -2), None),
    ((), (400, 2_000), 1),
    ((), (), 0),
    (tuple(range(12)), tuple(range(12)), 0),
)


@pytest.mark.parametrize(("place", "game"), list(enumerate(registry.all_games())))
def test_it_is_drawn_in_each_games_colours_whatever_the_scores(place: int, game: str) -> None:
    """Each game has other scores; in a deep run each has them all."""
    for first, second, won in sized((SCORES[place % len(SCORES)],), SCORES):
        picture = drawn(made(first, second, won, game))
        assert (picture.width, picture.mode) == (WIDTH, "P")


def test_the_bar_of_whoever_has_more_is_longer() -> None:
    picture = drawn(made((4, 6), (9, 18), 1))
    counts = [ink_in(picture, SEATS[at].colour) for at in (0, 1)]
    assert counts[1] > 2 * counts[0]


def test_the_bars_of_whoever_gave_up_are_hollow() -> None:
    duel = made((9, 18), (9, 18), 0)
    gave_up = replace(duel.sides[1], is_through=False)
    pictures = [drawn(one) for one in (duel, replace(duel, sides=(duel.sides[0], gave_up)))]
    counts = [ink_in(one, SEATS[1].colour) for one in pictures]
    assert 0 < counts[1] < counts[0] / 2


def test_the_goal_is_a_line_and_the_cards_of_each_row_stand_above_it() -> None:
    duel = replace(made((9, 18), (9, 18), 0), are_parts=True)
    plain, goal = drawn(duel), drawn(replace(duel, goal=20))
    assert plain.size == goal.size
    assert ink_in(plain, GOAL) == 0 < ink_in(goal, GOAL)
    hands = drawn(replace(duel, dealt=(("K♠",) * 12, ("3♥",) * 12)))
    assert hands.height > plain.height
    assert ink_in(hands, IVORY) > 24 * 2_000 > ink_in(plain, IVORY)


def test_nobody_is_crowned_if_they_are_level() -> None:
    gold = (255, 210, 63)
    level, won = (drawn(made((3,), (3,), one)).crop((0, 0, WIDTH, 134)) for one in (None, 1))
    counts = [ink_in(one, gold) for one in (level, won)]
    assert counts[0] < counts[1]
