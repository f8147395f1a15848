"""Every law over every game, with random plays: each test is one law, and names its number."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Seat
from games.engine.record import Line
from games.game import AnyGame
from tests.deep import examples, sized
from tests.laws import computers, daily, downloads, hidden, preferences, prompts, rules, screens
from tests.laws.every_game import EXAMPLES, GAMES, LONG, every_game, option_texts, plays
from tests.laws.folders import WITH_FOLDERS
from tests.laws.moments import moments
from tests.laws.play import Play, begin, play_on
from tests.laws.vary import is_open

TO_THE_END = rules.MOST_LINES
DAILY = [name for name, game in GAMES.items() if game.daily is not None]


@every_game()
def test_a_record_replays_to_the_same_position(play: Play) -> None:
    """Law 1, also after printing and reading it."""
    rules.a_record_replays_to_the_same_position(play)


@every_game()
def test_a_checkpoint_keeps_the_position(play: Play) -> None:
    """Law 21."""
    rules.a_checkpoint_keeps_the_position(play)


@every_game()
def test_an_undo_shows_nothing_new(play: Play) -> None:
    """Law 22: neither another card, nor another choice of a computer."""
    rules.an_undo_shows_nothing_new(play)


@every_game()
def test_a_move_is_read_as_it_was_written(play: Play) -> None:
    """Law 2."""
    rules.a_move_is_read_as_it_was_written(play)


@every_game()
def test_prompts_lead_to_exactly_the_legal_moves(play: Play) -> None:
    """Law 3."""
    prompts.prompts_lead_to_the_legal_moves(play)


@every_game()
def test_answers_that_lead_nowhere_are_refused(play: Play) -> None:
    """Laws 3 and 8."""
    prompts.answers_that_lead_nowhere_are_refused(play)


@every_game()
def test_choices_made_at_once_commute(play: Play) -> None:
    """Law 4."""
    hidden.choices_made_at_once_commute(play)


@every_game()
def test_exactly_finished_positions_have_an_outcome(play: Play) -> None:
    """Law 5."""
    rules.exactly_finished_positions_have_an_outcome(play)


@every_game(examples=max(EXAMPLES // 6, 1), length=TO_THE_END, whole=True)
def test_a_finished_game_has_an_outcome_shows_all_and_asks_nobody(play: Play) -> None:
    """Laws 5 and 12."""
    assert play.over, f"No end after {TO_THE_END} random lines."
    rules.exactly_finished_positions_have_an_outcome(play)
    hidden.the_view_after_the_end_shows_all(play)
    prompts.only_who_may_move_is_asked(play)


@every_game()
def test_choices_made_at_once_sound_alike_until_all_are_in(play: Play) -> None:
    """Law 6."""
    hidden.choices_made_at_once_sound_alike_until_all_are_in(play)


@every_game()
def test_nobody_is_shown_what_they_were_not_told(play: Play) -> None:
    """Law 7."""
    hidden.nobody_is_shown_what_they_were_not_told(play)


@every_game(examples=1)
def test_a_file_tells_nobody_more_than_they_were_told(play: Play) -> None:
    """Law 27: neither a download nor an export."""
    downloads.a_file_tells_nobody_more_than_they_were_told(play)


@pytest.mark.parametrize("name", WITH_FOLDERS)
def test_nobody_is_shown_what_they_were_not_told_whatever_move_comes_next(name: str) -> None:
    """Law 7 even in positions that random plays seldom reach; an open game hides nothing there."""
    for number, kinds in enumerate(() if is_open(GAMES[name]) else moments(name).values()):
        if number % sized(3, 1):
            continue
        play = Random(number).choice([play for plays in kinds.values() for play in plays])
        hidden.nobody_is_shown_what_they_were_not_told(replace(play, seed=number))


@pytest.mark.parametrize("name", WITH_FOLDERS)
def test_whatever_a_random_play_comes_to_a_record_knows_it(name: str) -> None:
    """The laws begin at moments of the records, so there every kind of move must come up."""
    for seed in range(sized(3, 8)):
        play = play_on(begin(GAMES[name], GAMES[name].about.seats[0], seed=seed), LONG)
        made = {type(play.game.read(line.text)) for line in play.lines}
        missing = [kind.__name__ for kind in made - moments(name).keys()]
        assert not missing, f"No record or card of {name} has a move such as {', '.join(missing)}."


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_plays_that_sound_alike_are_found_where_there_are_secrets(game: AnyGame) -> None:
    """Law 7 would prove nothing if no two different positions ever sounded alike."""
    if not is_open(game):
        starts = [begin(game, seats, seed=seed) for seats in game.about.seats for seed in range(8)]
        assert any(hidden.untold_differences(play_on(start, 9)) for start in starts)


@pytest.mark.parametrize("length", [2, 4, 6])
def test_plays_that_sound_alike_are_found_far_into_a_game(length: int) -> None:
    """Law 7 has as much to compare in the middle of a game as at its beginning."""
    some = [play_on(begin(GAMES["sealed"], 3, seed=seed), length) for seed in range(5)]
    assert sum(hidden.untold_differences(play) > 0 for play in some if not play.over) >= 4


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@settings(max_examples=EXAMPLES * 2)
@given(data=st.data())
def test_a_typed_text_is_a_move_or_refused_with_a_sentence(game: AnyGame, data: st.DataObject) -> None:
    """Law 8: whatever is typed."""
    play = data.draw(plays(game))
    rules.a_typed_text_is_a_move_or_refused_with_a_sentence(play, data.draw(st.text(max_size=100)))


@every_game(examples=EXAMPLES * 2)
def test_a_default_tells_nothing(play: Play) -> None:
    """Law 7: the default for an absent seat."""
    hidden.a_default_tells_nothing(play)


@every_game()
def test_a_revised_choice_leaves_no_trace(play: Play) -> None:
    """Law 9."""
    hidden.a_revised_choice_leaves_no_trace(play)


@every_game()
def test_a_plain_move_tells_nothing_but_itself(play: Play) -> None:
    """Law 20."""
    hidden.a_plain_move_tells_nothing_but_itself(play)


@every_game()
def test_exactly_legal_moves_are_accepted(play: Play) -> None:
    """Law 10."""
    rules.exactly_legal_moves_are_accepted(play)


@every_game(examples=3)
def test_a_computer_makes_the_same_legal_move(play: Play) -> None:
    """Law 13: at every level."""
    computers.a_computer_makes_the_same_legal_move(play)


@every_game(examples=sized(1, 40), length=0, whole=True, only=lambda game: bool(game.about.computers))
def test_computers_end_every_form_of_a_game(play: Play) -> None:
    """Law 28: at levels that are mixed by lot, with any options and any number of seats."""
    computers.computers_come_to_an_end(play)


@pytest.mark.parametrize(
    ("name", "level"),
    [(name, level) for name in WITH_FOLDERS for level in GAMES[name].about.levels[: sized(1, 5)]],
)
def test_computers_of_one_level_come_to_an_end(name: str, level: str) -> None:
    """Law 28: the weakest is likeliest not to. In seed 11, a former Beginner of Foozle went on for ever."""
    game = GAMES[name]
    options = tuple((option, str(value)) for option, value in game.quick.items())
    for seed in sized(range(6, 12), range(60)):
        play = begin(game, min(game.about.seats), options, seed)
        computers.computers_end_it(play, [level] * len(play.seats))


@every_game()
def test_a_hint_is_a_sentence(play: Play) -> None:
    """Law 18."""
    computers.a_hint_is_a_sentence(play)


@every_game(examples=EXAMPLES)
def test_a_secret_choice_of_a_computer_cannot_be_foreseen(play: Play) -> None:
    """Law 16: at every level."""
    computers.a_secret_choice_of_a_computer_cannot_be_foreseen(play)


def test_secret_choices_of_computers_are_found_where_there_are_some() -> None:
    """Law 16 would prove nothing if it looked nowhere."""
    play = begin(GAMES["fooblitzky"], 4)
    for seat, item in enumerate(("pig", "saw", "fish", "yo-yo")):
        play = play.then(Line(Seat(seat), f"choose {item}"))
    assert len(list(computers.secret_choices(play))) == 4 + 3 + 2


@every_game()
def test_prompts_fit_in_discord(play: Play) -> None:
    """Law 14."""
    prompts.prompts_fit_in_discord(play)


@every_game()
def test_the_channel_is_asked_what_the_mover_is_asked(play: Play) -> None:
    """The channel's question is that of the one seat that owes, after all answers; only hands replace it."""
    prompts.the_channel_is_asked_what_the_mover_is_asked(play)


