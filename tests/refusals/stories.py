"""Everything that the bot sends during play, each request as a short story in which Discord refuses it.

`tests.refusals` tells each of them with every refusal. A story says what an earlier run left, what leads up
to the request, what has the bot send it, and how it can be seen that all is right again.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from bot.app.parlour import Parlour
from bot.chat.parts import Screen
from bot.daily import days
from bot.duels import standing as duels
from bot.duels.news import DuelMessages
from bot.host import play as cast
from bot.people.settings import PersonSettings, ReminderSettings, change_settings
from bot.table.journal import milliseconds
from bot.table.messages.hand import Hand
from bot.table.messages.message import Message
from bot.table.session import Session
from games.engine import registry
from local_discord.codec import Json
from local_discord.components import TEXT, every_component
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive, DailyChannel, DailyPost
from tests.bot import tables
from tests.bot.hands import keep_deal
from tests.bot.tables import close_up, legal_at, people, square_button, to_move, words_of

GUILD = int(cast.GUILD_ID)
CHANNEL, DIRECT = r"/channels/73\d+/messages", r"/channels/(?!73)\d+/messages"
"""The ids of the server's channels begin like this, and those of direct messages don't."""

ONE = r"/\d+$"
WEBHOOK = r"/webhooks/\d+/[^/]+"
CALLED = "it's your turn"
CLOSED = "I can't send you direct messages"


@dataclass
class Scene:
    """A bot on a local Discord, and the people who use it."""

    local: LocalDiscord
    archive: Archive
    chiara: Person
    dmitri: Person
    emi: Person
    ada: Person
    pressed: list[tuple[Person, str]] = field(default_factory=list)
    """The presses and commands that the bot has to answer."""
    is_gone: bool = False
    """Whether Discord says that somebody isn't there, who then needn't be told anything in the channel."""
    moves: int = 0
    """How many moves were made."""
    _bot: Parlour | None = None

    @property
    def bot(self) -> Parlour:
        """The bot, which is running."""
        assert self._bot is not None
        return self._bot

    @asynccontextmanager
    async def with_bot(self, bot: Parlour) -> AsyncIterator[None]:
        """Inside, this bot runs."""
        self._bot = bot
        yield
        self._bot = None

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody."""
        return self.chiara, self.dmitri, self.emi, self.ada

    @property
    def channels(self) -> tuple[str, ...]:
        """Where people play."""
        return cast.GAMES, cast.CARD_ROOM

    async def session(self) -> Session:
        """The first table, whose game has begun."""
        return await self.bot.tables.session(1)

    async def press(self, person: Person, shown: Json, **which: Any) -> str:
        """This person presses a button, and the bot has to answer."""
        made = await person.press(shown, **which)
        self.pressed.append((person, made))
        return made

    async def use(self, person: Person, command: str, channel: str = "games", **options: object) -> str:
        """This person uses a command, and the bot has to answer."""
        made = await person.command(command, channel=channel, **options)
        self.pressed.append((person, made))
        return made

    async def mover(self) -> tuple[Person, str]:
        """Whose turn it is, and a legal move."""
        session = await self.session()
        seat = min(session.table.turn.owes)
        number = session.players[seat].user_id
        return next(one for one in self.people if int(one.id) == number), legal_at(session.table)[0]

    async def type_move(self) -> None:
        """Whoever's turn it is types a legal move."""
        person, move = await self.mover()
        session = await self.session()
        channel, before = str(session.stored.channel_id), len(session.table.lines)
        await self.use(person, "move", channel, move=move)
        self.moves += 1
        await tables.until(lambda: len(session.table.lines) > before)

    def boards(self, channel: str = cast.GAMES) -> list[Json]:
        """What everybody sees in this channel with buttons on it."""
        seen = self.emi.sees.in_channel(channel)
        return [one for one in seen if labels_of(one) and not is_ephemeral(one)]

    async def board(self, channel: str = cast.GAMES) -> Json:
        """The board in this channel, once it's there."""
        return await self.chiara.wait_for(
            lambda m: m["channel_id"] == channel and labels_of(m) and not is_ephemeral(m)
        )

    def direct(self, person: Person, saying: str = "") -> list[Json]:
        """What the bot has written to this person directly, if it says this."""
        dms = [one["id"] for one in person.sees.channels.values() if one.get("type") == 1]
        return [one for dm in dms for one in person.sees.in_channel(dm) if saying in words_of(one)]

    def is_anybody_told(self) -> bool:
        """Whether Discord's refusal is told: to one of those who pressed, or in a channel."""
        pressing = [one for one, _ in self.pressed]
        here = [one for person in pressing for name in self.channels for one in person.sees.in_channel(name)]
        return any(text_of(one) and (is_ephemeral(one) or "The game is safe" in text_of(one)) for one in here)

    async def likes(self, where: str) -> None:
        """Chiara wants to be reminded there."""
        await change_settings(
            self.archive,
            int(cast.CHIARA),
            lambda had: had.having(reminders=ReminderSettings.model_validate({"where": where})),
        )


