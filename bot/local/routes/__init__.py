"""The HTTP API, one module a subject; `ROUTES` is all of it."""

from bot.local.api import Route
from bot.local.routes import (
    applications,
    channels,
    commands,
    emojis,
    gateway,
    guilds,
    interactions,
    messages,
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
    *messages.ROUTES,
    *threads.ROUTES,
    *users.ROUTES,
    *webhooks.ROUTES,
)
