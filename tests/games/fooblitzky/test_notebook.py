"""The notebook rules out only impossible things, and everything that a plain search rules out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from hypothesis import given, settings

from games.core import Seat, Viewer
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.city.items import ITEMS, Bag, Item, in_common
from games.fooblitzky.rules.city.map import QUADRANTS, Quadrant, Site
from games.fooblitzky.rules.knowledge.notebook import notebook
from games.fooblitzky.rules.moves import Buy, Call
from games.fooblitzky.rules.phases import Finished, Offered, Phoning, Position, Shopping
from tests.deep import examples
from tests.games.fooblitzky.played import Played, after, games, lines, on

ALL = list(combinations_with_replacement(ITEMS, 4))


def viewers(position: Position) -> list[Viewer]:
    return [None, *position.board.seats]


@settings(max_examples=examples(15))
@given(games)
def test_the_truth_is_never_ruled_out(game: list[Played]) -> None:
    for one in game[::17]:
        board = one.after.board
        for viewer in viewers(one.after) if board.correct else []:
            book = notebook(GAME.view(one.after, viewer))
            assert board.correct in book.possible
            assert in_common(book.sure, board.correct) == len(book.sure)
            assert not set(book.ruled_out) & set(board.correct)


@dataclass
class Witness:
    """A player who writes down what one viewer was shown, and draws conclusions only at the end."""

    viewer: Viewer
    sightings: list[tuple[Item, Quadrant, int, bool]]
    sold: Counter[tuple[Item, Quadrant]]

    def watch(self, one: Played, quiet: bool) -> None:
        before = one.before.phase
        if isinstance(one.after.phase, Shopping) and one.after.phase != before:
            self._look(one.after, one.after.phase.site)
        if (
            isinstance(before, Phoning)
            and isinstance(one.move, Call)
            and (not quiet or one.seat == self.viewer)
        ):
            self._look(one.after, one.move.site)
        if isinstance(before, Shopping) and isinstance(one.move, Buy) and "Thumbs up" in one.told[0].text:
            assert one.move.item is not None
            self.sold[one.move.item, before.site.quadrant] += 1

    def _look(self, position: Position, site: Site) -> None:
        for item in ITEMS:
            if item.store == site.kind:
                place = item.number * 4 + QUADRANTS.index(site.quadrant)
                here = position.board.stock[place] > 0
                sold = self.sold[item, site.quadrant]
                self.sightings.append((item, site.quadrant, sold, here))

    def fits(self, item: Item, count: int) -> bool:
        """Whether the four shelves can have begun as `count` correct ones make them; all ways are tried."""
        starts = [(1,) * 4] if count == 0 else _starts(count)
        return any(self._fits(item, dict(zip(QUADRANTS, start, strict=True))) for start in starts)

    def _fits(self, item: Item, first: dict[Quadrant, int]) -> bool:
        seen = (one for one in self.sightings if one[0] == item)
        enough = all(first[where] >= self.sold[item, where] for where in QUADRANTS)
        return enough and all((first[where] > sold) == here for _, where, sold, here in seen)


def _starts(count: int) -> Iterator[tuple[int, ...]]:
    return (start for start in product(range(count + 1), repeat=4) if sum(start) == 3 * count)


@settings(max_examples=examples(6))
@given(games)
def test_it_concludes_what_a_plain_search_concludes(game: list[Played]) -> None:
    """Checks every set of four against every sighting, choice, check mark and offer."""
    if not game or not game[-1].after.board.correct:
        return
    last = game[-1].after
    for viewer in viewers(last):
        if isinstance(last.phase, Finished):
            return
        witness = Witness(viewer, [], Counter())
        for one in game:
            witness.watch(one, last.board.options.quiet_city)
        assert set(notebook(GAME.view(last, viewer)).possible) == set(_plainly(last, viewer, witness))


def _plainly(position: Position, viewer: Viewer, witness: Witness) -> Iterator[Bag]:
    board, view = position.board, GAME.view(position, viewer)
    prices = sorted(item.price for item in board.correct)
    sure = Counter(item for item in (*view.chosen, view.found) if item)
    counts = {item: [count for count in range(5) if witness.fits(item, count)] for item in ITEMS}
    for four in ALL:
        number = Counter(four)
        if (
            sorted(item.price for item in four) == prices
            and not sure - number
            and all(number[item] in counts[item] for item in ITEMS)
            and all(_ticks(one.bag, four) == one.ticks for one in view.checks if one.bag is not None)
            and all(sum(item in number for item in offer) == 1 for offer in board.offers)
        ):
            yield four


def _ticks(one: Bag, other: Bag) -> int:
    return (Counter(one) & Counter(other)).total()


def test_prices_leave_between_126_and_756_sets() -> None:
    sizes = Counter(tuple(sorted(item.price for item in four)) for four in ALL)
    assert len(ALL) == 5985
    assert (min(sizes.values()), max(sizes.values())) == (126, 756)
    channel = notebook(GAME.view(after(""), None))
    assert len(channel.possible) == sizes[4, 4, 16, 16]


def test_a_players_own_pick_is_sure() -> None:
    view = GAME.view(after(""), Seat(0))
    assert [item.name for item in notebook(view).sure] == ["pig"]


def test_an_empty_shelf_is_a_correct_item() -> None:
    seen = after("* roll 20\na enter UL phone\na call LL pets")
    assert [item.name for item in notebook(GAME.view(seen, Seat(1))).sure] == ["hot dog", "pig"]
    quiet = after("* roll 20\na enter UL phone\na call LL pets", Options(quiet_city=True))
    assert [item.name for item in notebook(GAME.view(quiet, Seat(1))).sure] == ["hot dog"]


def test_what_people_bought_up_is_not_a_sign() -> None:
    seen = after(
        "* roll 24\na enter LL pets\na buy fish\n* roll 1\nb walk H16\n* nobody\n* flip none\n"
        "* roll 1\na enter LL pets"
    )
    assert "fish" not in [item.name for item in notebook(GAME.view(seen, Seat(1))).sure]


def test_an_unknown_item_from_a_players_own_locker_is_correct() -> None:
    begun = "a choose pig\nb choose saw\n* missing fish yo-yo\n* stock UL UL UL UL\n* lockers UL LR\n"
    begun += "* crosswalks none\n"
    taken, _ = lines(begun + "* roll 14\na enter UL locker\na take", Options(for_another=True))
    assert GAME.view(taken, Seat(0)).found is None, "it has not been seen yet"
    seen, _ = on(taken, "* roll 1\nb walk H16\n* nobody\n* flip none\n* roll 1\na enter UL locker")
    view = GAME.view(seen, Seat(0))
    assert view.found is not None
    assert [item.name for item in notebook(view).sure] == ["saw", "pig"]
    assert view.guesses == ((None, None),)


def test_an_offer_has_exactly_one_correct_item() -> None:
    offered = after("* roll 1\na walk A6\n* man offers pig saw snake")
    assert isinstance(offered.phase, Offered)
    mine = notebook(GAME.view(offered, Seat(0)))
    assert {"saw", "snake"} <= {item.name for item in mine.ruled_out}
    others = notebook(GAME.view(offered, Seat(1)))
    assert all(sum(one.name in ("pig", "saw", "snake") for one in set(four)) == 1 for four in others.possible)
