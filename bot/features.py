"""The list of features."""

from itertools import chain

from bot.actions import leaving, lists, lobby, table
from bot.app.parlour import Feature
from bot.daily.feature import FEATURE as DAILY
from bot.duels.feature import FEATURE as DUELS
from bot.fairness.feature import FEATURE as FAIRNESS
from bot.guide.feature import FEATURE as GUIDE
from bot.leaderboards.feature import FEATURE as LEADERBOARDS
from bot.learning.feature import FEATURE as LEARNING
from bot.order.feature import FEATURE as ORDER
from bot.privacy.feature import FEATURE as PRIVACY
from bot.replays.feature import FEATURE as REPLAYS
from bot.settings.feature import FEATURE as SETTINGS

LOBBY = Feature(commands=(lobby.play,))
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
        lists.tables,
        lists.watch,
    )
)

FEATURES = (
    LOBBY,
    DAILY,
    DUELS,
    LEARNING,
    TABLE,
    REPLAYS,
    SETTINGS,
    PRIVACY,
    LEADERBOARDS,
    FAIRNESS,
    GUIDE,
    ORDER,
)
"""Every feature, in the order in which /help lists their commands."""

COMMANDS = tuple(chain.from_iterable(one.commands for one in FEATURES))
