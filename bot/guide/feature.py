"""What the guide adds to the bot."""

from bot.app.parlour import Feature
from bot.guide.actions import about, guide
from bot.guide.greetings import Greetings

FEATURE = Feature(
    commands=(guide, about),
    parts=lambda _: [Greetings()],
    written_to=lambda app, message: app[Greetings].answer(message, app.client.user),
)
