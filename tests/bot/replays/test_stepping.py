"""Going step by step through Fooblitzky's city: players can backtrack as much as they want."""

from bot.config import Settings
from bot.host import play as cast
from local_discord.person import labels_of
from storage import Archive
from tests.bot.cities import BEGUN_BY_TWO, keep_city
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, lines, people, until

OFTEN = 20
"""More often than an id had room for."""


async def test_a_player_can_step_back_and_forth_as_often_as_they_like(settings: Settings, meet: Meet) -> None:
    chiara, _ = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *BEGUN_BY_TWO, "* roll 2", seats=seats)
    async with running(settings) as bot:
        shown = await chiara.wait_for(lambda m: "Step by step" in labels_of(m))
        await chiara.press(shown, label="Step by step")
        for _ in range(OFTEN):
            await chiara.press(await board(chiara, shown, "At A7, 2 moves left."), label="← left")
            shown = await board(chiara, shown, "At A6, 1 move left.")
            assert labels_of(shown).count("Back") == 1
            await chiara.press(shown, label="Back")
        for left in ("At A7, 2 moves left.", "At A6, 1 move left."):
            await chiara.press(await board(chiara, shown, left), label="← left")
        await chiara.press(await board(chiara, shown, "At A5, 0 moves left."), label="Stop here")
        await until(lambda: "a walk A5 by l2" in lines(bot))
