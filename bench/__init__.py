"""What things cost, measured; `make bench` runs all of it."""

import sys


def told(figures: dict[str, float], digits: int = 2) -> dict[str, float]:
    """Prints a row for each figure, and returns them."""
    for name, figure in figures.items():
        sys.stdout.write(f"{name:56}{figure:12,.{digits}f}\n")
    return figures