def words_on(components: list[Json]) -> list[str]:
    """The texts of a message and of its pictures."""
    texts = [one["content"].strip() for one in every_component(components) if one["type"] == TEXT]
    shown = [item.get("description") for one in every_component(components) for item in one.get("items", ())]
    return [*texts, *(one for one in shown if one)]


def shows(seen: Json, wanted: Screen) -> bool:
    """Whether this message is that screen, in words at least."""
    told = words_on(seen["components"])
    return any(told == _words_of(one) for one in (wanted, wanted.without_pictures()))


def _words_of(screen: Screen) -> list[str]:
    return words_on(screen.layout.to_components())  # type: ignore[no-untyped-call]


async def message_wrong(scene: Scene, message: Message, readers: tuple[Person, ...], name: str) -> str:
    """Why this message isn't what it should be; empty if it is."""
    if message.ref is None:
        return f"there's no {name}"
    seen = [
        one.sees.messages.get(str(message.ref.channel_id), {}).get(str(message.ref.message_id))
        for one in readers
    ]
    if any(one is None for one in seen):
        return f"the {name} isn't on Discord"
    wanted = await message._newest()  # noqa: SLF001 - what it would be if it were shown now
    return "" if all(shows(one, wanted) for one in seen if one) else f"the {name} is old"


class Story:
    """One request, in a game of Doublolo between Chiara and Dmitri, unless it says something else."""

    name: ClassVar[str]
    method: ClassVar[str] = "POST"
    path: ClassVar[str]
    is_refused_from_the_start: ClassVar[bool] = False
    """Whether the bot sends it when it starts."""
    is_direct: ClassVar[bool] = False
    """Whether it's about direct messages, which people can close."""
    is_answer: ClassVar[bool] = False
    """Whether it answers a press, which may stay without an answer if Discord refuses it."""
    is_awaited: ClassVar[bool] = True
    """Whether the people need what it brings: else nothing has to follow if Discord refuses it for good."""
    puts_off: ClassVar[bool] = False
    """Whether every answer is put off at once, and given later."""
    known: ClassVar[frozenset[str]] = frozenset()
    """The refusals that aren't worth more: what is wrong then is rare, and nobody loses anything."""
    at_once: ClassVar[int] = 1
    """How many such requests are made together."""
    seconds: ClassVar[float] = 4.0
    """How long it takes at most until people see what they should."""
    shows_picture: ClassVar[bool] = True
    """Whether there's a picture in it, so that it's sent again in words if Discord doesn't take that."""
    play: ClassVar[dict[str, Any]] = {}
    """Settings of the bot."""

    @property
    def has_to_be_told(self) -> bool:
        """Whether people have to be told if it's refused for good; a hand has its button under the board."""
        return self.is_awaited and not self.is_direct

    async def store(self, scene: Scene) -> None:
        """Leave what an earlier run of the bot left."""
        await tables.keep(scene.archive, people(cast.CHIARA, cast.DMITRI), to_move(0))

    async def begin(self, scene: Scene) -> None:
        """Come to where the bot is about to send it."""
        await scene.board()

    async def act(self, scene: Scene) -> None:
        """Have the bot send it."""
        await scene.type_move()

    async def wrong(self, scene: Scene) -> str:
        """Why people don't see what they should; empty if they do."""
        return await self.tables_wrong(scene)

    async def go_on(self, scene: Scene) -> bool:
        """Do something more, as people do. Whether that shows them what was refused before."""
        await scene.type_move()
        return True

    async def tables_wrong(self, scene: Scene) -> str:
        """Why a board or hand isn't right; empty if they all are."""
        for number in list(scene.bot.tables.in_memory):
            lobby_or_session = scene.bot.tables.in_memory[number]
            messages = await scene.bot.messages.of(lobby_or_session)
            channel = str(lobby_or_session.stored.channel_id)
            if wrong := await message_wrong(scene, messages.board, (scene.chiara,), "board"):
                return wrong
            if lobby_or_session.stored.guild_id and (count := len(scene.boards(channel))) != 1:
                return f"there are {count} boards"
            if isinstance(lobby_or_session, Session) and lobby_or_session.game.about.hands:
                for seat in lobby_or_session.table.seats:
                    if wrong := await self._hand_wrong(scene, messages.hand(seat), channel):
                        return wrong
        return ""

    async def _hand_wrong(self, scene: Scene, hand: Hand, channel: str) -> str:
        (reader,) = (one for one in scene.people if int(one.id) == hand.reader_id)
        is_closed = (await scene.bot.archive.people.person(hand.reader_id)).dms_closed
        if hand.ref is None and (
            self.is_told_elsewhere(scene, reader, channel) or (is_closed and scene.is_gone)
        ):
            return ""
        if hand.is_open and (seen := hand._token) is not None:  # noqa: SLF001
            found = reader.sees.messages.get(str(seen.channel_id), {}).get(str(seen.message_id))
            wanted = await super(Hand, hand)._newest()
            if found is None or not shows(found, wanted):
                return "the open hand is old"
        return await message_wrong(scene, hand, (reader,), "hand")

    def is_told_elsewhere(self, scene: Scene, reader: Person, channel: str) -> bool:
        """Whether the channel says that this person's direct messages are closed."""
        return any(f"<@{reader.id}>, {CLOSED}" in text_of(one) for one in scene.emi.sees.in_channel(channel))


