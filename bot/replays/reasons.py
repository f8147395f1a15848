"""Which moves people can ask about, and when: `/why`, and *Why?* in a replay.

Once a game is over, that's every move. While it goes on, it's only a computer's last one, where one person
plays alone in a game in which nothing is hidden: the reason for a move may show a hand, and it's advice.
"""

from bot.chat.parts import Screen, escaped, paragraph, plainly, screen
from bot.chat.players import Player
from bot.refusal import Refusal
from bot.replays.replays import Replayed
from bot.table.computers import Computers, NoAdvice
from bot.table.session import Session
from bot.table.think import Reasons, adviser_of
from games.core import mark
from games.engine.playback import Past
from games.game import AnyGame

NOT_YET = "You can ask that when the game is over."
CHANCE_DID = "That was chance."
LAST_MOVES = 12
"""In how many of the last moves a choice is looked for: most games end with moves that nobody chose."""

NO_MOVE = "That wasn't a move, so there's nothing to explain."


def can_explain(shown: Replayed, at: int) -> bool:
    """Whether this move of the game can be explained: a record from a file may be of one that goes on."""
    playback = shown.playback
    is_over = shown.stored is not None or playback.end.over
    return is_over and _has_reasons(playback.game) and playback.is_move(at)


def _has_reasons(game: AnyGame) -> bool:
    return game.judge is not None and bool(game.about.computers)


def of_replay(shown: Replayed, at: int) -> Past:
    """This move of a game that's over. Raises Refusal if there's nothing to explain."""
    playback = shown.playback
    if not _has_reasons(playback.game):
        raise Refusal(f"I can't explain moves in {playback.game.about.title}.")
    if shown.stored is None and not playback.end.over:
        raise Refusal(NOT_YET)
    past = playback.past(at)
    if past is None:
        raise Refusal(NO_MOVE if at else CHANCE_DID)
    return past


def last_of_computer(shown: Replayed) -> int:
    """The last move of a computer, or of anybody if no computer played; if possible one that it chose.

    Only the last few are looked at.
    """
    playback, players = shown.playback, shown.players
    moves = list(filter(playback.is_move, range(playback.last, -1, -1)))
    own = [at for at in moves if players[playback.frames[at].by or 0].level is not None]
    some = (own or moves or [0])[:LAST_MOVES]
    pasts = ((at, playback.past(at)) for at in some)
    return next((at for at, past in pasts if past and playback.game.has_to_know(past.view)), some[0])


def of_running(session: Session, user_id: int) -> Past:
    """The last move of a computer in a game that goes on, for the only person who plays. Raises Refusal."""
    game, table = session.game, session.table
    people = {one.reader_id for one in session.stays.of(table.seats)} - {None}
    if people != {user_id} or session.is_try or game.about.hands or not _has_reasons(game):
        raise Refusal(NOT_YET)
    if session.options.hints_each == 0:
        raise Refusal(f"There are no hints at this table. {NOT_YET}")
    for ply in reversed(table.plies):
        if session.players[ply.seat].level is not None:
            told = (one.heard_by(None) for at, one in table.log if at == ply.number and one.by == ply.seat)
            view = game.view(ply.before, ply.seat)
            return Past(game, ply.seat, view, table.lines[ply.at].text, next(told, ""))
    raise Refusal("No computer has made a move yet.")


async def found(computers: Computers, past: Past) -> Reasons:
    """Why this move was made. Raises Refusal if no worker could say."""
    try:
        return await computers.explain(past)
    except NoAdvice:
        raise Refusal("I couldn't work that out just now. Try again in a moment.") from None


REASONS = "reasons"
"""The purpose of this ephemeral message: the next answer takes its place."""

_ONLY = "There was nothing else to do."


def reasons_screen(
    players: tuple[Player, ...], past: Past, found: Reasons, reader_id: int, place: str = ""
) -> Screen:
    """The reasons for a move, for this reader; `place` is the number of the move, if people know it.

    A game's reasons speak to the player who moves, so another reader is told in whose place they are.
    """
    told = escaped(plainly(players, past.told))
    lines = [f"**{place}**" if place else "", f"> {told}" if told else ""]
    return screen(paragraph(*lines), paragraph(*_sentences(players, past, found, reader_id)))


def _sentences(players: tuple[Player, ...], past: Past, found: Reasons, reader_id: int) -> list[str]:
    if found.is_only:
        return [_ONLY]
    why, is_own = _words(players, found.why), players[past.seat].user_id == reader_id
    first = why if is_own else _words(players, f"In {mark(past.seat)}'s place: {found.why}")
    adviser = adviser_of(past.game).title
    if found.is_even:
        return [first]
    if not found.advised and not found.other:
        return [first, "All computers would have done the same, from Beginner to Expert."]
    if not found.advised:
        other = f"{found.level} would have preferred **{_words(players, found.other)}**."
        return [first, f"{adviser} would have advised the same. {other}"]
    advised, because = _words(players, found.advised), _words(players, found.because)
    if not because:
        return [first, f"{adviser} would have advised **{advised}**, but it makes little difference."]
    if because == why:
        return [first, f"{adviser} would have advised **{advised}**, for the same reason."]
    return [first, f"{adviser} would have advised **{advised}**: {because}"]


def _words(players: tuple[Player, ...], text: str) -> str:
    return escaped(plainly(players, text))
