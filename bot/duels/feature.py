"""What duels add to the bot."""

from bot.app import Feature, Parlour
from bot.duels.actions import duel
from bot.duels.news import DuelMessages
from storage import StoredSession


def _over(app: Parlour, stored: StoredSession) -> None:
    if stored.duel is not None:
        app[DuelMessages].changed(stored.duel)


FEATURE = Feature(
    commands=(duel,),
    parts=lambda app: [DuelMessages(app.context)],
    runs=lambda app: [app[DuelMessages].run()],
    over=_over,
)