class PostsBoard(Story):
    name, path = "board posted", CHANNEL + "$"

    async def act(self, scene: Scene) -> None:
        await scene.ada.purge(await scene.board())


class EditsBoard(Story):
    name, method, path = "board edited by the bot", "PATCH", CHANNEL + ONE


class EditsLastBoard(Story):
    name, method, path = "last board edited", "PATCH", CHANNEL + ONE

    async def act(self, scene: Scene) -> None:
        asked = await scene.chiara.reply_to(await scene.use(scene.chiara, "stop"))
        await scene.press(scene.chiara, asked, label="Stop the game")
        await tables.until(lambda: scene.bot.tables.in_memory.get(1) is None or self._is_over(scene))

    def _is_over(self, scene: Scene) -> bool:
        found = scene.bot.tables.in_memory.get(1)
        return isinstance(found, Session) and found.table.over

    async def wrong(self, scene: Scene) -> str:
        ends = [one for one in scene.boards() if "Rematch" in labels_of(one)]
        if len(ends) != 1:
            return f"{len(ends)} boards show the end"
        if scene.bot.tables.channels.find(int(cast.GAMES)) is not None:
            return "the table that has ended is still there"
        return "the end is still owed" if await scene.archive.sessions.owing_ends(0) else ""

    async def go_on(self, scene: Scene) -> bool:
        """Nothing follows."""
        return False


class AnswersCommand(Story):
    """Type 4."""

    shows_picture = False
    name, path, is_answer = "callback 4: a command's answer", "/callback$", True

    async def act(self, scene: Scene) -> None:
        await scene.use(scene.chiara, "tables")

    async def go_on(self, scene: Scene) -> bool:
        await scene.chiara.reply_to(await scene.use(scene.chiara, "tables"))
        await scene.type_move()
        return True


class AnswersWithBoard(AnswersCommand):
    shows_picture = True
    name = "callback 4: a board"

    async def act(self, scene: Scene) -> None:
        await scene.use(scene.chiara, "board")


class PutsOffCommand(AnswersCommand):
    """Type 5."""

    name, puts_off = "callback 5: a command's answer put off", True


class PutsOffMove(Story):
    """Type 5, and the answer is deleted."""

    shows_picture = False
    name, path, is_answer = "callback 5: a typed move", "/callback$", True
    puts_off = True


class PutsOffAtOnce(PutsOffMove):
    """Type 5 too, as soon as the move is made."""

    name, puts_off = "callback 5: a typed move at once", False


class PutsOffPress(Story):
    """Type 6."""

    shows_picture = False
    name, path, is_answer, puts_off = "callback 6: a press acknowledged", "/callback$", True, True

    async def begin(self, scene: Scene) -> None:
        _, self.square = await scene.mover()
        self.asked = await close_up(scene.chiara, await scene.board(), self.square)

    async def act(self, scene: Scene) -> None:
        session = await scene.session()
        before = len(session.table.lines)
        shown = scene.chiara.sees.current(self.asked)
        await scene.press(scene.chiara, shown, label=square_button(shown, self.square))
        scene.moves += 1
        await tables.until(lambda: len(session.table.lines) > before)


