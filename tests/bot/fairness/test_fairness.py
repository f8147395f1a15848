"""/fairness: what chance drew in a server, against what's to be expected."""

from itertools import chain

from bot.config import Settings
from bot.fairness.luck import shares
from bot.fairness.screens import described, verdict_on
from bot.host import play as cast
from bot.table.options import TableOptions
from games.core import CHANCE
from games.engine import record, registry
from local_discord.person import Person, pictures_of, text_of
from storage import Archive, DrawnLine, StoredLine
from tests.bot.conftest import Meet, running
from tests.bot.finished import alt_of, finish
from tests.bot.leaderboards.test_leaderboard import CHIARA_ID, DMITRI_ID, OTHER_GUILD
from tests.deep import sized
from tests.verifying import played


def tosses(count: int, heads: int, table_options: str = "{}") -> list[DrawnLine]:
    """So many tosses, each in a game of its own, of which some are heads."""
    return [
        DrawnLine(number, "doublolo", "{}", table_options, f"toss {'heads' if number < heads else 'tails'}")
        for number in range(count)
    ]


async def fairness(person: Person) -> str:
    """What /fairness says, with the alt text of its picture if there is one."""
    shown = await person.reply_to(await person.command("fairness", channel="games"))
    return text_of(shown) + (alt_of(shown) if pictures_of(shown) else "")


def test_what_is_expected_of_a_fair_coin() -> None:
    (share,) = shares(tosses(100, 60))
    assert (share.seen, share.expected, share.off, share.is_usual) == (60, 50, 2, True)
    (odd,) = shares(tosses(100, 61))
    assert not odd.is_usual
    assert "Tosses of heads in Doublolo came out further" in verdict_on((odd,))
    assert verdict_on((share,)).startswith("**Chance looks fair here.**")
    assert described((odd,)) == "Doublolo: tosses of heads: 61, expected 50."


def test_few_draws_and_deals_that_were_played_before_say_nothing() -> None:
    assert shares(tosses(9, 5)) == ()
    assert shares(tosses(100, 60, TableOptions(origin="the deal of game 1", deal_of=1).write())) == ()


def test_games_by_fair_chance_are_near_what_is_expected() -> None:
    found = shares(chain.from_iterable(drawn(number) for number in range(sized(2, 40))))
    assert found
    assert all(abs(one.off) < 4 for one in found)
    assert all(0 < one.expected < one.draws for one in found)


def drawn(number: int) -> list[DrawnLine]:
    """What chance drew in a game of each kind."""
    lines = []
    for place, name in enumerate(registry.all_games()):
        whole = record.read(played(name, number))
        options = registry.find(name).options.model_validate(dict(whole.header.options)).model_dump_json()
        lines += [
            DrawnLine(10 * number + place, name, options, "{}", line.text)
            for line in whole.lines
            if line.who == CHANCE and not line.is_talk
        ]
    return lines


async def test_a_server_sees_its_own_finished_games(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for guild, heads in ((int(cast.GUILD_ID), 9), (OTHER_GUILD, 0)):
            for number in range(12):
                game = await finish(archive, [CHIARA_ID, DMITRI_ID], guild=guild, channel=guild)
                face = "heads" if number < heads else "tails"
                lines = [StoredLine(0, -1, "board A1"), StoredLine(1, 0, "call tails")]
                await archive.record.append_together(game, [*lines, StoredLine(2, -1, f"toss {face}")])
    async with running(settings):
        said = await fairness(await meet(cast.CHIARA))
    assert "Doublolo: tosses of heads: 9, expected 6." in said
    assert "Chance looks fair here." in said


async def test_a_server_without_games_is_told_how_to_check_one(settings: Settings, meet: Meet) -> None:
    async with running(settings):
        said = await fairness(await meet(cast.CHIARA))
    assert "press Check below it" in said.replace("*", "")
