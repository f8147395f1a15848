"""The rules inside Discord: browsing them, page by page."""

from games.engine import registry
from local_discord.person import Person, control_of, every_component, is_ephemeral, labels_of, text_of
from tests.bot.tables import board, more, open_lobby, sit_down, told


async def test_the_rules_are_browsed_page_by_page_and_by_their_menu(chiara: Person) -> None:
    first = await chiara.reply_to(await chiara.command("rules", channel="games", game="doublolo"))
    assert is_ephemeral(first)
    assert text_of(first).startswith("## Doublolo")
    assert "Back" not in labels_of(first)
    await chiara.press(first, label="Next")
    second = await board(chiara, first, "Page 2 of")
    assert text_of(second) != text_of(first)
    await chiara.press(second, label="Back")
    await board(chiara, first, "Page 1 of")
    pages = control_of(first)["options"]
    await chiara.select(first, pages[-1]["value"])
    last = await board(chiara, first, f"Page {len(pages)} of {len(pages)}")
    assert "Next" not in labels_of(last)
    assert f"## {pages[-1]['label']}" in text_of(last)


async def test_every_page_of_every_game_can_be_turned_to_and_all_rules_are_on_one(chiara: Person) -> None:
    for game in registry.all_games():
        page = await chiara.reply_to(await chiara.command("rules", channel="games", game=game))
        seen = []
        menu = next(one for one in every_component(page["components"]) if one.get("placeholder") == "Go to …")
        for option in menu["options"]:
            await chiara.select(page, option["value"], custom_id=menu["custom_id"])
            page = await board(chiara, page, f"Page {int(option['value']) + 1} of")
            seen.append(text_of(page))
        whole = "\n".join(seen)
        readme = registry.rules_page(game)
        for number in range(1, 12):
            rule = next((row for row in readme.splitlines() if row.startswith(f"{number}. ")), None)
            assert rule is None or rule.split("  ")[0][:40] in whole


async def test_the_rules_button_opens_them_for_the_person_alone(chiara: Person, emi: Person) -> None:
    lobby = await open_lobby(chiara)
    seen = await emi.wait_for(lambda m: m["id"] == lobby["id"])
    page = await more(emi, seen)
    await emi.outcome(await emi.press(page, label="Rules"))
    page = emi.sees.current(page)
    assert "Doublolo in one minute" in text_of(page)
    assert is_ephemeral(page)
    assert "Join" in labels_of(emi.sees.current(lobby)), "the lobby stays what it is"


async def test_the_rules_of_an_unknown_game_are_answered_with_what_there_is(chiara: Person) -> None:
    sentence = await told(chiara, await chiara.command("rules", channel="games", game="whist"))
    assert "whist" in sentence
    assert "Doublolo" in sentence


async def test_rules_without_a_name_are_those_of_the_game_in_this_channel(chiara: Person) -> None:
    await open_lobby(chiara)
    page = await chiara.reply_to(await chiara.command("rules", channel="games"))
    assert "## Doublolo" in text_of(page)


async def test_rules_without_a_name_where_nothing_is_played_offer_every_game(chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("rules", channel="games"))
    assert is_ephemeral(shown)
    games = {game.about.name: game.about for game in registry.all_games().values()}
    assert labels_of(shown) == [about.title for about in games.values()]
    for about in games.values():
        await chiara.press(shown, label=about.title)
        page = await board(chiara, shown, "Page 1 of")
        assert text_of(page).startswith(f"## {about.title}")
        await chiara.press(page, label="Other games")
        shown = await board(chiara, shown, "Which rules")


async def test_every_picture_and_menu_of_a_table_says_what_it_is(chiara: Person, dmitri: Person) -> None:
    shown = await sit_down(chiara, dmitri)
    for one in every_component(shown["components"]):
        if one["type"] == 12:
            assert all(item["description"] for item in one["items"])
        if one["type"] == 3:
            assert one["placeholder"]
