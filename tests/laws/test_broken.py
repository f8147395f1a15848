"""Every law catches a game that breaks it: a law that nothing can break proves nothing."""

import io
import runpy
import zipfile
from collections.abc import Callable
from types import ModuleType

import pytest

from games.core import CHANCE, Seat
from games.engine import fair, registry
from games.engine.record import Line
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from storage import Archive
from tests.deep import sized
from tests.laws import (
    broken_pebbles,
    broken_sealed,
    broken_secrets,
    computers,
    daily,
    downloads,
    every_game,
    folders,
    hidden,
    preferences,
    prompts,
    rules,
    screens,
)
from tests.laws.every_game import Law
from tests.laws.pebbles import Pebbles
from tests.laws.play import Play, begin, play_on
from tests.laws.sealed import Sealed
from tests.laws.toys import as_game


def _hears(text: str) -> Law:
    return lambda play: rules.a_typed_text_is_a_move_or_refused_with_a_sentence(play, text)


def _of_a_day(law: Callable[[AnyGame, bytes], None]) -> Law:
    return lambda play: law(play.game, play.rng.randbytes(32))


def _weakest(game: AnyGame, seed: bytes) -> None:
    daily.a_computers_try_ends_with_a_score(game, seed, game.about.levels[0])


BROKEN: list[tuple[type, Law]] = [
    (broken_pebbles.WritesNobody, rules.a_record_replays_to_the_same_position),
    (broken_pebbles.HasAnotherPosition, rules.a_checkpoint_keeps_the_position),
    (broken_pebbles.CountsOnTheSide, rules.a_checkpoint_keeps_the_position),
    (broken_pebbles.CountsItsTosses, rules.an_undo_shows_nothing_new),
    (broken_pebbles.WritesNobody, rules.a_move_is_read_as_it_was_written),
    (broken_pebbles.HidesAMove, prompts.prompts_lead_to_the_legal_moves),
    (broken_pebbles.OffersTooMuch, prompts.prompts_lead_to_the_legal_moves),
    (broken_pebbles.TakesAnyAnswer, prompts.answers_that_lead_nowhere_are_refused),
    (broken_sealed.LastSealerWins, hidden.choices_made_at_once_commute),
    (broken_sealed.NoOutcomeOfATie, rules.exactly_finished_positions_have_an_outcome),
    (broken_sealed.SaysTwiceWhoWon, rules.exactly_finished_positions_have_an_outcome),
    (broken_sealed.EverybodyThird, rules.exactly_finished_positions_have_an_outcome),
    (broken_secrets.TellsHowMany, hidden.choices_made_at_once_sound_alike_until_all_are_in),
    (broken_secrets.ShowsWhoSealedTwo, hidden.choices_made_at_once_sound_alike_until_all_are_in),
    (broken_sealed.SealsWithoutAWord, screens.what_is_seen_otherwise_is_told_otherwise),
    (broken_secrets.ShowsTheWidow, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.ShowsWhoSealedTwo, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.OneCardMayNotBeRevised, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.PaintsAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.PaintsAllHandsOnceAnswered, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.ChoosesByAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.OnlyTheStrongestLooks, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.GivesAllHandsAsReason, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_secrets.KeepsAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_pebbles.KeepsWhatNobodyHears, screens.what_stays_in_a_picture_is_told_and_fits),
    (broken_pebbles.KeepsTooMuch, screens.what_stays_in_a_picture_is_told_and_fits),
    (broken_secrets.DescribesAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_sealed.SealsTheFirstForTheAbsent, hidden.a_default_tells_nothing),
    (broken_pebbles.TakesTooManyForTheAbsent, hidden.a_default_tells_nothing),
    (broken_secrets.NotesAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_sealed.NotesWithoutEnd, screens.notes_fit_in_a_message),
    (broken_secrets.AsksAboutAllHands, hidden.nobody_is_shown_what_they_were_not_told),
    (
        broken_pebbles.KnowsNoRoundNumbers,
        _hears("²"),
    ),
    (broken_pebbles.Mutters, _hears("3 left")),
    (broken_pebbles.Echoes, _hears("")),
    (broken_pebbles.EchoesWhatIsUnseen, _hears("")),
    (broken_pebbles.Mutters, rules.exactly_legal_moves_are_accepted),
    (broken_sealed.CallsSealingPlain, hidden.a_plain_move_tells_nothing_but_itself),
    (broken_sealed.MayChangeNothing, hidden.a_revised_choice_leaves_no_trace),
    (broken_sealed.RemembersRevising, hidden.a_revised_choice_leaves_no_trace),
    (broken_sealed.SaysWhoRevises, hidden.a_revised_choice_leaves_no_trace),
    (broken_pebbles.RefusesThree, rules.exactly_legal_moves_are_accepted),
    (broken_sealed.KeepsTheWidow, hidden.the_view_after_the_end_shows_all),
    (broken_pebbles.TakesWhatIsThere, rules.exactly_legal_moves_are_accepted),
    (broken_sealed.HidesWhenStopped, hidden.the_view_after_breaking_off_shows_all),
    (broken_pebbles.Cheats, computers.a_computer_makes_the_same_legal_move),
    (broken_pebbles.Wavers, computers.a_computer_makes_the_same_legal_move),
    (broken_pebbles.NeverTakesTheLast, computers.computers_come_to_an_end),
    (broken_secrets.ChoosesByWhatAllKnow, computers.a_secret_choice_of_a_computer_cannot_be_foreseen),
    (broken_pebbles.ChoosesByWhoCameBefore, _of_a_day(daily.the_same_moves_make_the_same_day)),
    (broken_pebbles.Wavers, _of_a_day(_weakest)),
    (broken_pebbles.ScoresNothing, _of_a_day(_weakest)),
    (broken_pebbles.ScoresNothing, _of_a_day(daily.a_try_ends_with_a_score)),
    (broken_pebbles.GoesOnForEver, _of_a_day(daily.a_try_ends_with_a_score)),
    (broken_pebbles.DuelsForEver, _of_a_day(daily.a_try_ends_with_a_score)),
    (broken_pebbles.ScoresWithoutASentence, lambda play: daily.its_words_are_sentences(play.game)),
    (broken_pebbles.DuelsWithoutASentence, lambda play: daily.its_words_are_sentences(play.game)),
    (broken_pebbles.SaysTooMuch, prompts.prompts_fit_in_discord),
    (broken_pebbles.SaysAName, prompts.prompts_fit_in_discord),
    (broken_pebbles.HasAColonInAKey, prompts.prompts_fit_in_discord),
    (broken_pebbles.AsksTheChannelSomethingElse, prompts.the_channel_is_asked_what_the_mover_is_asked),
    (broken_sealed.GivesNobodyAHand, prompts.the_channel_is_asked_what_the_mover_is_asked),
    (broken_pebbles.AsksEverybody, prompts.only_who_may_move_is_asked),
    (broken_sealed.AsksWhileItDeals, prompts.only_who_may_move_is_asked),
    (broken_sealed.ChanceBesideOthers, rules.chance_owes_alone),
    (broken_pebbles.CannotBeHashed, rules.everything_can_be_hashed),
    (broken_pebbles.TalksOn, screens.words_fit_in_alt_text),
    (broken_secrets.PaintsAllHandsAsLiked, hidden.nobody_is_shown_what_they_were_not_told),
    (broken_sealed.PrefersFewerMoves, preferences.a_preference_changes_no_move),
    (broken_sealed.ReadsAnswersAsLiked, preferences.a_preference_changes_no_move),
    (broken_sealed.PrefersAtLength, lambda play: preferences.preferences_fit_in_discord(play.game)),
    (broken_sealed.PrefersTheSameTwice, lambda play: preferences.preferences_fit_in_discord(play.game)),
    (broken_pebbles.PaintsDifferently, screens.pictures_are_the_same_at_every_drawing),
    (broken_pebbles.TellsNobodysMove, screens.who_did_it_is_known),
    (broken_pebbles.TellsItOfTheNextPlayer, screens.who_did_it_is_known),
    (broken_pebbles.SaysAnotherPlayer, screens.a_caption_is_about_who_did_it),
    (broken_pebbles.TakesAnyOption, lambda play: rules.options_are_bounded(play.game, ())),
    (broken_pebbles.LeavesOneStanding, lambda play: rules.everybody_has_a_seat(play.game, ())),
    (broken_pebbles.HasALevelThatDoesNotPlay, lambda play: computers.every_level_plays(play.game)),
]


