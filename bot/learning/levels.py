"""The computer players of a game: how strong they are, and how the reader has done against each."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat import links
from bot.chat.drawing import Drawn
from bot.chat.parts import Screen, alt_text, button, menu, picture, rows, screen
from bot.learning import routes
from bot.learning.levels_card import Ladder, Rung
from bot.table.ratings import Wins, ladder
from games.core import Choice
from games.game import About, Level
from games.kit.faces import Face

PICTURE = "levels.png"

_NEVER = Wins(0, 0)


@dataclass(frozen=True, slots=True)
class LevelsPage:
    """A game's computers and the reader's own games against them, by level: those won, of those played."""

    about: About
    reader: Face
    own: Mapping[str, tuple[int, int]]
    can_begin: bool = True
    """Whether the reader could play here."""

    @property
    def steps(self) -> list[tuple[Level, Level | None, Wins]]:
        """Each level, strongest first, with the one below it and the games between these two."""
        levels, measured = self.about.computers, ladder().get(self.about.name, {})
        below = (None, *levels[:-1])
        return [
            (one, other, measured.get(one.name, {}).get(other.name, _NEVER) if other else _NEVER)
            for one, other in zip(reversed(levels), reversed(below), strict=True)
        ]

    @property
    def stands_at(self) -> str:
        """The strongest level that the reader has beaten, or else the weakest one they have played."""
        names = self.about.levels
        beaten = [one for one in names if self.own.get(one, (0, 0))[0]]
        played = [one for one in names if one in self.own]
        return next(iter([*reversed(beaten), *played]), "")


def levels_screen(page: LevelsPage, drawn: Drawn) -> Screen:
    """The picture, with a menu of whom to play at once."""
    levels = [Choice(one.name, one.title, note=one.line) for one, _, _ in page.steps]
    return screen(
        picture(PICTURE, drawn, alt_text(described(page))),
        menu(routes.PlayLevel(page.about.name), "Play against …", levels) if page.can_begin else [],
        rows([button("Rules", links.Rules(page.about.name, 0))]),
    )


def ladder_of(page: LevelsPage) -> Ladder:
    """What the picture shows."""
    return Ladder("Who will you play?", page.about.title, page.reader, tuple(_rungs(page)))


def _rungs(page: LevelsPage) -> list[Rung]:
    rungs = []
    for one, other, wins in page.steps:
        won, played = page.own.get(one.name, (0, 0))
        against = "everybody starts here" if other is None else f"beats {other.title}"
        stands = one.name == page.stands_at
        rungs.append(
            Rung(
                one.title,
                one.line,
                against if wins.decided or other is None else "",
                wins.won,
                wins.decided,
                done="beaten" if won and not stands else "",
                score=f"you won {won} of {played}" if stands else "",
            )
        )
    return rungs


def described(page: LevelsPage) -> str:
    """The picture in plain words, for alt text."""
    told = [f"Computer players of {page.about.title}, strongest first."]
    for one, other, wins in page.steps:
        told.append(f"{one.title}: {one.line}")
        if other is not None and wins.decided:
            told.append(f"It beat {other.title} in {wins.won} of {wins.decided} games.")
        if one.name in page.own:
            won, played = page.own[one.name]
            told.append(f"You won {won} of {played} against it.")
    return " ".join(told)
