"""Titles: the short list of what people earn by playing, the best first."""

from collections.abc import Collection

from bot.table.ratings import is_settled
from games.engine import registry
from storage import ALL_GAMES, Known

MANY_GAMES = 100

EARNED_BY = (
    "### Titles\n"
    "- **Leads this season**: first place between people in this server, for as long as it lasts.\n"
    "- **All-rounder**: a win in every game.\n"
    "- **Beat the strongest computer** of a game: finished ahead of it.\n"
    f"- **{MANY_GAMES} games**: finished that many.\n"
    "- **First win** in a game, until there's one in every game."
)
"""All titles, and what each takes."""


def titles(
    standings: Known,
    firsts: Known,
    beaten: Collection[tuple[str, str]],
) -> tuple[str, ...]:
    """The titles of a person, the best first.

    `standings` are those of all time on both ladders, and `firsts` those between people in this season, as
    far as nobody's is better. `beaten` has each game with a level they finished ahead of.
    """
    games = registry.all_games()
    won = {key.game for key, one in standings.items() if one.wins and key.game in games}
    played = sum(one.games for key, one in standings.items() if key.game == ALL_GAMES)
    strongest = {
        name: game.about.computers[-1] for name, game in games.items() if len(game.about.computers) > 1
    }
    found = [
        f"Leads in {_title(key.game)} this season"
        for key, one in firsts.items()
        if key.game in games and is_settled(one)
    ]
    found += ["All-rounder"] if won == set(games) else []
    found += [
        f"Beat {level.title} in {_title(name)}"
        for name, level in strongest.items()
        if any((name, one) in beaten for one in (level.name, *level.was))
    ]
    found += [f"{MANY_GAMES} games"] if played >= MANY_GAMES else []
    if won != set(games):
        found += [f"First win in {_title(name)}" for name in games if name in won]
    return tuple(found)


def _title(game: str) -> str:
    return registry.find(game).about.title
