"""The reasons why a person can't do what they tried. Everything raises them, so they import nothing."""

GAME_OVER = "This game is over. Press Rematch to play again."
"""What a person reads who moves, leaves or pauses after the end."""


class Refusal(Exception):
    """Nothing was done and nothing has changed. The message is the sentence the person reads."""

    usual = ""
    """The sentence unless another is given."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.usual)


class CannotRun(Exception):
    """A command can't be carried out. The message, for the host who typed it, has a line for each fault."""

    status = 1
    """The command's exit status."""


class Unfit(Refusal):
    """An option can't have this value, or not together with the other options or players."""


class Expired(Refusal):
    """The button belongs to a question that is over, or its id means nothing here."""

    usual = "This button has expired. Use the newest board, or /board."


class NoSuchTable(Refusal):
    """No session has this number."""

    usual = "That game no longer exists. Use /play to start a new one."


class Elsewhere(Refusal):
    """Another process of the bot has this table, or is about to have it."""

    usual = "I'm still getting this table ready. Try again in a few seconds."


class OutOfReach(Refusal):
    """The saved games can't be read."""

    usual = "I can't reach my saved games right now. Nothing is lost; try again in a minute."
