"""The options of a lobby: setting them, how they're listed, and what happens to their menus."""

from bot.app import Parlour
from bot.screens.lobby import note_of, values
from bot.tables.options import offered
from games import registry
from local_discord.codec import Json
from local_discord.person import (
    Person,
    every_component,
    is_ephemeral,
    text_of,
)
from local_discord.server import LocalDiscord
from tests.bot.cities import set_option
from tests.bot.tables import board, forge, join, open_lobby, told


async def test_every_option_can_be_set_and_the_lobby_shows_it_in_bold(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    assert is_ephemeral(menus)
    selects = [one for one in every_component(menus["components"]) if one["type"] == 3]
    assert [one["placeholder"] for one in selects] == [
        "Blocked squares",
        "Who starts",
        "Length",
        "Hints",
        "Make forced moves automatically",
        "Time for a move",
        "Extra time",
        "Invited people only",
    ]
    assert [_default(one) for one in selects] == [
        *("random", "toss", "full", "3", "true", "off", "none", "false")
    ]
    assert all(any(o.get("description") == "default" for o in one["options"]) for one in selects)
    await chiara.select(menus, "24", custom_id=selects[0]["custom_id"])
    await board(chiara, lobby, "Blocked squares: **24**")
    await chiara.select(menus, "red", custom_id=selects[1]["custom_id"])
    lobby = await board(chiara, lobby, "Who starts: **red**")
    menus = chiara.sees.current(menus)
    selects = [one for one in every_component(menus["components"]) if one["type"] == 3]
    assert [_default(one) for one in selects] == [*("24", "red", "full", "3", "true", "off", "none", "false")]


def _default(select: Json) -> str:
    (chosen,) = (one["value"] for one in select["options"] if one.get("default"))
    return str(chosen)


async def test_the_options_chosen_are_those_of_the_game(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    lobby = await open_lobby(chiara)
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    selects = [one for one in every_component(menus["components"]) if one["type"] == 3]
    await chiara.select(menus, "40", custom_id=selects[0]["custom_id"])
    await chiara.select(menus, "white", custom_id=selects[1]["custom_id"])
    await board(chiara, lobby, "Who starts: **white**")
    lobby = await join(dmitri, lobby)
    await chiara.press(lobby, label="Start")
    shown = await board(dmitri, lobby, f"<@{dmitri.id}>: White to place")
    assert "40 blocked squares" in text_of(shown)


async def test_the_options_menu_goes_at_the_start_and_a_late_choice_is_told_that_the_game_has_started(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    menu = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    await join(dmitri, lobby)
    await chiara.press(await board(chiara, lobby, f"<@{dmitri.id}>"), label="Start")
    shown = await board(chiara, lobby, "Heads or tails?")
    await chiara.wait_gone(menu)
    select = next(one for one in every_component(menu["components"]) if one["type"] == 3)
    late = await forge(discord, chiara, shown, select["custom_id"], "24")
    assert "already started" in await told(chiara, late)


async def test_many_options_are_turned_page_by_page(bot: Parlour, chiara: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fooblitzky"))
    shown = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    first = text_of(shown)
    await chiara.press(shown, label="More options")
    turned = await chiara.wait_for(lambda m: m["id"] == shown["id"] and text_of(m) != first)
    menu = next(one for one in every_component(turned["components"]) if one["type"] == 3)
    value = next(one["value"] for one in menu["options"] if not one.get("default"))
    await chiara.select(turned, value, custom_id=menu["custom_id"])
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and text_of(m) not in (first, text_of(turned)))


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


async def test_what_an_option_says_of_its_values_stands_beside_them_in_lobby_and_menu(chiara: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fourside"))
    assert "Values: intermediate (1 to 6)" in text_of(lobby)
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    select = next(one for one in every_component(menus["components"]) if one["type"] == 3)
    notes = [(one["value"], one["description"]) for one in select["options"]]
    assert notes == [("beginner", "1 to 3"), ("intermediate", "1 to 6, default"), ("expert", "1 to 9")]
    await chiara.select(menus, "expert", custom_id=select["custom_id"])
    await board(chiara, lobby, "Values: **expert (1 to 9)**")
