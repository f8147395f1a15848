"""A hand links to its table's board, also to one that was posted again while the table was at rest."""

from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.person import every_component
from local_discord.server import LocalDiscord
from tests.bot.hands import Three, board_of, direct
from tests.bot.resting import unload


async def test_a_hand_links_to_the_board_that_was_posted_again_after_a_purge(
    bidding: Parlour, discord: LocalDiscord, seats: Three
) -> None:
    chiara = seats[0]
    shown, hand = await board_of(chiara, "to bid"), await direct(chiara)
    await unload(bidding)
    discord.messages.delete_several(discord.world.channels[cast.CARD_ROOM], [shown["id"]])
    again = await chiara.wait_for(lambda m: m["channel_id"] == cast.CARD_ROOM and m["id"] != shown["id"])

    def links() -> bool:
        urls = [str(one.get("url")) for one in every_component(chiara.sees.current(hand)["components"])]
        return any(one.endswith(f"/{again['id']}") for one in urls)

    await chiara.wait_until(links)
