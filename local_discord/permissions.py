"""Permissions: who may do what in which channel, computed as Discord documents it."""

from collections.abc import Iterable
from enum import IntFlag


class Permission(IntFlag):
    """The permissions that matter here, by Discord's own names."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


P = Permission
EVERYTHING = int(~Permission(0))
_TALKING = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS
    | P.USE_APPLICATION_COMMANDS
    | P.USE_EXTERNAL_APPS
)
_THREADS = P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS | P.SEND_MESSAGES_IN_THREADS
EVERYONE = int(_TALKING | _THREADS | P.CONNECT | P.CHANGE_NICKNAME)
TIMED_OUT = int(P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY)
"""What is left to a member who is timed out."""
VISITING = int(P.EMBED_LINKS | P.ATTACH_FILES | P.MENTION_EVERYONE)
"""What an application can do at most where only a person has added it."""
VISITED = int(P.EMBED_LINKS | P.ATTACH_FILES)
"""What an application can always do where it has no bot."""
DIRECT_MESSAGE = int(_TALKING | P.PIN_MESSAGES)


def named(names: Iterable[str]) -> int:
    """The bits of the permissions with these names from Discord, in upper or lower case.

    Raises ValueError with a sentence if Discord has no such permission.
    """
    bits = 0
    for name in names:
        try:
            bits |= int(Permission[name.upper()])
        except KeyError:
            raise ValueError(f"Discord has no permission called {name!r}.") from None
    return bits
