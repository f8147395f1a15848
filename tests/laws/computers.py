"""The law of computer players: they see a view, and think alike about the same view."""

from random import Random

from games.game import AnyGame
from tests.laws.hidden import owed_by_a_person
from tests.laws.play import Play


def a_computer_makes_the_same_legal_move(play: Play) -> None:
    found = owed_by_a_person(play)
    if play.game.choose is None or found is None:
        return
    here, seat = found
    for level in play.game.about.levels:
        seed = play.rng.random()
        chosen = [play.game.choose(play.game.view(here.state, seat), level, Random(seed)) for _ in range(2)]
        assert chosen[0] in here.legal(seat), f"{level} plays {chosen[0]}, which is not legal."
        assert chosen[0] == chosen[1], f"{level} plays {chosen} from the same view and seed."


def there_are_levels_where_there_are_computers(game: AnyGame) -> None:
    levels = bool(game.about.levels)
    assert levels == (game.choose is not None), "There are levels exactly where there are computers."
