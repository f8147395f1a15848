"""What can be pressed under settings."""

from collections.abc import Sequence

from bot.chat.custom_ids import Route


class Setting(Route, verb="setting"):
    """Change this one of a person's own settings."""

    name: str
    value: str = ""

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """A time zone is typed."""
        return self.name == "zone" and not chosen


class ServerSetting(Route, verb="server"):
    """Change this one of the server's settings; without a name, show them all."""

    name: str = ""
