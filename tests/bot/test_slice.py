"""A press moves, is durable, and changes the picture."""

from bot.local.person import Person, labels_of, pictures_of, text_of


async def test_two_people_sit_down_and_play_the_first_moves(ada: Person, bruno: Person) -> None:
    opened = await ada.command("play", channel="games", game="doublolo")
    lobby = await ada.reply_to(opened)
    assert "Doublolo" in text_of(lobby)
    await bruno.press(await bruno.wait_for(lambda m: m["id"] == lobby["id"]), label="Join")
    await ada.wait_for(lambda m: m["id"] == lobby["id"] and bruno.id in text_of(m))
    await ada.press(lobby, label="Start")
    board = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "Heads" in labels_of(m))
    await ada.press(board, label="Heads")
    board = await ada.wait_for(lambda m: m["id"] == lobby["id"] and "which square" in text_of(m))
    print(text_of(board), labels_of(board), pictures_of(board))
