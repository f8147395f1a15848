"""The people of an evening who play the game of the day and duels, each in their direct messages."""

from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from random import Random
from unittest.mock import patch

from bot.config import Settings
from bot.daily import days, news
from bot.daily import tries as daily
from bot.duels import news as duels
from bot.people.settings import change_settings
from bot.table import computers
from bot.table.computers import Computers, Thought
from games.core import Seat
from games.engine import registry
from games.engine.table import AnyTable
from games.kit.story import Grade
from local_discord.codec import Json
from local_discord.person import every_component, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.simulation.company import Company, Device, Evening
from tests.simulation.hours import Hours
from tests.simulation.people import BUTTON, NOT_NOW, Done, Guest
from tests.simulation.places import Kind, Place
from tests.simulation.plan import Plan
from tests.simulation.seen import custom_ids, is_last, table_of, words_in

_MOST = 8
_OFTEN = {
    "play_daily": _MOST,
    "accept_duel": _MOST,
    "play_duel": _MOST,
    "share_daily": 3,
    "daily": 2,
    "duel": 2,
    "decline_duel": 1,
    "take_back_duel": 1,
    "fair_daily": 1,
    "fair_duel": 1,
    "daily_table": 1,
    "replay": 1,
    "record": 1,
    "check": 1,
}
"""What they press besides moves, and how often compared with the others."""
_SEEN = 12
"""How many of the newest messages they look at."""
_IN_A_ROW = (1, 4, 12)
_ROUND_SECONDS = 180.0, 600.0
"""How often the bot looks for what is to be told: longer than usual, since that takes time. If nobody plays
these games, it takes even longer."""
_SHORTEST = "fourside"
_ANSWER_SECONDS = 8.0


class Contestant(Company):
    """One person, who looks at cards, challenges others and plays where they are asked."""

    types = 0.8

    def __init__(
        self,
        home: Place,
        challenges: float,
        devices: list[Device],
        direct: str,
        hours: Hours,
        rng: Random,
        done: Done,
        evening: Evening,
        discord: LocalDiscord,
    ) -> None:
        """They type commands at `home`, and so many of these challenge somebody there.

        `direct` are their direct messages.
        """
        own = Place(f"{home.name} of {devices[0].name}", Kind.DIRECT, None, (devices[0].id,), (), direct)
        super().__init__(own, [devices], hours, rng, done, evening, discord)
        self._home = home
        self._challenges = challenges
        if challenges > 0.5:
            self.gives_up = 0.2  # or hardly any duel would come to its result in an evening

    async def _once(self) -> None:
        for _ in range(self._rng.choice(_IN_A_ROW)):
            if not self._evening.rests:
                await super()._once()

    async def _act(self) -> None:
        (person,) = self.people
        board = self._board(person)
        if not self._is_bot_there(person) or self._home.channel_id not in person.sees.channels:
            return
        if board is not None and not is_last(board) and self._rng.random() < 0.95:
            await self._play(board)
            return
        offered = list(self._offered(person))
        often = [_OFTEN[words_in(control["custom_id"])[0]] for _, control, _ in offered]
        if self._rng.random() < (0.1 if max(often, default=0) == _MOST else 0.6):
            await self._type(person)
            return
        (chosen,) = self._rng.choices(offered, often)
        await self._use(person, *chosen)

    async def _type(self, person: Guest) -> None:
        """Look at the day's card, or at one's duels, or challenge somebody to one."""
        where = self._rng.choice((self._home, self._home, self.place)).channel_id
        if self._home.kind is Kind.VISIT or self._rng.random() >= self._challenges:
            name = "daily" if self._rng.random() < 0.9 else "duel"
            sent = await person.command(name, channel=where)
        else:
            others = [one for one in self._home.players if one != person.id]
            whom = {"opponent": self._rng.choice(others)} if self._rng.random() < 0.7 else {}
            game = self._rng.choice([*registry.all_games(), *[_SHORTEST] * 3])
            sent = await person.command("duel", channel=self._home.channel_id, game=game, **whom)
        await self._sent(person, sent)

    def _seen(self, person: Guest) -> list[Json]:
        """The newest messages where they play, the oldest first."""
        there = [self._home.channel_id, self.place.channel_id]
        found = [one for where in there for one in person.sees.messages.get(where, {}).values()]
        return sorted(found, key=lambda one: int(one["id"]))

    def _offered(self, person: Guest) -> Iterator[tuple[Json, Json, list[str]]]:
        for message in self._seen(person)[-_SEEN:]:
            text = text_of(message)
            for one in every_component(message["components"]):
                verb, is_own = words_in(one.get("custom_id", ""))[0], f"<@{person.id}> challenges" in text
                if verb in _OFTEN and not one.get("disabled") and is_own == (verb == "take_back_duel"):
                    options = [] if one["type"] == BUTTON else [each["value"] for each in one["options"]]
                    yield message, one, self._rng.sample(options, min(1, len(options)))

    # The table that they play at

    def _board(self, person: Guest) -> Json | None:
        """The newest board in their direct messages, or one that only they see."""
        home = self._home.channel_id
        found = [one for one in self._seen(person) if one["channel_id"] != home or is_ephemeral(one)]
        return next((one for one in reversed(found) if _is_own_board(one)), None)

    def _own(self, person: Guest, board: Json, table: int | None) -> Iterator[Json]:
        yield board

    async def _end(self, person: Guest, board: Json) -> None:
        """Give up, which asks first."""
        asked = await person.press(board, label="Resign")
        if not await self._sent(person, asked):
            return
        question = await person.reply_to(asked, _ANSWER_SECONDS)
        if "Resign" in labels_of(question):
            self._done.stopped.add(table_of(board) or 0)
            await self._sent(person, await person.press(question, label="Resign"))

    @property
    def must_ask(self) -> bool:
        """See `Regulars`."""
        return True

    async def move_once(self) -> bool:
        """See `Regulars`. What they see elsewhere, they ask for again."""
        has_moved = await super().move_once()
        await self.show_board()
        return has_moved

    async def press_all(self, message_ids: Collection[str]) -> None:
        """See `Regulars`. Among these may be challenges, too."""
        await super().press_all(message_ids)
        (person,) = self.people
        for message in self._seen(person):
            buttons = [one for one in custom_ids(message) if words_in(one)[0] in ("accept_duel", "play_duel")]
            if buttons and message["id"] in message_ids:
                with suppress(*NOT_NOW):
                    await self._sent(person, await person.press(message, buttons[0]))

    async def show_board(self) -> None:
        """Ask for a board that only they see, which is kept up to date for some minutes only."""
        (person,) = self.people
        board = self._board(person)
        if board is not None and is_ephemeral(board):
            where = board["channel_id"]
            with suppress(*NOT_NOW):
                await self._sent(person, await person.command("board", channel=where))


