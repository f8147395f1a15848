"""Reviews of games that are over, made once each and kept in memory for a while."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from cachetools import LRUCache

from bot.chat.parts import Screen, alt_text, picture, plainly, screen
from bot.chat.pictures import Faces, Pictures
from bot.refusal import Refusal
from bot.replays.replays import Replayed
from bot.replays.review_card import Page, Row, ground_of, review_picture
from bot.table.computers import Computers, NoReview
from games.core import Seat, mark
from games.engine.review import Moment, Review, can_review
from games.kit.faces import Face
from games.kit.prose import counted
from games.kit.results import Ink, Look

MOST_KEPT = 256
"""How many reviews are kept, of a few kB each."""

MOST_WAITING = 5
"""How many reviews are asked for at most before the first of them is there."""

NONE = "There's no review of this game."
NOT_IN_TIME = "I couldn't finish looking at this game. Try again in a minute."
TOO_SHORT = "Too little was played for a review."
STILL_LOOKING = "I'm still looking at another game for you. Ask again when you see what I think of it."
TOO_MANY = "I'm looking at several games already. Try again in a minute."


class Reviews:
    """Each review is made once, however many people ask for it at the same time, and one for each person."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._kept = LRUCache[str, Review](MOST_KEPT)
        self._under_way: dict[str, asyncio.Task[Review]] = {}
        self._asked: dict[str, int] = {}

    def known(self, shown: Replayed, user_id: int) -> Review | None:
        """The review of this game, if it's there. Raises Refusal if this person can't have one now."""
        if not can_review(shown.playback):
            raise Refusal(NONE)
        found = self._kept.get(shown.key)
        if found is None and shown.key not in self._under_way:
            if user_id in self._asked.values():
                raise Refusal(STILL_LOOKING)
            if len(self._under_way) >= MOST_WAITING:
                raise Refusal(TOO_MANY)
        return found

    async def of(self, shown: Replayed, user_id: int) -> Review:
        """The review of this game, made in the background. Raises Refusal as `known` does, or if it fails."""
        if (found := self.known(shown, user_id)) is not None:
            return found
        task = self._under_way.get(shown.key)
        if task is None:
            task = self._under_way[shown.key] = asyncio.create_task(self._made(shown))
            self._asked[shown.key] = user_id
            task.add_done_callback(lambda _: self._is_through(shown.key))
        return await asyncio.shield(task)

    def _is_through(self, key: str) -> None:
        del self._under_way[key], self._asked[key]

    async def _made(self, shown: Replayed) -> Review:
        try:
            made = await self._computers.review(shown.playback.record)
        except NoReview:
            raise Refusal(NOT_IN_TIME) from None
        if not made.says_anything:
            raise Refusal(TOO_SHORT)
        self._kept[shown.key] = made
        return made


REVIEW = "review"
"""The purpose of this ephemeral message."""

PICTURE = "review.png"


@dataclass(frozen=True)
class _Card:
    key: str
    faces: tuple[Face, ...]
    shown: Replayed = field(compare=False)
    found: Review = field(compare=False)

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return review_picture(page_of(self.shown, self.found), self.faces)


async def review_screen(pictures: Pictures, faces: Faces, shown: Replayed, found: Review) -> Screen:
    """What the judge found, with close-ups of the moments."""
    guild_id = shown.stored.guild_id if shown.stored is not None else None
    seated = faces.seated(shown.playback.game, shown.players, guild_id or 0)
    drawn = await pictures.card(_Card(shown.key, seated, shown, found))
    return screen(picture(PICTURE, drawn, alt_text(plainly(shown.players, story_of(shown, found)))))


