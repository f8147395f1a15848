"""What replays add to the bot."""

from bot.app.parlour import Feature
from bot.replays.actions import replay, review, share, why
from bot.replays.replays import Replays
from bot.replays.review import Reviews

FEATURE = Feature(
    commands=(replay, share, review, why),
    parts=lambda app: (Replays(app.tables), Reviews(app.computers)),
    names_changed=lambda app: app[Replays].forget(),
)
