"""What the gateway tells a bot about its servers: READY, GUILD_CREATE and the members it asks for."""

from collections.abc import Iterable, Iterator

from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.gateway import Intent, Session
from local_discord.guild import Guild

FOUND_MOST = 100
CHUNK_MOST = 1000


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


def member_chunks(guild: Guild, asked: Json, limit: int) -> Iterator[Json]:
    """Each GUILD_MEMBERS_CHUNK: the members with these ids, or whose names begin like this, or all.

    `limit` is how many at most, and 0 as many as Discord finds: all of them, or 100 by id or by a name.
    """
    members = list(guild.members.values())
    ids, query = asked.get("user_ids"), str(asked.get("query") or "").lower()
    wanted = [str(one) for one in (ids if isinstance(ids, list) else [ids])] if ids is not None else []
    if ids is not None:
        members = [one for one in members if one.user.id in wanted]
    elif query:
        members = [one for one in members if one.user.username.lower().startswith(query)]
    most = len(members) if ids is None and not query else FOUND_MOST
    members = members[: min(limit or most, most)]
    parts = [members[start : start + CHUNK_MOST] for start in range(0, len(members), CHUNK_MOST)] or [[]]
    for number, part in enumerate(parts):
        chunk: Json = {
            "guild_id": guild.id,
            "members": [one.full() for one in part],
            "chunk_index": number,
            "chunk_count": len(parts),
            "not_found": [one for one in wanted if one not in guild.members],
        }
        yield chunk | {key: asked[key] for key in ("nonce",) if key in asked}