def story_of(shown: Replayed, found: Review) -> str:
    """The review in sentences, seats as marks."""
    playback = shown.playback
    told = [f"{playback.game.about.title}, {counted(playback.last, 'move')}, as {_judge(shown)} sees it."]
    if ahead := _stretch(found) if found.is_duel else _mostly(found):
        told.append(ahead)
    for number, one in enumerate(found.moments, 1):
        words = _words(shown, one, found).replace("★", "").replace("☆", "")
        told.append(f"{number}: move {one.at}, {mark(one.seat)}, {_called(shown, one)}. {words}")
    if found.nobody_erred:
        told.append(_closing(shown))
    return " ".join(told)


def _mostly(found: Review) -> str:
    """`{a} was ahead most of the time.`: who was far ahead for long."""
    sums: dict[Seat, float] = {}
    for one in found.leads:
        sums[one.seat] = sums.get(one.seat, 0) + one.points
    best = max(sums, key=sums.__getitem__, default=None)
    return f"{mark(best)} was ahead most of the time." if best is not None and sums[best] > 0 else ""


def _stretch(found: Review) -> str:
    """`{b} was ahead from move 44 to 228.`: the longest stretch."""
    best = (0, 0, 0, Seat(0))
    begun, leads = 0, found.leads
    for at, one in enumerate(leads):
        if at and (one.points > 0) != (leads[at - 1].points > 0):
            begun = at
        best = max(best, (one.move - leads[begun].move, leads[begun].move, one.move, Seat(one.points <= 0)))
    _, first, last, seat = best
    return f"{mark(seat)} was ahead from move {first + 1} to {last}." if last > first + 1 else ""


def page_of(shown: Replayed, found: Review) -> Page:
    """What the picture shows."""
    playback, look = shown.playback, _look(shown)
    outcome, end = playback.end.outcome, playback.end
    seats = [seat for seat in end.seats if any(one.seat == seat for one in found.leads)]
    return Page(
        look=look,
        scores=outcome.scores if outcome is not None else playback.game.scores(end.position),
        winners=() if outcome is None else playback.game.about.winners(outcome.places),
        leads=tuple(
            (seat, tuple((one.move, one.points) for one in found.leads if one.seat == seat)) for seat in seats
        ),
        moves=playback.last,
        rows=tuple(
            _row(shown, one, found, ground_of(look, number)) for number, one in enumerate(found.moments)
        ),
        seen_by=_judge(shown),
        closing=_closing(shown) if found.nobody_erred else "",
        piece=None if look.pieces is None else partial(look.pieces, end.view(None)),
    )


def _row(shown: Replayed, one: Moment, found: Review, ground: Ink) -> Row:
    words = _words(shown, one, found)
    return Row(one.at, one.seat, _called(shown, one), words, _glimpse(shown, one, ground))


def _words(shown: Replayed, one: Moment, found: Review) -> str:
    return one.words(_look(shown), found.winner, _called(shown, one, one.better))


def _glimpse(shown: Replayed, one: Moment, ground: Ink) -> Any:
    playback = shown.playback
    game, read = playback.game, playback.game.read
    glimpse = game.pictures().glimpse if game.pictures is not None else None
    if glimpse is None:
        return None
    view = playback.at(one.at - 1).view(one.seat)
    return glimpse(view, read(_text(shown, one)), read(one.better) if one.better else None, ground)


def _text(shown: Replayed, one: Moment) -> str:
    playback = shown.playback
    return playback.record.lines[playback.frames[one.at].begins].text


def _called(shown: Replayed, one: Moment, text: str | None = None) -> str:
    """What people call a move of this moment, by default the one that was made."""
    text = _text(shown, one) if text is None else text
    playback = shown.playback
    if not text:
        return text
    return playback.game.called(playback.at(one.at - 1).view(one.seat), playback.game.read(text))


def _closing(shown: Replayed) -> str:
    players = len(set(shown.playback.end.holders))
    return f"No move cost much: you {'both' if players == 2 else 'all'} played well."


def _judge(shown: Replayed) -> str:
    judge = shown.playback.game.judge
    assert judge is not None
    return judge.name


def _look(shown: Replayed) -> Look:
    return shown.playback.game.look()