def _is_own_board(raw: Json) -> bool:
    return any(words_in(one)[0] in ("resign", "check") for one in custom_ids(raw))


# The days


@contextmanager
def days_of(plan: Plan) -> Iterator[None]:
    """Inside, it's some day, whose game is played against the weakest computers: others take too long."""
    with ExitStack() as stack:
        for module in (news, duels):
            seconds = _ROUND_SECONDS[not plan.has_contest]
            stack.enter_context(patch.object(module, "ROUND_SECONDS", seconds))
        first = days._FIRST - plan.chance("day").randrange(len(registry.all_games()))  # noqa: SLF001
        stack.enter_context(patch.object(days, "_FIRST", first))
        stack.enter_context(patch.object(daily, "PAR_LEVELS", 1))
        stack.enter_context(patch.object(Computers, "choose", _as_the_weakest))
        stack.enter_context(patch.object(computers, "tell", _tell))
        yield


_choose = Computers.choose


async def _as_the_weakest(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    return replace(await _choose(self, table, seat, table.game.about.levels[0], key), note=level)


def _tell(*_: object) -> str:
    return "".join(Grade)


async def wants_news(settings: Settings, home: Place, rng: Random) -> None:
    """Their server has the game of the day posted there, and one of them is reminded of it."""
    async with Archive.open(settings.storage.url) as archive:
        if home.kind is Kind.CHANNEL:
            channel, hour = int(home.channel_id), rng.choice((0, 18, 20))
            await archive.daily_news.change_channel(
                int(home.guild_id or 0),
                lambda had: replace(had, channel_id=channel, hour=hour, first_day=days.today()),
            )
        user_id, hour = int(rng.choice(home.players)), rng.choice((19, 21))
        wanted = await change_settings(archive, user_id, lambda had: had.having(daily_hour=hour))
        await archive.daily_news.set_reminder(user_id, round(1000 * (wanted.next_daily(days.now()) or 0)))
