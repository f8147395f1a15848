"""The HTTP API, one module for each subject. `ROUTES` has all of its routes."""

from local_discord.api import ROUTES
from local_discord.routes import applications, channels, guilds, messages, webhooks

__all__ = ["ROUTES", "applications", "channels", "guilds", "messages", "webhooks"]
