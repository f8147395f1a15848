"""Duels: two people play the same deal, each at a table in their direct messages, and luck is out of it.

See docs/decisions/0035-duels.md.
"""

import asyncio
import json
import secrets
from dataclasses import dataclass, replace

from bot.chat.players import mention
from bot.daily.days import DAY_SECONDS
from bot.refusal import Refusal
from bot.table.deal import PLAYER, Deal, dealt, rules_of, scored
from bot.table.journal import milliseconds
from bot.table.open_tables import OpenTables, unfolded
from bot.table.seats import from_stored
from bot.table.session import Session
from bot.table.trail import Trail, trail
from bot.table.welcome import must_be_welcome
from games.core import BadNotation, IllegalMove
from games.engine import registry
from games.game import AnyGame, Form
from storage import Archive, Duel, DuelSide
from storage.duels import DuelReminder

MOST = 5
"""How many open duels one person can have."""

DAYS = 7
"""A challenge that nobody accepts, or a duel that somebody doesn't finish, lapses after so many days."""

TOO_MANY = (
    f"You have {MOST} open duels already. Finish one first, or take a challenge back: /duel shows yours."
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A duel and the tables of those who have begun, by person."""

    duel: Duel
    sides: dict[int, DuelSide]

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return registry.find(self.duel.game)

    @property
    def form(self) -> Form:
        """What is played: in a duel from an older version perhaps not what would be now."""
        rules = rules_of(self.game)
        stored = json.loads(self.duel.options)
        return next((one for one in (rules.in_duels, rules) if one.options == stored), rules.in_duels)

    @property
    def is_told(self) -> bool:
        """Whether there is nothing to hide any more: both are through, or it has lapsed."""
        return self.duel.accepted_at is not None and self.duel.state in ("over", "expired")

    @property
    def lapses_at(self) -> int:
        """When it lapses, in seconds since the epoch."""
        since = self.duel.accepted_at or self.duel.created_at
        return since // 1000 + DAYS * DAY_SECONDS

    def is_through(self, user_id: int) -> bool:
        """Whether this person has finished or given up."""
        return (side := self.sides.get(user_id)) is not None and side.ended_at is not None

    def waits_for(self, user_id: int) -> bool:
        """Whether this person can still play, or go on."""
        return self.duel.state == "playing" and not self.is_through(user_id)

    def score(self, user_id: int) -> int | None:
        """What this person scored; None without a score that counts."""
        side = self.sides.get(user_id)
        return None if side is None else side.score

    @property
    def winner(self) -> int | None:
        """Who has won; None if they're level, nobody has a score, or it isn't over."""
        if not self.is_told:
            return None
        scores = {one: score for one in self.duel.people if (score := self.score(one)) is not None}
        best = [one for one, score in scores.items() if score == max(scores.values())]
        return best[0] if len(best) == 1 else None

    @property
    def ahead(self) -> int | None:
        """By how much the winner is ahead, 0 if they're level; None unless both have a score."""
        scores = [score for one in self.duel.people if (score := self.score(one)) is not None]
        return abs(scores[0] - scores[1]) if len(scores) == len(self.duel.people) == 2 else None


async def standing(archive: Archive, number: int) -> Standing:
    """The duel with this number. Raises Refusal if there's none."""
    duel = await archive.duels.find(number)
    if duel is None:
        raise Refusal("That duel no longer exists. Use /duel to start a new one.")
    return Standing(duel, {one.user_id: one for one in await archive.duels.sides(number)})


async def so_far(archive: Archive, duel: Duel) -> tuple[int | None, ...]:
    """Who won the earlier duels of these two in the same server, oldest first; None if they were level.

    Those in other servers aren't told here, nor those that nobody won because one of them never began.
    """
    if duel.opponent_id is None:
        return ()
    found = await archive.duels.between(duel.challenger_id, duel.opponent_id, duel.guild_id)
    before = (Standing(one, {side.user_id: side for side in sides}) for one, sides in found.items())
    told = (one for one in before if one.is_told and one.duel.id != duel.id)
    return tuple(one.winner for one in told if one.winner is not None or one.ahead == 0)


async def challenge(
    archive: Archive, game: AnyGame, user_id: int, opponent_id: int | None, guild_id: int, channel_id: int
) -> Duel:
    """This person challenges somebody, or everybody, to a deal that nobody knows. Raises Refusal."""
    await must_be_welcome(archive, guild_id, user_id)
    deal = dealt(game, rules_of(game).in_duels, secrets.token_bytes(32))
    new = Duel(
        id=0,
        game=game.about.name,
        edition=game.about.edition,
        options=deal.options,
        rivals=" ".join(deal.rivals),
        seed=deal.seed,
        challenger_id=user_id,
        opponent_id=opponent_id,
        state="asked",
        guild_id=guild_id,
        channel_id=channel_id,
        message_id=None,
        created_at=milliseconds(),
    )
    made = await archive.duels.challenge(new, MOST)
    if made is None:
        raise Refusal(TOO_MANY)
    return made


async def accept(archive: Archive, number: int, user_id: int) -> Standing:
    """This person accepts; a second press of theirs changes nothing. Raises Refusal."""
    was = (await standing(archive, number)).duel
    if was.challenger_id == user_id:
        raise Refusal("It's your own challenge: somebody else has to accept it.")
    await must_be_welcome(archive, was.guild_id, user_id)
    try:
        await must_be_welcome(archive, was.guild_id, was.challenger_id)
    except Refusal:
        raise Refusal(f"{mention(was.challenger_id)} can't play here now.") from None
    duel = await archive.duels.accept(number, user_id, milliseconds(), MOST)
    if duel is None:
        raise Refusal(TOO_MANY)
    if duel.opponent_id not in (None, user_id):
        other = mention(duel.opponent_id)
        raise Refusal(
            f"Only {other} can accept this challenge."
            if was.opponent_id is not None
            else f"{other} was faster. Use /duel to challenge somebody yourself."
        )
    if duel.state == "asked" or duel.accepted_at is None:
        raise Refusal(_gone(duel))
    return await standing(archive, number)


async def decline(archive: Archive, number: int, user_id: int) -> Standing:
    """The person who was challenged doesn't want to. Raises Refusal."""
    duel = (await standing(archive, number)).duel
    if duel.opponent_id != user_id:
        raise Refusal("Only the person who was challenged can decline.")
    if not await archive.duels.close(number, "declined", "asked", milliseconds()):
        raise Refusal(_gone((await standing(archive, number)).duel))
    return await standing(archive, number)


async def take_back(archive: Archive, number: int, user_id: int) -> Standing:
    """The challenger takes the challenge back. Raises Refusal."""
    duel = (await standing(archive, number)).duel
    if duel.challenger_id != user_id:
        raise Refusal(f"Only {mention(duel.challenger_id)} can take this challenge back.")
    if not await archive.duels.close(number, "withdrawn", "asked", milliseconds()):
        raise Refusal(_gone((await standing(archive, number)).duel))
    return await standing(archive, number)


async def begin(
    tables: OpenTables, number: int, user_id: int, name: str, channel_id: int, guild_id: int | None
) -> Session:
    """This person's table in a duel, begun now or earlier. `channel_id` is that of their direct messages.

    They pressed *Play* in the server with `guild_id`. Raises Refusal, and Elsewhere if another process plays
    in direct messages.
    """
    tables.share.must_have(None)
    duel = (await standing(tables.archive, number)).duel
    if user_id not in duel.people:
        raise Refusal("You aren't in this duel. Use /duel to challenge somebody yourself.")
    deal = _deal(duel)
    new = replace(deal.table(user_id, channel_id), duel=number)
    stored = await tables.archive.duels.begin(number, guild_id, new, deal.seats(user_id, name))
    if stored is None:
        raise Refusal(_gone(duel))
    session = await tables.session(stored.id)
    await session.settle()
    return session


def _deal(duel: Duel) -> Deal:
    """Raises Refusal if a newer version of the bot would deal it differently."""
    game = registry.find(duel.game)
    if game.about.edition != duel.edition:
        title = game.about.title
        raise Refusal(
            f"The rules of {title} have changed since this challenge. Use /duel to start a new one."
        )
    return Deal(game, duel.options, tuple(duel.rivals.split()), duel.seed)


def _gone(duel: Duel) -> str:
    """Why nothing can be done about it now."""
    match duel.state:
        case "asked":
            return "This challenge hasn't been accepted yet."
        case "withdrawn":
            return f"{mention(duel.challenger_id)} has taken this challenge back."
        case "declined":
            return f"{mention(duel.opponent_id)} has declined this challenge."
        case "expired":
            return f"This duel has expired: it lapses after {DAYS} days. Use /duel to start a new one."
        case "playing":
            return "This challenge has been accepted already."
        case "over":
            return "This duel is over. Press Result to see how it came out."


async def trail_of(archive: Archive, shown: Standing, user_id: int) -> Trail:
    """This person's way, up to the end of the duel; empty if these rules can't replay their table."""
    side, game = shown.sides.get(user_id), shown.game
    if side is None or game.about.edition != shown.duel.edition:
        return Trail()
    stored = await archive.sessions.find(side.session_id)
    assert stored is not None
    players = from_stored(await archive.sessions.seats(side.session_id))
    lines = await archive.record.lines(side.session_id)
    if side.ended_at is None:  # they may play on after the duel's end, which doesn't count
        lines = tuple(one for one in lines if one.at <= (shown.duel.ended_at or 0))
    whole = unfolded(stored, players, lines)
    try:
        return await asyncio.to_thread(trail, game, whole.header, whole.lines, (PLAYER,), scored)
    except (IllegalMove, BadNotation, ValueError):
        return Trail()


async def to_remind(archive: Archive) -> tuple[DuelReminder, ...]:
    """Who has less than a day left to play a duel, and wasn't reminded of it yet. Raises StorageFailed."""
    return await archive.duels.to_remind(milliseconds() - (DAYS - 1) * DAY_SECONDS * 1000)


async def lapse(archive: Archive) -> list[int]:
    """End the challenges and duels that have waited for `DAYS` days; their numbers. Raises StorageFailed."""
    now = milliseconds()
    late = await archive.duels.late(now - DAYS * DAY_SECONDS * 1000)
    return [one.id for one in late if await archive.duels.close(one.id, "expired", one.state, now)]
