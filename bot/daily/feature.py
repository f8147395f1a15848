"""What the game of the day adds to the bot."""

from collections.abc import Iterable

from bot.app import Feature, Parlour
from bot.daily.actions import daily
from bot.daily.news import DailyNews
from bot.daily.tries import Pars, Stories
from storage import DailyDeal, StoredSession


def _parts(app: Parlour) -> Iterable[object]:
    pars = Pars(app.archive, app.computers, app.thinking)
    return pars, Stories(app.archive, app.computers, app.thinking), DailyNews(app.context, pars)


def _over(app: Parlour, stored: StoredSession) -> None:
    if stored.day is not None:
        app[Stories].work_out(DailyDeal(stored.day, stored.game), stored.host_id)


FEATURE = Feature(
    commands=(daily,),
    parts=_parts,
    runs=lambda app: [app[DailyNews].run()],
    over=_over,
    look_again=lambda app, guild_id: app[DailyNews].look_again(guild_id),
    settings_changed=lambda app, user_id: app[DailyNews].settings_changed(user_id),
)
