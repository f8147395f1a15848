"""Every custom id is read as it was written, by this version and by those before."""

from dataclasses import fields
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.dispatch import is_answered
from bot.chat.custom_ids import LONGEST, ROUTES, Answers, OwnSeat, Page, Route, read
from bot.chat.links import Pick
from bot.refusal import Expired
from bot.table.screens.routes import Form, Hand, Undo
from games.core import Seat, Viewer

SEATS = st.integers(0, 25).map(Seat)
WORDS = st.text("abcdefgh♠0123 -", min_size=1, max_size=8)
PARTS = {
    int: st.integers(0, 10**18),
    int | None: st.integers(0, 10**18),
    Page: st.integers(0, 999),
    Page | None: st.integers(0, 999),
    str: WORDS,
    bool: st.booleans(),
    Form: st.sampled_from(get_args(Form)),
    Seat: SEATS,
    Viewer: st.none() | SEATS,
    OwnSeat: SEATS,
    Answers: st.lists(WORDS, max_size=4).map(tuple),
}


def made(route: type[Route]) -> st.SearchStrategy[Route]:
    types = get_type_hints(route, include_extras=True)
    return st.builds(route, **{one.name: PARTS[types[one.name]] for one in fields(route)})  # type: ignore[arg-type]


@given(st.sampled_from(sorted(ROUTES.items())).flatmap(lambda one: made(one[1])))
def test_an_id_is_read_as_it_was_written_and_fits_in_a_button(route: Route) -> None:
    assert not route.fits or (read(route.id) == route and len(route.id) <= LONGEST)


def test_every_route_is_answered() -> None:
    assert [route for route in ROUTES.values() if not is_answered(route)] == []


def test_two_kinds_of_buttons_with_one_verb_are_refused() -> None:
    with pytest.raises(AssertionError):

        class _Another(Route, verb="pick"):
            """A press that would be read as another one."""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lend:4:a:17", "autopick:4:a:17"),
        ("hinted:4:a:17:K♣", "play_hint:4:a:17:K♣"),
        ("like:4:a:17:rank:K♣", "prefer:4:a:17:rank:K♣"),
        ("shelf", "games"),
        ("taught:foozle", "play_after_lesson:foozle"),
    ],
)
def test_a_button_of_an_older_version_means_what_it_meant(old: str, new: str) -> None:
    assert read(old) == read(new)
    assert read(old).id == new


def test_what_older_buttons_left_out_is_at_its_default() -> None:
    assert read("hand:4") == Hand(4)
    assert read("hand:4:a:again") == Hand(4, Seat(0), again=True)
    assert read("undo:4:a:17") == Undo(4, Seat(0), 17)
    assert read("undo:4") == Undo(4)


@pytest.mark.parametrize(
    "custom_id",
    [
        *("", "nothing", "pick", "pick:4", "pick:-1:a:17:", "pick:4:aa:17:", "pick:4:a:x:"),
        *(
            "pick:4:a:17:K♣:more",
            "pick:١:a:17:",
            f"pick:{'9' * 21}:a:17:",
            "hand:4:a:more",
            "mark:4:-:sure",
            "hand:4:-",
        ),
    ],
)
def test_what_no_route_can_have_written_has_expired(custom_id: str) -> None:
    with pytest.raises(Expired):
        read(custom_id)


@pytest.mark.parametrize("key", ["x" * 100, "a:b"])
def test_an_id_that_discord_or_we_would_misread_is_never_made(key: str) -> None:
    route = Pick(4, None, 17, (key,))
    assert not route.fits
    with pytest.raises(ValueError, match="not a custom id"):
        assert route.id
