"""Presses that another process may answer too: they are acknowledged before anything else is done."""

from collections.abc import AsyncIterator

import pytest

from bench import loopback
from bot.app.parlour import Parlour
from bot.cluster.arrivals import InteractionRouter, Payload
from bot.cluster.client import ShardedClient
from bot.host import play as cast
from local_discord.person import Person
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage import Forwarded, StorageFailed
from storage import open_shared as share
from tests.bot.conftest import PATIENT
from tests.bot.several import QUICK, WORLD, connected, hand_in_dm, locked, on, press, shards_held
from tests.bot.tables import until

pytestmark = pytest.mark.real


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def bot(url: str, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Parlour]:
    """A bot with three shards that doesn't acknowledge a press only because it takes long."""
    for name, seconds in (QUICK | {"bot.chat.first_answer.PATIENCE": 600.0}).items():
        monkeypatch.setattr(name, seconds)
    settings = loopback.settings_for(discord, url)
    settings.discord.shards = 3
    async with connected(settings) as bot:
        await until(lambda: shards_held(bot) == 3 and bot.outages.runs)
        yield bot


@pytest.fixture
async def ada(meet: Meet) -> Person:
    return await meet(cast.ADA)


def client_of(bot: Parlour) -> ShardedClient:
    assert isinstance(bot.client, ShardedClient)
    return bot.client


@pytest.mark.thorough
@pytest.mark.parametrize("given", [0, 2], ids=["where it arrives", "where its table is"])
async def test_a_shard_that_was_just_given_is_contested(
    url: str, bot: Parlour, ada: Person, given: int
) -> None:
    hand = await hand_in_dm(ada)  # of a table in shard 2
    client_of(bot).arrivals.accept(given, was_given=True)
    async with locked(url, "lines"):
        pressed = await press(ada, hand)
        assert await ada.outcome(pressed) == "answered"


@pytest.mark.parametrize("over", [5.0, 60.0], ids=["just now", "while it stood still"])
async def test_a_process_whose_lease_has_ended_answers_only_before_others_can(
    url: str, bot: Parlour, monkeypatch: pytest.MonkeyPatch, over: float
) -> None:
    monkeypatch.setattr("bot.cluster.arrivals.MOVING_SECONDS", 30.0)
    answered = list[Payload]()
    async with share(url, 3) as opened:
        arrivals = InteractionRouter(bot, opened, answered.append, client_of(bot).arrivals._read)  # noqa: SLF001 - any
        monkeypatch.setattr("storage.shards.LEASE_SECONDS", -over)
        opened.shards.give_up()
        arrivals.arrived({"type": 3, "id": "77", "data": {"custom_id": "join:1"}})
    assert len(answered) == (over < 30)


@pytest.mark.thorough
async def test_what_cannot_be_read_is_ignored(bot: Parlour, ada: Person) -> None:
    hand = await hand_in_dm(ada)
    arrivals = client_of(bot).arrivals
    for packed in ("", "!", "AAAA"):
        arrivals.handed_on(Forwarded(77, 2, packed))
    assert await ada.outcome(await press(ada, hand)) == "answered"


@pytest.mark.thorough
async def test_what_no_process_would_say_is_ignored(url: str, bot: Parlour, ada: Person) -> None:
    hand = await hand_in_dm(ada)
    async with on(url) as stranger:
        for said in ("person", "person x", "person " + "9" * 30, "what?"):
            await stranger.execute("SELECT pg_notify('parlour', $1)", said)
        await stranger.execute("SELECT pg_notify('parlour', 'person 5')")
    assert await ada.outcome(await press(ada, hand)) == "answered"
    assert not bot.lost.done()


@pytest.mark.thorough
async def test_a_change_of_quiet_hours_is_read_again_until_it_can_be(
    bot: Parlour, monkeypatch: pytest.MonkeyPatch, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.cluster.sharing")
    read, changed = bot.person_changed, list[int]()

    async def fail_at_first(user_id: int) -> None:
        changed.append(user_id)
        if len(changed) == 1:
            raise StorageFailed("The database is away for a moment.")
        await read(user_id)

    monkeypatch.setattr(bot, "person_changed", fail_at_first)
    await bot.archive.people.set_dms_closed(int(cast.ADA), True)
    await until(lambda: changed == [int(cast.ADA)] * 2)