@every_game()
def test_only_who_may_move_is_asked(play: Play) -> None:
    """Neither a question nor a legal move for a seat that is not in the turn."""
    prompts.only_who_may_move_is_asked(play)


@every_game()
def test_chance_owes_alone(play: Play) -> None:
    """And once nobody owes a move, nobody may make one."""
    rules.chance_owes_alone(play)


@every_game()
def test_positions_views_and_moves_can_be_hashed(play: Play) -> None:
    """Equal ones have equal hashes."""
    rules.everything_can_be_hashed(play)


@every_game()
def test_words_fit_in_alt_text(play: Play) -> None:
    """At most 1,000 characters."""
    screens.words_fit_in_alt_text(play)


@every_game()
def test_what_is_seen_otherwise_is_told_otherwise(play: Play) -> None:
    """Law 17."""
    screens.what_is_seen_otherwise_is_told_otherwise(play)


@every_game()
def test_it_is_known_who_did_what_is_told(play: Play) -> None:
    """Law 23."""
    screens.who_did_it_is_known(play)


@every_game()
def test_what_stays_in_a_picture_is_told_to_whoever_sees_it(play: Play) -> None:
    """Law 24."""
    screens.what_stays_in_a_picture_is_told_and_fits(play)


@every_game()
def test_a_caption_is_about_who_did_it(play: Play) -> None:
    """Law 19."""
    screens.a_caption_is_about_who_did_it(play)


