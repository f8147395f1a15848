"""Made-up and copied presses are answered in a sentence, change nothing and show nothing secret."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import product
from typing import TypeAlias

import pytest
from sqlalchemy import Connection, select

from bot.app.parlour import Parlour
from bot.chat.custom_ids import ROUTES, AtTable
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.fixtures import ChannelFixture, GuildFixture
from local_discord.person import Person, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from storage import Archive, schema
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.hands import EXCHANGE, HANDS, SEATED, WIDOW, at_rest, board_of, keep_deal, session_of
from tests.bot.tables import forge, open_lobby
from tests.openapi import Recording

AT_A_TABLE = [verb for verb, route in ROUTES.items() if issubclass(route, AtTable)]
ELSEWHERE = ChannelFixture(id="730000000000000101", name="elsewhere")
WORLD = cast.WORLD.model_copy(
    update={
        "guilds": (
            *cast.WORLD.guilds,
            GuildFixture(
                id="700000000000000101", name="Another Server", owner=cast.FARID, channels=(ELSEWHERE,)
            ),
        )
    }
)
"""With a second server for everybody. Its owner has no rights in the first."""

OLD = "has expired"
GONE = "no longer exists"
GAME, LOBBY = 1, 2
PASSING = ("rests_at", "look_at", "told_at")
CARD = re.compile(r"[2-7AKQJ][♠♥♦♣]")

NUMBERS = ("0", "99", "-1", "9" * 18, "9" * 60, "1.0", "١", "²", "1e3", "", " 1", "\x00", "x" * 60)
"""Numbers of tables that there aren't."""

Rest: TypeAlias = tuple[str, ...]
REST: tuple[Rest, ...] = (
    (),
    ("-", "5", ""),
    ("a", "17", "K♣"),
    ("a", "9" * 18, "take,3♠"),
    ("b", "17", "7♠"),
    ("z", "-1", "\u202e"),
    ("aa", "x", ","),
    (cast.DMITRI, "free"),
    (cast.FARID, "computer"),
    ("9" * 40, "wait"),
    ("a", "again"),
    ("a", "17", "rank", "K♣"),
)
"""What a press may say after its table: other people's seats and absence, wrong questions, no sense."""


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, limits=Limits(), deadlines=PATIENT, record=recording)


async def everything(bot: Parlour) -> dict[str, list[object]]:
    """Everything saved, except what time changes: tables at rest, reminders, the hours the bot was up."""

    def work(connection: Connection) -> dict[str, list[object]]:
        found: dict[str, list[object]] = {}
        for table in schema.metadata.sorted_tables:
            if table is schema.daily_hours:
                continue
            columns = [one for one in table.c if one.name not in PASSING]
            found[table.name] = [
                tuple(row) for row in connection.execute(select(*columns).order_by(*columns))
            ]
        return found

    return await bot.archive.database.read(work)


async def boards_saved(bot: Parlour, count: int) -> None:
    """Wait until the places of this many boards are saved."""
    async with asyncio.timeout(20):
        while str((await everything(bot))["messages"]).count("'board'") < count:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.05)


@asynccontextmanager
async def dealt(settings: Settings, meet: Meet) -> AsyncIterator[tuple[Parlour, list[Person]]]:
    """The bot and the players of the deal: its board is shown, and it's saved where."""
    seats = [await meet(one) for one in SEATED]
    async with running(settings) as bot:
        await at_rest(bot, session_of(bot), *seats)
        await boards_saved(bot, 1)
        yield bot, seats


@asynccontextmanager
async def unchanged(bot: Parlour) -> AsyncIterator[None]:
    """Nothing that is saved changes in this block."""
    before = await everything(bot)
    yield
    assert await everything(bot) == before


async def press_all(
    discord: LocalDiscord, person: Person, message: Json, custom_ids: Iterable[str]
) -> dict[str, str]:
    """The answer to each press; empty if it was only acknowledged."""
    told = {}
    for custom_id in custom_ids:
        pressed = await forge(discord, person, message, custom_id)
        assert await person.outcome(pressed) == "answered", custom_id
        found = [
            one for one in seen_by(person) if (one.get("interaction_metadata") or {}).get("id") == pressed
        ]
        told[custom_id] = "\n".join(map(text_of, found))
    return told


def seen_by(person: Person) -> Iterator[Json]:
    for messages in list(person.sees.messages.values()):
        yield from list(messages.values())


def forged(number: object, verbs: Iterable[str] = AT_A_TABLE, rests: Iterable[Rest] = REST) -> list[str]:
    """Every verb at this table with every rest, as long as an id may be."""
    made = (":".join([verb, str(number), *rest]) for verb, rest in product(verbs, rests))
    return [one for one in dict.fromkeys(made) if len(one) <= 100]


