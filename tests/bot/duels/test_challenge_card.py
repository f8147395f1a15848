"""The picture of a challenge: between any two people it's a flat picture of the usual width."""

from io import BytesIO

import pytest
from PIL import Image

from bot.duels.challenge_card import ChallengeCard
from games.engine import registry
from games.kit.brush.marks import SEATS, WIDTH
from games.kit.faces import Face
from games.kit.results import Look
from local_discord.sample import PEOPLE

ADA = Face("Ada", next(one.avatar for one in PEOPLE if one.avatar).read_bytes())
LONG = Face("W" * 32)


def made(opponent: Face | None, before: tuple[int | None, ...], game: str = "fourside") -> ChallengeCard:
    found = registry.find(game)
    banner = registry.banner_picture(game)
    title, look = found.about.title, found.look()
    return ChallengeCard(
        title, banner, ADA, opponent, before, "Head to head", 7, "days to play", "no hints", look
    )


def drawn(card: ChallengeCard) -> Image.Image:
    return Image.open(BytesIO(card.png()))


@pytest.mark.parametrize("game", sorted(registry.all_games()))
@pytest.mark.parametrize(
    ("opponent", "before"), [(LONG, ()), (None, ()), (ADA, (0, 1, None)), (LONG, (1,) * 120)]
)
def test_every_challenge_has_a_picture(
    game: str, opponent: Face | None, before: tuple[int | None, ...]
) -> None:
    picture = drawn(made(opponent, before, game))
    assert (picture.width, picture.mode) == (WIDTH, "P")


def test_each_duel_so_far_is_seen_in_the_winners_colour() -> None:
    def orange(before: tuple[int | None, ...]) -> int:
        counted = drawn(made(LONG, before)).convert("RGB").getcolors(1 << 20) or []
        return sum(count for count, one in counted if one == SEATS[0].colour)

    assert orange((0,)) > orange((1,)) < orange((0, 0)) - 4_000


def test_without_a_banner_the_title_is_written() -> None:
    plain = ChallengeCard("Sixth", b"", ADA, None, (), "Who dares?", 7, "days to answer", "no hints", Look())
    assert drawn(plain).width == WIDTH
