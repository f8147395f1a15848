"""The pictures of what can be done and of the bot: every word is seen, with any name, face and game."""

from dataclasses import replace

import pytest

from bot.features import COMMANDS
from bot.guide.about_card import AboutCard, GameRow
from bot.guide.help_card import HelpCard
from bot.guide.screens import HOUSE, about_card, help_card
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.parlour import PANEL, SOFT
from games.kit.faces import LEVELS, Face
from tests.games.contrast import contrast
from tests.games.pictures import FACES, are_drawn_in_threads_as_in_one, opened

LARGEST = 150_000
HELP = help_card(COMMANDS, FACES[0])
ABOUT = about_card()

ROW = 216
"""How high a game's row is on the picture of the bot, which begins below 236 px."""


def changed(one: Picture, other: Picture) -> bool:
    return one.tobytes() != other.tobytes()


@pytest.mark.parametrize(("card", "high"), [(HELP, 1206), (ABOUT, 1422)])
def test_they_are_as_wide_as_all_pictures_and_small_enough(card: HelpCard | AboutCard, high: int) -> None:
    png = card.png()
    assert opened(png).size == (WIDTH, high)
    assert len(png) <= LARGEST


def test_each_room_has_three_commands_that_exist() -> None:
    for room in HELP.rooms:
        assert len(room.commands) == 3
        assert set(room.commands) <= {f"/{one.name}" for one in COMMANDS}


def test_everything_that_help_says_is_seen() -> None:
    first, *rest = HELP.rooms
    others = [
        replace(HELP, title="What to do"),
        *(replace(HELP, reader=face) for face in (FACES[1], Face("Emi"), Face())),
        *(
            replace(HELP, rooms=(room, *rest))
            for room in (
                replace(first, scene="turn"),
                replace(first, name="Begin"),
                replace(first, commands=("/play",)),
            )
        ),
    ]
    assert len({one.png() for one in (HELP, *others)}) == 1 + len(others)


def test_the_last_letter_of_every_rooms_words_is_seen() -> None:
    """With another one each plate looks different."""
    longer = tuple(
        replace(one, name=f"{one.name[:-1]}q", commands=(*one.commands[:-1], f"{one.commands[-1][:-1]}q"))
        for one in HELP.rooms
    )
    whole, other = (opened(replace(HELP, rooms=rooms).png()) for rooms in (HELP.rooms, longer))
    for number in range(len(HELP.rooms)):
        left, top = number % 2 * 592, 206 + number // 2 * 332 + 204
        for line in ((left, top + 8, left + 588, top + 70), (left, top + 72, left + 588, top + 128)):
            assert changed(whole.crop(line), other.crop(line)), HELP.rooms[number]


def test_everything_that_the_picture_of_the_bot_says_is_seen() -> None:
    first = ABOUT.games[0]
    whole = replace(ABOUT, games=(first,))
    others = [
        replace(whole, name="Parlor"),
        replace(whole, under="Games"),
        replace(whole, against="Against computers"),
        replace(whole, computers=LEVELS[1:]),
        *(
            replace(whole, games=(game,))
            for game in (
                replace(first, banner=b""),
                replace(first, banner=b"", title="Whist"),
                replace(first, line="At cards."),
                replace(first, seats=(2, 3)),
                replace(first, seats=(3, 4)),
                replace(first, length="7 min"),
            )
        ),
    ]
    assert len({one.png() for one in (whole, *others)}) == 1 + len(others)


@pytest.mark.parametrize("game", ABOUT.games, ids=lambda one: one.title)
def test_the_last_letter_of_every_games_line_is_seen(game: GameRow) -> None:
    rows = [
        opened(replace(ABOUT, games=(replace(game, line=line),)).png())
        for line in (game.line, f"{game.line[:-1]}?")
    ]
    assert changed(*rows)


@pytest.mark.parametrize("number", range(len(ABOUT.games)))
def test_the_words_about_a_game_stand_out_from_its_row(number: int) -> None:
    top = 236 + number * ROW
    words = opened(ABOUT.png()).crop((36, top + 115, 500, top + 205))
    counted = sorted(words.getcolors(1 << 16) or [], reverse=True)
    (_, ground), (_, ink) = counted[:2]
    assert contrast(ground, ink) > 4.5  # type: ignore[arg-type]


def test_the_words_below_the_rooms_stand_out_from_their_plates() -> None:
    assert min(contrast(PANEL, ink) for ink in (CREAM, SOFT)) > 4.5


@pytest.mark.parametrize("name", ["W" * 32, "我是玩家" * 8, "🎲" * 16, ""])
def test_any_words_fit(name: str) -> None:
    rooms = tuple(replace(one, name=name * 2, commands=(f"/{name}",) * 3) for one in HOUSE)
    assert opened(HelpCard(name * 3, rooms, Face(name)).png()).size == (WIDTH, 1206)
    game = GameRow(name, b"", " ".join([name] * 9), (1, 2), "1 min")
    assert opened(AboutCard(name, name * 3, (game,), name * 3, LEVELS[:1]).png()).width == WIDTH


def test_they_are_the_same_in_any_thread() -> None:
    assert are_drawn_in_threads_as_in_one(HelpCard.png, [replace(HELP, reader=one) for one in FACES])
    assert are_drawn_in_threads_as_in_one(
        AboutCard.png, [replace(ABOUT, games=(one,)) for one in ABOUT.games]
    )
