"""Everything a person can do, by the names the page uses."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from local_discord.channels import Channel, ChannelType, Message
from local_discord.codec import Json
from local_discord.components import find_control
from local_discord.controls import (
    BUTTON,
    CHANNEL_SELECT,
    LINK,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    USER_SELECT,
)
from local_discord.errors import ClientError
from local_discord.guild import Guild
from local_discord.interactions import Interaction, Kind
from local_discord.invocations import Invocation
from local_discord.marking_actions import MarkingActions
from local_discord.message_payloads import CONTENT_MOST, MessagePayload
from local_discord.modals import submitted
from local_discord.permissions import Permission
from local_discord.resolved import Resolved
from local_discord.snowflake import LARGEST_SNOWFLAKE
from local_discord.users import User

if TYPE_CHECKING:
    from local_discord.server import LocalDiscord

HISTORY_MOST = 200


class ClientActions:
    """What one person does. Each action raises `ClientError` with a sentence if it isn't allowed."""

    def __init__(self, discord: "LocalDiscord", person: User) -> None:
        self.discord = discord
        self.dispatcher = discord.dispatcher
        self.world = discord.world
        self.person = person

    def by_name(self) -> dict[str, Callable[[Json], Awaitable[Json]]]:
        return {
            "history": self.history,
            "read": self.read,
            "say": self.say,
            "delete": self.delete,
            "command": self.command,
            "autocomplete": self.autocomplete,
            "press": self.press,
            "select": self.select,
            "submit": self.submit,
            "dismiss": self.dismiss,
            "create_channel": self.create_channel,
            "create_thread": self.create_thread,
            "delete_channel": self.delete_channel,
            "open_dm": self.open_dm,
            "close_dms": self.close_dms,
            "leave": self.leave,
            "join": self.join,
            "faults": self.faults,
            **MarkingActions(self).by_name(),
        }

    # Reading and writing

    async def history(self, request: Json) -> Json:
        before = int(request.get("before") or LARGEST_SNOWFLAKE)
        there = (one for one in self.channel(request).messages.values() if int(one.id) < before)
        seen = [one.raw_for(self.person.id) for one in there if one.may_be_seen_by(self.person.id)]
        return {"messages": seen[-HISTORY_MOST:], "older": len(seen) > HISTORY_MOST}

    async def read(self, request: Json) -> Json:
        self.dispatcher.pages.read(self.person.id, self.channel(request).id)
        return {}

    async def say(self, request: Json) -> Json:
        thread = self.channel(request).is_thread
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        channel = self.channel(request, needed)
        if channel.is_locked:
            self.channel(request, Permission.MANAGE_THREADS)
        if channel.bot and not self.world.share_a_guild(self.person, channel.bot):
            raise ClientError("Your message could not be delivered: you don't share a server with this bot.")
        content = str(request["content"]).strip()
        if not 1 <= len(content) <= CONTENT_MOST:
            raise ClientError(f"A message has between 1 and {CONTENT_MOST} characters.")
        return {"message": self.dispatcher.post(channel, self.person, MessagePayload(content=content)).raw}

    async def delete(self, request: Json) -> Json:
        message = self.message(request)
        if message.author is not self.person and message.seen_by is None:
            self.channel(request, Permission.MANAGE_MESSAGES)
        self.dispatcher.delete(message)
        return {}

    async def dismiss(self, request: Json) -> Json:
        wanted = str(request["message_id"])
        for channel in self.world.channels.values():
            message = channel.messages.get(wanted)
            if message and message.seen_by == self.person.id:
                self.dispatcher.delete(message)
                return {}
        raise ClientError("You can only dismiss a message that nobody else sees.")

    # Interactions

    async def command(self, request: Json) -> Json:
        invocation = self._invocation(request)
        return self._started(Kind.COMMAND, invocation)

    async def autocomplete(self, request: Json) -> Json:
        invocation = self._invocation(request, str(request["focused"]))
        interaction = self._start(Kind.AUTOCOMPLETE, invocation)
        if interaction.choices is None:
            return {"choices": []}
        return {"choices": await interaction.choices}

    async def press(self, request: Json) -> Json:
        message = self.message(request)
        button = self._control(message, str(request["custom_id"]), (BUTTON,))
        if button["style"] == LINK:
            raise ClientError("A link opens in the browser.")
        details = {"component_type": BUTTON, "custom_id": button["custom_id"], "id": button["id"]}
        return self._of_component(message, details)

    async def select(self, request: Json) -> Json:
        message = self.message(request)
        menu = self._control(message, str(request["custom_id"]), SELECTS)
        values = [str(one) for one in request["values"]]
        if not menu["min_values"] <= len(values) <= menu["max_values"]:
            raise ClientError(f"Choose between {menu['min_values']} and {menu['max_values']}.")
        details: Json = {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"]}
        details["values"] = values
        resolved = self._resolved(message.channel, menu, values)
        if resolved:
            details["resolved"] = resolved
        return self._of_component(message, details)

    async def submit(self, request: Json) -> Json:
        opened = self.discord.interactions.of_modal(str(request["interaction_id"]), self.person)
        modal = opened.modal or {}
        components = submitted(modal, request["values"])
        opened.modal_sent = True
        details = {"custom_id": modal["custom_id"], "components": components, "resolved": {}}
        interaction = self.discord.interactions.start(
            Kind.MODAL_SUBMIT,
            opened.application,
            self.person,
            opened.channel,
            details,
            message=opened.message,
            trigger=opened,
        )
        return {"interaction_id": interaction.id}

    def _invocation(self, request: Json, focused: str | None = None) -> Invocation:
        return Invocation(
            self.world,
            self.person,
            self.channel(request),
            str(request["name"]),
            request.get("options") or {},
            focused=focused,
            application_id=request.get("application_id"),
        )

    def _started(self, kind: Kind, invocation: Invocation) -> Json:
        return {"interaction_id": self._start(kind, invocation).id}

    def _start(self, kind: Kind, invocation: Invocation) -> Interaction:
        channel, details = invocation.channel, invocation.details
        return self.discord.interactions.start(kind, invocation.application, self.person, channel, details)

    def _of_component(self, message: Message, details: Json) -> Json:
        application = self.world.applications.get(message.application_id or "")
        if application is None:
            raise ClientError("The bot that sent this message is gone.")
        interaction = self.discord.interactions.start(
            Kind.COMPONENT, application, self.person, message.channel, details, message=message
        )
        return {"interaction_id": interaction.id}

    def _control(self, message: Message, custom_id: str, kinds: tuple[int, ...]) -> Json:
        control = find_control(message.raw["components"], custom_id)
        if control is None or control["type"] not in kinds:
            raise ClientError("That button or menu isn't in the message anymore.")
        if control.get("disabled"):
            raise ClientError("That button or menu is disabled.")
        return control

    def _resolved(self, place: Channel, menu: Json, values: list[str]) -> Json:
        kind = menu["type"]
        if kind == STRING_SELECT:
            if not set(values) <= {option["value"] for option in menu["options"]}:
                raise ClientError("That isn't one of the choices.")
            return {}
        resolved = Resolved(self.world, place, self.person)
        for value in values:
            found = resolved.add(
                value,
                users=kind in (USER_SELECT, MENTIONABLE_SELECT),
                roles=kind in (ROLE_SELECT, MENTIONABLE_SELECT),
                channels=kind == CHANNEL_SELECT,
            )
            if not found:
                raise ClientError("That isn't one of the choices.")
        return resolved.raw

    # Channels and people

    async def create_channel(self, request: Json) -> Json:
        guild = self._guild(request)
        member = guild.members.get(self.person.id)
        allowed = guild.permissions_of(member) if member else 0
        if self.person.id != guild.owner_id and not allowed & Permission.MANAGE_CHANNELS:
            raise ClientError("You can't create channels here.")
        channel = self.dispatcher.create_channel(guild, _channel_name(request))
        return {"channel": channel.raw(self.person.id)}

    async def create_thread(self, request: Json) -> Json:
        parent = self.channel(request, Permission.CREATE_PUBLIC_THREADS)
        if parent.kind is not ChannelType.TEXT:
            raise ClientError("A thread can only be started in a text channel.")
        thread = self.dispatcher.create_thread(parent, _channel_name(request), self.person)
        return {"channel": thread.raw(self.person.id)}

    async def delete_channel(self, request: Json) -> Json:
        thread = self.channel(request).is_thread
        needed = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
        channel = self.channel(request, needed)
        if channel.is_direct:
            raise ClientError("Direct messages can't be deleted.")
        self.dispatcher.delete_channel(channel)
        return {}

    async def open_dm(self, request: Json) -> Json:
        application = self.world.applications.get(str(request["user_id"]))
        if application is None or not self._may_write_to(application.user):
            raise ClientError("You can only write to a bot that is in one of your servers.")
        channel = self.dispatcher.open_direct(self.person, application.user, by_person=True)
        return {"channel": channel.raw(self.person.id)}

    def _may_write_to(self, bot: User) -> bool:
        known = (self.person.id, bot.id) in self.world.directs
        return known or self.world.share_a_guild(self.person, bot)

    async def close_dms(self, request: Json) -> Json:
        if request["closed"]:
            self.world.closed_dms.add(self.person.id)
        else:
            self.world.closed_dms.discard(self.person.id)
        return {}

    async def leave(self, request: Json) -> Json:
        self.dispatcher.leave(self._guild(request), self.person)
        return {}

    async def join(self, request: Json) -> Json:
        self.dispatcher.join(self._guild(request), self.person)
        return {}

    async def faults(self, request: Json) -> Json:
        return {"faults": self.dispatcher.faults.set(request)}

    # What an action names

    def _guild(self, request: Json) -> Guild:
        """The server with this id; the first one if none is given."""
        guild = self.world.guilds.get(str(request.get("guild_id") or next(iter(self.world.guilds))))
        if guild is None:
            raise ClientError("That server doesn't exist.")
        return guild

    def channel(self, request: Json, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        channel = self.world.channels.get(str(request["channel_id"]))
        permissions = self.world.permissions(self.person.id, channel) if channel else 0
        if channel is None or not permissions & Permission.VIEW_CHANNEL:
            raise ClientError("That channel doesn't exist anymore.")
        if not permissions & needed:
            name = (needed.name or "").replace("_", " ").lower()
            raise ClientError(f"You don't have permission to {name} here.")
        return channel

    def message(self, request: Json) -> Message:
        message = self.channel(request).messages.get(str(request["message_id"]))
        if message is None or not message.may_be_seen_by(self.person.id):
            raise ClientError("That message doesn't exist anymore.")
        return message


def _channel_name(request: Json) -> str:
    name = str(request["name"]).strip()
    if not 1 <= len(name) <= 100:
        raise ClientError("A channel's name has between 1 and 100 characters.")
    return name