@every_game()
def test_a_preference_changes_no_move(play: Play) -> None:
    """Law 15, and no answer either."""
    preferences.a_preference_changes_no_move(play)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_preferences_fit_in_discord(game: AnyGame) -> None:
    """Law 14, for the buttons under a hand."""
    preferences.preferences_fit_in_discord(game)


@every_game(examples=sized(1, 20), length=10 * LONG, only=lambda game: game.notebook is not None)
def test_notes_fit_in_a_message(play: Play) -> None:
    """Law 14, in a long game too."""
    screens.notes_fit_in_a_message(play)


@every_game(examples=3)
def test_pictures_are_the_same_at_every_drawing(play: Play) -> None:
    """A PNG, of equal bytes for equal views."""
    screens.pictures_are_the_same_at_every_drawing(play)


@every_game()
def test_a_game_that_is_broken_off_shows_all(play: Play) -> None:
    """Law 12, for a game that was stopped."""
    hidden.the_view_after_breaking_off_shows_all(play)


@every_game()
def test_resigning_and_stopping_end_every_game(play: Play) -> None:
    """In any position, those who resigned come behind those who stayed."""
    rules.resigning_and_stopping_end_the_game(play)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(data=st.data())
@settings(max_examples=examples(10))
def test_every_option_can_stand_in_a_record(game: AnyGame, data: st.DataObject) -> None:
    """Options are read from the texts that a record holds, and unknown ones are refused."""
    rules.options_are_bounded(game, data.draw(option_texts(game)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(data=st.data())
@settings(max_examples=examples(10))
def test_a_game_played_to_its_end_has_no_number_above_its_default(game: AnyGame, data: st.DataObject) -> None:
    """Law 5: a random match of Calabresella to 9,999 points has up to 50,000 lines, one to 100 about 500."""
    fields = game.options.model_fields
    for name, text in data.draw(option_texts(game, short=True)):
        default = fields[name].default
        if isinstance(default, int) and not isinstance(default, bool):
            assert int(text) <= default


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(data=st.data())
@settings(max_examples=examples(10))
def test_everybody_who_sits_down_has_a_seat(game: AnyGame, data: st.DataObject) -> None:
    """In any seating that the options allow."""
    rules.everybody_has_a_seat(game, data.draw(option_texts(game)))


@pytest.mark.parametrize("name", DAILY)
@pytest.mark.parametrize("number", range(sized(1, 20)))
def test_the_same_moves_make_the_same_day(name: str, number: int) -> None:
    """Law 25."""
    daily.the_same_moves_make_the_same_day(GAMES[name], bytes([number]) * 32)


@pytest.mark.parametrize("name", DAILY)
@pytest.mark.parametrize("number", range(sized(1, 20)))
def test_a_try_at_the_game_of_the_day_ends_with_a_score(name: str, number: int) -> None:
    """Law 26."""
    daily.a_try_ends_with_a_score(GAMES[name], bytes([number]) * 32)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=[pytest.mark.thorough] if strength else [])
        for name in DAILY
        for strength, level in enumerate(GAMES[name].about.levels)
    ],
)
def test_a_computers_try_at_the_game_of_the_day_ends_with_a_score(name: str, level: str) -> None:
    """Law 26: at every level."""
    for number in range(sized(1, 20)):
        daily.a_computers_try_ends_with_a_score(GAMES[name], bytes([number]) * 32, level)


@pytest.mark.parametrize("name", DAILY)
def test_the_words_of_the_game_of_the_day_are_sentences(name: str) -> None:
    """Law 26."""
    daily.its_words_are_sentences(GAMES[name])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_level_of_a_game_plays(game: AnyGame) -> None:
    """Everything the lobby offers exists."""
    computers.every_level_plays(game)
