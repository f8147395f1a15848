"""Why somebody may not do what he tried."""


class Refusal(Exception):
    """What was tried is not done, and nothing has changed. The message is the sentence the person reads."""


class Unfit(Refusal):
    """An option cannot have this value, or not together with what is settled already."""


class Old(Refusal):
    """The question that was answered is not asked any more."""

    def __init__(self) -> None:
        super().__init__("That button is old: the game has gone on. The newest board has the right ones.")


class OutOfReach(Refusal):
    """What is played cannot be read."""

    def __init__(self) -> None:
        super().__init__("I can't reach my saved games right now. Nothing is lost; try again in a minute.")
