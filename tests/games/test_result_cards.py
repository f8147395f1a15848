"""Result cards: of every game, for two to six players, with all kinds of names and ends."""

from dataclasses import replace

import pytest

from games.core import Outcome, Seat
from games.kit.brush import chart, result, suits
from games.kit.brush.lettering import shortened
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.result import result_card
from games.kit.faces import Face
from games.kit.results import PLAIN, Ended, Rated
from tests.games.contrast import contrast
from tests.games.finished import ended, look_of
from tests.games.pictures import FACES, are_drawn_in_threads_as_in_one, opened

CARDS = {
    "calabresella": "calabresella/records/computers-to-100.txt",
    "doublolo": "doublolo/records/takebacks.txt",
    "fooblitzky": "fooblitzky/records/two-shoppers.txt",
    "fourside": "fourside/records/neither-can-place.txt",
    "foozle": "foozle/records/cunning-against-steady.txt",
    "three in Fooblitzky": "fooblitzky/records/three-in-a-quiet-city.txt",
    "four in Fooblitzky": "fooblitzky/records/teams.txt",
    "three in Foozle": "foozle/records/three-levels.txt",
    "four in Foozle": "foozle/records/four-seats.txt",
    "five in Foozle": "foozle/records/five-seats-four-colours.txt",
    "six in Foozle": "foozle/records/six-seats-three-colours.txt",
    "a tie": "fourside/records/tie.txt",
    "a draw": "doublolo/records/draw.txt",
    "a resignation": "doublolo/records/resignation.txt",
    "stopped": "foozle/records/perft.txt",
}
GAMES = ("calabresella", "doublolo", "fooblitzky", "fourside", "foozle")
HIGHEST = 1.4
"""Of a card's width."""
LARGEST = 150_000
RATED = (
    Rated(1512, 1526),
    Rated(1544, 1530, was_sure=False, is_sure=False),
    Rated(None, 1490, is_sure=False),
    Rated(1431, 1431),
    None,
    Rated(2099, 2102),
)

cards = pytest.mark.parametrize("name", CARDS)


def card(name: str, faces: tuple[Face, ...] = FACES, **changed: object) -> bytes:
    told = ended(CARDS[name], **changed)
    return result_card(told, look_of(CARDS[name].partition("/")[0]), faces[: len(told.scores)])


def rated(name: str) -> tuple[Rated | None, ...]:
    return RATED[: len(ended(CARDS[name]).scores)]


@cards
def test_a_card_has_the_width_of_the_family_and_fits_in_a_message(name: str) -> None:
    for changed in ({"ratings": rated(name)}, {"unrated": "not rated: a seat changed hands"}):
        file = card(name, **changed)
        wide, high = opened(file).size
        assert wide == WIDTH
        assert high <= HIGHEST * wide
        assert len(file) < LARGEST


@cards
def test_equal_cards_are_equal_and_drawn_in_several_threads_as_in_one(name: str) -> None:
    ratings: list[tuple[Rated | None, ...]] = [(), rated(name)]
    assert are_drawn_in_threads_as_in_one(lambda known: card(name, ratings=known), ratings)


