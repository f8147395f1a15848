"""What learning adds to the bot."""

from bot.app.parlour import Feature
from bot.learning.actions import learn, rules

FEATURE = Feature(commands=(learn, rules))
