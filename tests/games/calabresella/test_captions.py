"""The words in the pictures: whose turn it is, and what the soloist made."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.calabresella import sight
from games.calabresella.captions import notice, told
from games.calabresella.position import MADE, Playing, Position
from games.core import Seat, Viewer
from games.kit.brush.lettering import width
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.marks import TEXT
from tests.games.calabresella.looking import VIEWERS, asked, positions, views
from tests.games.calabresella.played import played


class TestWords:
    @settings(max_examples=60)
    @given(positions, st.sampled_from(VIEWERS))
    def test_fit_where_they_stand(self, position: Position, viewer: Viewer) -> None:
        view = sight.see(position, viewer)
        for words in told(view):
            assert width(words, TEXT) < 380
        # Three marks with four figures each stand at the left of it.
        assert width(notice(view).words, TEXT) <= 400

    def test_tell_whose_turn_it_is_in_that_seats_colour(self) -> None:
        view = views("play")[0]
        assert view.mover is not None
        said = notice(view)
        assert said.words.startswith(MARKS[view.mover].letter)
        assert said.plate == MARKS[view.mover].colour
        own = notice(sight.see(next(p for p in played(0) if isinstance(p, Playing)), None))
        assert own.words.endswith("to lead")

    def test_tell_the_viewer_that_it_is_his_turn(self) -> None:
        assert notice(asked("play")).words.startswith("Your turn")

    def test_name_the_winner(self) -> None:
        view = views("finished")[0]
        best = Seat(view.totals.index(max(view.totals)))
        assert (notice(view).words, notice(view).crown) == (f"{MARKS[best].letter} wins", True)

    def test_tell_what_the_soloist_made_or_lacks(self) -> None:
        for view in [view for view in views("between") if view.score]:
            assert view.score is not None
            assert view.soloist is not None
            took = view.score.took[view.soloist]
            assert told(view)[0].endswith(f"made {took},")
            assert told(view)[1] == (
                f"{took - MADE} above 18" if took >= MADE else f"{MADE - took} short of 18"
            )
