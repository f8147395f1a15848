"""What the gateway tells a bot about its servers: READY, GUILD_CREATE and the members it asks for."""

from collections.abc import Iterable

from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.gateway import Intent, Session
from local_discord.guild import Guild


def ready(session: Session, guilds: Iterable[Guild], resume_url: str) -> Json:
    """READY: the servers come afterwards, each in a GUILD_CREATE."""
    application = session.application
    return {
        "v": 10,
        "user": application.user.own(),
        "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": resume_url,
        "application": {"id": application.id, "flags": 0},
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "user_settings": {},
        "_trace": ["loopback"],
    }


def guild_create(session: Session, guild: Guild, channels: Iterable[Channel]) -> Json:
    """GUILD_CREATE with these channels. Without the members' intent its only member is the bot."""
    own = session.application.id
    visible = list(channels)
    everyone = session.intents & Intent.GUILD_MEMBERS
    members = guild.members.values()
    return guild.raw() | {
        "joined_at": guild.members[own].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(members),
        "members": [one.full() for one in members if everyone or one.user.id == own],
        "channels": [one.raw(own) for one in visible if not one.is_thread],
        "threads": [one.raw(own) for one in visible if one.is_thread],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "embedded_activities": [],
    }


def members_chunk(guild: Guild, asked: Json) -> Json:
    """GUILD_MEMBERS_CHUNK: the members with these ids, or whose names begin like this, or all."""
    members = list(guild.members.values())
    wanted = asked.get("user_ids")
    query = str(asked.get("query") or "").lower()
    if wanted is not None:
        ids = {str(one) for one in (wanted if isinstance(wanted, list) else [wanted])}
        members = [one for one in members if one.user.id in ids]
    elif query:
        members = [one for one in members if one.user.username.startswith(query)]
    chunk: Json = {
        "guild_id": guild.id,
        "members": [one.full() for one in members],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [],
    }
    if "nonce" in asked:
        chunk["nonce"] = asked["nonce"]
    return chunk
