"""Show me: a rule's example, step by step; and the button that leads from a refusal to its rule."""

from local_discord.person import Person, labels_of, pictures_of, text_of
from tests.bot.tables import toss, words_of


async def test_the_rules_show_an_example_of_a_rule_step_by_step(chiara: Person) -> None:
    page = await chiara.reply_to(await chiara.command("rules", channel="games", game="doublolo"))
    assert "Doublolo in one minute" in text_of(page)
    assert len(text_of(page)) <= 1_000
    assert pictures_of(page)
    await chiara.select(page, "2", custom_id="rules:doublolo:menu")
    page = await chiara.wait_for(lambda m: m["id"] == page["id"] and "9. " in text_of(m))
    await chiara.select(page, "9", custom_id="show:doublolo:menu")
    first = await chiara.wait_for(lambda m: m["id"] == page["id"] and "Step 1 of 3" in text_of(m))
    assert "flipped stones don't flip others" in text_of(first)
    (before,) = pictures_of(first)
    await chiara.press(first, label="Next")
    second = await chiara.wait_for(lambda m: m["id"] == page["id"] and "Step 2 of 3" in text_of(m))
    assert "A plays I5 and flips 2 stones" in words_of(second)
    (after,) = pictures_of(second)
    assert await chiara.fetch(before["url"]) != await chiara.fetch(after["url"])
    await chiara.press(second, label="Rules")
    await chiara.wait_for(lambda m: "9. " in text_of(m) and "Page" in text_of(m))


async def test_a_refused_move_leads_to_its_rule(chiara: Person, dmitri: Person) -> None:
    await toss(chiara, dmitri)
    refusals = [
        await one.reply_to(await one.command("move", channel="games", move="A1")) for one in (chiara, dmitri)
    ]
    (refused,) = [one for one in refusals if "rule" in text_of(one)]
    (label,) = [label for label in labels_of(refused) if label.startswith("Rule ")]
    reader = chiara if refused is refusals[0] else dmitri
    page = await reader.reply_to(await reader.press(refused, label=label))
    assert f"{label.removeprefix('Rule ')}. " in text_of(page)