class PressesBoard(PutsOffPress):
    """Type 7."""

    shows_picture = True
    name, puts_off = "callback 7: a press shows the board", False


class EditsBoardByToken(PressesBoard):
    shows_picture = True
    name, method, path = "board edited by a token", "PATCH", WEBHOOK + "/messages/@original$"
    is_answer = False

    async def begin(self, scene: Scene) -> None:
        await super().begin(scene)
        await super().act(scene)
        await scene.dmitri.wait_for(lambda m: f"plays {self.square}" in words_of(m))

    async def act(self, scene: Scene) -> None:
        await scene.type_move()


class EditsOriginal(PutsOffPress):
    shows_picture = True
    name, method, path = "@original edited after a press", "PATCH", WEBHOOK + "/messages/@original$"
    is_answer = False


class DeletesOriginal(Story):
    shows_picture = False
    is_answer = True
    name, method, path = "@original deleted after a command", "DELETE", WEBHOOK + "/messages/@original$"
    puts_off, is_awaited = True, False


class Suggests(Story):
    """Type 8."""

    shows_picture = False
    name, path, is_answer = "callback 8: suggestions", "/callback$", True

    async def act(self, scene: Scene) -> None:
        scene.local.spawn(self._ask(scene))

    async def _ask(self, scene: Scene) -> None:
        await scene.chiara.autocomplete("move", "move", channel="games", move="")


class AsksWithForm(Story):
    """Type 9."""

    shows_picture = False
    name, path, is_answer = "callback 9: a form", "/callback$", True

    async def begin(self, scene: Scene) -> None:
        await scene.board()
        self.shown = await scene.chiara.reply_to(await scene.chiara.command("settings", channel="games"))

    async def act(self, scene: Scene) -> None:
        await scene.press(scene.chiara, self.shown, label="Time zone")

    async def go_on(self, scene: Scene) -> bool:
        await scene.chiara.modal_of(await scene.press(scene.chiara, self.shown, label="Time zone"))
        await scene.type_move()
        return True


class FollowsUp(Story):
    shows_picture = False
    name, path, is_answer, puts_off = "follow-up after a press", WEBHOOK + "$", True, True

    async def act(self, scene: Scene) -> None:
        await scene.press(scene.chiara, await scene.board(), label="Resign")


class Cards(Story):
    """A deal of Calabresella that Chiara, Dmitri and Emi have begun."""

    channel: ClassVar[str] = cast.CARD_ROOM
    is_direct = True
    at_once = 3

    async def store(self, scene: Scene) -> None:
        await keep_deal(scene.archive)

    async def begin(self, scene: Scene) -> None:
        await scene.board(self.channel)
        await scene.chiara.wait_until(
            lambda: not self.is_refused_from_the_start and scene.direct(scene.chiara)
        )
        await scene.dmitri.wait_until(lambda: scene.direct(scene.dmitri))
        await scene.emi.wait_until(lambda: scene.direct(scene.emi))


class SendsHands(Cards):
    name, path, is_refused_from_the_start = "hand sent directly", DIRECT + "$", True

    async def begin(self, scene: Scene) -> None:
        await scene.board(self.channel)

    async def act(self, scene: Scene) -> None:
        """They're sent at the start."""


class OpensDirect(SendsHands):
    shows_picture = False
    name, path = "direct messages opened", "/users/@me/channels$"


class EditsHands(Cards):
    name, method, path = "hand edited directly", "PATCH", DIRECT + ONE


class EditsFollowUp(Cards):
    name, method, puts_off = "follow-up edited: an open hand", "PATCH", True
    path = WEBHOOK + "/messages" + ONE

    async def begin(self, scene: Scene) -> None:
        await super().begin(scene)
        shown = await scene.board(self.channel)
        await scene.dmitri.reply_to(await scene.dmitri.press(shown, label="My hand"))


