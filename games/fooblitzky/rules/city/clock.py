"""The city's clock: fifteen minutes a round, and what changes with the hours (rules 14 and 15)."""

OPENS = 8 * 60
"""Minutes after midnight at which a day begins."""

ROUND = 15
ROUNDS_A_DAY = 40
_RUSH = ((8 * 60, 8 * 60 + 45), (12 * 60, 12 * 60 + 45), (16 * 60, 16 * 60 + 45))


def closes(days: int, *, half_day: bool) -> int:
    """The round with which the city closes on the last of these days, counted from 0 (rule 34)."""
    return days * ROUNDS_A_DAY - half_day * ROUNDS_A_DAY // 2


def minutes(number: int) -> int:
    """The time of a round, counted from 0, in minutes after midnight."""
    return OPENS + ROUND * (number % ROUNDS_A_DAY)


def day(number: int) -> int:
    """The day of a round, the first being 1."""
    return 1 + number // ROUNDS_A_DAY


def is_rush(number: int) -> bool:
    """Whether this round is in a rush hour, both ends included."""
    return any(first <= minutes(number) <= last for first, last in _RUSH)


def time(number: int) -> str:
    """`8:00 AM`, `12:15 PM`."""
    hour, minute = divmod(minutes(number), 60)
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"
