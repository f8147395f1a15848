"""A whole game as one animation: the moves that mattered, and at the end who won."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.chat.parts import Gallery, Screen, alt_text, escaped, listed, name_amid, plainly, screen
from bot.chat.pictures import Faces, Pictures
from bot.replays.closing import Ranked, closing
from bot.replays.replays import Replayed
from bot.table.screens.story import told_of
from games.core import Seat
from games.engine import registry
from games.kit.brush.animation import animation, usual_height
from games.kit.brush.scene import CAPTION
from games.kit.brush.timeline import HIGH
from games.kit.faces import Face, Timeline, Told
from games.kit.prose import counted
from games.kit.results import lead

PICTURE, STILL = "game.gif", "game.png"

MOST_FRAMES = 59
"""How many moves an animation shows at most. One more picture closes it."""

MOST_BYTES = 3_000_000
"""Of an animation. If it's larger, it's made again with fewer moves."""

DRAW_SECONDS = 8.0
"""For how long new pictures are begun. Others wait for pictures meanwhile, too, and come first."""

_LONG_WAY = 0.15
"""Who was behind by this share of what they had in the end has come back."""

_WHOLE = 3_000
"""How long an animation lasts about, in hundredths of a second, without its last picture."""
_LEAST, _MOST, _MOMENT, _END = 25, 110, 130, 700
"""How long a picture is shown: at least, at most, if it matters, and the last one."""


class Shot(NamedTuple):
    """A picture to draw: the move, what is seen then, and what the picture tells."""

    at: int
    view: Any
    told: Told


async def still_screen(pictures: Pictures, faces: Faces, shown: Replayed) -> Screen:
    """How a game ended as a picture, in a message for everybody: the animation takes its place."""
    playback, seated, last = shown.playback, _seated(faces, shown), shown.playback.last
    drawn = await pictures.draw_once(
        playback.game, playback.view(last, None), seated, told_of(playback, last, None)
    )
    high = 0 if drawn is None else usual_height([drawn.png])
    return _screen(shown, STILL, await asyncio.to_thread(_closing, shown, seated, high))


async def share_screen(pictures: Pictures, faces: Faces, shown: Replayed) -> Screen:
    """The animation of a game, with nothing hidden, in a message for everybody."""
    seated = _seated(faces, shown)
    drawn = await _drawn(pictures, shown, seated)
    return _screen(shown, PICTURE, await asyncio.to_thread(_animated, shown, seated, drawn))


def _screen(shown: Replayed, name: str, file: bytes) -> Screen:
    told = escaped(what_is_to_see(shown))
    return screen(f"**{told}**" if told else "", Gallery([(name, file, alt_text(story_of(shown)))]))


def _seated(faces: Faces, shown: Replayed) -> tuple[Face, ...]:
    guild_id = shown.stored.guild_id if shown.stored is not None else None
    return faces.seated(shown.playback.game, shown.players, guild_id or 0)


def what_is_to_see(shown: Replayed) -> str:
    """A sentence about the end that makes somebody look; empty if nothing came of the game."""
    playback = shown.playback
    outcome, behind = playback.end.outcome, playback.outline.behind
    if outcome is None:
        return ""
    winners, unit = playback.game.about.winners(outcome.places), playback.game.look().unit[0]
    ahead = lead(outcome.scores, winners) if winners else 0
    if behind > max(1, _LONG_WAY * max(outcome.scores)):
        return f"{_winners(shown)[0]} came back from {counted(behind, unit)} behind."
    if ahead > 0 and playback.outline.turning is not None:
        return f"{_won(shown)} by {counted(ahead, unit)}."
    return f"{_won(shown)}: {plainly(shown.players, outcome.reason).rstrip('.')}."


def story_of(shown: Replayed) -> str:
    """The game in three sentences: who played, where it turned or what counted most, and how it ended."""
    playback = shown.playback
    names = listed(_names(shown, sorted(playback.end.holders)))
    begins = f"{names} play {playback.game.about.title}, {_length(shown)}."
    outcome, ended = playback.end.outcome, "The game isn't finished."
    if playback.end.stopped:
        ended = "The game was stopped."
    elif outcome is not None:
        ended = f"{_won(shown)}: {plainly(shown.players, outcome.reason).rstrip('.')}."
    return " ".join(filter(None, (begins, _what_counted(shown), ended)))


def _what_counted(shown: Replayed) -> str:
    """The turning point, or else the largest gain; empty if there's neither."""
    playback, outline = shown.playback, shown.playback.outline
    at = outline.turning
    if at is None and not outline.gains:
        return ""
    words = "The turning point was" if at is not None else "What counted most was"
    at = at if at is not None else max(outline.gains, key=lambda gain: gain[2])[0]
    return f"{words} move {at}: {plainly(shown.players, playback.told(at, None).text)}"


