"""The fixtures that the package offers to a bot's tests, tried by tests in a separate folder."""

from pathlib import Path

import pytest

TESTS = """
import pytest
from local_discord import LocalDiscord, WorldFixture, Deadlines
from local_discord.pytest_plugin import LocalDiscordOptions
from tests.local_discord.raw_bot import RawBot

GREET = {"name": "greet", "description": "Say hello"}


@pytest.mark.asyncio
async def test_a_person_is_met_by_any_name(local_discord, meet):
    ada, bruno = await meet("Ada"), await meet("bruno")
    said = await ada.say("general", "hello")
    await bruno.wait_for(lambda m: m["id"] == said["id"])
    with pytest.raises(LookupError, match="Ada, Bruno"):
        await meet("Nobody")


@pytest.mark.asyncio
async def test_a_bot_may_log_in_as_often_as_it_likes(local_discord):
    for _ in range(2):
        async with RawBot.connect(local_discord):
            pass


class TestImpatient:
    @pytest.fixture
    def local_discord_options(self):
        return LocalDiscordOptions(deadlines=Deadlines(answer=0.05))

    @pytest.mark.asyncio
    async def test_a_bot_that_does_not_answer(self, local_discord, meet):
        async with RawBot.connect(local_discord) as bot:
            await bot.call("PUT", f"/applications/{bot.application.id}/commands", [GREET])
            ada = await meet("Ada")
            interaction = await ada.command("greet", channel="general")
            assert await ada.outcome(interaction) == "failed"
"""


def test_the_readmes_test_runs_as_it_stands(pytester: pytest.Pytester) -> None:
    root = Path(__file__).parents[2]
    readme = (root / "local_discord" / "README.md").read_text(encoding="utf-8").split("## In tests")[1]
    settings, code = (readme.split(f"```{kind}\n")[1].split("```")[0] for kind in ("toml", "python"))
    pytester.makepyprojecttoml(f"{settings}\npythonpath = ['{root}']")
    pytester.makeconftest('pytest_plugins = ["local_discord.pytest_plugin"]')
    pytester.makepyfile(code)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1)


def test_people_are_met_and_silence_of_the_bot_fails_the_test(pytester: pytest.Pytester) -> None:
    root = Path(__file__).parents[2]
    pytester.makepyprojecttoml(f"[tool.pytest.ini_options]\npythonpath = ['{root}']")
    pytester.makeconftest('pytest_plugins = ["local_discord.pytest_plugin"]')
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(["*An interaction of ada failed: the bot did not answer in time."])
