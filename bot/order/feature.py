"""What keeping order adds to the bot."""

from bot.app import Feature
from bot.order.actions import server

FEATURE = Feature(commands=(server,))
