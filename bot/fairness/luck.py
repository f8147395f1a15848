"""What chance has drawn in the finished games of a server, against what is to be expected.

For each game one thing is counted that everybody understands, and of which the expected number and its usual
spread follow from the rules alone. A draw that was undone and came back the same is counted each time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from bot.table.options import TableOptions
from games.engine.registry import find
from storage import DrawnLine

GAMES = 500
"""At most this many games are counted, the newest."""

USUAL = 2.0
"""Luck is usually within this many standard deviations: 19 times in 20."""

LEAST_EXPECTED = 5
"""With fewer expected on either side, a share says nothing yet."""


@dataclass(frozen=True)
class Share:
    """How many of the draws of a game came out in one way, how many should have, and their variance."""

    game: str
    label: str
    seen: int = 0
    draws: int = 0
    expected: float = 0
    variance: float = 0

    @property
    def off(self) -> float:
        """How far it is from what's expected, in standard deviations; below 0 if it's less."""
        return (self.seen - self.expected) / sqrt(self.variance) if self.variance else 0.0

    @property
    def is_usual(self) -> bool:
        """Whether luck alone brings this 19 times in 20."""
        return abs(self.off) <= USUAL

    @property
    def says_something(self) -> bool:
        """Whether there have been enough draws."""
        return min(self.expected, self.draws - self.expected) >= LEAST_EXPECTED

    def with_draws(self, seen: int, draws: int, chance: float, spread: float = 1.0) -> "Share":
        """With these draws too, each with this chance; `spread` is below 1 for cards that aren't put back."""
        return replace(
            self,
            seen=self.seen + seen,
            draws=self.draws + draws,
            expected=self.expected + draws * chance,
            variance=self.variance + draws * chance * (1 - chance) * spread,
        )


_LABELS = {
    "calabresella": "Threes in the widow",
    "doublolo": "Tosses of heads",
    "fooblitzky": "Rolls of 13 or more",
    "foozle": "Trumps in the first deal",
    "fourside": "Tile sides with a 1",
}
_LARGEST = {"beginner": 3, "intermediate": 6, "expert": 9}
_TRUMPS = frozenset({"Granola", "Lobster", "Snail", "Jester", "Time", "Light", "Beauty", "Death", "Grue"})


def shares(lines: Iterable[DrawnLine]) -> tuple[Share, ...]:
    """Each game's share in the order of the games, without those that don't say anything yet."""
    found = {game: Share(game, label) for game, label in _LABELS.items()}
    dealt = set[int]()
    for line in lines:
        if line.game in found and not TableOptions.read(line.table_options).origin:
            found[line.game] = _counted(found[line.game], line, is_first=line.session_id not in dealt)
            if line.text.startswith("deal "):
                dealt.add(line.session_id)
    return tuple(one for one in found.values() if one.says_something)


def _counted(share: Share, line: DrawnLine, *, is_first: bool) -> Share:
    verb, *words = line.text.split()
    match line.game, verb:
        case "doublolo", "toss":
            return share.with_draws(words == ["heads"], 1, 1 / 2)
        case "fooblitzky", "roll":
            return share.with_draws(int(words[0]) >= 13, 1, 1 / 2)
        case "calabresella", "deal":
            widow = line.text.rpartition(" / ")[2].split()
            return share.with_draws(sum(card[0] == "3" for card in widow), 4, 4 / 40, 36 / 39)
        case "foozle", "deal" if is_first:
            cards = [word for word in words if word != "/"]
            trumps = sum(card in _TRUMPS for card in cards)
            return share.with_draws(trumps, len(cards), 9 / 174, (174 - len(cards)) / 173)
        case "fourside", "tiles":
            level = find("fourside").options.model_validate_json(line.options).model_dump()["level"]
            return share.with_draws(
                sum(tile.count("1") for tile in words), 4 * len(words), 1 / _LARGEST[level]
            )
    return share
