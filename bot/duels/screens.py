"""Duels: the challenge, and what a person's duels wait for. Nothing of the deal is told."""

from collections.abc import Iterable, Mapping, Sequence

from discord import ButtonStyle, ui

from bot.chat import links
from bot.chat.custom_ids import Route
from bot.chat.drawing import Drawn
from bot.chat.parts import Row, Screen, alt_text, button, face_name, menu, notice, picture, rows, screen
from bot.chat.players import mention
from bot.duels import routes
from bot.duels.challenge_card import ChallengeCard
from bot.duels.result import rivals, verdict
from bot.duels.standing import DAYS, Standing
from games.core import Choice
from games.engine import fair, registry
from games.game import AnyGame
from games.kit.faces import Face
from storage import Duel

DUELS = "duels"
"""The purpose of the ephemeral message with a person's own duels."""


PICTURE = "challenge.png"


def duel_screen(shown: Standing, card: ChallengeCard | None = None, drawn: Drawn | None = None) -> Screen:
    """The challenge as everybody sees it, whatever has become of it by now, without its result."""
    told = "\n".join([f"### Duel: {shown.game.about.title}", *_told(shown)])
    if card is None:
        return Screen(notice(told, *_rows(shown)))
    return screen(picture(PICTURE, drawn, alt_text(_alt(card))), told, _rows(shown))


def challenge_card(shown: Standing, faces: Sequence[Face], before: Sequence[int | None]) -> ChallengeCard:
    """What the picture of a challenge shows: the `faces` of its people, and who won their duels so far."""
    people, about = shown.duel.people, shown.game.about
    is_open = shown.duel.opponent_id is None
    return ChallengeCard(
        title=about.title,
        banner=registry.banner_picture(about.name),
        challenger=faces[0],
        opponent=None if is_open else faces[1],
        before=tuple(None if one is None else people.index(one) for one in before),
        heading="Who dares?" if is_open else "Head to head" if before else "Your first duel here",
        days=DAYS,
        todo="days to answer" if shown.duel.state == "asked" else "days to play",
        terms="no clock, no hints",
        look=shown.game.look(),
    )


def _alt(card: ChallengeCard) -> str:
    one = face_name(card.challenger)
    other = "anybody" if card.opponent is None else face_name(card.opponent)
    said = [f"A duel in {card.title}: {one} against {other}, with the same deal for both."]
    if card.before:
        level = card.before.count(None)
        ties = f", and {level} level" if level else ""
        said.append(f"So far {one} has won {card.before.count(0)}, {other} {card.before.count(1)}{ties}.")
    said.append(f"{card.days} {card.todo}, {card.terms}.")
    return " ".join(said)


def _told(shown: Standing) -> list[str]:
    duel = shown.duel
    challenger, opponent = mention(duel.challenger_id), mention(duel.opponent_id)
    match duel.state:
        case "asked":
            asked = (
                f"{challenger} challenges {opponent}"
                if duel.opponent_id is not None
                else f"{challenger} challenges anybody who dares"
            )
            lapses = f"The challenge lapses <t:{shown.lapses_at}:R>."
            return [f"{asked} to play the same deal. {_format(shown)}", lapses]
        case "declined":
            return [f"{opponent} has declined {challenger}'s challenge."]
        case "withdrawn":
            return [f"{challenger} has taken this challenge back."]
        case "expired" if duel.accepted_at is None:
            return [f"Duel expired: nobody accepted {challenger}'s challenge in {DAYS} days."]
        case "playing":
            states = [f"{mention(one)} {_state(shown, one)}." for one in duel.people]
            lapses = f"The result shows once you've both finished, or <t:{shown.lapses_at}:R> at the latest."
            return [f"{challenger} and {opponent} play the same deal. {_format(shown)}", *states, lapses]
        case _:
            return [verdict(shown)]


def _format(shown: Standing) -> str:
    form = shown.form
    told = f"You each play alone against {rivals(shown)}, in your direct messages."
    return f"{form.line} {told} There's no clock, hint or undo. {form.counts}"


def _state(shown: Standing, user_id: int) -> str:
    """What somebody is doing, without a word about how it goes."""
    if user_id not in shown.sides:
        return "hasn't begun"
    return "is through" if shown.is_through(user_id) else "is still playing"


def fair_play(shown: Standing) -> str:
    """Why nobody can change the deal: its fingerprint, and its seed once both are through."""
    duel = shown.duel
    told = _OVER if duel.state not in ("asked", "playing") else _FIXED
    return told.format(commit=fair.commit(duel.seed), seed=duel.seed.hex())


_FIXED = (
    "You both get the same deal. It comes from a secret seed that was chosen before the challenge. This is "
    "its fingerprint:\n`{commit}`\nThe seed itself is shown here once the duel is over."
)
_OVER = (
    "This duel is over. The fingerprint of its deal was\n`{commit}`\nand its seed\n`{seed}`\n"
    "Press *Check* below either game to see that its whole deal follows from this seed."
)