class Reminds(Story):
    """Chiara is reminded as soon as she says where."""

    shows_picture = False
    name, path = "reminder in the channel", CHANNEL + "$"
    play: ClassVar[dict[str, Any]] = {"remind_after": 0.05, "minute": 0.05}
    where: ClassVar[str] = "channel"

    async def store(self, scene: Scene) -> None:
        await super().store(scene)
        await scene.likes("nowhere")

    async def begin(self, scene: Scene) -> None:
        await scene.board()
        self.shown = await scene.chiara.reply_to(await scene.chiara.command("settings", channel="games"))

    async def act(self, scene: Scene) -> None:
        made = await scene.chiara.select(self.shown, self.where, custom_id="setting:where")
        scene.pressed.append((scene.chiara, made))

    def reminders(self, scene: Scene) -> int:
        """How many reminders Chiara has."""
        here = [
            one
            for one in scene.emi.sees.in_channel(cast.GAMES)
            if f"<@{cast.CHIARA}>, {CALLED}" in text_of(one)
        ]
        return len(here) + len(scene.direct(scene.chiara, "It's your turn"))

    async def wrong(self, scene: Scene) -> str:
        session = await scene.session()
        wanted = session.waits_for() == (0,)
        told = (await scene.bot.messages.of(session)).reminder.told
        if (count := self.reminders(scene)) != wanted or wanted != (int(cast.CHIARA) in told):
            return f"there are {count} reminders, and {len(told)} people are told"
        return await super().wrong(scene)


class RemindsDirectly(Reminds):
    name, path, where, is_direct = "reminder sent directly", DIRECT + "$", "direct", True


class DeletesReminder(Reminds):
    is_awaited = False
    name, method, path = "reminder deleted", "DELETE", CHANNEL + ONE

    async def begin(self, scene: Scene) -> None:
        await super().begin(scene)
        await super().act(scene)
        await scene.emi.wait_until(lambda: self.reminders(scene))

    async def act(self, scene: Scene) -> None:
        await scene.type_move()


class LooksWhoHasLeft(Reminds):
    name, method, path = "member fetched before a reminder", "GET", r"/guilds/\d+/members/\d+$"


class BringsBoard(Story):
    shows_picture = False
    name, method, path, is_awaited = "old board deleted", "DELETE", CHANNEL + ONE, False

    async def act(self, scene: Scene) -> None:
        await scene.use(scene.chiara, "board")


class Invites(Story):
    shows_picture = is_awaited = False
    name, path, is_direct = "invitation sent directly", DIRECT + "$", True

    async def store(self, scene: Scene) -> None:
        def directly(had: PersonSettings) -> PersonSettings:
            return had.having(reminders=ReminderSettings.model_validate({"where": "direct"}))

        await change_settings(scene.archive, int(cast.DMITRI), directly)

    async def begin(self, scene: Scene) -> None:
        """Nothing leads up to it."""

    async def act(self, scene: Scene) -> None:
        await scene.use(scene.chiara, "play", game="doublolo", **{"with": cast.DMITRI})

    async def wrong(self, scene: Scene) -> str:
        [*boards] = scene.boards()
        if len(boards) != 1:
            return f"there are {len(boards)} lobbies"
        called = any(
            CLOSED in text_of(one) or "invites you" in text_of(one)
            for one in scene.dmitri.sees.in_channel(cast.GAMES)
        )
        if not (scene.direct(scene.dmitri, "invites you") or called):
            return "the invited person was told nothing"
        return await self.tables_wrong(scene)

    async def go_on(self, scene: Scene) -> bool:
        shown = await scene.board()
        if "Join" in labels_of(shown):
            await scene.press(
                scene.dmitri, await scene.dmitri.wait_for(lambda m: m["id"] == shown["id"]), label="Join"
            )
            await tables.board(scene.chiara, shown, "**B** · ")
        return True


class ClosesLobby(Story):
    shows_picture = False
    name, method, path = "closed lobby edited", "PATCH", CHANNEL + ONE

    async def store(self, scene: Scene) -> None:
        """Nobody has played before."""

    async def begin(self, scene: Scene) -> None:
        lobby = await scene.chiara.reply_to(
            await scene.chiara.command("play", channel="games", game="doublolo")
        )
        more = await scene.chiara.reply_to(await scene.chiara.press(lobby, label="More"))
        self.asked = await scene.chiara.reply_to(await scene.chiara.press(more, label="Close"))

    async def act(self, scene: Scene) -> None:
        await scene.press(scene.chiara, self.asked, label="Close lobby")

    async def wrong(self, scene: Scene) -> str:
        return "the lobby looks open" if scene.boards() else ""

    async def go_on(self, scene: Scene) -> bool:
        """It's closed."""
        return False


