"""The four cards out of play are face down for every viewer, from the first trick to the scoring."""

import pytest

from games.calabresella import GAME
from games.calabresella.computers.knowledge import OUT, known
from games.calabresella.pictures.sprites import SLIP, face
from games.calabresella.pictures.table_picture import out_of_play
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import DECK, SEATS, Playing, Position
from games.calabresella.rules.rulebook import out_of_play as those_out_of_play
from games.calabresella.rules.view import View
from games.core import Viewer
from games.kit.cards import UNSEEN, Card
from tests.games.calabresella.dealt import after
from tests.games.calabresella.looking import VIEWERS, board, holds, slip
from tests.games.calabresella.played import played

EXCHANGE = ("c pass", "a solo", "a reject 6♣ 5♣", "a take 3♣ Q♣")
LEFT_OUT = ("7♦", "J♣", "6♣", "5♣")
OPEN = Options(game_point=30, open_hands=True)
SHORT = Options(game_point=30)


def words(view: View) -> str:
    assert GAME.describe is not None
    return GAME.describe(view)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", [SHORT, OPEN])
def test_no_words_name_a_card_out_of_play(viewer: Viewer, options: Options) -> None:
    for lines in (EXCHANGE, (*EXCHANGE, "c A♦"), (*EXCHANGE, "c A♦", "a Q♦", "b 3♦")):
        told = words(GAME.view(after(*lines, options=options), viewer))
        assert not [card for card in LEFT_OUT if card in told], told
        assert "The 4 cards out of play are face down." in told


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", [SHORT, OPEN])
def test_no_picture_shows_a_card_out_of_play(viewer: Viewer, options: Options) -> None:
    view = GAME.view(after(*EXCHANGE, "c A♦", options=options), viewer)
    assert out_of_play(view) == (UNSEEN,) * 4
    image = board(view)
    assert not any(
        holds(image, face(Card(card), SLIP, look)) for card in LEFT_OUT for look in ("plain", "dim")
    )


def test_a_view_shows_them_neither_in_the_widow_nor_as_rejects() -> None:
    for options in (SHORT, OPEN):
        for position in played(3, options):
            if isinstance(position, Playing):
                for viewer in VIEWERS:
                    view = GAME.view(position, viewer)
                    assert view.widow == (UNSEEN,) * 4
                    assert not view.rejected


def test_they_are_face_up_while_the_soloist_takes_and_after_the_scoring() -> None:
    taking = words(GAME.view(after(*EXCHANGE[:3]), SEATS[1]))
    assert "The widow: 7♦ 3♣ Q♣ J♣." in taking
    finished = [GAME.view(played(3, SHORT)[-1], viewer) for viewer in VIEWERS]
    for view in finished:
        assert UNSEEN not in out_of_play(view)
        assert all(card in words(view) for card in out_of_play(view))


def test_a_match_that_is_stopped_shows_them() -> None:
    view = GAME.view(GAME.stop(after(*EXCHANGE, "c A♦")), None)
    assert sorted(out_of_play(view)) == sorted(LEFT_OUT)
    image = board(view)
    assert all(holds(image, slip(card)) for card in LEFT_OUT)


def test_a_computer_remembers_exactly_what_it_has_seen() -> None:
    for position in (one for one in played(3, SHORT) if isinstance(one, Playing)):
        out = those_out_of_play(position.dealt, position.solo)
        for seat in SEATS:
            sees_all = seat == position.solo.soloist or position.match.open_hands
            saw = out if sees_all else out & position.dealt.widow
            assert _known_out(position, seat) & saw == saw
            assert DECK.mask(GAME.view(position, seat).remembered) == saw


def _known_out(position: Position, seat: int) -> int:
    return known(GAME.view(position, SEATS[seat])).held[OUT]
