"""A server's chance against what's to be expected, for people who don't know statistics."""

from bot.chat.drawing import Drawn
from bot.chat.parts import Screen, alt_text, picture, screen
from bot.fairness.card import Gauge, Luck
from bot.fairness.luck import GAMES, Share
from games.engine import registry

FAIRNESS = "fairness"
"""The purpose of the message."""

_HOW = (
    "-# Each dot is what chance drew in this server's finished games, and the middle is what's expected. "
    f"Luck alone keeps a dot on the green 19 times in 20. The newest {GAMES} games count. "
    "To be sure about one game, press *Check* below it."
)
_ALL_USUAL = "**Chance looks fair here.** All of this is as near to what's expected as luck usually is."
_ODD = (
    "**Chance has been unusual here.** {odd} came out further from what's expected than luck usually takes "
    "them. By luck alone that happens to one in twenty, so it doesn't mean that a game was unfair."
)
_NOTHING = (
    "There aren't enough finished games in this server yet to compare its chance with what's expected. "
    "You can check each single game: press *Check* below it."
)


def luck_of(shares: tuple[Share, ...]) -> Luck:
    """What the picture shows."""
    return Luck(
        "Is chance fair here?",
        "less than expected",
        "usual luck",
        "more",
        tuple(Gauge(one.label, _count(one), one.off) for one in shares),
    )


def luck_screen(shares: tuple[Share, ...], drawn: Drawn | None) -> Screen:
    """The picture and a sentence; only a sentence if there's nothing to show yet."""
    if drawn is None:
        return screen(_NOTHING)
    return screen(picture("fairness.png", drawn, alt_text(described(shares))), verdict_on(shares), _HOW)


def verdict_on(shares: tuple[Share, ...]) -> str:
    """What all of it together means."""
    *most, last = [f"{_in_words(one)} in {_title(one)}" for one in shares if not one.is_usual] or [""]
    odd = f"{', '.join(most)} and {last}" if most else last
    return _ODD.format(odd=odd[0].upper() + odd[1:]) if odd else _ALL_USUAL


def described(shares: tuple[Share, ...]) -> str:
    """The picture in plain words, for alt text."""
    return " ".join(f"{_called(one)}: {_count(one)}." for one in shares)


def _called(share: Share) -> str:
    return f"{_title(share)}: {_in_words(share)}"


def _title(share: Share) -> str:
    return registry.find(share.game).about.title


def _in_words(share: Share) -> str:
    return share.label[0].lower() + share.label[1:]


def _count(share: Share) -> str:
    return f"{share.seen:,}, expected {round(share.expected):,}"
