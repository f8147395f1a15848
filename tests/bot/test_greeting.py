"""Writing to the bot: a mention or a direct message gets an answer, and nothing else does."""

from bot.app import Parlour
from local_discord.person import Person, text_of

HELLO = "Hi, I'm Parlour!"


async def test_a_mention_is_answered_once_and_other_messages_are_not(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    assert bot.client.user is not None
    await dmitri.say("games", "hello everybody")
    await chiara.say("games", f"<@{bot.client.user.id}> hello")
    answer = await chiara.wait_for(lambda m: HELLO in text_of(m))
    await chiara.say("games", f"<@{bot.client.user.id}> hello again")
    await chiara.reply_to(await chiara.command("help", channel="games"))
    answers = [one for one in chiara.sees.in_channel("games") if HELLO in text_of(one)]
    assert [one["id"] for one in answers] == [answer["id"]]


async def test_a_direct_message_is_answered(bot: Parlour, chiara: Person) -> None:
    channel = await chiara.open_dm()
    await chiara.do("say", channel_id=channel["id"], content="help")
    answer = await chiara.wait_for(lambda m: HELLO in text_of(m))
    assert answer["channel_id"] == channel["id"]
    assert "**/learn**" in text_of(answer)
