"""What can be pressed where people find their way."""

from bot.chat.custom_ids import Route


class Help(Route, verb="help"):
    """*Back* from the list of commands, to the picture of what can be done."""


class AllCommands(Route, verb="all_commands"):
    """*All commands*: a list of them, in place of the picture."""