def accepted_screen(shown: Standing) -> Screen:
    """What the challenger reads in their direct messages once somebody has accepted."""
    title = shown.game.about.title
    told = f"{mention(shown.duel.opponent_id)} has accepted your duel in {title}. Play whenever you like."
    return Screen(notice(told, ui.ActionRow(_play(shown.duel, "Play"))))


def lapsing_screen(shown: Standing, user_id: int) -> Screen:
    """What somebody reads in their direct messages who isn't through when a duel lapses soon."""
    title, other = shown.game.about.title, next(one for one in shown.duel.people if one != user_id)
    has_begun = user_id in shown.sides
    todo = "Your game isn't finished yet." if has_begun else "You haven't begun your game yet."
    told = f"Your duel with {mention(other)} in **{title}** lapses <t:{shown.lapses_at}:R>. {todo}"
    play = _play(shown.duel, "Go on" if has_begun else "Play")
    return Screen(notice(f"{told}\n-# /settings can turn reminders off.", ui.ActionRow(play)))


def offer_screen(opponent_id: int, games: Iterable[AnyGame]) -> Screen:
    """For somebody who challenges this person: which game?"""
    told = f"### You challenge {mention(opponent_id)}\nYou both play the same deal. Which game?"
    return Screen(notice(told, _offer(opponent_id, "Choose a game", games)))


def _offer(opponent_id: int, placeholder: str, games: Iterable[AnyGame]) -> Row:
    abouts = (game.about for game in games)
    return menu(
        routes.OfferDuel(opponent_id), placeholder, (Choice(one.name, one.title, one.line) for one in abouts)
    )


def own_screen(
    user_id: int, those: Sequence[Standing], links: Mapping[int, str], games: Sequence[AnyGame]
) -> Screen:
    """A person's open duels, with what they can do about each, and a menu for another challenge.

    `links` are those to the challenges. The menu has these games; there's none where they can't be played.
    """
    further = [_offer(0, "Challenge anybody here to …", games)] if games else []
    if not those:
        told = "You have no open duels. Choose a friend in **opponent** to challenge them."
        return Screen(notice(told, *further))
    lines, buttons = ["### Your duels"], list[ui.Button[ui.LayoutView]]()
    for place, shown in enumerate(those, start=1):
        duel, title = shown.duel, shown.game.about.title
        others = [mention(one) for one in duel.people if one != user_id]
        against = others[0] if others else "anybody"
        lines.append(
            f"**{place}.** {title} with {against}: {_waits(shown, user_id)} {links.get(duel.id, '')}".strip()
        )
        buttons += [
            button(f"{label} {place}", route, style) for label, route, style in _choices(shown, user_id)
        ]
    return Screen(notice("\n".join(lines), *rows(buttons), *further))


def _waits(shown: Standing, user_id: int) -> str:
    duel, lapses = shown.duel, f"<t:{shown.lapses_at}:R>"
    if duel.state == "asked":
        if duel.challenger_id == user_id:
            return f"not accepted yet. It lapses {lapses}."
        return f"they challenge you. It lapses {lapses}."
    if not shown.is_through(user_id):
        return f"your game waits. Play it by {lapses}."
    other = next(one for one in duel.people if one != user_id)
    return f"you're through, and they {'are still playing' if other in shown.sides else 'have to begin'}."


def _choices(shown: Standing, user_id: int) -> list[tuple[str, Route, ButtonStyle]]:
    duel = shown.duel
    if duel.state == "asked" and duel.challenger_id == user_id:
        return [("Take back", routes.TakeBackDuel(duel.id), ButtonStyle.secondary)]
    if duel.state == "asked":
        return [
            ("Accept", routes.AcceptDuel(duel.id), ButtonStyle.success),
            ("Decline", routes.DeclineDuel(duel.id), ButtonStyle.secondary),
        ]
    if shown.is_through(user_id):
        return []
    label = "Go on" if user_id in shown.sides else "Play"
    return [(label, links.PlayDuel(duel.id), ButtonStyle.success)]


def _rows(shown: Standing) -> list[Row]:
    duel = shown.duel
    reading = [button("Rules", links.Rules(duel.game, 0)), button("Fair play", routes.FairDuel(duel.id))]
    if duel.state == "asked":
        buttons = [button("Accept", routes.AcceptDuel(duel.id), ButtonStyle.success)]
        if duel.opponent_id is not None:
            buttons.append(button("Decline", routes.DeclineDuel(duel.id)))
        return rows([*buttons, button("Take back", routes.TakeBackDuel(duel.id)), *reading])
    if duel.state == "playing":
        return rows([_play(duel, "Play"), *reading])
    return []


def _play(duel: Duel, label: str) -> ui.Button[ui.LayoutView]:
    return button(label, links.PlayDuel(duel.id), ButtonStyle.success)
