"""Waiting for Discord: whether that may help, for how long, and what the host reads meanwhile."""

import aiohttp
import discord

from bot.chat.tasks import Backoff

TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError)

NOT_ACCEPTED = (
    "Discord didn't accept the token: it's wrong or was reset. Copy it again from the developer portal "
    "into config.toml or PARLOUR_DISCORD__TOKEN."
)
"""What logging in and the requests of a start can raise."""

LONGEST_ASKED_SECONDS = 3600.0
"""The longest that the bot waits because the answer says so."""

_PASSING = (403, 408, 425, 429)
"""Statuses that are over in a while if the request is a right one. 403 and 429 are a ban of the address."""

_OF_THE_ADDRESS = (0, 40333)
"""Codes of a refusal that isn't about the request. 0 is none, as when a page of a proxy is the answer."""

_NOT_THERE = (404, 405, 410)


def may_pass(failed: Exception) -> bool:
    """Whether this may be over in a while without anybody's doing.

    It isn't if Discord says that the token is wrong, or if something else than Discord answers. A page
    instead of an answer comes from what stands before Discord, which doesn't know our token.
    """
    failed = _behind(failed)
    if isinstance(failed, discord.HTTPException):
        if failed.status >= 500 or failed.status in _PASSING:
            return True
        return is_page(failed) and failed.status not in _NOT_THERE
    return isinstance(failed, discord.RateLimited | OSError | aiohttp.ClientError)


def is_page(failed: discord.HTTPException) -> bool:
    """Whether what came back is a page of HTML."""
    return failed.text.lstrip().startswith("<")


def trouble_with(failed: Exception) -> str:
    """What keeps us from Discord, in a sentence or two for the host, which quote no page."""
    match _behind(failed):
        case discord.LoginFailure():
            return NOT_ACCEPTED
        case discord.RateLimited(retry_after=seconds):
            return f"Discord asks the bot to wait {in_words(seconds)} (status 429)."
        case discord.HTTPException() as refused:
            return _refused(refused)
        case TimeoutError():
            return "Discord doesn't answer. Check the network and discord.api_url."
        case other:
            return f"I can't reach Discord: {str(other) or type(other).__name__}. Check the network."


def _refused(failed: discord.HTTPException) -> str:
    if failed.status in (403, 429) and failed.code in _OF_THE_ADDRESS:
        return f"Discord refuses everything from this address for now (status {failed.status})."
    if may_pass(failed):
        return f"Discord has trouble of its own (status {failed.status})."
    if failed.status == 401:
        return NOT_ACCEPTED
    return f"Discord answered with status {failed.status}. Check discord.api_url."


def pause_after(failed: Exception, backoff: Backoff) -> float:
    """How many seconds to wait: what `backoff` says, or longer if the answer asks for that."""
    failed, asked = _behind(failed), 0.0
    if isinstance(failed, discord.RateLimited):
        asked = failed.retry_after
    elif isinstance(failed, discord.HTTPException):
        given = failed.response.headers.get("Retry-After", "")
        asked = float(given) if given.replace(".", "", 1).isdecimal() else 0.0
    return max(backoff.pause(), min(asked, LONGEST_ASKED_SECONDS))


def in_words(seconds: float) -> str:
    """How long that is, such as “5 seconds” or “2 minutes”."""
    count, unit = (round(seconds), "second") if seconds < 120 else (round(seconds / 60), "minute")
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _behind(failed: Exception) -> Exception:
    """The request that failed; discord.py gives some of them another name."""
    cause = failed.__cause__
    renamed = isinstance(failed, discord.LoginFailure | discord.GatewayNotFound)
    return cause if renamed and isinstance(cause, Exception) else failed
