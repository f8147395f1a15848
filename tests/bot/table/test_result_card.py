"""The result card: below the last board, in the same message, and nowhere before the end."""

from pathlib import Path

import pytest

import games
from bot.app.parlour import Parlour
from bot.chat import drawing
from bot.config import Settings
from bot.host import play as cast
from bot.table.options import TableOptions
from games.core import CHANCE
from games.engine import record
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    board,
    keep_lines,
    people,
    play_computer,
    resign,
    sit_down,
    sit_down_alone,
    toss,
    until,
)

SEATED = (cast.ADA, cast.BRUNO, cast.CHIARA, cast.DMITRI, cast.EMI, cast.FARID)
GALLERY = 12


async def keep_but_the_last_move(settings: Settings, file: str) -> tuple[str, str]:
    """Store the game in this record as played by people; who makes the move that ends it, and that move."""
    told = record.read((Path(games.__file__ or "").parent / file).read_text(encoding="utf-8"))
    at = max(number for number, line in enumerate(told.lines) if line.who != CHANCE)
    players = people(*SEATED[: told.header.seats])
    async with Archive.open(settings.storage.url) as archive:
        options = dict(told.header.options)
        await keep_lines(archive, told.header.game, players, told.lines[:at], options=options, ago=3100)
    return SEATED[told.lines[at].who], told.lines[at].text


def files(message: Json) -> list[list[str]]:
    """The pictures in each of a message's galleries."""
    return [
        [item["media"]["url"].rpartition("/")[2].partition("?")[0] for item in one["items"]]
        for one in every_component(message["components"])
        if one["type"] == GALLERY
    ]


def alt_of_card(message: Json) -> str:
    """The alt text of the last picture."""
    return str(pictures_of(message)[-1]["description"])


async def ended_board(person: Person) -> Json:
    """The board once the game is over."""
    return await person.wait_for(lambda m: "Rematch" in labels_of(m) and not is_ephemeral(m))


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (
            "calabresella/records/computers-to-21.txt",
            "1: Ada, 24 points; 2: Chiara, 10 points; 3: Bruno, 4 points. Ratings: ",
        ),
        ("doublolo/records/quick.txt", "Bruno wins Doublolo, 48 stones to 41"),
        ("fooblitzky/records/three-in-a-quiet-city.txt", "The four items: "),
        (
            "foozle/records/six-seats-three-colours.txt",
            "3: Dmitri, 1 token; 5: Emi, 0 tokens; 5: Farid, 0 tokens.",
        ),
        ("fourside/records/tie.txt", "Ada and Bruno win FourSide. 196 points each."),
        ("doublolo/records/draw.txt", "A draw in Doublolo: 149 stones each."),
    ],
)
async def test_the_move_that_ends_a_game_is_answered_with_the_last_board_and_its_card(
    settings: Settings, meet: Meet, file: str, told: str
) -> None:
    by, move = await keep_but_the_last_move(settings, file)
    async with running(settings):
        mover, ada = await meet(by), await meet(cast.ADA)
        shown = await mover.wait_for(lambda m: ["board.png"] in files(m))  # their hand is one, too
        if "Rematch" not in labels_of(shown):  # the table makes a last move that is the only one
            assert files(shown) == [["board.png"]]
            await mover.command("move", channel="games", move=move)
        final = await ended_board(ada)
        assert files(final) == [["board.png"], ["result.png"]], "in galleries of their own, so both are wide"
        assert told in alt_of_card(final)
        assert ", 52 minutes, " in alt_of_card(final)
        boards = [one for one in ada.sees.in_channel(cast.GAMES) if "Rematch" in labels_of(one)]
        assert len(boards) == 1


