"""What Discord answers when it refuses, and what it tells a person."""

from local_discord.wire import Json


class Refusal(Exception):
    """An HTTP request refused: `status`, and a body `{code, message, errors?}` as Discord writes it."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class Declined(Exception):
    """Something a person tried that Discord does not let him do; the message is a sentence for him."""


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_guild() -> Refusal:
    return Refusal(404, 10004, "Unknown Guild")


def unknown_member() -> Refusal:
    return Refusal(404, 10007, "Unknown Member")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    return Refusal(404, 10013, "Unknown User")


def unknown_emoji() -> Refusal:
    return Refusal(404, 10014, "Unknown Emoji")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def unknown_command() -> Refusal:
    return Refusal(404, 10063, "Unknown application command")


def already_answered() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def too_many_old_edits(retry_after: float) -> Refusal:
    message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    refusal = Refusal(429, 30046, message)
    refusal.body |= {"retry_after": round(retry_after, 3), "global": False}
    return refusal


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def not_the_author() -> Refusal:
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refusal:
    return Refusal(400, 50006, "Cannot send an empty message")


def too_many_pins() -> Refusal:
    return Refusal(400, 30003, "Maximum number of pins reached (250)")


def too_many_reactions() -> Refusal:
    return Refusal(400, 30010, "Maximum number of reactions reached (20)")


def not_in_direct_messages() -> Refusal:
    return Refusal(400, 50003, "Cannot execute action on a DM channel")


def system_message() -> Refusal:
    return Refusal(403, 50021, "Cannot execute action on a system message")


def direct_messages_closed() -> Refusal:
    return Refusal(403, 50007, "Cannot send messages to this user")


def no_server_in_common() -> Refusal:
    """Discord uses the same words as for closed direct messages."""
    return Refusal(403, 50278, "Cannot send messages to this user")


def thread_archived() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def thread_locked() -> Refusal:
    return Refusal(400, 160005, "Thread is locked")


def wrong_channel_type() -> Refusal:
    return Refusal(400, 50024, "Cannot execute action on this channel type")


def expired_token() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def too_large() -> Refusal:
    return Refusal(413, 40005, "Request entity too large")


def not_json() -> Refusal:
    return Refusal(400, 50109, "The request body contains invalid JSON.")
