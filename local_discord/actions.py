"""Everything a person can do on a page, and the socket over which they do it."""

import base64
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from aiohttp import WSMsgType, web

from local_discord.backend import Backend
from local_discord.channels import Channel, ChannelType, Message
from local_discord.codec import LARGEST_SNOWFLAKE, Json, encode, new_snowflake
from local_discord.commands import Invocation, Resolved
from local_discord.components import BUTTON, LINK, SELECTABLE, SELECTS, STRING_SELECT, find_control
from local_discord.errors import APIError, ClientError, found
from local_discord.files import Upload
from local_discord.guild import Guild
from local_discord.interactions import Interaction, Kind
from local_discord.message_payloads import CONTENT_MOST, MessagePayload
from local_discord.modals import submitted
from local_discord.permissions import Permission
from local_discord.send_queue import SendQueue
from local_discord.users import User
from local_discord.world import World

HISTORY_MOST = 200
PURGED_MOST = 100
ARCHIVED = "This thread is archived. Write in it to open it again."
DESKTOP = "desktop"


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What one person asks for, and with which `fields`. They use the web client, or the one `on_desktop`.

    `guild`, `channel` and `message` raise `ClientError` with a sentence if the person can't have that one.
    """

    discord: Backend
    person: User
    fields: Json
    on_desktop: bool = False

    @property
    def world(self) -> World:
        return self.discord.world

    def __getitem__(self, name: str) -> Any:
        """The field with this name. Raises KeyError if the page didn't send it."""
        return self.fields[name]

    def get(self, name: str) -> Any:
        """The field with this name, or None."""
        return self.fields.get(name)

    def guild(self) -> Guild:
        """The server named in `guild_id`; the first one if none is given."""
        wanted = str(self.get("guild_id") or next(iter(self.world.guilds)))
        return found(self.world.guilds.get(wanted), ClientError("That server doesn't exist."))

    def channel(self, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """The channel named in `channel_id`, if the person can see it and has the permission there."""
        channel = self.world.channels.get(str(self["channel_id"]))
        permissions = self.world.permissions(self.person.id, channel) if channel else 0
        if channel is None or not permissions & Permission.VIEW_CHANNEL:
            raise ClientError("That channel doesn't exist anymore.")
        if not permissions & needed:
            name = (needed.name or "").replace("_", " ").lower()
            raise ClientError(f"You don't have permission to {name} here.")
        return channel

    def available(self) -> Channel:
        """The channel, if its server has no outage."""
        channel = self.channel()
        if channel.guild_id in self.world.outages:
            raise ClientError("This server isn't available at the moment.")
        return channel

    def message(self) -> Message:
        """The message named in `message_id`, if the person can see it."""
        message = self.channel().messages.get(str(self["message_id"]))
        if message is None or not message.may_be_seen_by(self.person.id):
            raise ClientError("That message doesn't exist anymore.")
        return message


Action: TypeAlias = Callable[[PageRequest], Awaitable[Json | None]]
"""Does what the request asks. Returns the answer's fields, if any. Raises `ClientError` with a sentence."""


# What they read, write and delete


async def history(request: PageRequest) -> Json:
    own = request.person.id
    before = int(request.get("before") or LARGEST_SNOWFLAKE)
    there = (one for one in request.channel().messages.values() if int(one.id) < before)
    seen = [one.raw_for(own) for one in there if one.may_be_seen_by(own)]
    return {"messages": seen[-HISTORY_MOST:], "older": len(seen) > HISTORY_MOST}


async def read(request: PageRequest) -> None:
    request.discord.pages.read(request.person.id, request.channel().id)


async def say(request: PageRequest) -> Json:
    channel = request.available()
    request.channel(channel.needed_to_write)
    if channel.is_forum:
        raise ClientError("Nobody writes in a forum itself. Start a thread there, which is a post.")
    if channel.is_locked:
        request.channel(Permission.MANAGE_THREADS)
    if channel.bot and not request.world.share_a_guild(request.person, channel.bot):
        raise ClientError("Your message could not be delivered: you don't share a server with this bot.")
    content = str(request["content"]).strip()
    if not 1 <= len(content) <= CONTENT_MOST:
        raise ClientError(f"A message has between 1 and {CONTENT_MOST} characters.")
    said = request.discord.messages.post(channel, request.person, MessagePayload(content=content))
    return {"message": said.raw}


async def delete(request: PageRequest) -> None:
    message = request.message()
    if message.seen_by is not None:
        request.discord.messages.dismiss(message)
        return
    if message.author is not request.person:
        request.channel(Permission.MANAGE_MESSAGES)
    request.discord.messages.delete(message)


async def purge(request: PageRequest) -> None:
    """Deletes up to a hundred messages at once, as a moderator's bot or a ban would."""
    channel = request.channel(Permission.MANAGE_MESSAGES)
    wanted = [str(one) for one in request["message_ids"]]
    if not 1 <= len(wanted) <= PURGED_MOST:
        raise ClientError(f"You can delete up to {PURGED_MOST} messages at once.")
    request.discord.messages.delete_several(channel, wanted)


async def dismiss(request: PageRequest) -> None:
    wanted = str(request["message_id"])
    for channel in request.world.channels.values():
        message = channel.messages.get(wanted)
        if message and message.seen_by == request.person.id:
            request.discord.messages.dismiss(message)
            return
    raise ClientError("You can only dismiss a message that nobody else sees.")


# Commands, presses, choices and forms


async def command(request: PageRequest) -> Json:
    return {"interaction_id": _invoke(request, Kind.COMMAND).id}


async def autocomplete(request: PageRequest) -> Json:
    interaction = _invoke(request, Kind.AUTOCOMPLETE, str(request["focused"]))
    return {"choices": await interaction.choices if interaction.choices else []}


async def press(request: PageRequest) -> Json:
    message = request.message()
    button = _control(message, str(request["custom_id"]), (BUTTON,))
    if button["style"] == LINK:
        raise ClientError("A link opens in the browser.")
    return _use(request, message, button, {})


async def select(request: PageRequest) -> Json:
    message = request.message()
    menu = _control(message, str(request["custom_id"]), SELECTS)
    values = [str(one) for one in request["values"]]
    if not menu["min_values"] <= len(values) <= menu["max_values"]:
        raise ClientError(f"Choose between {menu['min_values']} and {menu['max_values']}.")
    return _use(request, message, menu, {"values": values} | _resolved(request, message, menu, values))


async def submit(request: PageRequest) -> Json:
    opened = request.discord.interactions.of_modal(str(request["interaction_id"]), request.person)
    modal = opened.modal or {}
    components = submitted(modal, request["values"])
    opened.modal_sent = True
    details = {"custom_id": modal["custom_id"], "components": components, "resolved": {}}
    whose = opened.application, request.person, opened.channel
    return _start(request, Interaction(Kind.MODAL_SUBMIT, *whose, details, opened.message, opened))


def _invoke(request: PageRequest, kind: Kind, focused: str | None = None) -> Interaction:
    options, files = _sent_along(request)
    invocation = Invocation(
        request.world,
        request.person,
        request.available(),
        str(request["name"]),
        options,
        focused=focused,
        application_id=request.get("application_id"),
        files=files,
    )
    whose = invocation.application, request.person, invocation.channel
    used = Interaction(kind, *whose, invocation.details, installs=invocation.installs)
    return request.discord.interactions.start(used)


def _sent_along(request: PageRequest) -> tuple[Json, dict[str, Json]]:
    """The options, with the ids of files for the files themselves, and those files by id.

    A file comes as `{"filename": …, "base64": …}`.
    """
    options, files = dict(request.get("options") or {}), {}
    for name, value in options.items():
        if isinstance(value, dict):
            content = base64.b64decode(str(value["base64"]))
            upload = Upload(0, str(value["filename"]), "text/plain", content)
            kept = request.discord.attachments.keep(upload, request.channel().id)
            options[name], files[kept.id] = kept.id, kept.raw | {"ephemeral": True}
    return options, files


def _use(request: PageRequest, message: Message, control: Json, chosen: Json) -> Json:
    """Starts the interaction of a button or menu.

    In an archived thread only the desktop client sends it. The others try to open the thread first, and when
    that's refused, nothing arrives (issue 8474 of discord-api-docs).
    """
    if request.available().is_archived and not request.on_desktop:
        raise ClientError(ARCHIVED)
    details = {"component_type": control["type"], "custom_id": control["custom_id"], "id": control["id"]}
    gone = ClientError("The bot that sent this message is gone.")
    application = found(request.world.applications.get(message.application_id or ""), gone)
    whose = application, request.person, message.channel
    return _start(request, Interaction(Kind.COMPONENT, *whose, details | chosen, message))


def _start(request: PageRequest, interaction: Interaction) -> Json:
    return {"interaction_id": request.discord.interactions.start(interaction).id}


def _control(message: Message, custom_id: str, kinds: tuple[int, ...]) -> Json:
    control = find_control(message.raw["components"], custom_id)
    if control is None or control["type"] not in kinds:
        raise ClientError("That button or menu isn't in the message anymore.")
    if control.get("disabled"):
        raise ClientError("That button or menu is disabled.")
    return control


def _resolved(request: PageRequest, message: Message, menu: Json, values: list[str]) -> Json:
    resolved = Resolved(request.world, message.channel, request.person)
    if menu["type"] == STRING_SELECT:
        there = set(values) <= {option["value"] for option in menu["options"]}
    else:
        there = all(resolved.add(value, SELECTABLE[menu["type"]]) for value in values)
    if not there:
        raise ClientError("That isn't one of the choices.")
    return {"resolved": resolved.raw} if resolved.raw else {}


# Reactions and pins


async def react(request: PageRequest) -> None:
    channel = request.channel(Permission.READ_MESSAGE_HISTORY)
    message = request.message()
    if message.seen_by is not None:
        raise ClientError("You can't react to a message that only you can see.")
    if channel.is_archived:
        raise ClientError(ARCHIVED)
    reactions = request.discord.reactions
    try:
        reaction = reactions.find(message, str(request["emoji"]))
    except APIError:
        raise ClientError(f"{request['emoji']} isn't an emoji that you can use here.") from None
    if not reaction.users:
        request.channel(Permission.ADD_REACTIONS)
    reactions.add(message, reaction, request.person)


async def unreact(request: PageRequest) -> None:
    message = request.message()
    reaction = message.reactions.get(str(request["emoji"]).rpartition(":")[2])
    if reaction:
        request.discord.reactions.remove(message, reaction, request.person)


async def pins(request: PageRequest) -> Json:
    listed = request.discord.pins.listed(request.channel(Permission.READ_MESSAGE_HISTORY))
    return {"messages": [one.raw_for(request.person.id) for one in listed]}


async def pin(request: PageRequest) -> None:
    request.channel(Permission.PIN_MESSAGES)
    message = request.message()
    if message.seen_by is not None:
        raise ClientError("You can't pin a message that only you can see.")
    request.discord.pins.pin(message, request.person)


async def unpin(request: PageRequest) -> None:
    request.channel(Permission.PIN_MESSAGES)
    request.discord.pins.unpin(request.message())


# Channels, threads and direct messages


async def create_channel(request: PageRequest) -> Json:
    guild, own = request.guild(), request.person.id
    member = guild.members.get(own)
    allowed = guild.permissions_of(member) if member else 0
    if not allowed & Permission.MANAGE_CHANNELS:
        raise ClientError("You can't create channels here.")
    channel = request.discord.channels.create(guild, _channel_name(request))
    return {"channel": channel.raw(own)}


async def create_thread(request: PageRequest) -> Json:
    """Starts a thread. In a forum it's a post, with a first message."""
    kind = ChannelType.PRIVATE_THREAD if request.get("private") else ChannelType.PUBLIC_THREAD
    is_private = kind is ChannelType.PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS
    parent, name, person = request.available(), _channel_name(request), request.person
    parent = request.channel(Permission.SEND_MESSAGES if parent.is_forum else needed)
    if not parent.has_threads or (is_private and parent.kind is not ChannelType.TEXT):
        raise ClientError("Such a thread can't be started in this kind of channel.")
    identity = new_snowflake()
    thread = request.discord.threads.create(parent, name, person, thread_id=identity, kind=kind)
    if parent.is_forum:
        payload = MessagePayload(content=str(request.get("content") or name))
        request.discord.messages.post(thread, person, payload, message_id=identity)
    return {"channel": thread.raw(person.id)}


async def edit_thread(request: PageRequest) -> Json:
    """Archives or opens a thread, locks or unlocks it. Its owner can archive it, and who can write can open
    it unless it's locked; the rest is for those who manage threads."""
    thread = _thread(request)
    archived, locked = request.get("archived"), request.get("locked")
    is_own = thread.owner_id == request.person.id or archived is False
    if locked is not None or thread.is_locked or not is_own:
        request.channel(Permission.MANAGE_THREADS)
    request.channel(Permission.SEND_MESSAGES_IN_THREADS)
    request.discord.threads.mark(thread, archived=archived, locked=locked)
    return {"channel": thread.raw(request.person.id)}


async def add_to_thread(request: PageRequest) -> None:
    """Adds a person or a bot to a thread, as a mention there does."""
    thread, wanted = _thread(request), str(request["user_id"])
    request.channel(Permission.SEND_MESSAGES_IN_THREADS)
    if thread.is_archived:
        raise ClientError(ARCHIVED)
    if not request.world.could_join(wanted, thread):
        raise ClientError("They can't see the channel that this thread is in.")
    request.discord.threads.add(thread, [wanted])


async def remove_from_thread(request: PageRequest) -> None:
    """Removes yourself from a thread, or somebody else if you manage threads."""
    thread, wanted = _thread(request), str(request["user_id"])
    if wanted != request.person.id:
        request.channel(Permission.MANAGE_THREADS)
    request.discord.threads.remove(thread, wanted)


def _thread(request: PageRequest) -> Channel:
    thread = request.channel()
    if not thread.is_thread:
        raise ClientError("That channel isn't a thread.")
    return thread


async def delete_channel(request: PageRequest) -> None:
    channel = request.channel()
    request.channel(channel.needed_to_manage)
    if channel.is_direct:
        raise ClientError("Direct messages can't be deleted.")
    request.discord.channels.delete(channel)


async def open_dm(request: PageRequest) -> Json:
    application = request.world.applications.get(str(request["user_id"]))
    world, person = request.world, request.person
    known = application is not None and (
        (person.id, application.id) in world.directs or person.id in application.added_by
    )
    if application is None or not (known or world.share_a_guild(person, application.user)):
        raise ClientError("You can only write to a bot that is in one of your servers.")
    channel = world.direct(person, application.user)
    request.discord.channels.show_direct(channel)
    return {"channel": channel.raw(person.id)}


async def close_dms(request: PageRequest) -> None:
    if request["closed"]:
        request.world.closed_dms.add(request.person.id)
    else:
        request.world.closed_dms.discard(request.person.id)


def _channel_name(request: PageRequest) -> str:
    name = str(request["name"]).strip()
    if not 1 <= len(name) <= 100:
        raise ClientError("A channel's name has between 1 and 100 characters.")
    return name


# Servers, and what the page for developers does


async def leave(request: PageRequest) -> None:
    request.discord.members.leave(request.guild(), request.person)


async def join(request: PageRequest) -> None:
    request.discord.members.join(request.guild(), request.person)


async def install(request: PageRequest) -> None:
    """Adds an application to a server, with its bot or only its commands, or removes it."""
    missing = ClientError("There's no such application.")
    application = found(request.world.applications.get(str(request["application_id"])), missing)
    servers = request.discord.servers
    ways = {"bot": servers.invite, "commands": servers.add_commands, "nothing": servers.remove}
    way = found(ways.get(request["as"]), ClientError(f"An application can be added as one of {[*ways]}."))
    way(application, request.guild())


async def faults(request: PageRequest) -> Json:
    """Sets the faults given and returns those in force."""
    if request.get("outages") is not None:
        request.discord.servers.set_outages(request["outages"])
    if request.get("reconnect") is not None:
        request.discord.gateway.ask_to_reconnect(**request["reconnect"])
    request.discord.faults.set(request.fields)
    return {"faults": _faults(request.discord)}


def _faults(discord: Backend) -> Json:
    return discord.faults.raw() | {"outages": discord.world.outages}


_MESSAGES = (history, read, say, delete, purge, dismiss)
_INTERACTIONS = (command, autocomplete, press, select, submit)
_MARKS = (react, unreact, pins, pin, unpin)
_CHANNELS = (create_channel, delete_channel, open_dm, close_dms)
_THREADS = (create_thread, edit_thread, add_to_thread, remove_from_thread)
_SERVERS = (leave, join, install, faults)
_ALL: tuple[Action, ...] = (*_MESSAGES, *_INTERACTIONS, *_MARKS, *_CHANNELS, *_THREADS, *_SERVERS)
ACTIONS = {one.__name__: one for one in _ALL}
"""Each action by the name that the page uses."""


# The page's socket


@dataclass(frozen=True, slots=True)
class PageSocket:
    """A person's connection. Every action is answered with DONE, or with REFUSED and a sentence."""

    discord: Backend
    socket: web.WebSocketResponse
    queue: SendQueue
    person: User
    on_desktop: bool = False

    async def run(self) -> None:
        pages = self.discord.pages
        self._tell("HELLO", self._hello())
        pages.opened(self.person.id, self.queue)
        try:
            async for message in self.socket:
                if message.type is WSMsgType.TEXT:
                    # Each action has its own task: a press must not wait for an autocomplete.
                    self.discord.spawn(self._answer(message.data))
        finally:
            pages.closed(self.person.id, self.queue)
            await self.queue.stop()

    async def _answer(self, text: str) -> None:
        request: Json = {}
        try:
            request = json.loads(text)
            unknown = ClientError(f"There's no action called {request['do']!r}.")
            action = found(ACTIONS.get(request["do"]), unknown)
            answer = await action(PageRequest(self.discord, self.person, request, self.on_desktop))
        except ClientError as error:
            self._refuse(request, str(error))
        except APIError as error:
            self._refuse(request, error.body["message"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._refuse(request, f"The request doesn't make sense: {type(error).__name__} {error}.")
        else:
            self._tell("DONE", {"id": request.get("id"), **(answer or {})})

    def _refuse(self, request: object, sentence: str) -> None:
        identity = request.get("id") if isinstance(request, dict) else None
        self._tell("REFUSED", {"id": identity, "message": sentence})

    def _tell(self, name: str, raw: Json) -> None:
        self.queue.put(encode({"t": name, "d": raw}))

    def _hello(self) -> Json:
        discord, own = self.discord, self.person.id
        world = discord.world
        return {
            "me": self.person.raw,
            "people": [user.raw for user in world.people.values()],
            "guilds": [one.for_page() for one in world.guilds.values()],
            "channels": [one.raw(own) for one in world.channels_for(own)],
            "dms": [one.raw(own) for one in world.directs_of(self.person)],
            "commands": discord.directory.commands(),
            "applications": discord.directory.listed(),
            "unread": discord.pages.unread(own),
            "welcomes": world.welcomes,
            "faults": _faults(discord),
            "now": time.time_ns() // 1_000_000,
        }


async def page_socket(discord: Backend, request: web.Request) -> web.StreamResponse:
    """Upgrades a page's request. Without a person in it, it gets the first one; an unknown one gets a 404."""
    people = discord.world.people
    person = people.get(request.query.get("person") or next(iter(people)))
    if person is None:
        return web.Response(status=404, text="There's no such person here.")
    socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
    await socket.prepare(request)
    queue = SendQueue(socket, request.transport)
    on_desktop = request.query.get("client") == DESKTOP
    await discord.serving(PageSocket(discord, socket, queue, person, on_desktop).run())
    return socket
