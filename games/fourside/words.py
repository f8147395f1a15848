"""How numbers read in sentences and on buttons."""


def signed(points: int) -> str:
    """`36`, or `−19` with a true minus sign."""
    return f"{points}" if points >= 0 else f"−{-points}"


def counted(number: int, what: str) -> str:
    """`1 square`, `2 squares`; `what` is one of them."""
    return f"{signed(number)} {what}" if number == 1 else f"{signed(number)} {what}s"
