"""Modals: what Discord opens and refuses, and what a submitted one contains."""

from typing import Any

import pytest

from local_discord.person import Person
from tests.local_discord.bodies import codes, menu, row
from tests.local_discord.raw_bot import Json, RawBot

MODAL: Json = {"title": "A form", "custom_id": "form", "components": []}


def label(component: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "A label", "component": component} | fields


def field(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "field", "style": 1} | fields


def options(count: int) -> list[Json]:
    return [{"label": str(one), "value": str(one)} for one in range(count)]


MODALS_REFUSED: dict[str, tuple[Json, str]] = {
    "title too long": ({"title": "x" * 46, "components": [label(field())]}, "data.title"),
    "nothing in it": ({"components": []}, "data.components"),
    "six": (
        {"components": [label(field(custom_id=str(one))) for one in range(6)]},
        "data.components",
    ),
    "label too long": ({"components": [label(field(), label="x" * 46)]}, "data.components.0.label"),
    "a button": (
        {"components": [label({"type": 2, "style": 1, "custom_id": "x"})]},
        "data.components.0.component.type",
    ),
    "custom ids alike": (
        {"components": [label(field()), label(field())]},
        "data.components.1.component.custom_id",
    ),
    "eleven radio buttons": (
        {"components": [label({"type": 21, "custom_id": "x", "options": options(11)})]},
        "data.components.0.component.options",
    ),
    "a menu in a row": (
        {"components": [row(menu())]},
        "data.components.0.components.0.type",
    ),
}


@pytest.mark.parametrize("case", MODALS_REFUSED)
async def test_a_modal_discord_would_not_open_is_refused(ada: Person, bot: RawBot, case: str) -> None:
    fields, place = MODALS_REFUSED[case]
    await ada.command("greet", channel="games")
    told = await bot.event("INTERACTION_CREATE")
    status, reply = await bot.answer(told, {"type": 9, "data": MODAL | fields})
    assert (status, reply["code"]) == (400, 50035)
    assert list(codes(reply["errors"])) == [place]


async def test_every_kind_of_input_comes_back(ada: Person, bot: RawBot) -> None:
    components = [
        label(field(value="as it was", required=False)),
        label(menu(3)),
        label({"type": 21, "custom_id": "radio", "options": options(3)}),
        label({"type": 22, "custom_id": "boxes", "options": options(3)}),
        label({"type": 23, "custom_id": "box"}),
    ]
    await ada.command("greet", channel="games")
    told = await bot.event("INTERACTION_CREATE")
    status, _ = await bot.answer(told, {"type": 9, "data": MODAL | {"components": components}})
    assert status == 200
    modal = await ada.modal_of(told["id"])
    await ada.submit(modal, menu=["1"], radio="2", boxes=["0", "2"], box=True)
    sent = await bot.event("INTERACTION_CREATE")
    inner = [one["component"] for one in sent["data"]["components"]]
    values = [one.get("value", one.get("values")) for one in inner]
    assert values == ["as it was", ["1"], "2", ["0", "2"], True]
