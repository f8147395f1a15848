"""`python -m bot doctor`: a sentence on everything the bot needs, and whether it works."""

from collections.abc import AsyncIterator

from bot.config import Settings
from bot.host import HOW_TO_LOG_IN
from bot.host.findings import Finding, broken
from bot.host.own_machine import own_machine


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """One finding after the other. Nothing is changed, and a bot that is running isn't disturbed."""
    async for finding in own_machine(settings.storage.url):
        yield finding
    if not settings.discord.token.get_secret_value():
        yield broken("Token", HOW_TO_LOG_IN)
        return
    try:
        from bot.host.at_discord import at_discord
    except ImportError as failed:
        yield broken("Program", f"It can't be loaded ({failed}). Install the requirements again.")
        return
    async for finding in at_discord(settings.discord):
        yield finding
