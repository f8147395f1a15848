"""How Discord refuses a bot's request, and how it refuses what a person tries."""

from local_discord.codec import Json


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


def unknown_channel() -> APIError:
    return APIError(404, 10003, "Unknown Channel")


def unknown_guild() -> APIError:
    return APIError(404, 10004, "Unknown Guild")


def unknown_member() -> APIError:
    return APIError(404, 10007, "Unknown Member")


def unknown_message() -> APIError:
    return APIError(404, 10008, "Unknown Message")


def unknown_role() -> APIError:
    return APIError(404, 10011, "Unknown Role")


def unknown_user() -> APIError:
    return APIError(404, 10013, "Unknown User")


def unknown_emoji() -> APIError:
    return APIError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> APIError:
    return APIError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> APIError:
    return APIError(404, 10062, "Unknown interaction")


def unknown_command() -> APIError:
    return APIError(404, 10063, "Unknown application command")


def already_answered() -> APIError:
    return APIError(400, 40060, "Interaction has already been acknowledged.")


def too_many_old_edits(retry_after: float) -> APIError:
    message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    error = APIError(429, 30046, message)
    error.body |= {"retry_after": round(retry_after, 3), "global": False}
    return error


def missing_access() -> APIError:
    return APIError(403, 50001, "Missing Access")


def missing_permissions() -> APIError:
    return APIError(403, 50013, "Missing Permissions")


def not_the_author() -> APIError:
    return APIError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> APIError:
    return APIError(400, 50006, "Cannot send an empty message")


def too_many_pins() -> APIError:
    return APIError(400, 30003, "Maximum number of pins reached (250)")


def invalid_role() -> APIError:
    return APIError(400, 50028, "Invalid Role")


def too_many_roles() -> APIError:
    return APIError(400, 30005, "Maximum number of server roles reached (250)")


def too_many_webhooks() -> APIError:
    return APIError(400, 30007, "Maximum number of webhooks reached (15)")


def not_in_voice() -> APIError:
    return APIError(400, 40032, "Target user is not connected to voice.")


def too_few_boosts() -> APIError:
    return APIError(403, 50101, "This server needs more boosts to perform this action")


def too_many_reactions() -> APIError:
    return APIError(400, 30010, "Maximum number of reactions reached (20)")


def not_in_direct_messages() -> APIError:
    return APIError(400, 50003, "Cannot execute action on a DM channel")


def system_message() -> APIError:
    return APIError(403, 50021, "Cannot execute action on a system message")


def direct_messages_closed() -> APIError:
    return APIError(403, 50007, "Cannot send messages to this user")


def no_server_in_common() -> APIError:
    """Discord uses the same message as for closed direct messages."""
    return APIError(403, 50278, "Cannot send messages to this user")


def thread_archived() -> APIError:
    return APIError(400, 50083, "Thread is archived")


def thread_locked() -> APIError:
    return APIError(400, 160005, "Thread is locked")


def wrong_channel_type() -> APIError:
    return APIError(400, 50024, "Cannot execute action on this channel type")


def expired_token() -> APIError:
    return APIError(401, 50027, "Invalid Webhook Token")


def unauthorized() -> APIError:
    return APIError(401, 0, "401: Unauthorized")


def too_large() -> APIError:
    return APIError(413, 40005, "Request entity too large")


def not_json() -> APIError:
    return APIError(400, 50109, "The request body contains invalid JSON.")
