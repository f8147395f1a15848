"""An example of a rule: its rule card as pictures, one moment at a time, with what was said."""

from functools import lru_cache

from discord import ui

from bot.screens import ids, words
from bot.screens.parts import Layout, button, picture, sealed
from bot.screens.pictures import Pictures
from bot.screens.screen import Screen
from bot.tables.refusal import Refusal
from games import registry
from games.examples import Moment, moments, with_letters

PICTURE = "example.png"

_moments = lru_cache(32)(moments)


async def example_screen(pictures: Pictures, game: str, rule: int, step: int) -> Screen:
    """This moment of the rule's example, or its last. Raises UnknownGame or Refusal."""
    found = registry.find(game)
    try:
        shown = _moments(found.about.name, rule)
    except KeyError:
        raise Refusal(f"There's no example of rule {rule}.") from None
    step = min(step, len(shown) - 1)
    moment = shown[step]
    view = moment.table.view(moment.viewer)
    drawn = await pictures.draw(found, view)
    heading, place = f"### Rule {rule} of {found.about.title}", f"-# Step {step + 1} of {len(shown)}"
    text: ui.TextDisplay[Layout] = ui.TextDisplay(f"{heading}\n{with_letters(moment.said)}\n{place}")
    turning: ui.ActionRow[Layout] = ui.ActionRow(
        button("Back", ids.write("show", game, rule, step - 1), disabled=step == 0),
        button("Next", ids.write("show", game, rule, step + 1), disabled=step == len(shown) - 1),
        button("Rules", ids.write("rule", game, rule)),
    )
    if drawn is None:
        return Screen(sealed([text, turning]))
    gallery, file = picture(PICTURE, drawn.png, _described(moment))
    return Screen(sealed([gallery, text, turning]), (file,))


def _described(moment: Moment) -> str:
    table = moment.table
    described = "" if table.game.describe is None else table.game.describe(table.view(moment.viewer))
    return words.alt_text(with_letters(described or table.game.about.title))
