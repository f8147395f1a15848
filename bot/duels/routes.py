"""What can be pressed about a duel."""

from bot.chat.custom_ids import Route


class OfferDuel(Route, verb="offer_duel"):
    """The game that was chosen for a challenge to this person, or to anybody if it's 0."""

    opponent: int


class Revenge(Route, verb="revenge"):
    """*Revenge*: challenge the other one to the same game again."""

    duel: int


class AcceptDuel(Route, verb="accept_duel"):
    """*Accept* a challenge."""

    duel: int


class DeclineDuel(Route, verb="decline_duel"):
    """*Decline* a challenge."""

    duel: int


class TakeBackDuel(Route, verb="take_back_duel"):
    """*Take back* one's own challenge."""

    duel: int


class FairDuel(Route, verb="fair_duel"):
    """*Fair play*: that the deal was fixed before anybody could play it."""

    duel: int
