"""What can go wrong when sending to Discord: exceptions and Discord's error codes."""

import secrets
from collections.abc import Iterator
from logging import INFO, WARNING, Logger
from typing import Any

import aiohttp
import discord

from bot.refusal import Elsewhere, OutOfReach, Refusal
from bot.telemetry.logs import without_pages
from games.core import BadNotation, IllegalMove
from games.engine.registry import UnknownGame
from storage import StorageFailed, TakenOver, Unconfirmed


class OnlyAnswers(OSError):
    """The bot isn't where it was to write: a person has brought it along, and it can only answer there."""


NOT_SENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What any request can raise: Discord refused it, or it never arrived."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_SERVER = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
BOT_FLAGGED = 20026
QUOTA_USED_UP = 30034
TOO_MANY_EDITS = 30046
TOO_MANY_NEW_CHANNELS = 40003
TOO_LARGE = 40005
ALREADY_ANSWERED = 40060
CLOUDFLARE_BLOCKED = 40333
MISSING_ACCESS = 50001
NOT_THE_AUTHOR = 50005
EMPTY = 50006
DMS_CLOSED = 50007
NOT_FOR_MESSAGES = 50008
VERIFICATION_TOO_HIGH = 50009
MISSING_PERMISSIONS = 50013
WRONG_CHANNEL_TYPE = 50024
TOKEN_IS_OVER = 50027
INVALID_RECIPIENT = 50033
INVALID = 50035
THREAD_ARCHIVED = 50083
NO_SERVER_IN_COMMON = 50278
THREAD_LOCKED = 160005
NO_UPLOADS = 400001
MODERATED = 200000
HARMFUL_LINK = 240000

TOO_LATE = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, ALREADY_ANSWERED)
"""What Discord says if an interaction is over, or already has its answer, perhaps from another process."""

_CLOSED_THREAD = (THREAD_ARCHIVED, THREAD_LOCKED)
"""What Discord says to every answer in a locked thread: the person can't be told anything there."""

_BOTS_OWN = (BOT_FLAGGED, TOO_MANY_NEW_CHANNELS)
_CLOSED = (
    UNKNOWN_USER,
    DMS_CLOSED,
    VERIFICATION_TOO_HIGH,
    INVALID_RECIPIENT,
    NO_SERVER_IN_COMMON,
)


def code_of(failed: Exception) -> int:
    """Discord's code for a failure; 0 if it gave none, as when a page of a proxy is all that came back."""
    return failed.code if isinstance(failed, discord.HTTPException) else 0


NO_PICTURE = (TOO_LARGE, MODERATED, HARMFUL_LINK, NO_UPLOADS)
"""What Discord says of a message whose picture it doesn't take; its words may still be welcome."""

KEPT_OUT = (
    UNKNOWN_CHANNEL,
    UNKNOWN_SERVER,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
)
"""What Discord says of a place where the bot can't write now. People can mend that, or it mends itself."""

_FOR_GOOD = frozenset(
    {
        UNKNOWN_MESSAGE,
        UNKNOWN_WEBHOOK,
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
        NOT_THE_AUTHOR,
        EMPTY,
        NOT_FOR_MESSAGES,
        WRONG_CHANNEL_TYPE,
        TOKEN_IS_OVER,
        INVALID,
        *NO_PICTURE,
        *_CLOSED,
    }
)


def is_refused_for_good(failed: Exception) -> bool:
    """Whether the same request can never work: Discord has said so with a code that leaves no doubt.

    Everything else may be over in a minute, or once somebody has mended it: errors of Discord and of what
    stands before it, limits, lost connections, missing permissions. One answer never says that a channel is
    gone for good.
    """
    return isinstance(failed, OnlyAnswers) or code_of(failed) in _FOR_GOOD


def may_have_arrived(failed: Exception) -> bool:
    """Whether Discord may have done what it was asked to, and only the way to it or back failed."""
    if isinstance(failed, discord.HTTPException):
        return failed.status >= 500
    return not isinstance(failed, OnlyAnswers)


def is_bad_emoji(failed: Exception) -> bool:
    """Whether Discord refuses the message only because of an emoji in it: without emojis, it would do.

    The emoji may have been deleted in the developer portal; Discord also refuses good ones now and then. Its
    error names each place in the message where something is wrong, and with what.
    """
    named = getattr(failed, "_errors", None) if code_of(failed) == INVALID else None
    codes = set(_codes_in(named)) if isinstance(named, dict) else set()
    return bool(codes) and all(code.endswith(_BAD_EMOJI) for code in codes)


_BAD_EMOJI = "INVALID_EMOJI"
"""How Discord's words for it end: BUTTON_COMPONENT_INVALID_EMOJI, in menus too."""


def _codes_in(named: dict[str, Any]) -> Iterator[str]:
    """Discord's words for all that is wrong, which stand in lists at the ends of a tree of places."""
    for place, inner in named.items():
        if place == "_errors":
            yield from (str(one.get("code")) for one in inner)
        elif isinstance(inner, dict):
            yield from _codes_in(inner)


def is_discords(failed: BaseException | None) -> bool:
    """Whether Discord refused or failed, or the way there did: nothing is wrong inside the bot."""
    return isinstance(failed, (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError))


def is_closed(failed: Exception) -> bool:
    """Whether Discord refused a direct message for good, or the channel for it: nothing passing counts."""
    return code_of(failed) in (*_CLOSED, *_BOTS_OWN)


def takes_new_message(failed: Exception) -> bool:
    """Whether a message can't be edited where another may be sent, or where it turns out that none can be."""
    return code_of(failed) in (TOO_MANY_EDITS, THREAD_ARCHIVED, *_CLOSED)


