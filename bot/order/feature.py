"""What keeping order adds to the bot."""

from bot.app.parlour import Feature
from bot.order.actions import server

FEATURE = Feature(commands=(server,))