@pytest.fixture
async def tables(settings: Settings) -> None:
    """A deal in the card room, which is table 1."""
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)


async def test_a_press_on_another_servers_message_is_expired_for_every_table_and_writes_nothing(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    farid = await meet(cast.FARID)
    async with dealt(settings, meet) as (bot, seats):
        there = await open_lobby(seats[0], "general")
        assert bot.tables.channels.id_in(int(cast.GENERAL)) == LOBBY
        await open_lobby(farid, "elsewhere")
        await boards_saved(bot, 3)
        async with unchanged(bot):
            for person in (farid, seats[1]):
                copy = await person.wait_for(
                    lambda m: m["channel_id"] == ELSEWHERE.id and "lobby" in str(m).lower()
                )
                for number in (GAME, LOBBY):
                    told = await press_all(discord, person, copy, forged(number, rests=REST[2:3]))
                    assert {one: said for one, said in told.items() if OLD not in said} == {}
        assert seats[0].sees.current(there)["edited_timestamp"] is None


async def test_a_stranger_cannot_reach_any_table_from_their_direct_messages(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    farid = await meet(cast.FARID)
    async with dealt(settings, meet) as (bot, _):
        channel = await farid.open_dm()
        await farid.do("say", channel_id=channel["id"], content="hello")
        message = await farid.wait_for(lambda m: m["channel_id"] == channel["id"] and "Hi" in text_of(m))
        async with unchanged(bot):
            told = await press_all(discord, farid, message, (f"{verb}:{GAME}:a:17:K♣" for verb in AT_A_TABLE))
            assert {one: said for one, said in told.items() if OLD not in said} == {}


async def test_a_table_that_there_is_not_is_answered_in_a_sentence_by_every_button(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    async with dealt(settings, meet) as (bot, seats):
        shown = await board_of(seats[0], "")
        async with unchanged(bot):
            ids = [f"{verb}:{number}" for verb, number in product(AT_A_TABLE, NUMBERS)][::4]
            told = await press_all(discord, seats[0], shown, [one for one in ids if len(one) <= 100])
            assert {one: said for one, said in told.items() if OLD not in said and GONE not in said} == {}


async def test_a_number_that_no_database_takes_is_answered_in_a_sentence_by_every_button(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    large = str(2**63)
    async with dealt(settings, meet) as (_, seats):
        shown = await board_of(seats[0], "")
        rests = large, f"a:{large}", f"1:{large}:{large}"
        told = await press_all(discord, seats[0], shown, [f"{a}:{b}" for a, b in product(ROUTES, rests)])
        assert not [one for one, said in told.items() if "Something went wrong" in said]


async def test_in_its_own_channel_neither_a_stranger_nor_another_player_gets_at_somebodys_seat(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    farid = await meet(cast.FARID)
    async with dealt(settings, meet) as (bot, seats):
        shown = await board_of(farid, "")
        before, heard = await everything(bot), session_of(bot).table.heard(None)
        secret = {*CARD.findall(" ".join((*HANDS, WIDOW)))} - {*CARD.findall(" ".join(heard))}
        told = await press_all(discord, farid, shown, forged(GAME)[::5])
        for custom_id, said in told.items():
            typed = {*CARD.findall(custom_id)}
            assert not {*CARD.findall(said)} & secret - typed, (custom_id, said)
        verbs = ("pick", "lend", "hint", "hinted", "hand", "notes", "mark", "like", "tips")
        of_a = [one for one in forged(GAME, verbs) if f":{GAME}:a" in one]
        told = await press_all(discord, seats[1], shown, of_a)
        wrong = {one: said for one, said in told.items() if "isn't your hand" not in said and OLD not in said}
        assert wrong == {}
        assert await everything(bot) == before
        assert session_of(bot).table.over is False


async def test_what_belongs_to_no_table_takes_no_nonsense(
    tables: None, settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    async with dealt(settings, meet) as (bot, seats):
        shown = await board_of(seats[0], "")
        before = await everything(bot)
        verbs = [one for one in ROUTES if one not in AT_A_TABLE]
        nonsense = (
            "",
            "x" * 60,
            "9" * 60,
            "\u202e",
            "doublolo:9999999999",
            "doublolo:-1",
            "calabresella:x:y",
            "../x",
        )
        told = await press_all(
            discord, seats[0], shown, [f"{verb}:{rest}" for verb, rest in product(verbs, nonsense)]
        )
        assert [one for one, said in told.items() if not said] == [], "each is answered with words or a page"
        assert not any("went wrong" in one for one in told.values())
        changed = await everything(bot)
        assert {name for name, rows in changed.items() if rows != before[name]} <= {
            "people",
            "pars",
        }, "a place in a lesson, and the first time that anybody looks at the day's game"
