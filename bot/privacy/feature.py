"""What privacy adds to the bot."""

from bot.app.parlour import Feature
from bot.privacy.actions import privacy
from bot.privacy.downloads import Downloads

FEATURE = Feature(commands=(privacy,), parts=lambda _: [Downloads()])
