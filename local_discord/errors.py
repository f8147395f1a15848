"""How Discord refuses a bot's request, and how it refuses what a person tries."""

from functools import partial
from typing import TypeVar

from local_discord.codec import Json

T = TypeVar("T")


def found(thing: T | None, otherwise: Exception) -> T:
    """The thing, or raises the error if there is none."""
    if thing is None:
        raise otherwise
    return thing


class APIError(Exception):
    """A refused HTTP request: `status`, and a body `{code, message, errors?}` as Discord writes it."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class ClientError(Exception):
    """Something a person tried that Discord does not allow; the message is a sentence for them."""


# Each of these makes the error: `raise unknown_channel()`.
unknown_channel = partial(APIError, 404, 10003, "Unknown Channel")
unknown_guild = partial(APIError, 404, 10004, "Unknown Guild")
unknown_member = partial(APIError, 404, 10007, "Unknown Member")
unknown_message = partial(APIError, 404, 10008, "Unknown Message")
unknown_role = partial(APIError, 404, 10011, "Unknown Role")
unknown_user = partial(APIError, 404, 10013, "Unknown User")
unknown_emoji = partial(APIError, 404, 10014, "Unknown Emoji")
unknown_webhook = partial(APIError, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(APIError, 404, 10062, "Unknown interaction")
unknown_command = partial(APIError, 404, 10063, "Unknown application command")
too_many_follow_ups = partial(
    APIError, 400, 40094, "This interaction has reached the maximum number of follow-up messages."
)
too_many_commands_created = partial(
    APIError, 400, 30034, "Max number of daily application command creates has been reached (200)"
)
already_answered = partial(APIError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(APIError, 403, 50001, "Missing Access")
missing_permissions = partial(APIError, 403, 50013, "Missing Permissions")
not_the_author = partial(APIError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(APIError, 400, 50006, "Cannot send an empty message")
too_many_pins = partial(APIError, 400, 30003, "Maximum number of pins reached (250)")
invalid_role = partial(APIError, 400, 50028, "Invalid Role")
too_many_roles = partial(APIError, 400, 30005, "Maximum number of server roles reached (250)")
too_many_webhooks = partial(APIError, 400, 30007, "Maximum number of webhooks reached (15)")
not_in_voice = partial(APIError, 400, 40032, "Target user is not connected to voice.")
too_few_boosts = partial(APIError, 403, 50101, "This server needs more boosts to perform this action")
too_many_reactions = partial(APIError, 400, 30010, "Maximum number of reactions reached (20)")
not_in_direct_messages = partial(APIError, 400, 50003, "Cannot execute action on a DM channel")
system_message = partial(APIError, 403, 50021, "Cannot execute action on a system message")
direct_messages_closed = partial(APIError, 403, 50007, "Cannot send messages to this user")
no_server_in_common = partial(APIError, 403, 50278, "Cannot send messages to this user")
"""Discord uses the same message as for closed direct messages."""
too_old_for_bulk = partial(
    APIError, 400, 50034, "You can only bulk delete messages that are under 14 days old."
)
forum_itself = partial(APIError, 400, 40058, "Cannot send a message in a forum channel")
thread_archived = partial(APIError, 400, 50083, "Thread is archived")
thread_closed = partial(APIError, 403, 50083, "Thread is archived")
"""How Discord refuses an answer to an interaction in a locked thread."""
thread_locked = partial(APIError, 400, 160005, "Thread is locked")
wrong_channel_type = partial(APIError, 400, 50024, "Cannot execute action on this channel type")
expired_token = partial(APIError, 401, 50027, "Invalid Webhook Token")
unauthorized = partial(APIError, 401, 0, "401: Unauthorized")
unavailable = partial(APIError, 503, 0, "503: Service Unavailable")
too_large = partial(APIError, 413, 40005, "Request entity too large")
not_json = partial(APIError, 400, 50109, "The request body contains invalid JSON.")


def too_many_old_edits(retry_after: float) -> APIError:
    message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    error = APIError(429, 30046, message)
    error.body |= {"retry_after": round(retry_after, 3), "global": False}
    return error
