"""The options of a lobby: setting them, how they're listed, and what happens to their menus."""

from bot.app.parlour import Parlour
from bot.table.options import offered, written
from bot.table.screens.lobby import note_of, values
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, every_component, text_of
from tests.bot.cities import open_option, set_option
from tests.bot.tables import board, options_of


async def test_every_option_of_a_game_with_many_can_be_set_and_only_what_was_changed_is_listed(
    bot: Parlour, chiara: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fooblitzky"))
    assert ": **" not in text_of(lobby)
    shown = lobby
    menus = await options_of(chiara, lobby)
    game = registry.find("fooblitzky")
    options = game.options
    for count, name in enumerate(offered(options), 1):
        field = options.model_fields[name]
        known = values(field)
        assert known is not None
        others = [one for one in known if one != written(field.default)]
        quick = [written(game.quick[name])] if name in game.quick else []
        # All of the Quick form's options together would be listed under its name.
        other = next((one for one in others if one not in quick), others[0])
        menus = await set_option(chiara, menus, name, other)
        spoken, note = {"true": "yes"}.get(other, other), note_of(field, other)
        told = f"{spoken} ({note})" if note else spoken
        shown = await board(chiara, lobby, f"{field.title}: **{told}**")
        assert text_of(shown).count(": **") == count
    assert "Waiting for 1 more player." in text_of(shown)


async def test_only_options_that_are_not_as_usual_have_a_menu_and_one_list_has_all(chiara: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="foozle"))
    menus = await options_of(chiara, lobby)
    assert "Everything is as usual" in text_of(menus)
    assert len(menus_in(menus)) == 1
    menus = await open_option(chiara, menus, "colours")
    assert "**Colours to collect**" in text_of(menus)
    menus = await set_option(chiara, menus, "hints", "off")
    assert "Colours to collect" not in text_of(menus), "that one wasn't changed"
    assert len(menus_in(menus)) == 2
    menus = await open_option(chiara, menus, "bank")
    assert "**Hints**" in text_of(menus)
    assert "**Extra time**" in text_of(menus)


def menus_in(shown: Json) -> list[Json]:
    return [one for one in every_component(shown["components"]) if "options" in one]
