"""A database of the version before: its open tables continue, and the buttons people still see work.

`old_database/parlour.sql` was written by that version in the middle of all five games and a lobby;
`old_database/buttons.json` lists the controls of its boards and hands. Neither is ever regenerated.
"""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.session import Session
from games.engine import registry
from local_discord.codec import Json
from local_discord.fixtures import ChannelFixture
from local_discord.person import Person, every_component, is_ephemeral, text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT, running
from tests.bot.hands import directs
from tests.bot.tables import forge, session_in, told, until
from tests.databases import in_a_file as in_a_file
from tests.deep import sized

KEPT = Path(__file__).with_name("old_database")
RECORDED: list[Json] = json.loads((KEPT / "buttons.json").read_text(encoding="utf-8"))
TABLES: dict[str, Json] = {one["game"]: one for one in RECORDED if not one.get("lobby")}
(LOBBY,) = (one for one in RECORDED if one.get("lobby"))

MORE_CHANNELS = (
    ChannelFixture(id="730000000000000006", name="attic"),
    ChannelFixture(id="730000000000000007", name="cellar"),
)

QUESTIONS = 6
"""More questions than any of these moves takes."""


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    """The world of the other tests, and two more channels that the old version played in."""
    (guild,) = cast.WORLD.guilds
    wider = guild.model_copy(update={"channels": (*guild.channels, *MORE_CHANNELS)})
    world = cast.WORLD.model_copy(update={"guilds": (wider,)})
    return LocalDiscordOptions(world, limits=Limits(), deadlines=PATIENT)


@pytest.fixture
async def bot(settings: Settings, discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Parlour]:
    """The bot, started with what the old version left behind."""
    (tmp_path / "parlour.sqlite3").unlink()
    with closing(sqlite3.connect(tmp_path / "parlour.sqlite3")) as file:
        file.executescript((KEPT / "parlour.sql").read_text(encoding="utf-8"))
    async with running(settings) as parlour:
        yield parlour


def controls(message: Json) -> dict[str, Json]:
    """The message's buttons and menus by their custom ids."""
    return {one["custom_id"]: one for one in every_component(message["components"]) if "custom_id" in one}


def ids_of(recorded: list[Json]) -> set[str]:
    return {one["custom_id"] for one in recorded}


def recorded_hands() -> list[tuple[str, str]]:
    """Every game, with the player whose hand asked for a move."""
    return [
        (game, user_id)
        for game, table in TABLES.items()
        for user_id, hand in table["hands"].items()
        if any(one["custom_id"].startswith("pick:") for one in hand)
    ]


async def board_of(viewer: Person, recorded: Json) -> Json:
    """The message in the table's channel that has some of the old message's controls."""
    channel, old = recorded["channel"], ids_of(recorded["board"])
    return await viewer.wait_for(
        lambda m: m["channel_id"] == channel and not is_ephemeral(m) and old & controls(m).keys()
    )


async def direct_hand(player: Person, recorded: list[Json]) -> Json:
    """The player's direct message that has some of the old message's controls."""
    old = ids_of(recorded)
    return await player.wait_for(lambda m: m["channel_id"] in directs(player) and old & controls(m).keys())


async def press(discord: LocalDiscord, person: Person, shown: Json, control: Json) -> str:
    """Press a button, or choose as many of a menu's first values as it wants; the interaction's id."""
    values = control.get("values") or [option["value"] for option in control.get("options", ())]
    wanted = values[: control.get("min_values", 1)]
    return await forge(discord, person, shown, control["custom_id"], *wanted)


async def press_up_to_a_move(
    session: Session, discord: LocalDiscord, player: Person, shown: Json, old: Json
) -> None:
    """Press the old control, then the first choice of each further question, up to the move."""
    before, further = moves(session), old
    for _ in range(QUESTIONS):
        asked = controls(player.sees.current(shown)).keys()
        await player.outcome(await press(discord, player, shown, further))
        if moves(session) > before:
            break
        # A press is answered before the next question is shown. Doublolo asks for parts of the board now: an
        # old button for a column gets a word, and the board goes on asking.
        with suppress(TimeoutError):
            await player.wait_until(
                lambda asked=asked: controls(player.sees.current(shown)).keys() != asked,  # type: ignore[misc]  # bound as it is now
                timeout=3,
            )
        now = controls(player.sees.current(shown))
        further = next(
            one for name, one in now.items() if name.startswith("pick:") and not name.endswith(":")
        )
    await until(lambda: moves(session) == before + 1)


def moves(session: Session) -> int:
    """How many lines people have added to the record."""
    return sum(line.who >= 0 for line in session.table.lines)


def picks(recorded: list[Json]) -> list[Json]:
    return [one for one in recorded if one["custom_id"].startswith("pick:")]


async def expired(discord: LocalDiscord, person: Person, shown: Json) -> str:
    """What people are told if their button no longer means anything."""
    return await told(person, await forge(discord, person, shown, "no-such-verb:1"))


async def test_every_table_is_taken_up_with_the_buttons_it_had(
    bot: Parlour, discord: LocalDiscord, meet: Meet
) -> None:
    emi = await meet(cast.EMI)
    for recorded in TABLES.values():
        session = session_in(bot, recorded["channel"])
        owes = {session.players[seat].user_id for seat in session.table.turn.owes}
        assert session.id == recorded["session"]
        assert len(session.table.lines) == recorded["lines"]
        assert owes == set(map(int, recorded["owes"]))
    for recorded in RECORDED:
        shown = await board_of(emi, recorded)
        refusal = await expired(discord, emi, shown)
        for missing in ids_of(recorded["board"]) - controls(shown).keys():
            answer = await emi.reply_to(await forge(discord, emi, shown, missing))
            assert text_of(answer) != refusal, f"{recorded['game']}: {missing}"


