"""The notebook of a player who loses their seat: from then on it shows nothing new."""

import asyncio

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import BEGUN_BY_TWO, keep_city, rest, type_move
from tests.bot.conftest import Meet, running
from tests.bot.leaving import leave, take_seat
from tests.bot.tables import forge, people, session_in, told, toss, type_moves, until


async def board_of(person: Person) -> Json:
    return await person.wait_for(lambda m: "Notebook" in labels_of(m) and "Resign" in labels_of(m))


async def notebook(person: Person, shown: Json) -> Json:
    return await person.reply_to(await person.press(shown, label="Notebook"))


@pytest.mark.parametrize("press", ["notes", "refresh", "mark"])
async def test_an_answer_that_arrives_late_keeps_no_notebook_open_for_a_player_who_has_left(
    settings: Settings, meet: Meet, discord: LocalDiscord, press: str
) -> None:
    settings.play.pace = 60
    chiara, dmitri, farid = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.FARID)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 20", seats=seats)
    async with running(settings) as bot:
        notes = await notebook(chiara, await board_of(chiara))
        late = discord.faults.hold_next("POST", "/callback")
        if press == "mark":
            pressed = await chiara.press(notes, "mark:1:a:saw")
        else:
            shown = notes if press == "refresh" else await board_of(chiara)
            pressed = await chiara.press(shown, label="Refresh" if press == "refresh" else "Notebook")
        await late.arrived.wait()
        await leave(chiara, "Free my seat")
        await take_seat(farid, dmitri)
        await until(lambda: session_in(bot).players[0].user_id == int(farid.id))
        theirs = await notebook(farid, await board_of(farid))
        late.released.set()
        await chiara.outcome(pressed)
        answered = notes if press != "notes" else await chiara.reply_to(pressed)
        await type_move(farid, "enter UL phone")
        await type_move(farid, "call LL pets")
        await farid.wait_for(lambda m: m["id"] == theirs["id"] and "Out of stock" in text_of(m))
        assert "Out of stock" not in text_of(chiara.sees.current(answered))


async def test_nobody_is_shown_the_notebook_of_a_seat_they_lose_while_it_is_read(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.play.pace = 60
    chiara, dmitri, farid = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.FARID)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 20", seats=seats)
    async with running(settings) as bot:
        notes = await notebook(chiara, await board_of(chiara))
        await rest(bot, chiara)
        read, reading, goes_on = bot.archive.people.marks, asyncio.Event(), asyncio.Event()

        async def read_slowly(session_id: int, seat: int) -> str:
            if not reading.is_set():
                reading.set()
                await goes_on.wait()
            return await read(session_id, seat)

        monkeypatch.setattr(bot.archive.people, "marks", read_slowly)
        pressed = await chiara.press(notes, label="Refresh")
        await reading.wait()
        await leave(chiara, "Free my seat")
        await take_seat(farid, dmitri)
        await until(lambda: session_in(bot).players[0].user_id == int(farid.id))
        await type_move(farid, "enter UL phone")
        await type_move(farid, "call LL pets")
        await farid.wait_for(lambda m: "calls the" in text_of(m))
        goes_on.set()
        assert "not playing" in await told(chiara, pressed)
        assert text_of(chiara.sees.current(notes)) == text_of(notes)


async def test_a_made_up_press_on_the_notebook_of_a_game_without_one_does_no_later_move_harm(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    shown = await toss(chiara, dmitri)
    assert "no notebook" in await told(chiara, await forge(discord, chiara, shown, "notes:1"))
    await type_moves(bot, chiara, dmitri, count=2)
    await rest(bot, chiara)
