"""Sitting people down at a table."""

from local_discord.codec import Json
from local_discord.person import Person, text_of


async def sit_down(game: str, channel: str, host: Person, *guests: Person) -> Json:
    """Open a table, let the guests join in this order, and start; returns the table's message."""
    table = await host.reply_to(await host.command("play", channel=channel, game=game))
    for guest in guests:
        await _join(table, host, guest)
    await host.outcome(await host.press(table, label="Start"))
    return table


async def _join(table: Json, host: Person, guest: Person) -> None:
    await guest.wait_until(lambda: guest.sees.messages.get(table["channel_id"], {}).get(table["id"]))
    await guest.outcome(await guest.press(table, label="Join"))
    await host.wait_until(lambda: guest.id in text_of(host.sees.current(table)))
