"""The ladder of the computers as a picture: with any number of levels, any names, and nothing measured."""

from dataclasses import replace

import pytest

from bot.learning.levels_card import Ladder, Rung
from games.engine import registry
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.faces import LEVELS, Face
from tests.games.pictures import FACES, are_drawn_in_threads_as_in_one, opened

LARGEST = 150_000
LINE = "Usually sees the best place, but not what you can do next."


def ladder(count: int, reader: Face = FACES[0]) -> Ladder:
    """A ladder of so many levels: they stand on the second, with a tick at the first."""
    rungs = [
        Rung(title, LINE, f"beats {below}" if below else "everybody starts here", 33 if below else 0, 40)
        for title, below in zip(LEVELS, ("", *LEVELS), strict=False)
    ][:count]
    rungs[0] = replace(rungs[0], decided=0, done="beaten")
    rungs[1] = replace(rungs[1], score="you won 2 of 5")
    return Ladder("Who will you play?", "Doublolo", reader, tuple(reversed(rungs)))


def yellow(shown: Ladder) -> int:
    """How many pixels below the words are as yellow as the bars."""
    rows = opened(shown.png()).crop((640, 126, 900, 1124))
    return sum(count for count, shade in rows.getcolors(1 << 20) or [] if shade == ACCENT)


@pytest.mark.parametrize(("count", "high"), [(2, 794), (3, 1124), (4, 1294), (5, 1394)])
def test_fewer_levels_have_more_room_each(count: int, high: int) -> None:
    png = ladder(count).png()
    assert opened(png).size == (WIDTH, high)
    assert len(png) <= LARGEST


def test_everything_that_it_says_is_seen() -> None:
    whole = ladder(5)
    top, *rest = whole.rungs
    others = [
        replace(whole, title="Whom?"),
        replace(whole, game="FourSide"),
        replace(whole, reader=FACES[1]),
        replace(whole, reader=Face("Emi")),
        replace(whole, reader=Face()),
        *(
            replace(whole, rungs=(changed, *rest))
            for changed in (
                replace(top, title="Medium"),
                replace(top, line="Never errs."),
                replace(top, against="beats all"),
                replace(top, won=39),
                replace(top, decided=50),
                replace(top, done="beaten"),
                replace(top, score="you won 1 of 9"),
            )
        ),
    ]
    assert len({one.png() for one in (whole, *others)}) == 1 + len(others)


def test_a_level_that_was_never_measured_has_no_bar() -> None:
    whole = ladder(3)
    bare = replace(whole, rungs=tuple(replace(one, won=0, decided=0, against="") for one in whole.rungs))
    assert opened(bare.png()).size == opened(whole.png()).size
    lost = replace(whole, rungs=tuple(replace(one, won=0) for one in whole.rungs))
    gold = [yellow(one) for one in (bare, lost, whole)]
    assert gold[0] == gold[1] < gold[2]


@pytest.mark.parametrize("name", ["W" * 32, "我是玩家" * 8, "🎲" * 16, ""])
def test_any_words_fit(name: str) -> None:
    rungs = [
        Rung(name, " ".join([name] * 6), f"beats {name}", 1, 100_000, done=name, score=f"{name} {name}" * at)
        for at in (0, 1, 2)
    ]
    for reader in (Face(name), FACES[1]):
        png = Ladder(name * 3, name * 3, reader, tuple(rungs)).png()
        assert opened(png).size == (WIDTH, 1124)


@pytest.mark.parametrize("game", registry.all_games())
def test_the_lines_of_our_games_are_never_cut(game: str) -> None:
    """The last letter of each is seen."""
    for one in registry.find(game).about.computers:
        lines = one.line, one.line[:-1] + "?"
        pictures = [Ladder("", "", Face(), (Rung(one.title, line),)).png() for line in lines]
        assert pictures[0] != pictures[1], one


def test_it_is_the_same_in_any_thread() -> None:
    assert are_drawn_in_threads_as_in_one(Ladder.png, [ladder(count) for count in (2, 3, 4, 5)])
