"""Threads: who is in them, and when they are archived."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from local_discord.channels import Channel, ChannelType, Message
from local_discord.codec import Json, now_iso
from local_discord.forms import given
from local_discord.gateway import Intent, Session
from local_discord.lists import Announcer, ChannelList
from local_discord.users import User
from local_discord.world import AUTO_ARCHIVE_MINUTES


@dataclass(eq=False)
class Threads(Announcer):
    """Changes threads and announces it to the bots and the open pages. The caller checks who may do this.

    A thread archives itself `auto_archive_duration` after its last message, or after `idle` seconds if that
    isn't None. Nobody is told why, and it never wakes by itself (Discord's documentation of threads).
    """

    _channels: ChannelList
    idle: float | None = None
    _timers: dict[str, asyncio.TimerHandle] = field(default_factory=dict)

    def create(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        thread_id: str | None = None,
        kind: ChannelType = ChannelType.PUBLIC_THREAD,
        minutes: int | None = None,
    ) -> Channel:
        """Starts a thread. Only its members and those who manage threads see a private one.

        One in an announcement channel has a kind of its own.
        """
        if parent.kind is ChannelType.ANNOUNCEMENT:
            kind = ChannelType.ANNOUNCEMENT_THREAD
        thread = self._world.add_thread(parent, name, owner.id, thread_id, kind)
        thread.thread_metadata["auto_archive_duration"] = minutes or AUTO_ARCHIVE_MINUTES
        if parent.is_forum:
            parent.last_message_id = thread.id
        self._channels.announce("THREAD_CREATE", thread, newly_created=True)
        self._wait(thread)
        return thread

    def mark(
        self,
        thread: Channel,
        *,
        archived: bool | None = None,
        locked: bool | None = None,
        minutes: int | None = None,
    ) -> None:
        """Archives or opens the thread, locks or unlocks it, or changes how long it waits for a message.

        None leaves that as it was. Bots that are in a thread which is opened get a THREAD_MEMBER_UPDATE too.
        """
        is_opened = thread.is_archived and archived is False
        changes = given(archived=archived, locked=locked, auto_archive_duration=minutes)
        if archived is not None or minutes:
            changes["archive_timestamp"] = now_iso()
        thread.thread_metadata = thread.thread_metadata | changes
        self._channels.update(thread)
        for session in self._gateway.watching(thread) if is_opened else ():
            if session.application.id in thread.thread_members:
                member = thread.thread_member(session.application.id)
                session.tell("THREAD_MEMBER_UPDATE", member | {"guild_id": thread.guild_id})
        self._wait(thread)

    def take_in(self, message: Message) -> None:
        """A message that isn't ephemeral wakes its thread, and adds its author and whom it mentions.

        An answer to an interaction, or a webhook's message, doesn't add its author.
        """
        thread = message.channel
        if thread.is_archived:
            self.mark(thread, archived=False)
        else:
            self._wait(thread)
        came = [one["id"] for one in message.raw["mentions"]]
        if "webhook_id" not in message.raw:
            came.insert(0, message.author.id)
        self.add(thread, [one for one in came if self._world.could_join(one, thread)])

    def add(self, thread: Channel, user_ids: Sequence[str]) -> None:
        """Adds these users to the thread. Nothing happens to those who are in it.

        A bot that is added gets a THREAD_CREATE, whether it knows the thread or not.
        """
        for user_id in user_ids:
            if user_id not in thread.thread_members:
                thread.thread_members[user_id] = now_iso()
                self._show(thread, user_id)
                added = thread.thread_member(user_id)
                member = self._world.member_in(thread, user_id)
                added |= {"presence": None, "member": member.full()} if member else {}
                self._tell_members(self._sessions_for(thread, user_id), thread, added_members=[added])

    def remove(self, thread: Channel, user_id: str) -> None:
        """Removes the user from the thread; nothing happens if they aren't in it."""
        if user_id not in thread.thread_members:
            return
        hearing = self._sessions_for(thread, user_id)
        del thread.thread_members[user_id]
        self._tell_members(hearing, thread, removed_member_ids=[user_id])
        if not self._world.may_view(user_id, thread):
            self._pages.to_person(user_id, "THREAD_DELETE", thread.raw(user_id))

    def stop(self) -> None:
        """Archives nothing anymore."""
        for timer in self._timers.values():
            timer.cancel()

    def _wait(self, thread: Channel) -> None:
        """Archives the thread when its time is over, which begins now."""
        if (running := self._timers.pop(thread.id, None)) is not None:
            running.cancel()
        if not thread.is_archived:
            minutes = thread.thread_metadata["auto_archive_duration"]
            seconds = minutes * 60 if self.idle is None else self.idle
            later = asyncio.get_running_loop().call_later
            self._timers[thread.id] = later(seconds, self._fall_asleep, thread)

    def _fall_asleep(self, thread: Channel) -> None:
        del self._timers[thread.id]
        if thread.id in self._world.channels:
            self.mark(thread, archived=True)

    def _show(self, thread: Channel, user_id: str) -> None:
        """Tells a new member of the thread that it exists."""
        for session in self._gateway.watching(thread):
            if session.application.id == user_id:
                session.tell("THREAD_CREATE", thread.raw(user_id))
        self._pages.to_person(user_id, "THREAD_CREATE", thread.raw(user_id))

    def _sessions_for(self, thread: Channel, user_id: str) -> list[Session]:
        """Who hears that this user came or went: with the members' intent everybody, else only the user."""
        watching = self._gateway.watching(thread)
        return [
            one for one in watching if one.intents & Intent.GUILD_MEMBERS or one.application.id == user_id
        ]

    def _tell_members(
        self, sessions: Sequence[Session], thread: Channel, **changes: Json | list[object]
    ) -> None:
        raw: Json = {"id": thread.id, "guild_id": thread.guild_id, "member_count": len(thread.thread_members)}
        raw |= {"added_members": [], "removed_member_ids": []} | changes
        for session in sessions:
            session.tell("THREAD_MEMBERS_UPDATE", raw)
