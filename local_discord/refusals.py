"""What Discord refuses for reasons that a bot can't see: people's settings, moderation, its own judgement."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.errors import APIError, ClientError

EVERY = "*"
"""Stands for everybody, or for every channel."""

_FLAGGED = (
    "Your bot has been flagged by our anti-spam system for abusive behavior. While your bot is quarantined, "
    "it is unable to send any direct messages to users it has not messaged before."
)
MESSAGES = {
    10013: "Unknown User",
    20026: _FLAGGED,
    40003: "You are opening direct messages too fast",
    40005: "Request entity too large",
    50007: "Cannot send messages to this user",
    50009: "Channel verification level is too high for you to gain access",
    50033: "Invalid Recipient(s)",
    50278: "Cannot send messages to this user",
    200000: "Message was blocked by automatic moderation",
    240000: "Message blocked by harmful links filter",
    400001: "Access to file uploads has been limited for this guild",
}
_DIRECT = {10013: 404, 20026: 403, 40003: 403, 50007: 403, 50009: 403, 50033: 400, 50278: 403}
_CONTENT = {200000: 400, 240000: 400, 400001: 403, 40005: 413}
CODES: Mapping[str, Mapping[int, int]] = {
    # Since 2020 opening direct messages answers 400 where it was 403 (discord-api-docs 1905).
    "refused_dms": _DIRECT | {40003: 400, 50007: 400},
    "refused_dm_posts": _DIRECT,
    "refused_dm_edits": _DIRECT,
    "refused_messages": _CONTENT,
    "refused_files": _CONTENT,
}
"""The faults, and for each code that one can have, the status that comes with it."""


@dataclass(eq=False)
class Refusals:
    """The refusals in force. Each fault has the code for each person or channel, by id.

    Opening direct messages, and posting and editing them, is refused for people; messages, or only those with
    files, in channels and their threads. Discord doesn't say whether it refuses to edit direct messages
    after the person has blocked the bot.

    A share of the messages with custom emojis in their components is refused although these exist
    (discord-api-docs 7128).
    """

    _codes: dict[str, dict[str, int]] = field(default_factory=lambda: {fault: {} for fault in CODES})
    emojis: float = 0.0
    _generator: random.Random = field(default_factory=lambda: random.Random(0))

    def set(self, wanted: Json) -> None:
        """Replaces the faults that are given. Raises `ClientError` with a sentence."""
        for fault in CODES.keys() & {key for key, value in wanted.items() if value is not None}:
            self._codes[fault] = {str(key): _known(fault, code) for key, code in wanted[fault].items()}
        if wanted.get("refuse_emojis") is not None:
            self.emojis = min(max(0.0, float(wanted["refuse_emojis"])), 1.0)
            self._generator = random.Random(0)

    def raw(self) -> Json:
        return {**self._codes, "refuse_emojis": self.emojis}

    def require(self, fault: str, *ids: str | None) -> None:
        """Refuses what concerns one of these people or channels if the fault says so."""
        codes = self._codes[fault]
        for one in (*ids, EVERY):
            if one in codes:
                code = codes[one]
                raise APIError(CODES[fault][code], code, MESSAGES[code])

    def require_message(self, channel: Channel, has_files: bool) -> None:
        """Refuses a message or an edit that moderation stops. Files are those that are sent with it."""
        self.require("refused_messages", channel.id, channel.parent_id)
        if has_files:
            self.require("refused_files", channel.id, channel.parent_id)

    def draw_emojis(self) -> bool:
        """Whether the next message's custom emojis are refused."""
        return self.emojis > 0 and self._generator.random() < self.emojis


def _known(fault: str, code: object) -> int:
    if isinstance(code, int) and code in CODES[fault]:
        return code
    raise ClientError(f"{fault} can have one of the codes {sorted(CODES[fault])}, not {code}.")
