"""The options of a lobby: setting them, how they're listed, and what happens to their menus."""

from bot.app import Parlour
from bot.screens.lobby import note_of, values
from bot.tables.options import offered
from games import registry
from local_discord.person import (
    Person,
    text_of,
)
from tests.bot.cities import set_option
from tests.bot.tables import board


async def test_every_option_of_a_game_with_many_can_be_set_and_only_what_was_changed_is_listed(
    bot: Parlour, chiara: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fooblitzky"))
    assert "All 16 options are at their defaults" in text_of(lobby)
    shown = lobby
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    options = registry.find("fooblitzky").options
    for count, name in enumerate(offered(options), 1):
        field = options.model_fields[name]
        known = values(field)
        assert known is not None
        other = next(one for one in known if one not in (str(field.default), str(field.default).lower()))
        menus = await set_option(chiara, menus, name, other)
        spoken, note = {"true": "yes"}.get(other, other), note_of(field, other)
        told = f"{spoken} ({note})" if note else spoken
        shown = await board(chiara, lobby, f"{field.title}: **{told}**")
        assert text_of(shown).count(": **") == count
    assert "at their defaults" not in text_of(shown)
    assert "Waiting for 1 more player." in text_of(shown)
