"""The application: what it owns, and the order in which it starts and stops."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.chat.answer import Answer, Answering
from bot.chat.ephemerals import Ephemerals
from bot.chat.first_answer import Uploads
from bot.chat.gate import SLOW_DOWN, TYPED, Floods, Repeats, skip
from bot.chat.limits import Budget
from bot.chat.names import plain_name
from bot.chat.pictures import Faces, Pictures
from bot.chat.tasks import Background, Deadline
from bot.config import Settings
from bot.refusal import Elsewhere, OutOfReach, Refusal
from bot.table.computers import Computers
from bot.table.departures import Departures
from bot.table.messages.message import MessageContext
from bot.table.open_tables import Checkpoints, OpenTables
from bot.table.packing import keep_packed
from bot.table.resume import LostBoards, Resuming, StaleLobbies
from bot.table.session import Pace, Session, close_all
from bot.table.table import EVERYTHING, Ownership, Part
from bot.table.table_messages import AllMessages
from bot.table.unloading import Outages, Unloader
from bot.telemetry import logs
from bot.telemetry.logs import Stage, Trace
from games.engine import registry
from games.kit.faces import Face
from storage import EVERYWHERE, Archive, StorageFailed, StoredSession

log = logging.getLogger(__name__)

MEETING_SECONDS = 1.0
"""How long a picture waits for faces and names that aren't known yet; then it's drawn without them."""

CLOSING_SECONDS = 6.0
"""How long the bot takes to shut down at most. What isn't shown by then is shown at the next start."""

ANSWERING_SECONDS = 3.0
"""How long a shutdown waits for presses to be answered; Discord doesn't wait longer either."""

SHOWING_SECONDS = 2.0
"""How long it then waits for boards and hands."""

TELLING_SECONDS = 1.0
"""How long a process that has lost its tables takes to tell people that their press didn't count."""

_NOT_RESUMED = StorageFailed("The open tables can't be resumed, by a fault of the bot. The log says more.")

_BUTTON = discord.ComponentType.button.value
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "button",
    discord.InteractionType.modal_submit: "form",
}


T = TypeVar("T")
Command: TypeAlias = app_commands.Command[Any, ..., None] | app_commands.Group
Work: TypeAlias = Coroutine[Any, Any, None]


def _nothing(*_: object) -> tuple[()]:
    return ()


async def _do_nothing(*_: object) -> None:
    pass


@dataclass(frozen=True)
class Feature:
    """What the folder of a feature adds to the bot; `bot.features` lists them all."""

    commands: Sequence[Command] = ()
    """In the order in which /help lists them."""

    parts: Callable[["Parlour"], Iterable[object]] = _nothing
    """What it keeps while the bot runs. Each is found again by its class: `app[Pars]`."""

    runs: Callable[["Parlour"], Iterable[Work]] = _nothing
    """What it does by itself once the bot has logged in, until it stops."""

    over: Callable[["Parlour", StoredSession], object] = _nothing
    """A table is over, and its last board was shown."""

    look_again: Callable[["Parlour", int], object] = _nothing
    """Something has changed in this server: what couldn't be shown there may be possible now."""

    settings_changed: Callable[["Parlour", int], Awaitable[object]] = _do_nothing
    """This person has another time zone, or wants to be reminded at another hour."""

    written_to: Callable[["Parlour", discord.Message], Awaitable[object]] = _do_nothing
    """Somebody has written a message that the bot can read."""

    names_changed: Callable[["Parlour"], object] = _nothing
    """Somebody's data was deleted, and what is kept in memory may have their name."""


