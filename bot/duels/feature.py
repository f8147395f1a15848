"""What duels add to the bot."""

from bot.app.parlour import Feature, Parlour
from bot.duels.actions import duel
from bot.duels.news import DuelMessages
from bot.duels.occasion import OfADuel
from bot.table.occasion import occasion_of
from storage import StoredSession


def _over(app: Parlour, stored: StoredSession) -> None:
    occasion = occasion_of(stored)
    if isinstance(occasion, OfADuel):
        app[DuelMessages].changed(occasion.number)


FEATURE = Feature(
    commands=(duel,),
    parts=lambda app: [DuelMessages(app.context)],
    runs=lambda app: [app[DuelMessages].run()],
    over=_over,
)