UNCLEAR: list[tuple[type, Law, str]] = [
    (broken_pebbles.CountsOneSeat, rules.resigning_and_stopping_end_the_game, "`scores` has 1 for 2 seats."),
    (
        broken_pebbles.LooksAnswersUp,
        prompts.answers_that_lead_nowhere_are_refused,
        r"`prompt` was called with View\(.+'nonsense'.+raise IllegalMove with a sentence",
    ),
    (
        broken_pebbles.LooksWordsUp,
        _hears("x"),
        "`read` was called with '.+raises BadNotation with a sentence",
    ),
    (
        broken_pebbles.TossesToNobody,
        rules.exactly_legal_moves_are_accepted,
        r"Chance draws Start\(seat=2\), and `apply` refuses it: One to three",
    ),
    (
        broken_pebbles.RefusesWhatItLists,
        rules.exactly_legal_moves_are_accepted,
        r"Seat \d has the legal move Take.+, and `apply` refuses it: Not now \(rule 2\)\.",
    ),
    (
        broken_pebbles.AsksNobodyAtAll,
        screens.pictures_are_the_same_at_every_drawing,
        "Seat . owes a move, and `prompt` asks it nothing",
    ),
    (
        broken_sealed.LooksForTheChannelsHand,
        rules.everything_can_be_hashed,
        "`view` was called with Table.+for None, which is the channel; also before the first deal",
    ),
]
"""What beginners do, and the sentence that a failing law says."""