@pytest.mark.parametrize("game", [game for game, table in TABLES.items() if picks(table["board"])])
async def test_an_old_button_of_a_board_makes_the_move(
    bot: Parlour, discord: LocalDiscord, meet: Meet, game: str
) -> None:
    recorded = TABLES[game]
    player = await meet(recorded["owes"][0])
    shown = await board_of(player, recorded)
    old = picks(recorded["board"])[0]
    await press_up_to_a_move(session_in(bot, recorded["channel"]), discord, player, shown, old)


@pytest.mark.parametrize(("game", "user_id"), recorded_hands())
async def test_an_old_button_of_a_direct_message_makes_the_move(
    bot: Parlour, discord: LocalDiscord, meet: Meet, game: str, user_id: str
) -> None:
    recorded = TABLES[game]
    player = await meet(user_id)
    hand = await direct_hand(player, recorded["hands"][user_id])
    old = picks(recorded["hands"][user_id])[0]
    await press_up_to_a_move(session_in(bot, recorded["channel"]), discord, player, hand, old)


@pytest.mark.parametrize(("game", "user_id"), sized(recorded_hands()[-1:], recorded_hands()))
async def test_an_old_button_of_an_opened_hand_makes_the_move(
    bot: Parlour, discord: LocalDiscord, meet: Meet, game: str, user_id: str
) -> None:
    recorded = TABLES[game]
    player = await meet(user_id)
    shown = await board_of(player, recorded)
    opened = await player.reply_to(await forge(discord, player, shown, f"hand:{recorded['session']}"))
    assert is_ephemeral(opened)
    old = picks(recorded["hands"][user_id])[0]
    await press_up_to_a_move(session_in(bot, recorded["channel"]), discord, player, opened, old)


async def test_an_old_button_lets_the_computer_choose(
    bot: Parlour, discord: LocalDiscord, meet: Meet
) -> None:
    recorded = TABLES["calabresella"]
    chiara = await meet(cast.CHIARA)
    hand = await direct_hand(chiara, recorded["hands"][chiara.id])
    session = session_in(bot, recorded["channel"])
    before = moves(session)
    await chiara.outcome(await forge(discord, chiara, hand, "lend:3:a:14"))
    await until(lambda: moves(session) == before + 1)


async def test_an_old_button_arranges_a_hand(bot: Parlour, discord: LocalDiscord, meet: Meet) -> None:
    recorded = TABLES["foozle"]
    dmitri = await meet(cast.DMITRI)
    hand = await direct_hand(dmitri, recorded["hands"][dmitri.id])
    names = controls(hand).keys()
    assert await dmitri.outcome(await forge(discord, dmitri, hand, "like:5:b:16:rank:")) == "answered"
    await dmitri.wait_until(lambda: controls(dmitri.sees.current(hand)).keys() != names)
    assert "prefer:5:b:16:rank:" not in controls(dmitri.sees.current(hand)), "it is in this order now"


async def test_an_old_button_opens_what_it_names(bot: Parlour, discord: LocalDiscord, meet: Meet) -> None:
    chiara = await meet(cast.CHIARA)
    opened = await chiara.reply_to(await chiara.command("rules", channel="general", game="foozle"))
    refusal = await expired(discord, chiara, opened)

    def refused() -> set[str]:
        said = filter(is_ephemeral, chiara.sees.in_channel("general"))
        return {one["id"] for one in said if text_of(one) == refusal}

    assert refused()
    for custom_id in ("notes:4", "notes:4:a", "rules:foozle:0", "shelf", "ranks:all:0"):
        before = refused()
        pressed = await forge(discord, chiara, opened, custom_id)
        assert await chiara.outcome(pressed) == "answered"
        assert refused() <= before, f"{custom_id} is not understood"


async def test_the_old_menu_of_the_games_opens_their_rules(
    bot: Parlour, discord: LocalDiscord, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    opened = await chiara.reply_to(await chiara.command("rules", channel="general", game="foozle"))
    await chiara.outcome(await forge(discord, chiara, opened, "shelf", "doublolo"))
    title = registry.find("doublolo").about.title
    assert title in text_of(await chiara.wait_for(lambda m: m["id"] == opened["id"] and title in text_of(m)))


async def test_the_old_buttons_of_a_lobby_begin_its_game(
    bot: Parlour, discord: LocalDiscord, meet: Meet
) -> None:
    dmitri, emi = await meet(cast.DMITRI), await meet(cast.EMI)
    lobby = await board_of(dmitri, LOBBY)
    old = {one["custom_id"].partition(":")[0]: one for one in LOBBY["board"]}
    await press(discord, emi, lobby, old["join"])
    await dmitri.wait_for(lambda m: m["id"] == lobby["id"] and f"<@{emi.id}>" in text_of(m))
    await dmitri.outcome(await press(discord, dmitri, lobby, old["computer"]))
    options = await dmitri.reply_to(await press(discord, dmitri, lobby, old["options"]))
    assert is_ephemeral(options)
    await press(discord, dmitri, lobby, old["start"])
    await until(lambda: isinstance(bot.tables.channels.find(int(LOBBY["channel"])), Session))
    players = session_in(bot, LOBBY["channel"]).players
    assert [one.user_id for one in players] == [int(dmitri.id), int(emi.id), None]
    was = old["computer"]["values"][0]
    assert players[2].level == session_in(bot, LOBBY["channel"]).game.about.level(was).name
