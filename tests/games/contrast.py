"""How well a colour stands out from another."""

from games.kit.brush.palette import Colour


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2, 1 to 21: 4.5 is enough for text, 3 for large text."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(shade: Colour) -> float:
    parts = [part / 255 for part in shade]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