def is_bots_own(failed: Exception) -> bool:
    """Whether that was about the bot, which wrote to too many people, and not about this person."""
    return code_of(failed) in _BOTS_OWN


def refuses_picture(failed: Exception) -> bool:
    """Whether Discord might take the same without what is uploaded with it; see `Screen.without_pictures`."""
    is_too_large = isinstance(failed, discord.HTTPException) and failed.status == 413
    # The permission that is missing may be Attach Files.
    return is_too_large or code_of(failed) in (*NO_PICTURE, MISSING_PERMISSIONS)


def log_unanswered(failed: Exception, log: Logger) -> None:
    """Log that somebody got no answer: a warning, unless nobody could have given one now."""
    level = INFO if code_of(failed) in (*TOO_LATE, *_CLOSED_THREAD) else WARNING
    log.log(level, "an answer could not be given (%s)", reason_of(failed))


_MOST = 200
"""How many characters of what Discord says of a malformed message are logged."""


def reason_of(failed: Exception) -> str:
    """Why something could not be sent, in a few words for the log; never the page of a proxy."""
    if isinstance(failed, discord.HTTPException) and failed.code == INVALID:
        return f"code {INVALID}: {' '.join(failed.text.split())[:_MOST]}"
    if code := code_of(failed):
        return f"code {code}"
    return f"status {failed.status}" if isinstance(failed, discord.HTTPException) else type(failed).__name__


_MOST_SAID = 200


def said_by(failed: Exception) -> str:
    """What Discord says about it on one line for the log: about a sentence, and no page."""
    said = " ".join(without_pages(str(failed)).split())
    return said if len(said) <= _MOST_SAID else said[:_MOST_SAID] + "…"


def new_nonce() -> str:
    """A nonce for a new message, so that it appears only once if it has to be sent again."""
    return secrets.token_hex(12)


def outcome_of(error: BaseException | None) -> str:
    """What became of a press that ended like this, in a word for the metrics."""
    match error:
        case None:
            return "answered"
        case Refusal() | IllegalMove() | BadNotation() | UnknownGame():
            return "refused"
        case StorageFailed():
            return "storage"
        case discord.HTTPException() | aiohttp.ClientError():
            return "discord"
        case _:
            return "failed"


def sentence_for(error: BaseException, log: Logger) -> str:
    """What to tell a person about an error that isn't their doing. It is logged, Discord's in a line."""
    match error:
        case TakenOver():
            return str(Elsewhere())
        case StorageFailed(is_lasting=True):
            log.error("waiting won't help, so a host has to look: %s", error)
            return "My saved games have a problem. Nothing has changed. Tell the person who runs this bot."
        case StorageFailed(was_read=True):
            log.error("a saved game could not be read: %s", error)
            return str(OutOfReach())
        case Unconfirmed():
            log.error("nobody knows whether it was written down: %s", error)
            return "I don't know whether that was saved. Use /board to check, and try again if it wasn't."
        case StorageFailed():
            log.error("nothing was changed, since it could not be saved: %s", error)
            return "I couldn't save that, so nothing has changed. Try again in a moment."
        case Exception() if is_discords(error):
            log_unanswered(error, log)
            return _TOLD.get(code_of(error), _NOT_TAKEN)
    log.exception("a press failed", exc_info=error)
    return "Something went wrong here. The game is safe: /board shows the current board."


def refused_board(failed: Exception) -> str:
    """What a channel can be told whose new board Discord has refused for good."""
    return _TOLD[code_of(failed)] if code_of(failed) in NO_PICTURE else _NOT_SHOWN


def closed_for(failed: Exception) -> str:
    """What a person can do whom the bot had to write to directly, if that `is_closed`."""
    if is_bots_own(failed):
        return "Discord doesn't let me write direct messages right now. Try again in a few minutes."
    return _CLOSED_TO_ME


_NOT_TAKEN = "Discord didn't take my answer. The game is safe: /board shows the current board."
_NOT_SHOWN = "Discord didn't take the new board. The game is safe: use /board in a moment, or just play on."
_CLOSED_TO_ME = (
    "I can't send you direct messages. Allow them in this server's privacy settings: press the server's "
    "name, then **Privacy Settings**. If you've blocked me, unblock me. Then try again."
)
_LACKING = (
    "Discord didn't let me do that in this channel. I need View Channel, Send Messages and Attach Files here."
)
_CLOSED_HERE = "This thread is archived or locked. Open it again, or ask a moderator to unlock it."
_TOLD = {
    DMS_CLOSED: _CLOSED_TO_ME,
    NO_SERVER_IN_COMMON: _CLOSED_TO_ME,
    UNKNOWN_CHANNEL: "That channel is gone. /tables lists the games you're in.",
    UNKNOWN_MESSAGE: "That message is gone. /board shows the current one.",
    MISSING_ACCESS: _LACKING,
    MISSING_PERMISSIONS: _LACKING,
    THREAD_ARCHIVED: _CLOSED_HERE,
    THREAD_LOCKED: _CLOSED_HERE,
    MODERATED: (
        "This server's AutoMod blocked what I wanted to show. The game is safe. Ask someone who manages the "
        "server to let my messages through."
    ),
    HARMFUL_LINK: "Discord took something in my message for a harmful link and blocked it. The game is safe.",
    NO_UPLOADS: (
        "Discord lets nobody upload files in this server right now, and I need to. The game is safe: try "
        "again later."
    ),
    TOO_LARGE: "That was too large for Discord. The game is safe: /board shows the current board.",
}
