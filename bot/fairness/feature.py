"""What fairness adds to the bot."""

from bot.app.parlour import Feature
from bot.fairness.actions import fairness

FEATURE = Feature(commands=(fairness,))
