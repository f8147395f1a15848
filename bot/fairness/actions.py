"""What people ask about chance in a server."""

import asyncio

from bot.app.dispatch import in_servers, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.fairness.luck import GAMES, shares
from bot.fairness.screens import FAIRNESS, luck_of, luck_screen
from bot.refusal import Refusal


@in_servers
@typed("fairness", "Compare what chance drew in this server with what's expected")
async def fairness(app: Parlour, answer: Answer) -> None:
    """For all games that ended in this server. Raises Refusal outside of one."""
    guild_id = answer.interaction.guild_id
    if guild_id is None:
        raise Refusal("Each server's games are compared on their own. Use /fairness in a server.")
    found = await asyncio.to_thread(shares, await app.archive.standings.drawn(guild_id, GAMES))
    drawn = await app.pictures.card(luck_of(found)) if found else None
    await answer.send(luck_screen(found, drawn), FAIRNESS)
