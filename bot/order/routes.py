"""What can be pressed where order is kept."""

from bot.chat.custom_ids import Page, Route


class ServerLog(Route, verb="server_log"):
    """A page of the list of who did what to keep order in this server."""

    page: Page = 0