class Daily(Story):
    """A server that has the game of the day posted."""

    channel: ClassVar[str] = cast.GENERAL
    is_refused_from_the_start = True

    async def store(self, scene: Scene) -> None:
        day = days.today()
        await scene.archive.dailies.set_par(days.deal_of(day), 99)
        await self.arrange(scene, day)

    async def arrange(self, scene: Scene, day: int) -> None:
        """Have something due."""
        where = DailyChannel(GUILD, int(self.channel), 0, day, day - 1)
        await scene.archive.daily_news.change_channel(GUILD, lambda _: where)

    async def begin(self, scene: Scene) -> None:
        """It's due at the start."""

    async def act(self, scene: Scene) -> None:
        """It's due at the start."""

    def posts(self, scene: Scene) -> list[Json]:
        """The games of the day in the channel."""
        return [
            one for one in scene.ada.sees.in_channel(self.channel) if "### Game of the day" in words_of(one)
        ]

    async def wrong(self, scene: Scene) -> str:
        count = len(self.posts(scene))
        return "" if count == 1 else f"there are {count} posts"

    async def go_on(self, scene: Scene) -> bool:
        """A day has one game."""
        return False


class PostsDay(Daily):
    name, path = "day posted", CHANNEL + "$"


class EditsDay(Daily):
    name, method, path = "day edited", "PATCH", CHANNEL + ONE
    is_refused_from_the_start = False

    async def begin(self, scene: Scene) -> None:
        await scene.ada.wait_for(lambda m: "### Game of the day" in words_of(m))
        while not await self._is_written(scene):  # noqa: ASYNC110 - the disk has no event
            await asyncio.sleep(0.01)

    async def _is_written(self, scene: Scene) -> bool:
        return (await scene.archive.daily_news.channel(GUILD)).posted_day == days.today()

    async def act(self, scene: Scene) -> None:
        """Somebody has played it: so it tells of fewer people than it should."""
        [post] = self.posts(scene)
        told = DailyPost(GUILD, days.today(), int(self.channel), int(post["id"]), players=7)
        await scene.archive.daily_news.brought_up_to_date(told)

    async def wrong(self, scene: Scene) -> str:
        if await scene.archive.daily_news.outdated(days.today(), days.last_closed()):
            return "the edit is owed"
        [post] = self.posts(scene)
        return await super().wrong(scene) if post["edited_timestamp"] else "it wasn't edited"


class RemindsOfDay(Daily):
    shows_picture = False
    name, path, is_direct = "day's reminder sent directly", DIRECT + "$", True

    async def arrange(self, scene: Scene, day: int) -> None:
        hour = datetime.fromtimestamp(days.now() - 3600, UTC).hour
        await change_settings(scene.archive, int(cast.CHIARA), lambda had: had.having(daily_hour=hour))
        await scene.archive.daily_news.set_reminder(int(cast.CHIARA), milliseconds() - 1000)

    async def wrong(self, scene: Scene) -> str:
        count = len(scene.direct(scene.chiara, "you haven't played it yet"))
        if (await scene.bot.archive.people.person(int(cast.CHIARA))).dms_closed:
            return ""  # nobody is told anywhere else that they could play a game
        return "" if count == 1 else f"there are {count} reminders"


class Challenges(Story):
    name, path, puts_off = "duel's challenge posted late", CHANNEL + "$", True

    async def store(self, scene: Scene) -> None:
        """Nobody has played before."""

    async def begin(self, scene: Scene) -> None:
        """Nothing leads up to it."""

    async def act(self, scene: Scene) -> None:
        await scene.use(scene.chiara, "duel", game="fourside", opponent=cast.DMITRI)

    async def wrong(self, scene: Scene) -> str:
        posted = [one for one in scene.boards() if "challenges" in words_of(one)]
        open_ = await scene.archive.duels.open_of(int(cast.CHIARA))
        if len(posted) != len(open_):
            return f"{len(open_)} duels are open, and {len(posted)} challenges are posted"
        told = [one for one in scene.chiara.sees.in_channel(cast.GAMES) if is_ephemeral(one) and text_of(one)]
        return "" if posted or told else "the person was told nothing"

    async def go_on(self, scene: Scene) -> bool:
        before = {one["id"] for one in scene.boards()}
        await self.act(scene)
        await scene.emi.wait_until(lambda: any(one["id"] not in before for one in scene.boards()))
        return True


