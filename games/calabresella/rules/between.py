"""Between two deals everybody says what comes next, and everybody has to agree to a request (rule 18)."""

from collections.abc import Iterable
from dataclasses import replace

from games.calabresella.rules.notation import GoOn, Point, Vote
from games.calabresella.rules.position import (
    SEATS,
    Asking,
    Between,
    Bidding,
    DealOwed,
    Match,
    Naming,
    Position,
    Wish,
    Word,
    Words,
    right_of,
)
from games.calabresella.words import telling
from games.core import IllegalMove, Seat, Step

ASKED_FOR: tuple[Wish, ...] = ("open", "closed", "replays", "no replays", "point", "again")
"""The requests that everybody has to agree to, in the order of the votes."""


def wishes(match: Match) -> tuple[Wish, ...]:
    """What players can say now. Matches that began with the retired option `replay` still use its words."""
    if match.solos:
        return ("next",)
    hands: Wish = "closed" if match.open_next else "open"
    if match.options.replay:
        return "next", "replay", "either", hands
    if match.replays:
        return "next", "again", hands, "no replays", "point"
    return "next", hands, "replays", "point"


def go_on(between: Between, seat: Seat, said: GoOn) -> Step[Position]:
    """Once everybody is ready, they vote on requests; if there are none, the next dealer deals."""
    match = between.match
    if said.wish not in wishes(match):
        raise IllegalMove(_why_not(match, said.wish))
    words = _with(between.said, seat, said.wish)
    told = telling.spoke(seat, said.wish, first=not between.said[seat])
    if not all(words):
        return Step(replace(between, said=words), told)
    wish = _first(words)
    if wish:
        return _asked(between, words, wish, told)
    if "replay" in words and "next" not in words:
        return _again(match, between, told, voted=False)
    following = replace(match, dealer=right_of(match.dealer), solos=max(0, match.solos - 1))
    return Step(DealOwed(following), told + telling.next_deal(following))


def vote(asking: Asking, seat: Seat, said: Vote) -> Step[Position]:
    """Once everybody has voted, grant the request if nobody refused."""
    votes = _with(asking.votes, seat, "agree" if said.agrees else "refuse")
    told = telling.voted(seat, said.agrees, first=not asking.votes[seat])
    voted = replace(asking, votes=votes)
    return _counted(voted, told) if all(votes) else Step(voted, told)


def name(naming: Naming, seat: Seat, said: Point) -> Step[Position]:
    """Vote on the game point that a player suggests; nobody votes on the one they already play to."""
    # Others who asked for another game point vote on this one like everybody.
    rest = _by_seat(word if word != "point" else "" for word in naming.words)
    if said.number == naming.match.options.game_point:
        told = telling.stays(seat, said.number)
        after = Between(naming.match, naming.dealt, naming.played)
        further = _first(rest)
        return _asked(after, rest, further, told) if further else Step(after, told)
    return _asked(naming, _with(rest, seat, said.number), said.number, ())


def _asked(
    between: Between | Asking | Naming, words: Words, wish: Wish, told: telling.Told
) -> Step[Position]:
    """A vote in which the players who asked have already agreed; a game point has to be named first."""
    if wish == "point":
        seat = SEATS[words.index(wish)]
        naming = Naming(between.match, between.dealt, between.played, words, seat)
        return Step(naming, told + telling.may_name(seat))
    votes = _by_seat("agree" if word == wish else "" for word in words)
    asking = Asking(between.match, between.dealt, between.played, words, wish, votes)
    told += telling.asked(wish, asking.askers)
    return _counted(asking, told) if all(votes) else Step(asking, told)


def _counted(asking: Asking, told: telling.Told) -> Step[Position]:
    """Count the votes and go on to the next request; after the last, everybody says again what comes next."""
    match, agreed = asking.match, "refuse" not in asking.votes
    if agreed and asking.wish == "again":
        return _again(match, asking, told, voted=True)
    told += telling.counted_votes(asking.wish, agreed)
    after = Between(_switched(match, asking.wish) if agreed else match, asking.dealt, asking.played)
    rest = _by_seat(word if word != asking.wish else "" for word in asking.words)
    further = _first(rest)
    return _asked(after, rest, further, told) if further else Step(after, told)


def _switched(match: Match, wish: Wish) -> Match:
    match wish:
        case "open" | "closed":
            return replace(match, open_next=wish == "open")
        case "replays" | "no replays":
            return replace(match, replays=wish == "replays")
        case int():
            return replace(match, options=match.options.model_copy(update={"game_point": wish}))
    return match


def _again(match: Match, last: Between | Asking, told: telling.Told, *, voted: bool) -> Step[Position]:
    """The same dealer deals the same cards."""
    dealing = with_hands_as_agreed(match)
    return Step(Bidding(dealing, last.dealt), told + telling.dealt_again(dealing, last.dealt, voted=voted))


def with_hands_as_agreed(match: Match) -> Match:
    """The match when a deal begins: hands are now open or closed as agreed."""
    return replace(match, open_hands=match.open_next)


def _first(words: Words) -> Wish | None:
    return next((wish for wish in ASKED_FOR if wish in words), None)


def _with(words: Words, seat: Seat, word: Word) -> Words:
    return _by_seat(word if each == seat else words[each] for each in SEATS)


def _by_seat(words: Iterable[Word]) -> Words:
    one, two, three = words
    return one, two, three


def _why_not(match: Match, wish: Wish) -> str:
    if match.solos:
        return "There's nothing to ask for in this match. Say “next” for the next deal."
    if wish == "again":
        return "Replays are off. Ask for them first with “ask replays” (rule 18)."
    if wish in ("replay", "either"):
        return "To play the same cards again, say “ask again” (rule 18)."
    if wish in ("replays", "no replays") and match.options.replay:
        return "In this match, say “replay” to play the same cards again (rule 18)."
    if wish == "point":
        return "This match began before game points could change, so its own stays (rule 18)."
    return "You already play like that (rule 18). Say “next” for the next deal."