async def _drawn(pictures: Pictures, shown: Replayed, faces: tuple[Face, ...]) -> dict[int, bytes]:
    """The pictures by move: as many as can be drawn in time, what matters first."""
    until, found = time.monotonic() + DRAW_SECONDS, dict[int, bytes]()
    for shot in await asyncio.to_thread(_shots, shown):
        if time.monotonic() > until and found:
            break
        game = shown.playback.game
        drawn = await pictures.draw_once(game, shot.view, faces, shot.told)
        if drawn is not None:
            found[shot.at] = drawn.png
    return found


def _shots(shown: Replayed) -> list[Shot]:
    playback = shown.playback
    worth = playback.worth(MOST_FRAMES)
    return [Shot(at, playback.view(at, None), told_of(playback, at, None)) for at in worth]


def _animated(shown: Replayed, faces: Sequence[Face], drawn: dict[int, bytes]) -> bytes:
    """The pictures in the order of the game and the closing one, with as many of them as fit."""
    order = [at for at in shown.playback.worth(MOST_FRAMES) if at in drawn]
    while True:
        last = _closing(shown, faces, usual_height([drawn[at] for at in order]) if order else 0)
        ats = sorted(order)
        times = [*(_time(shown, at, len(ats)) for at in ats), _END]
        made = animation([*(drawn[at] for at in ats), last], times, HIGH + CAPTION)
        if len(made) <= MOST_BYTES or len(order) < 2:
            return made
        order = order[: max(1, round(len(order) * MOST_BYTES / len(made) * 0.9))]


def _time(shown: Replayed, at: int, count: int) -> int:
    """How long the picture of this move is shown, in hundredths of a second."""
    usual, moments = min(max(_WHOLE // count, _LEAST), _MOST), shown.playback.outline.moments
    matters = at in {0, shown.playback.last, *(one.at for one in moments)}
    return max(usual, _MOMENT) if matters and len(moments) < count // 2 else usual


def _closing(shown: Replayed, faces: Sequence[Face], high: int) -> bytes:
    playback = shown.playback
    outcome, about = playback.end.outcome, playback.game.about
    look, seats = playback.game.look(), [*playback.end.seats]
    if outcome is None:
        ranked = [Ranked(seat, 0, "") for seat in seats]
    else:
        places, winners = outcome.places, about.winners(outcome.places)
        ranked = [
            Ranked(seat, places[seat], look.counted(outcome.scores[seat]), won=seat in winners)
            for seat in sorted(seats, key=places.__getitem__)
        ]
    line = playback.timeline(playback.last)
    whole = Timeline(line.now, line.last, line.gains, line.deals, line.turning, _length(shown))
    words = _won(shown) if outcome is not None else "Stopped" if playback.end.stopped else "Not finished"
    play = f"play it: /play {about.name}"
    return closing(registry.banner_picture(about.name), look.page, words, ranked, faces, whole, play, high)


def _won(shown: Replayed) -> str:
    """Who won, in a word or two."""
    outcome, names = shown.playback.end.outcome, _winners(shown)
    if not names:
        return "Nobody wins" if outcome is not None and outcome.is_defeat else "A draw"
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"


def _winners(shown: Replayed) -> list[str]:
    end = shown.playback.end
    won = () if end.outcome is None else end.game.about.winners(end.outcome.places)
    return _names(shown, [end.holders[seat] for seat in won])


def _names(shown: Replayed, holders: Iterable[int]) -> list[str]:
    """What these players are called, each once."""
    held = shown.playback.end.holders
    return [name_amid(shown.players, Seat(held.index(one))) for one in dict.fromkeys(holders)]


def _length(shown: Replayed) -> str:
    """`83 moves in 28 minutes`."""
    moves, stored = counted(shown.playback.last, "move"), shown.stored
    if stored is None or stored.started_at is None or stored.ended_at is None:
        return moves
    minutes = round((stored.ended_at - stored.started_at) / 60_000)
    if minutes < 1:
        return f"{moves} in under a minute"
    hours, days = round(minutes / 60), round(minutes / 1440)
    if minutes < 120:
        return f"{moves} in {counted(minutes, 'minute')}"
    return f"{moves} in {counted(hours, 'hour') if hours < 48 else counted(days, 'day')}"
