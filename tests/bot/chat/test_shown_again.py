"""What can't be shown because the database is away is shown once it is back, though nothing more happens."""

import pytest

from bench import loopback
from bot.app.parlour import Parlour
from bot.chat import redrawn
from bot.config import Settings
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.conftest import WITHOUT_STORAGE
from tests.bot.several import sit_down
from tests.bot.tables import until
from tests.network import Network, Proxy

pytestmark = pytest.mark.real


@pytest.fixture
def settings(discord: LocalDiscord, proxy: Proxy) -> Settings:
    return loopback.settings_for(discord, proxy.url)


@pytest.mark.parametrize("is_direct", [True, False], ids=["board", "hand"])
async def test_a_board_or_a_hand_that_storage_failed_is_shown_as_soon_as_it_can_be_read(
    is_direct: bool,
    bot: Parlour,
    proxy: Proxy,
    ada: Person,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    faults_logged: set[str],
) -> None:
    faults_logged.add(WITHOUT_STORAGE)
    monkeypatch.setattr(redrawn, "AGAIN_SECONDS", 0.05)
    place = str((await ada.open_dm())["id"]) if is_direct else "games"
    bot.archive.people.remembers = False  # as while other processes can't be heard
    await sit_down(ada, place, "calabresella")
    (session,) = bot.tables.in_memory.sessions()
    messages = await bot.messages.of(session)
    await messages.sent()
    proxy.becomes(Network.CUT)
    messages.hand(session.seats.of(int(ada.id))[0]).refresh()
    await until(lambda: "could not be shown" in caplog.text)
    assert not messages.is_current
    proxy.becomes(Network.PASSES)
    await until(lambda: messages.is_current)
