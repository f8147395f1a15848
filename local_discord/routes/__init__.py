"""The HTTP API, one module for each subject. `ROUTES` has all of its routes."""

from local_discord.api import Route
from local_discord.routes import applications, channels, guilds, messages, webhooks

ROUTES: tuple[Route, ...] = (
    *applications.ROUTES,
    *channels.ROUTES,
    *guilds.ROUTES,
    *messages.ROUTES,
    *webhooks.ROUTES,
)
