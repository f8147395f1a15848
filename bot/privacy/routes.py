"""What can be pressed under what is kept of somebody."""

from bot.chat.custom_ids import Route


class Privacy(Route, verb="privacy"):
    """What's kept of the person who presses: show it, send it as a file, or delete it after a question.

    `what` is empty, `download`, `delete` or, once they mean it, `really`.
    """

    what: str = ""
