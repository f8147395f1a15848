"""The city and the notebook in words."""

from hypothesis import given, settings

from games.core import Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.words.describe import describe
from games.kit.prose import LONGEST
from tests.deep import examples
from tests.games.fooblitzky.played import Played, after, games

A, B = Seat(0), Seat(1)


@settings(max_examples=examples(7))
@given(games)
def test_words_fit_and_say_where_everyone_is(game: list[Played]) -> None:
    for one in game[::11]:
        position = one.after
        concludes = position.board.options.notebook == "conclusions"
        for viewer in (None, *position.board.seats):
            text = describe(GAME.view(position, viewer))
            assert 0 < len(text) <= LONGEST
            if position.board.correct and not isinstance(position.phase, Finished):
                assert all(f"{{{letter}}} is" in text for letter in "abcd"[: len(position.board.players)])
                assert viewer is not None or "Crosswalks with an X" in text
                assert viewer is None or ("Definitely correct" in text) == concludes


def test_a_seat_is_told_its_bag_and_others_are_not() -> None:
    position = after("* roll 24\na enter UL locker\na take")
    assert GAME.describe is not None
    mine = GAME.describe(GAME.view(position, A))
    assert "You carry one thing you haven't seen and have 80 foobles." in mine
    told = after("* roll 24\na enter UL locker\na take", Options(lockers_tell=True))
    assert "You carry pig and have 80 foobles." in GAME.describe(GAME.view(told, A))
    assert "You carry nothing and have 80 foobles." in GAME.describe(GAME.view(position, B))
    assert "pig" not in GAME.describe(GAME.view(position, None))


def test_before_the_prices_it_is_said_who_must_choose() -> None:
    begun = GAME.apply(GAME.new(2, after("").board.options), A, GAME.read("choose pig")).state
    assert describe(GAME.view(begun, None)).startswith("Everyone secretly picks an item. Waiting for {b}")
