"""The result of the game of the day as a picture: its story squares can be told apart, and have room."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.daily.card import DailyCard, DailyResult, Foot, Mark
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.story import MOST_SQUARES, Grade
from tests.games.pictures import FACES, furthest, on_a_phone, opened

LARGEST = 150_000
TOP, SIZE, STEP = 536, 76, 93
"""Where the squares are: their upper edge, how large they are, and how far apart from left to left."""

RESULT = DailyResult(
    day=217,
    title="A game with a name",
    under="the game of the day",
    face=FACES[1],
    score="214",
    par=190,
    ahead=24,
    ahead_words="24 above par",
    par_words="par 190",
    place=2,
    place_words="shared 2nd of 11 in a server with a long name",
    marks=(*(Mark(face, 180 + 12 * at) for at, face in enumerate(FACES)), Mark(FACES[1], 214, is_own=True)),
    foot=Foot(13, "13 days", "", 2, 0, 0.3, "next in 7 hours"),
    legend={grade: grade.name.lower() for grade in Grade},
)


@cache
def drawn(*squares: Grade, **changed: Any) -> bytes:
    return replace(RESULT, squares=squares, **changed).png()


@pytest.mark.parametrize("count", [1, 7, 10, MOST_SQUARES])
def test_squares_of_any_number_have_room_in_a_band_of_their_own(count: int) -> None:
    picture = opened(drawn(*[Grade.BEST] * count))
    right = 40 + STEP * (count - 1) + SIZE
    assert right <= WIDTH - 40
    assert picture.height > opened(drawn()).height
    after = picture.crop((right + 4, TOP, WIDTH, TOP + SIZE))
    assert len(after.getcolors() or ()) == 1, "nothing stands after the last"
    assert len(drawn(*[Grade.BEST] * count)) < LARGEST


@pytest.mark.parametrize("par", ["?", "8", "−76", "−1764"])
def test_par_leaves_room_for_the_words_that_say_what_it_is(par: str) -> None:
    words = ("the middle score of", "Medium, Hard and Expert")
    card = DailyCard(12, "Practice", "", "A game", b"", ("A line.", ""), par, words, "", (), 0, None)
    between = opened(card.png()).crop((552, 604, 568, 760))
    assert len(between.getcolors() or ()) == 1


def test_whoever_is_best_wears_a_crown_on_the_line() -> None:
    marks = (Mark(FACES[0], 300), Mark(FACES[1], 200, is_own=True), Mark(FACES[2], 100))
    picture = opened(replace(RESULT, marks=marks).png())
    gold = []
    for x in (110, WIDTH - 110):  # the least and the best score
        above = picture.crop((x - 30, 676, x + 30, 712)).getcolors(10_000) or []
        gold.append(sum(count for count, ink in above if ink == ACCENT))
    assert gold[0] == 0 < gold[1]


@pytest.mark.parametrize("words", ["next in 23 hours", "minutes left", "a sentence that is much too long"])
def test_what_is_left_of_the_day_ends_before_the_edge(words: str) -> None:
    picture = opened(replace(RESULT, foot=replace(RESULT.foot, left_words=words)).png())
    edge = picture.crop((WIDTH - 24, picture.height - 110, WIDTH, picture.height))
    assert len(edge.getcolors() or ()) == 1


def test_each_kind_of_square_looks_different_on_a_phone_also_without_colours() -> None:
    picture = opened(drawn(*Grade))
    kinds = [
        on_a_phone(picture.crop((left, TOP, left + SIZE, TOP + SIZE))).convert("L")
        for left in (40 + STEP * at for at in range(len(Grade)))
    ]
    for at, one in enumerate(kinds):
        assert all(furthest(one, other) > 60 for other in kinds[at + 1 :])


def test_squares_stand_there_also_without_par_and_without_anybody_else() -> None:
    alone = opened(drawn(*Grade, par=None, ahead=None, marks=RESULT.marks[-1:]))
    among = opened(drawn(*Grade))
    assert alone.height < among.height
    row = (0, TOP, WIDTH, TOP + SIZE)
    assert furthest(alone.crop(row), among.crop(row)) < 40
