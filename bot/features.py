"""The list of features."""

from collections.abc import Iterable
from itertools import chain

from bot.actions import daily, duel, leaving, lists, lobby, replay, standings, table
from bot.app import Feature, Parlour
from bot.learning.feature import HELP, LEARNING
from bot.messages.daily import DailyNews
from bot.messages.duels import DuelMessages
from bot.order.feature import FEATURE as ORDER
from bot.privacy.feature import FEATURE as PRIVACY
from bot.settings.feature import FEATURE as SETTINGS
from bot.tables.daily import Pars, Stories
from bot.tables.replays import Replays
from bot.tables.reviews import Reviews
from storage import DailyDeal, StoredSession

LOBBY = Feature(commands=(lobby.play,))


def _kept_for_days(app: Parlour) -> Iterable[object]:
    pars = Pars(app.archive, app.computers, app.thinking)
    return pars, Stories(app.archive, app.computers, app.thinking), DailyNews(app.context, pars)


def _tell_of_day(app: Parlour, stored: StoredSession) -> None:
    if stored.day is not None:
        app[Stories].work_out(DailyDeal(stored.day, stored.game), stored.host_id)


DAILY = Feature(
    commands=(daily.daily,),
    parts=_kept_for_days,
    runs=lambda app: [app[DailyNews].run()],
    over=_tell_of_day,
    look_again=lambda app, guild_id: app[DailyNews].look_again(guild_id),
    settings_changed=lambda app, user_id: app[DailyNews].settings_changed(user_id),
)


def _tell_of_duel(app: Parlour, stored: StoredSession) -> None:
    if stored.duel is not None:
        app[DuelMessages].ended(stored.duel)


DUELS = Feature(
    commands=(duel.duel,),
    parts=lambda app: [DuelMessages(app.context)],
    runs=lambda app: [app[DuelMessages].run()],
    over=_tell_of_duel,
)
TABLE = Feature(
    commands=(
        table.board,
        table.move,
        table.undo,
        leaving.leave,
        leaving.resign,
        leaving.stop,
        leaving.pause,
        leaving.resume,
        table.hand,
    )
)
LISTS = Feature(commands=(lists.tables, lists.watch))
REPLAYS = Feature(
    commands=(replay.replay, replay.share, replay.review, replay.why),
    parts=lambda app: (Replays(app.tables), Reviews(app.computers)),
    names_changed=lambda app: app[Replays].forget(),
)
STANDINGS = Feature(
    commands=(standings.leaderboard, standings.profile, standings.history, standings.fairness)
)
FEATURES = (LOBBY, DAILY, DUELS, LEARNING, TABLE, LISTS, REPLAYS, SETTINGS, PRIVACY, STANDINGS, HELP, ORDER)
"""Every feature, in the order in which /help lists their commands."""

COMMANDS = tuple(chain.from_iterable(one.commands for one in FEATURES))
