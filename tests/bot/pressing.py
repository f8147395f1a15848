"""People who play a game by pressing what its board offers."""

from functools import partial

from bot.table.session import Session
from local_discord.codec import Json
from local_discord.person import Person, Refused, every_component
from tests.bot.tables import until


def picks(message: Json) -> list[str]:
    """The ids of the buttons and menus that answer the question."""
    found = [str(one.get("custom_id", "")) for one in every_component(message["components"])]
    return [one for one in found if one.startswith("pick:")]


async def press_on(session: Session, shown: Json, *people: Person, presses: int = 2_000) -> None:
    """The player who is asked presses the first answer, again and again, until the end if need be."""
    by_id = {int(one.id): one for one in people}
    for _ in range(presses):
        if session.table.over:
            return
        await until(lambda: session.table.over or session.waits_for())
        player = by_id[session.players[session.waits_for()[0]].user_id or 0]
        asked = await player.wait_for(lambda m: m["id"] == shown["id"] and picks(m))
        before = picks(asked)
        control = next(
            one for one in every_component(asked["components"]) if one.get("custom_id") == before[0]
        )
        values = [one["value"] for one in control.get("options", ())][: control.get("min_values", 1)]
        try:
            if values:
                await player.select(asked, *values, custom_id=before[0])
            else:
                await player.press(asked, before[0])
        except Refused:
            continue  # the board has just gone on
        answered = partial(_has_gone_on, session, shown, before)
        await player.wait_for(answered)


def _has_gone_on(session: Session, shown: Json, before: list[str], message: Json) -> bool:
    is_new = picks(message) not in ([], before)
    return bool(message["id"] == shown["id"] and (is_new or session.table.over))