@cards
def test_no_words_but_names_are_cut(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: set[str] = set()

    def noted(text: str, capitals: float, room: int) -> str:
        found = shortened(text, capitals, room)
        if found != " ".join(text.split()):
            cut.add(text)
        return found

    monkeypatch.setattr(result, "shortened", noted)
    monkeypatch.setattr(suits, "shortened_suited", noted)
    faces = tuple(Face(called) for called in ("Ada", "Bruno", "Chiara", "Dmitri", "Emi", "Farid"))
    for ratings in ((), rated(name)):
        card(name, faces, ratings=ratings, unrated="not rated: a seat changed hands")
    assert not cut


@cards
def test_the_headline_and_the_line_below_it_stay_inside_with_the_longest_names(name: str) -> None:
    longest = tuple(Face("W" * 32) for _ in range(6))
    edge = opened(card(name, longest)).crop((WIDTH - 12, 0, WIDTH, 250))
    assert CREAM not in {ink for _, ink in edge.getcolors(edge.width * edge.height) or ()}


@pytest.mark.parametrize("name", ["doublolo", "three in Foozle", "six in Foozle"])
def test_a_change_of_a_rating_can_be_seen(name: str) -> None:
    known = rated(name)
    one = known[0]
    assert one is not None
    changes = [(), known, (one._replace(after=1498), *known[1:]), (one._replace(is_sure=False), *known[1:])]
    assert len({card(name, ratings=ratings) for ratings in changes}) == len(changes)


@pytest.mark.parametrize("name", ["doublolo", "six in Foozle"])
def test_a_change_of_three_digits_keeps_the_margin(name: str) -> None:
    known = rated(name)
    fell = (Rated(1500, 1366), *known[1:])
    pictures = [opened(card(name, ratings=ratings)) for ratings in (fell, known)]
    one, other = (drawn.crop((1180 - 24, 300, 1180, drawn.height)).tobytes() for drawn in pictures)
    assert one == other


@pytest.mark.parametrize("name", ["doublolo", "six in Foozle"])
def test_a_card_without_a_course_ends_after_the_places(name: str) -> None:
    assert opened(card(name, course=None)).height < opened(card(name)).height


def test_a_game_that_says_nothing_about_its_card_gets_a_plain_one() -> None:
    told = ended(CARDS["three in Foozle"])
    assert opened(result_card(told, PLAIN, FACES[:3])).width == WIDTH


def test_everybody_can_be_told_apart_when_all_have_the_same_score() -> None:
    told: Ended = ended(CARDS["six in Foozle"])
    equal = Outcome((1,) * 6, (2,) * 6, "as many")
    told = replace(told, outcome=equal, scores=equal.scores, winners=tuple(map(Seat, range(6))), course=None)
    assert opened(result_card(told, look_of("foozle"), FACES)).width == WIDTH


@pytest.mark.parametrize("name", GAMES)
def test_words_can_be_read_on_every_ground(name: str) -> None:
    look = look_of(name)
    for ground in (look.page, look.band, look.groove):
        assert min(contrast(ink, ground) for ink in (look.soft, CREAM)) >= 4.5


def test_labels_at_the_ends_of_lines_stay_apart_and_inside() -> None:
    assert chart.spread([100, 100, 100], 60, 0, 300) == [220, 160, 100]
    assert chart.spread([290, 300, 10], 60, 0, 300) == [240, 300, 10]


@pytest.mark.parametrize(
    ("most", "values"),
    [(1, [0, 1]), (4, [0, 2, 4]), (8, [0, 5]), (171, [0, 50, 100, 150]), (9999, [0, 5000])],
)
def test_a_grid_has_zero_and_at_most_three_round_values(most: int, values: list[int]) -> None:
    assert chart.grid_values(0, most) == values


def test_a_long_line_is_drawn_with_few_steps_and_always_the_last() -> None:
    drawn = chart.some([(at, 0) for at in range(259)])
    assert len(drawn) <= chart.MOST_STEPS + 1
    assert drawn[-1] == 258


@cards
def test_words_and_pieces_stand_on_exactly_the_colour_around_them(name: str) -> None:
    look, drawn = look_of(CARDS[name].partition("/")[0]), opened(card(name, unrated="not rated"))
    labels = drawn.height - 60  # the last line of facts
    words = drawn.crop((30, labels, 200, labels + 40))
    assert max(words.getcolors(words.width * words.height) or [(0, None)])[1] == look.band
    rows = {look.page, look.band, look.groove}
    top = 262 if len(ended(CARDS[name]).scores) > 4 else 300
    places = drawn.crop((222, top, WIDTH - 32, top + 200))
    often = sorted(places.getcolors(places.width * places.height) or (), reverse=True)[:3]
    assert {ink for _, ink in often} & rows
