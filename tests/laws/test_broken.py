"""Every law catches a game that breaks it: a law that nothing can break says nothing."""

import pytest

from games.core import AnyGame
from tests.laws import broken, computers, hidden, rules, screens
from tests.laws.every_game import Law
from tests.laws.pebbles import Pebbles
from tests.laws.play import begin, play_on
from tests.laws.sealed import Sealed


def _hears(text: str) -> Law:
    return lambda play: rules.a_typed_text_is_a_move_or_refused_with_a_sentence(play, text)


BROKEN: list[tuple[type[AnyGame], Law]] = [
    (broken.WritesNobody, rules.a_record_replays_to_the_same_position),
    (broken.WritesNobody, rules.a_move_is_read_as_it_was_written),
    (broken.HidesAMove, screens.prompts_lead_to_the_legal_moves),
    (broken.OffersTooMuch, screens.prompts_lead_to_the_legal_moves),
    (broken.TakesAnyAnswer, screens.answers_that_lead_nowhere_are_refused),
    (broken.LastSealerWins, hidden.choices_made_at_once_commute),
    (broken.NoOutcomeOfATie, rules.exactly_finished_positions_have_an_outcome),
    (broken.EverybodySecond, rules.exactly_finished_positions_have_an_outcome),
    (broken.TellsHowMany, hidden.choices_made_at_once_sound_alike_until_all_are_in),
    (broken.ShowsWhoSealedTwo, hidden.choices_made_at_once_sound_alike_until_all_are_in),
    (broken.ShowsTheWidow, hidden.nobody_is_shown_what_he_was_not_told),
    (broken.ShowsWhoSealedTwo, hidden.nobody_is_shown_what_he_was_not_told),
    (broken.OneCardMayNotBeRevised, hidden.nobody_is_shown_what_he_was_not_told),
    (broken.PaintsAllHands, hidden.nobody_is_shown_what_he_was_not_told),
    (broken.DescribesAllHands, hidden.nobody_is_shown_what_he_was_not_told),
    (broken.AsksAboutAllHands, hidden.nobody_is_shown_what_he_was_not_told),
    (
        broken.KnowsNoRoundNumbers,
        _hears("²"),
    ),
    (broken.Mutters, _hears("3 left")),
    (broken.Mutters, rules.exactly_legal_moves_are_accepted),
    (broken.RemembersRevising, hidden.a_revised_choice_leaves_no_trace),
    (broken.SaysWhoRevises, hidden.a_revised_choice_leaves_no_trace),
    (broken.AnybodyMoves, rules.exactly_legal_moves_are_accepted),
    (broken.RefusesThree, rules.exactly_legal_moves_are_accepted),
    (broken.KeepsTheWidow, hidden.the_view_after_the_end_shows_all),
    (broken.Cheats, computers.a_computer_makes_the_same_legal_move),
    (broken.Wavers, computers.a_computer_makes_the_same_legal_move),
    (broken.SaysTooMuch, screens.prompts_fit_in_discord),
    (broken.SaysAName, screens.prompts_fit_in_discord),
    (broken.HasAColonInAKey, screens.prompts_fit_in_discord),
    (broken.AsksTheChannelSomethingElse, screens.the_channel_is_asked_what_the_mover_is_asked),
    (broken.AsksEverybody, screens.only_who_may_move_is_asked),
    (broken.ChanceBesideOthers, rules.chance_owes_alone),
    (broken.CannotBeHashed, rules.everything_can_be_hashed),
    (broken.TalksOn, screens.words_fit_in_alt_text),
    (broken.PaintsAnew, screens.pictures_are_the_same_at_every_drawing),
    (broken.TakesAnyOption, lambda play: rules.options_are_bounded(play.game, ())),
    (broken.HasNoLevels, lambda play: computers.there_are_levels_where_there_are_computers(play.game)),
]


def hold_to(law: Law, game: AnyGame) -> None:
    """The law over short and finished plays with every number of seats."""
    for start in (begin(game, seats, seed=seed) for seats in game.about.seats for seed in range(4)):
        for length in (0, 1, 2, 3, 5, 8, 99):
            law(play_on(start, length))


@pytest.mark.parametrize(("toy", "law"), BROKEN)
def test_a_law_catches_what_breaks_it(toy: type[AnyGame], law: Law) -> None:
    with pytest.raises((AssertionError, TypeError, ValueError)):
        hold_to(law, toy())


@pytest.mark.parametrize(("toy", "law"), BROKEN)
def test_the_same_law_lets_the_whole_toy_pass(toy: type[AnyGame], law: Law) -> None:
    hold_to(law, Sealed() if issubclass(toy, Sealed) else Pebbles())


def test_chance_can_call_nothing_but_random() -> None:
    with pytest.raises(AttributeError, match="shuffle"):
        play_on(begin(broken.ShufflesByItself(), 2), 1)
