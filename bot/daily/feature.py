"""What the game of the day adds to the bot."""

from collections.abc import Iterable

from bot.app.parlour import Feature, Parlour
from bot.daily.actions import daily
from bot.daily.news import DailyNews
from bot.daily.occasion import OfTheDay
from bot.daily.tries import Pars, Stories
from bot.table.occasion import occasion_of
from storage import StoredSession


def _parts(app: Parlour) -> Iterable[object]:
    pars = Pars(app.archive, app.computers, app.thinking)
    return pars, Stories(app.archive, app.computers, app.thinking), DailyNews(app.context, pars)


def _over(app: Parlour, stored: StoredSession) -> None:
    occasion = occasion_of(stored)
    if isinstance(occasion, OfTheDay):
        app[Stories].work_out(occasion.deal, stored.host_id)


FEATURE = Feature(
    commands=(daily,),
    parts=_parts,
    runs=lambda app: [app[DailyNews].run()],
    over=_over,
    look_again=lambda app, guild_id: app[DailyNews].look_again(guild_id),
    settings_changed=lambda app, user_id: app[DailyNews].settings_changed(user_id),
)
