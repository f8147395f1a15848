"""Every scenario in this folder's `scenarios`, as one test each."""

import pytest

from bot.config import Settings
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from tests.bot.scenario import Differs, Scenario, play, scenarios


@pytest.mark.parametrize("scenario", scenarios(), ids=str)
async def test_scenario(scenario: Scenario, discord: LocalDiscord, settings: Settings, meet: Meet) -> None:
    differs = None
    try:
        await play(scenario, discord, settings, meet)
    except Differs as wrong:
        differs = str(wrong)
    if differs:  # out of the block, so that nothing but this is reported
        pytest.fail(differs, pytrace=False)
