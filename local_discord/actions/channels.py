"""The channels, threads and direct messages that a person creates, opens and deletes."""

from local_discord.channels import ChannelType
from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.page_request import Action, PageRequest
from local_discord.permissions import Permission
from local_discord.users import User


async def create_channel(request: PageRequest) -> Json:
    guild, own = request.guild(), request.person.id
    member = guild.members.get(own)
    allowed = guild.permissions_of(member) if member else 0
    if not allowed & Permission.MANAGE_CHANNELS:
        raise ClientError("You can't create channels here.")
    channel = request.dispatcher.channels.create(guild, _channel_name(request))
    return {"channel": channel.raw(own)}


async def create_thread(request: PageRequest) -> Json:
    parent = request.channel(Permission.CREATE_PUBLIC_THREADS)
    if parent.kind is not ChannelType.TEXT:
        raise ClientError("A thread can only be started in a text channel.")
    thread = request.dispatcher.channels.create_thread(parent, _channel_name(request), request.person)
    return {"channel": thread.raw(request.person.id)}


async def delete_channel(request: PageRequest) -> Json:
    thread = request.channel().is_thread
    needed = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
    channel = request.channel(needed)
    if channel.is_direct:
        raise ClientError("Direct messages can't be deleted.")
    request.dispatcher.channels.delete(channel)
    return {}


async def open_dm(request: PageRequest) -> Json:
    application = request.world.applications.get(str(request["user_id"]))
    if application is None or not _may_write_to(request, application.user):
        raise ClientError("You can only write to a bot that is in one of your servers.")
    channel = request.world.direct(request.person, application.user)
    request.dispatcher.channels.show_direct(channel)
    return {"channel": channel.raw(request.person.id)}


def _may_write_to(request: PageRequest, bot: User) -> bool:
    known = (request.person.id, bot.id) in request.world.directs
    return known or request.world.share_a_guild(request.person, bot)


async def close_dms(request: PageRequest) -> Json:
    if request["closed"]:
        request.world.closed_dms.add(request.person.id)
    else:
        request.world.closed_dms.discard(request.person.id)
    return {}


def _channel_name(request: PageRequest) -> str:
    name = str(request["name"]).strip()
    if not 1 <= len(name) <= 100:
        raise ClientError("A channel's name has between 1 and 100 characters.")
    return name


ACTIONS: dict[str, Action] = {
    "create_channel": create_channel,
    "create_thread": create_thread,
    "delete_channel": delete_channel,
    "open_dm": open_dm,
    "close_dms": close_dms,
}
