"""The HTTP API, one module for each subject. `ROUTES` has all of its routes."""

from local_discord.api import Route
from local_discord.routes import (
    applications,
    channels,
    commands,
    emojis,
    gateway,
    guilds,
    interactions,
    messages,
    pins,
    reactions,
    roles,
    threads,
    users,
    webhooks,
)

ROUTES: tuple[Route, ...] = (
    *applications.ROUTES,
    *channels.ROUTES,
    *commands.ROUTES,
    *emojis.ROUTES,
    *gateway.ROUTES,
    *guilds.ROUTES,
    *interactions.ROUTES,
    *pins.ROUTES,  # before messages, or "pins" would be taken for a message's id
    *messages.ROUTES,
    *reactions.ROUTES,
    *roles.ROUTES,
    *threads.ROUTES,
    *users.ROUTES,
    *webhooks.ROUTES,
)