class EndsDuel(Challenges):
    """A duel of Chiara and Dmitri that lapses."""

    shows_picture = False
    name, method, path, puts_off = "duel's challenge edited", "PATCH", CHANNEL + ONE, False

    async def begin(self, scene: Scene) -> None:
        await scene.chiara.command("duel", channel="games", game="fourside", opponent=cast.DMITRI)
        shown = await scene.dmitri.wait_for(lambda m: "challenges" in words_of(m))
        await scene.dmitri.press(shown, label="Accept")
        self.shown = await scene.chiara.wait_for(
            lambda m: m["id"] == shown["id"] and "result shows once" in words_of(m)
        )
        await scene.chiara.wait_until(lambda: scene.direct(scene.chiara, "has accepted your duel"))

    async def act(self, scene: Scene) -> None:
        """Nobody has played for too long."""
        self.duel = (await scene.archive.duels.open_of(int(cast.CHIARA)))[0]
        await scene.archive.duels.close(self.duel.id, "expired", "playing", milliseconds())

    async def wrong(self, scene: Scene) -> str:
        now = scene.emi.sees.current(self.shown)
        wanted = await scene.bot[DuelMessages].screen(await duels.standing(scene.archive, self.duel.id))
        if not shows(now, wanted):
            return "the challenge is old"
        for one in (scene.chiara, scene.dmitri):
            is_closed = (await scene.bot.archive.people.person(int(one.id))).dms_closed
            count = sum(shows(shown, wanted) for shown in scene.direct(one))
            if count != 1 and not is_closed:
                return f"somebody has {count} results"
        return "" if not await scene.archive.duels.to_tell() else "it's still to be told"

    async def go_on(self, scene: Scene) -> bool:
        """It's over."""
        return False


class TellsDuel(EndsDuel):
    name, method, path, is_direct = "duel's result sent directly", "POST", DIRECT + "$", True


class FetchesPeople(Story):
    """Dmitri isn't in the server any more, so Discord is asked who he is."""

    shows_picture = False
    name, method, path, is_refused_from_the_start = "user fetched", "GET", r"/users/\d+$", True
    is_awaited = False

    async def store(self, scene: Scene) -> None:
        await scene.dmitri.do("leave")
        await super().store(scene)

    async def begin(self, scene: Scene) -> None:
        await scene.board()

    async def act(self, scene: Scene) -> None:
        """It's asked at the start."""


class FetchesMembers(Story):
    shows_picture = False
    name, method, path, is_refused_from_the_start = "member fetched", "GET", r"/guilds/\d+/members/\d+$", True
    is_awaited = False

    async def act(self, scene: Scene) -> None:
        """It's asked at the start."""


class FetchesIcons(Story):
    shows_picture = False
    name, method, path, is_refused_from_the_start = (
        "emojis fetched",
        "GET",
        r"/applications/\d+/emojis$",
        True,
    )
    seconds = 15.0
    play: ClassVar[dict[str, Any]] = {"icons": True}

    async def act(self, scene: Scene) -> None:
        """They're looked for at the start."""

    async def wrong(self, scene: Scene) -> str:
        known = scene.bot.pictures.icons
        games = registry.all_games().values()
        missing = sum(known.of(game)(icon) is None for game in games for icon in game.icons)
        return f"{missing} icons are missing" if missing else await super().wrong(scene)


class UploadsIcons(FetchesIcons):
    name, method = "emoji uploaded", "POST"


STORIES: tuple[type[Story], ...] = (
    PostsBoard,
    EditsBoard,
    EditsBoardByToken,
    EditsLastBoard,
    AnswersCommand,
    AnswersWithBoard,
    PutsOffCommand,
    PutsOffMove,
    PutsOffAtOnce,
    PutsOffPress,
    PressesBoard,
    Suggests,
    AsksWithForm,
    EditsOriginal,
    DeletesOriginal,
    FollowsUp,
    SendsHands,
    OpensDirect,
    EditsHands,
    EditsFollowUp,
    Reminds,
    RemindsDirectly,
    DeletesReminder,
    LooksWhoHasLeft,
    BringsBoard,
    Invites,
    ClosesLobby,
    PostsDay,
    EditsDay,
    RemindsOfDay,
    Challenges,
    EndsDuel,
    TellsDuel,
    FetchesMembers,
    FetchesPeople,
    FetchesIcons,
    UploadsIcons,
)
