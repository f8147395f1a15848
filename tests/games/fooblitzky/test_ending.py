"""How a game ends: the announcement, every view and the result say the same."""

from dataclasses import replace

import pytest

from games.core import Seat, Viewer
from games.engine.record import read
from games.engine.table import AnyTable
from games.fooblitzky import GAME
from games.fooblitzky.pictures.draw import draw as scene
from games.fooblitzky.rules.city.items import ITEMS, named
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.words.describe import describe
from tests.games.fooblitzky.seen import draw
from tests.laws.play import fold

VIEWERS: tuple[Viewer, ...] = (None, *map(Seat, range(4)))
FOUR = """
a choose pig
b choose saw
c choose fish
d choose banana
* stock UL UL UL UL
* lockers UL UL UL UL
* crosswalks none
"""
IDLE = (
    "".join(f"* roll 20\n{walk}\n* nobody\n" for walk in ("b walk H17", "c walk D1", "d walk E11"))
    + "* flip none\n"
)
BUYS = "".join(
    f"* roll 24\na enter {there}\n{IDLE}"
    for there in (
        "UL locker\na take",
        "LL pets\na buy fish",
        "LL hardware\na buy saw",
        "LL grocery\na buy banana",
    )
)
WINS = f"{BUYS}* roll 24\na enter UL check\n"
CLOSES = f"* roll 24\na enter UL locker\na take\n{IDLE}" + f"* roll 20\na walk A14\n* nobody\n{IDLE}" * 39


def played(lines: str, *options: str) -> AnyTable:
    tags = "".join(f"[Option.{option}]\n" for option in options)
    folded = fold(GAME, read(f'[Game "fooblitzky"]\n[Seats "4"]\n{tags}\n{FOUR}{lines}'))
    assert folded.fault is None, folded.fault
    return folded.table


@pytest.mark.parametrize(
    ("lines", "options", "places"),
    [
        (f"a /resign\n{WINS}", (), (4, 1, 1, 1)),
        (f"a /resign\nc /resign\n{WINS}", (), (4, 1, 3, 1)),
        (f"a /resign\n{WINS}", ('teams "true"',), (4, 2, 1, 2)),
        (f"a /resign\n{CLOSES}", ('days "1"',), (4, 1, 1, 1)),
    ],
)
def test_a_winner_who_had_resigned_is_announced_nowhere(
    lines: str, options: tuple[str, ...], places: tuple[int, ...]
) -> None:
    at = played(lines, *options)
    assert at.outcome is not None
    assert at.outcome.places == places
    assert not [text for text in at.heard(None) if "win" in text]
    first = named([f"{{{letter}}}" for letter, place in zip("abcd", places, strict=True) if place == 1])
    for viewer in VIEWERS:
        view = at.view(viewer)
        assert isinstance(view.phase, Finished)
        assert view.phase.places == places
        assert f"The game is over. First place: {first} ({at.outcome.reason})." in describe(view)


def test_the_picture_of_the_end_crowns_nobody_who_had_resigned() -> None:
    stayed, resigned = played(WINS), played(f"a /resign\n{WINS}")
    assert draw(stayed.view(None)) != draw(resigned.view(None))


def test_the_end_shows_every_face_and_the_winner_s_larger() -> None:
    spots = scene(played(WINS).view(None)).spots
    assert [spot.seat for spot in spots] == [0, 1, 2, 3]
    assert spots[0].size > max(spot.size for spot in spots[1:])
    assert spots[0].middle[1] < min(spot.middle[1] for spot in spots[1:])


def test_the_end_shows_what_everyone_had_secretly_picked() -> None:
    view = played(WINS).view(None)
    for seat in range(4):
        chosen = list(view.chosen)
        chosen[seat] = ITEMS[10]
        assert draw(replace(view, chosen=tuple(chosen))) != draw(view)


def test_a_stopped_game_crowns_nobody() -> None:
    at = played("")
    stopped = GAME.view(GAME.stop(at.state), None)
    assert not any(cell.won or cell.moves for cell in scene(stopped).cells)
    assert len({spot.size for spot in scene(stopped).spots}) == 1


def test_a_player_who_stayed_wins_as_before() -> None:
    at = played(f"b /resign\n{WINS}")
    assert at.outcome is not None
    assert (at.outcome.places, at.outcome.reason) == (
        (1, 4, 2, 2),
        "the four correct items were brought to a Check Point",
    )


def test_the_result_counts_the_correct_items_that_everyone_carries() -> None:
    for lines, scores in ((WINS, (4, 0, 0, 0)), (CLOSES, (1, 0, 0, 0))):
        at = played(lines, 'days "1"')
        assert at.outcome is not None
        assert at.outcome.scores == scores


def test_the_score_of_a_game_that_all_but_one_gave_up_counts_items_too() -> None:
    at = played(f"{BUYS}b /resign\nc /resign\nd /resign\n")
    assert at.outcome is not None
    assert at.outcome.scores == (4, 0, 0, 0)


def test_while_it_goes_on_the_score_is_the_foobles_which_all_may_know() -> None:
    at = played("")
    assert at.game.scores(at.state) == tuple(player.foobles for player in at.state.board.players)