@pytest.mark.parametrize(("toy", "law", "said"), UNCLEAR)
def test_a_beginners_mistake_is_explained(toy: type, law: Law, said: str) -> None:
    with pytest.raises((AssertionError, LookupError, ValueError), match=f"(?s){said}"):
        hold_to(law, as_game(toy()))


def hold_to(law: Law, game: AnyGame, seeds: int = 4) -> None:
    """The law over short and finished plays with every number of seats."""
    for start in (begin(game, seats, seed=seed) for seats in game.about.seats for seed in range(seeds)):
        for length in (0, 1, 2, 3, 5, 8, 99):
            law(play_on(start, length))


@pytest.mark.parametrize(("toy", "law"), BROKEN)
def test_a_law_catches_what_breaks_it(toy: type, law: Law) -> None:
    with pytest.raises((AssertionError, TypeError, ValueError)):
        hold_to(law, as_game(toy()))


@pytest.mark.parametrize("game", every_game.GAMES.values(), ids=every_game.GAMES.keys())
def test_a_law_that_any_game_breaks_says_its_sentence(game: AnyGame) -> None:
    def law(_play: Play) -> None:
        raise AssertionError("the law's sentence")

    with pytest.raises(AssertionError, match="the law's sentence"):
        every_game.every_game(examples=1)(law)(game=game)


def _whole(toy: type) -> type:
    """The toy that this one breaks in one place."""
    whole = (broken_secrets.DealsOpenly, broken_secrets.SeesBehind, Sealed, Pebbles)
    return next(one for one in whole if issubclass(toy, one))


