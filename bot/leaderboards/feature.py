"""What leaderboards add to the bot."""

from bot.app.parlour import Feature
from bot.leaderboards.actions import history, leaderboard, profile

FEATURE = Feature(commands=(leaderboard, profile, history))