class Parlour:
    """One process of the bot. Everything it must not lose is in the archive."""

    def __init__(
        self,
        client: discord.Client,
        settings: Settings,
        archive: Archive,
        budget: Budget,
        share: Ownership,
        features: Sequence[Feature],
    ) -> None:
        """`client` sends, within the `budget`, and receives; `share` is what this process plays."""
        play = settings.play
        self.client = client
        self.budget = budget
        self.share = share
        self.play = play
        self.archive = archive
        self.computers = Computers(play.computers, play.patience)
        self.pictures = Pictures(play.draw_threads, play.cache_mb * 1_000_000)
        self.faces = Faces(client)
        self.ephemerals = Ephemerals()
        self._uploads = Uploads(budget.goes_on)
        self.tables = OpenTables(archive, self.computers, self._moved, Pace(play.pace, play.minute), share)
        self.hears_nothing: Callable[[], bool] = lambda: False
        """Whether a connection to Discord is silent, though nobody has given it up yet; its client knows."""
        self.thinking = Background()
        """What is worked out again if the bot stops: par, and squares."""
        self.outages = Outages(self.tables, self._moved)
        self.background = Background()
        self.context = context = MessageContext(
            client,
            self.tables,
            self.pictures,
            self.faces,
            self.ephemerals,
            budget,
            self.background,
            play.bury_after,
            play.remind_after,
            play.minute,
        )
        self.presence = context.presence
        self.write_directly = context.write_directly
        self.messages = AllMessages(context, self._over)
        self.resuming = Resuming(context, self.messages)
        self.lost_boards = LostBoards(context, self.messages)
        self.unloader = Unloader(self.tables, self.messages.is_current, self.messages.unload)
        self.checkpoints = Checkpoints(archive, self.tables.in_memory.sessions)
        self._repeats = Repeats()
        self._presses, self._typed = Floods(play.presses), Floods(play.presses * TYPED)
        self.departures = Departures(client, self.tables)
        self.stale_lobbies = StaleLobbies(self.tables, self.messages)
        self.answering = Answering()
        """The tasks that are answering someone."""
        self.lost: asyncio.Future[StorageFailed] = asyncio.get_running_loop().create_future()
        """Done when the bot can't go on; the result says why."""
        self.starting: list[asyncio.Task[None]] = []
        """The tasks begun at the start: the commands, resuming tables, the housekeeping, and the icons."""
        self._has_begun = False
        self.is_leaving = False
        self.features = features
        self._parts: dict[type, object] = {}
        for feature in features:
            self._parts.update((type(one), one) for one in feature.parts(self))

    def __getitem__(self, kind: type[T]) -> T:
        """A feature's part of this class."""
        found = self._parts[kind]
        assert isinstance(found, kind)
        return found

    def start(self) -> None:
        """Resume the open tables, once. Discord sends "ready" again after every lost session.

        It doesn't tell what happened between two sessions.
        """
        if self._has_begun:
            self.lost_boards.look()
            return
        self._has_begun = True
        self.starting.append(self.resume())
        self.start_housekeeping()

    def at_start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do this too while the bot starts. A shutdown doesn't wait for it: the next start does it again."""
        task = self.background.start(work)
        self.starting.append(task)
        return task

    def resume(self, part: Part = EVERYTHING, known: Callable[[], None] | None = None) -> asyncio.Task[None]:
        """Resume the open tables of this part; see `Resuming.run`."""
        return self.background.start(self._resume(part, known))

    def start_housekeeping(self) -> None:
        """Start the periodic work, and upload the buttons' icons."""
        log.info("logged in as %s", self.client.user)
        work = [
            self.unloader.run(),
            self.outages.run(),
            self.stale_lobbies.run(),
            self.departures.run(),
            self.checkpoints.run(),
            keep_packed(self.archive, self.share.turns),
            *(work for feature in self.features for work in feature.runs(self)),
        ]
        if self.play.icons:
            work.append(self._keep_icons())
        for one in work:
            self.at_start(one)

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this may begin: once, and not during shutdown, in a flood, or while storage can't be read.

        The person is told if storage can't be read, unless they're only typing, and told once if they press
        too fast.
        """
        arrived = logs.follow(self._trace(interaction))
        is_typing = interaction.type is discord.InteractionType.autocomplete
        if not is_typing and self._repeats.is_repeat(interaction.id):
            arrived.ends("skipped")
            return False
        if self.answering.has_moved and not is_typing:
            async with self.answer(interaction):
                raise Elsewhere
            return False
        if self.is_leaving or await self._is_too_fast(interaction):
            arrived.ends("skipped")
            return False
        failure = None if is_typing else await self.resuming.failure()
        if failure is None:
            if interaction.type is not discord.InteractionType.component:  # a button names its table itself
                await self.tables.load_channel(interaction.channel_id or 0)
            if interaction.command is not None:
                arrived.reached(Stage.READ)
            return True
        async with self.answer(interaction):
            raise failure.copy() if failure.is_lasting else OutOfReach
        return False

    def look_again(self, guild_id: int) -> None:
        """Something has changed in this server: what couldn't be shown there may be possible now."""
        self.messages.look_again(guild_id)
        for feature in self.features:
            feature.look_again(self, guild_id)

    async def settings_changed(self, user_id: int) -> None:
        """This person has another time zone, or wants to be reminded at another hour."""
        for feature in self.features:
            await feature.settings_changed(self, user_id)

    async def written_to(self, message: discord.Message) -> None:
        """Somebody has written a message that the bot can read."""
        for feature in self.features:
            await feature.written_to(self, message)

    def names_changed(self) -> None:
        """Somebody's data was deleted here or in another process: forget what may have their name."""
        for feature in self.features:
            feature.names_changed(self)

    async def thread_changed(self, guild_id: int, thread_id: int, *, is_archived: bool) -> None:
        """A thread was archived, or changed in another way."""
        if is_archived:
            await self.messages.archived(thread_id)
        else:
            self.look_again(guild_id)

    async def person_changed(self, user_id: int) -> None:
        """This person has changed when they want to be notified, here or in another process."""
        await self.outages.quiet_hours_changed(user_id)
        await self.messages.reconsider(self.tables.in_memory.sessions_of(user_id))

    def answer(self, interaction: discord.Interaction) -> Answer:
        """The answer to an interaction, to be entered."""
        self.presence.seen(interaction.user.id)
        self.faces.seen(interaction.user)
        return Answer(interaction, self.ephemerals, self.answering, self._uploads)

    async def faces_of(self, user_ids: Iterable[int], guild_id: int | None) -> dict[int, Face | None]:
        """These people's faces, each with a name of its own; None for those who have left the server."""
        ids, where = list(user_ids), guild_id or EVERYWHERE
        await self.faces.meet(ids, where, MEETING_SECONDS)
        faces = {one: self.faces.met(one, where) for one in ids}
        nameless = [one for one, face in faces.items() if face is not None and not face.name]
        names = await self.archive.standings.names_of(nameless) if nameless else {}
        named = {
            one: replace(face, name=plain_name(names.get(one, face.name))) if face is not None else None
            for one, face in faces.items()
        }
        return self.faces.told_apart(named)

    async def close(self, log_out: Callable[[], Awaitable[None]]) -> None:
        """Drain responses and redraws, stop the workers, log out. What is written stays."""
        deadline = Deadline(CLOSING_SECONDS)
        self.is_leaving = True
        for task in self.starting:  # the next start does the rest
            task.cancel()
        await self.thinking.end(Deadline(0))
        await self.tables.close()
        await deadline.wait(self.answering, ANSWERING_SECONDS)
        await self.tables.close()  # the last answers may have started something
        self.computers.close()
        self.faces.close()
        await deadline.wait([*self.messages.finish(), *self.background.tasks], SHOWING_SECONDS)
        await self.background.end(deadline.at_most(SHOWING_SECONDS))  # with what the last boards started
        await deadline.wait([self.unloader.note_all()])
        if not await deadline.wait([log_out()]):
            await self.client.http.close()
        self.pictures.close()

    def _trace(self, interaction: discord.Interaction) -> Trace:
        """The trace of this interaction, for the log and the metrics. Typing isn't a press."""
        session = self.tables.channels.id_in(interaction.channel_id or 0)
        kind = _KINDS.get(interaction.type, "")
        if kind == "button" and dict(interaction.data or {}).get("component_type") != _BUTTON:
            kind = "menu"
        traced = Trace(session, interaction.id if kind else None, kind)
        if interaction.command is not None:
            traced.name = interaction.command.qualified_name
        return traced

    async def abandon(self, log_out: Callable[[], Awaitable[None]]) -> None:
        """Stop without showing or writing anything: another process has taken over.

        People who have pressed something are told that this table is moving.
        """
        self.is_leaving = self.answering.has_moved = True
        for task in (*self.starting, *self.answering):
            task.cancel()
        await close_all(self.tables.in_memory.sessions())
        self.computers.close()
        self.faces.close()
        await Deadline(0).wait(self.messages.finish())
        await Deadline(TELLING_SECONDS).wait(self.answering)
        await self.thinking.end(Deadline(0))
        await self.background.end(Deadline(0))
        await log_out()
        self.pictures.close()

    async def _is_too_fast(self, interaction: discord.Interaction) -> bool:
        """Whether this person presses too fast. If so, this also answers the press, without any work."""
        is_typed = interaction.type is discord.InteractionType.autocomplete
        excess = (self._typed if is_typed else self._presses).excess(interaction.user.id)
        if excess == 1 and not is_typed:
            log.info("user %s presses too fast: skipping the excess", interaction.user.id)
            async with self.answer(interaction):
                raise Refusal(SLOW_DOWN)
        elif excess:
            await skip(interaction)
        return excess > 0

    def moves_away(self, why: StorageFailed) -> None:
        """Another process has taken over; see `abandon`."""
        self.answering.has_moved = True
        self.budget.pause(True)
        self.give_up(why)

    def give_up(self, why: StorageFailed) -> None:
        """End the bot, which can't go on."""
        if not self.lost.done():
            self.lost.set_result(why)

    async def _resume(self, part: Part, known: Callable[[], None] | None) -> None:
        try:
            await self.resuming.run(part, known)
            self.lost_boards.look(part)
        except StorageFailed as failed:
            self.give_up(failed)
        except Exception:
            log.exception("the open tables can't be resumed")
            self.give_up(_NOT_RESUMED)

    async def _keep_icons(self) -> None:
        await self.resuming.has_begun.wait()
        uploads = partial(self.share.has, None)  # one of several processes does: the one with direct messages
        games = registry.all_games().values()
        await self.pictures.icons.keep(self.client, self.pictures.icon, games, uploads)

    def _moved(self, session: Session) -> None:
        self.messages.show(session)

    def _over(self, stored: StoredSession) -> None:
        for feature in self.features:
            feature.over(self, stored)