WHOLE: list[tuple[type, Law]] = list(dict.fromkeys((_whole(toy), law) for toy, law in BROKEN))
"""Several toys break the same law; their whole is held to it once."""


@pytest.mark.parametrize(("toy", "law"), WHOLE)
def test_the_same_law_lets_the_whole_toy_pass(toy: type, law: Law) -> None:
    hold_to(law, as_game(toy()), sized(1, 4))


@pytest.mark.parametrize(("name", "collection"), [("liars_dice", folders), ("pebbles", every_game)])
def test_a_game_with_the_name_of_a_tests_game_is_not_left_untested(
    monkeypatch: pytest.MonkeyPatch, name: str, collection: ModuleType
) -> None:
    mine = {name: as_game(Pebbles())}
    monkeypatch.setattr(registry, "all_games", lambda: mine)
    monkeypatch.setattr(folders, "WITH_FOLDERS", mine)
    with pytest.raises(ValueError, match=f"^Two games are called {name}.+untested.+another name.+$"):
        runpy.run_path(str(collection.__file__))


async def _all_lines(archive: Archive, _user_id: int) -> bytes:
    return _packed(" ".join(one.text for one in await archive.record.lines(1)))


async def _all_marks(archive: Archive, _user_id: int) -> bytes:
    return _packed("".join([await archive.people.marks(1, seat) for seat in range(2)]))


def _packed(text: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("data.json", text)
    return file.getvalue()


@pytest.mark.parametrize("download", [_all_lines, _all_marks])
def test_a_law_catches_a_download_with_what_others_know(download: downloads.Download) -> None:
    law = downloads.a_file_tells_nobody_more_than_they_were_told
    with pytest.raises(AssertionError, match="By a file"):
        hold_to(lambda play: law(play, download), as_game(Sealed()))


def test_a_law_catches_a_key_made_of_what_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_seal(table: AnyTable, _seed: bytes, seat: Seat) -> bytes:
        return f"{table.header.commit}/{len(table.lines)}/{seat}".encode()

    monkeypatch.setattr(Table, "computer_key", of_the_seal)
    with pytest.raises(AssertionError, match="All can work out"):
        hold_to(
            computers.a_secret_choice_of_a_computer_cannot_be_foreseen, as_game(broken_secrets.DealsOpenly())
        )


def test_a_law_catches_a_choice_that_depends_on_who_was_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_all_lines(table: AnyTable, seed: bytes, seat: Seat) -> bytes:
        return table.computer_key(seed, seat)

    monkeypatch.setattr(daily, "computer_key", by_all_lines)
    with pytest.raises(AssertionError, match="who is asked first"):
        daily.the_same_moves_make_the_same_day(registry.find("fooblitzky"), bytes(32))


def test_a_law_catches_a_draw_that_depends_on_what_was_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_all_lines(table: AnyTable, seed: bytes) -> Line:
        rng = fair.chance_rng(seed, len(table.lines), ())
        return Line(CHANCE, table.game.write(table.game.chance(table.state, rng)))

    monkeypatch.setattr(Table, "chance", by_all_lines)
    with pytest.raises(AssertionError, match="chance drew something else"):
        hold_to(rules.an_undo_shows_nothing_new, registry.find("fourside"))


def test_chance_can_call_nothing_but_random() -> None:
    with pytest.raises(AttributeError, match="shuffle"):
        play_on(begin(as_game(broken_sealed.ShufflesByItself()), 2), 1)


def test_a_failure_says_that_nobody_is_shown_a_position_in_which_chance_owes() -> None:
    toy = as_game(broken_pebbles.DescribesNoBeginning())
    with pytest.raises(AssertionError) as raised:
        screens.words_fit_in_alt_text(begin(toy, 2))
    assert raised.value.__notes__ == [screens.NEVER_SHOWN]
    screens.words_fit_in_alt_text(play_on(begin(toy, 2), 1))
