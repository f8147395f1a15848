"""The notebook: opened from the board or a hand, only for its player, and kept up to date."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import hands
from tests.bot.cities import BEGUN, BEGUN_BY_TWO, keep_city, rest, type_move
from tests.bot.conftest import Meet, running
from tests.bot.hands import all_direct
from tests.bot.leaving import leave, take_seat
from tests.bot.tables import forge, people, session_in, told, until


@pytest.fixture
async def city(settings: Settings, meet: Meet) -> AsyncIterator[tuple[Parlour, Person, Person]]:
    """A city in which Chiara is to walk; she chose the pig, Dmitri the hot dog."""
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 20", seats=seats)
    async with running(settings) as bot:
        yield bot, chiara, dmitri


async def board_of(person: Person) -> Json:
    return await person.wait_for(lambda m: "Notebook" in labels_of(m) and "Resign" in labels_of(m))


def alts(message: Json) -> str:
    return " ".join(str(picture["description"]) for picture in pictures_of(message))


async def notebook(person: Person, shown: Json) -> Json:
    return await person.reply_to(await person.press(shown, label="Notebook"))


async def test_everybody_has_their_own_notebook_under_the_board(
    city: tuple[Parlour, Person, Person],
) -> None:
    _, chiara, dmitri = city
    for person, item, other in ((chiara, "pig", "hot dog"), (dmitri, "hot dog", "pig")):
        notes = await notebook(person, await board_of(person))
        assert is_ephemeral(notes)
        assert f"You picked the {item}." in text_of(notes)
        assert other not in text_of(notes)
        assert "Definitely correct" not in text_of(notes), "what follows is the player's own to find"


@pytest.mark.parametrize(("kind", "button"), [("conclusions", True), ("none", False)])
async def test_the_option_adds_what_follows_or_takes_the_notebook_away(
    settings: Settings, meet: Meet, discord: LocalDiscord, kind: str, button: bool
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 20", seats=seats, options={"notebook": kind})
    async with running(settings):
        board = await chiara.wait_for(lambda m: "Resign" in labels_of(m) and m not in all_direct(chiara))
        hand = await hands.direct(chiara)
        assert [("Notebook" in labels_of(shown)) for shown in (board, hand)] == [button] * 2
        if button:
            assert "Definitely correct: pig." in text_of(await notebook(chiara, board))
        else:
            sentence = await told(chiara, await forge(discord, chiara, hand, "notes:1:a"))
            assert sentence == "The notebook is switched off in this game."


async def test_the_hand_has_it_too_and_it_writes_itself_while_it_is_open(
    city: tuple[Parlour, Person, Person],
) -> None:
    _, chiara, dmitri = city
    hand = await dmitri.wait_for(lambda m: m in all_direct(dmitri) and "Notebook" in labels_of(m))
    notes = await notebook(dmitri, hand)
    assert "Out of stock" not in text_of(notes)
    await type_move(chiara, "enter UL phone")
    await type_move(chiara, "call LL pets")
    await dmitri.wait_for(lambda m: f"<@{dmitri.id}>: Rolled" in text_of(m))
    now = await dmitri.wait_for(lambda m: m["id"] == notes["id"] and "Out of stock" in text_of(m))
    assert "Out of stock: pig (Bone Row)." in text_of(now)
    assert await dmitri.outcome(await dmitri.press(now, label="Refresh")) == "answered"
    assert text_of(dmitri.sees.current(notes)) == text_of(now)


async def test_a_spectator_has_none_and_nobody_reads_anothers(
    city: tuple[Parlour, Person, Person], meet: Meet, discord: LocalDiscord
) -> None:
    _, chiara, dmitri = city
    emi = await meet(cast.EMI)
    shown = await board_of(emi)
    assert "not playing" in await told(emi, await emi.press(shown, label="Notebook"))
    for made_up in ("notes:1:a", "notes:1:a:again", "notes:1:c"):
        assert "isn't your hand" in await told(dmitri, await forge(discord, dmitri, shown, made_up))
    assert "expired" in await told(dmitri, await forge(discord, dmitri, shown, "notes:1:-"))
    again = await dmitri.reply_to(await forge(discord, dmitri, shown, "notes:1:b:again"))
    assert is_ephemeral(again), "a notebook in the place of the board"
    assert "Notebook" in labels_of(chiara.sees.current(shown))


async def test_the_notebook_of_two_seats_is_that_of_the_seat_to_move_or_of_the_hand(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, *BEGUN, "* roll 20", options={"two_tokens": "true"})
    async with running(settings):
        notes = await notebook(chiara, await board_of(chiara))
        assert "### Your notebook, seat A" in text_of(notes)
        hand = await chiara.wait_for(lambda m: m in all_direct(chiara) and "Your seat C" in text_of(m))
        notes = await notebook(chiara, hand)
        assert "### Your notebook, seat C" in text_of(notes)
        assert "You picked the fish." in text_of(notes)


async def test_a_game_without_notes_has_no_such_button(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        await hands.keep_deal(archive)
    async with running(settings):
        hand = await hands.direct(chiara)
        assert "Notebook" not in labels_of(hand)
        sentence = await told(chiara, await forge(discord, chiara, hand, "notes:1:a"))
        assert sentence == "There's no notebook in Calabresella."


async def test_a_player_marks_items_and_finds_the_marks_in_notebook_and_hand_after_a_restart(
    city: tuple[Parlour, Person, Person], settings: Settings
) -> None:
    bot, chiara, dmitri = city
    notes = await notebook(chiara, await board_of(chiara))
    await chiara.select(notes, "saw", "fish", custom_id="mark:1:a:out")
    notes = await chiara.wait_for(lambda m: "Out: saw and fish." in text_of(m))
    await chiara.select(notes, "saw", custom_id="mark:1:a:sure")
    await chiara.wait_for(lambda m: "Your marks. Sure: saw. Out: fish." in text_of(m))
    await chiara.wait_for(lambda m: not is_ephemeral(m) and "Out: fish." in alts(m))
    assert "Your marks" not in text_of(await notebook(dmitri, await board_of(dmitri)))
    assert await bot.archive.people.marks(1, 1) == "{}"


async def test_marks_are_there_after_a_restart_and_can_be_taken_back(settings: Settings, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 20", seats=seats)
        await archive.people.change_marks(1, 0, lambda _: '{"saw": "sure", "fish": "out"}')
    async with running(settings):
        again = await notebook(chiara, await board_of(chiara))
        assert "Your marks. Sure: saw. Out: fish." in text_of(again)
        ticked = {
            menu["custom_id"]: [one["value"] for one in menu["options"] if one.get("default")]
            for menu in every_component(again["components"])
            if "options" in menu
        }
        assert ticked == {"mark:1:a:sure": ["saw"], "mark:1:a:maybe": [], "mark:1:a:out": ["fish"]}
        await chiara.select(again, custom_id="mark:1:a:out")
        await chiara.wait_for(lambda m: "Sure: saw." in text_of(m) and "Out: fish." not in text_of(m))


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
            pressed = await chiara.select(notes, "saw", custom_id="mark:1:a:out")
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


async def test_made_up_marks_are_refused(city: tuple[Parlour, Person, Person], discord: LocalDiscord) -> None:
    bot, chiara, dmitri = city
    shown = await board_of(chiara)
    assert "isn't your hand" in await told(dmitri, await forge(discord, dmitri, shown, "mark:1:a:out", "pig"))
    notes = await notebook(chiara, shown)
    for message, custom_id, thing in (
        (notes, "mark:1:a:perhaps", "pig"),
        (notes, "mark:1:a:out", "rabbit"),
        (notes, "mark:1:-:out", "pig"),
        (shown, "mark:1:a:out", "pig"),
    ):
        assert "expired" in await told(chiara, await forge(discord, chiara, message, custom_id, thing))
    assert await bot.archive.people.marks(1, 0) == "{}"
