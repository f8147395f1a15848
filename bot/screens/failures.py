"""What sending to Discord may end in: exceptions, and Discord's own codes for what went wrong."""

import secrets

import aiohttp
import discord

NOT_SENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What any request may raise: Discord refused it, or it never got there."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
TOO_MANY_EDITS = 30046
ALREADY_ANSWERED = 40060
MISSING_ACCESS = 50001
DMS_CLOSED = 50007
MISSING_PERMISSIONS = 50013
TOKEN_OVER = 50027
THREAD_ARCHIVED = 50083
NO_SERVER_IN_COMMON = 50278


def code_of(failed: Exception) -> int:
    """Discord's code for a failure; 0 where it gave none."""
    return failed.code if isinstance(failed, discord.HTTPException) else 0


def new_nonce() -> str:
    """For a message that is sent: where Discord's answer is lost and it is sent again, it appears once."""
    return secrets.token_hex(12)