async def test_a_rematch_leaves_the_card_where_it_is(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    final = await resign(dmitri, await toss(chiara, dmitri))
    assert alt_of_card(final).startswith("Chiara wins Doublolo. Dmitri resigned. ")
    await chiara.press(final, label="Rematch")
    await chiara.wait_for(lambda m: "Join" in labels_of(m))
    assert files(chiara.sees.current(final)) == [["board.png"], ["result.png"]]


async def test_a_stopped_game_has_a_card_without_places_or_ratings(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    question = await chiara.reply_to(await chiara.command("stop", channel="games"))
    await chiara.press(question, label="Stop the game")
    final = await board(dmitri, shown, "The game was stopped.")
    assert alt_of_card(final).startswith(
        "Doublolo was stopped. Chiara, 16 stones; Dmitri, 16 stones. 2 moves"
    )


async def test_a_game_that_is_given_up_at_once_is_not_rated_and_says_so(bot: Parlour, chiara: Person) -> None:
    shown = await sit_down_alone(chiara, "easy")
    question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    await chiara.press(question, label="Resign")
    final = await ended_board(chiara)
    assert "Easy wins Doublolo. Chiara resigned." in alt_of_card(final)
    assert "Not rated: too few moves." in alt_of_card(final)


async def test_a_game_with_any_number_of_hints_is_not_rated_and_says_so(
    settings: Settings, meet: Meet
) -> None:
    by, move = await keep_but_the_last_move(settings, "doublolo/records/quick.txt")
    async with Archive.open(settings.storage.url) as archive:
        await archive.sessions.set_table_options(1, TableOptions(hints="any number").write())
    async with running(settings) as bot:
        mover = await meet(by)
        await mover.wait_for(lambda m: ["board.png"] in files(m))
        await mover.command("move", channel="games", move=move)
        assert "Not rated: any number of hints." in alt_of_card(await ended_board(mover))
        assert {one.rated for one in await bot.archive.record.results()} == {False}


async def test_what_was_undone_after_it_was_seen_is_why_nothing_counts(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await chiara.press(shown, label="Ask to undo")
    await dmitri.press(await board(dmitri, shown, "wants to undo their last move"), label="Agree")
    await chiara.press(await board(chiara, shown, "Heads or tails?"), label="Tails")
    final = await resign(dmitri, await board(dmitri, shown, "to place"))
    assert "Doesn't count: something was undone. 2 moves" in alt_of_card(final)


async def test_a_game_in_direct_messages_ends_with_its_card_in_the_same_message(
    bot: Parlour, chiara: Person
) -> None:
    channel = (await chiara.open_dm())["id"]
    lobby = await chiara.reply_to(await chiara.command("play", channel=channel, game="calabresella"))
    await play_computer(chiara, lobby)
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Resign" in labels_of(m))
    assert len(files(shown)) == 1
    question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    await chiara.press(question, label="Resign")
    final = await ended_board(chiara)
    assert final["id"] == shown["id"]
    assert files(final) == [["hand.png"], ["result.png"]]
    assert "Game over in Calabresella: Chiara resigned." in alt_of_card(final)


async def test_the_end_is_shown_even_if_the_card_cannot_be_drawn(
    bot: Parlour,
    chiara: Person,
    dmitri: Person,
    monkeypatch: pytest.MonkeyPatch,
    faults_logged: set[str],
) -> None:
    def fails(*_: object) -> bytes:
        raise ValueError("There's no more paint.")

    faults_logged.add("bot.table.messages.message")
    monkeypatch.setattr(drawing, "result_card", fails)
    final = await resign(dmitri, await sit_down(chiara, dmitri))
    assert files(final) == [["board.png"]]


async def test_a_game_that_ended_while_nothing_could_be_shown_has_its_card_after_the_restart(
    settings: Settings, meet: Meet
) -> None:
    told = record.read((Path(games.__file__ or "").parent / "doublolo/records/quick.txt").read_text("utf-8"))
    async with Archive.open(settings.storage.url) as archive:
        options = dict(told.header.options)
        await keep_lines(archive, "doublolo", people(cast.ADA, cast.BRUNO), told.lines, options=options)
    async with running(settings) as bot:
        ada = await meet(cast.ADA)
        final = await ended_board(ada)
        assert files(final) == [["board.png"], ["result.png"]]
        await until(lambda: len(bot.messages) == 0)
