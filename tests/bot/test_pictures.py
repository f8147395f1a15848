"""Pictures that are kept to be shown again: as many as there is room for."""

from bot.screens.pictures import MOST_BYTES, Pictures
from games import registry
from games.core import CHANCE
from games.record import Header, Line
from games.table import Table

GAME = "doublolo"


async def test_pictures_are_kept_as_long_as_they_have_room() -> None:
    pictures, game = Pictures(1), registry.find(GAME)
    about, drawn = game.about, []
    assert pictures.kept.most == MOST_BYTES
    pictures.kept.most = 200_000
    table = Table.new(game, Header(GAME, about.edition, 2, commit=f"sha256:{'0' * 64}"))
    try:
        for _ in range(12):
            while CHANCE in table.turn.owes:
                table = table.play(table.chance(bytes(32)))
            seat = min(table.turn.owes)
            drawn.append(await pictures.draw(game, table.view(None)))
            assert await pictures.draw(game, table.view(None)) is drawn[-1]
            assert 0 < pictures.kept.bytes <= 200_000
            table = table.play(Line(seat, game.write(next(iter(game.legal(table.view(seat)))))))
    finally:
        pictures.close()
    assert sum(len(one or b"") for one in drawn) > 200_000
