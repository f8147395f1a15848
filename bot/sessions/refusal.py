"""Why somebody may not do what he tried."""


class Refusal(Exception):
    """What was tried is not done, and nothing has changed. The message is the sentence the person reads."""
