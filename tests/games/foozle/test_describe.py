"""The alt text."""

from dataclasses import replace

from games.foozle.rules.position import Laid, Laying, Played, Taking
from games.foozle.rules.view import see
from games.foozle.words.describe import describe
from tests.games.foozle.asked import A, B
from tests.games.foozle.naive import cards, table_with


def test_the_description_names_the_hand_only_to_its_player() -> None:
    position = Laying(table_with(("8Zu 8Ra", "Grue"), "0Fa", ("0Zu 2Zu 9Zu",)), A)
    assert "Your hand: 8 Zurfs, 8 Rain." in describe(see(position, A))
    assert "8Zu" not in describe(see(position, None))
    assert "Group 1: flush of Zurfs (0, 2, 9)." in describe(see(position, None))


def test_the_description_says_who_laid_the_groups() -> None:
    table = replace(
        table_with(("8Zu", "Grue"), "0Fa", ("0Zu 2Zu 9Zu",)),
        layers=(B,),
        turns=(Played(B, laid=(Laid(cards("0Zu 2Zu 9Zu"), 0, 1),)),),
    )
    told = describe(see(Taking(table, A), A))
    assert "Group 1 by {b}: flush of Zurfs (0, 2, 9)." in told
