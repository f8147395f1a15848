"""What learning adds to the bot. Its commands stand in two places of /help."""

from bot.app.parlour import Feature
from bot.learning.actions import about, guide, learn, rules
from bot.learning.greetings import Greetings

LEARNING = Feature(commands=(learn,))
HELP = Feature(
    commands=(rules, guide, about),
    parts=lambda _: [Greetings()],
    written_to=lambda app, message: app[Greetings].answer(message, app.client.user),
)
