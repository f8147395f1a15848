"""What settings add to the bot."""

from bot.app.parlour import Feature
from bot.settings.actions import settings

FEATURE = Feature(commands=(settings,))
