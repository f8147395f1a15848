"""The messages that call people to one table, each of them deleted once everybody it calls has answered."""

import logging
from collections.abc import Callable, Collection, Iterable

from bot.screens import reminder_words
from bot.screens.board import Board
from bot.screens.context import DisplayContext
from bot.screens.failures import NOT_SENT, code_of
from bot.screens.hand_screen import TableLink
from bot.screens.parts import calling, notice
from bot.screens.telling import Place, once, tell_channel, tell_directly
from bot.tables.lobby import Lobby
from bot.tables.session import Session
from storage import StoredMessage

log = logging.getLogger(__name__)

NUDGE = "nudge"
"""An older version's reminder, of which a table had one for everybody."""

TURN, TIME = "turn", "time"
"""It's your turn; your time runs out."""

INVITATION = "invitation"

_OWN = (TURN, TIME)


class Calls:
    """The ones still posted. They are saved among the table's messages, by purpose: `turn:<user id>`."""

    def __init__(self, context: DisplayContext, board: Board, messages: Iterable[StoredMessage]) -> None:
        """`messages` are all those the table had before a restart."""
        self._context = context
        self._board = board
        self._standing: dict[str, Place] = {
            one.purpose: (one.channel_id, one.message_id)
            for one in messages
            if one.purpose.split(":")[0] in (NUDGE, INVITATION, *_OWN)
        }
        if NUDGE in self._standing and isinstance(board.lobby_or_session, Lobby):
            self._standing[INVITATION] = self._standing.pop(NUDGE)

    async def in_channel(self, session: Session, questions: dict[int, str], ends: int | None) -> None:
        """Call these people in the channel; `ends` is when the time of their move runs out, if that is why.

        `questions` are theirs, by user id. Raises what a request can raise, and StorageFailed.
        """
        link, called = self._board.table_link.link, list(questions)
        if ends is None:
            text = reminder_words.in_channel(session, called, link)
        else:
            text = reminder_words.warning_in_channel(called, ends, link)
        kind = TURN if ends is None else TIME
        nonce = once(kind, session.id, *questions.items())
        place = await tell_channel(self._context, session, text, called, nonce)
        for user_id in called:
            await self._keep(session.id, f"{kind}:{user_id}", place)

    async def directly(self, session: Session, user_id: int, question: str, ends: int | None) -> bool:
        """Call this person by direct message. False if they don't let the bot write to them.

        Raises what a request can raise, and StorageFailed.
        """
        table = self._board.table_link
        if ends is None:
            text = reminder_words.direct(session, user_id, table)
        else:
            text = reminder_words.direct_warning(session, ends, table)
        kind = TURN if ends is None else TIME
        nonce = once("direct", kind, session.id, user_id, question)
        place = await tell_directly(self._context, user_id, text, nonce)
        if place is not None:
            await self._keep(session.id, f"{kind}:{user_id}:direct", place)
        return place is not None

    async def invite(self, lobby: Lobby, text: str, called: Collection[int]) -> None:
        """Ask people in the channel to play; those `called` are notified. Raises what a request can raise."""
        nonce = once(INVITATION, lobby.id)
        place = await tell_channel(self._context, lobby, text, tuple(called), nonce)
        await self._keep(lobby.id, INVITATION, place)

    async def invite_directly(
        self, lobby: Lobby, user_id: int, words: Callable[[Lobby, TableLink], str]
    ) -> bool:
        """Ask this person by direct message to play; False if they don't let the bot write to them."""
        nonce = once(INVITATION, lobby.id, user_id)
        place = await tell_directly(self._context, user_id, words(lobby, self._board.table_link), nonce)
        if place is not None:
            await self._keep(lobby.id, f"{INVITATION}:{user_id}", place)
        return place is not None

    async def begin(self, session: Session, user_ids: Collection[int], *, adopts: bool) -> bool:
        """The game has begun: delete its invitations. Returns whether an older version called these people.

        Its message stays for them if `adopts`.
        """
        invitations = [one for one in self._standing if one.split(":")[0] == INVITATION]
        nudge = self._standing.get(NUDGE)
        if nudge is None or not adopts:
            await self._remove(session, invitations if nudge is None else [*invitations, NUDGE])
            return False
        for user_id in user_ids:
            await self._keep(session.id, f"{TURN}:{user_id}", nudge)
        del self._standing[NUDGE]
        await self._context.archive.drop_message(session.id, NUDGE)
        await self._remove(session, invitations)
        return True

    async def withdraw(self, session: Session, user_ids: Collection[int]) -> None:
        """These people have answered: delete their messages, or edit those that also call others."""
        mine = [f"{kind}:{one}{end}" for one in user_ids for kind in _OWN for end in ("", ":direct")]
        await self._remove(session, [one for one in mine if one in self._standing])

    async def _keep(self, session_id: int, purpose: str, place: Place) -> None:
        self._standing[purpose] = place
        await self._context.archive.put_message(session_id, purpose, *place)

    async def _remove(self, session: Session, purposes: Collection[str]) -> None:
        places = dict.fromkeys(self._standing.pop(one) for one in purposes)
        for purpose in purposes:
            await self._context.archive.drop_message(session.id, purpose)
        for place in places:
            standing = [one for one, other in self._standing.items() if other == place]
            try:
                await self._leave_to(session, place, [int(one.split(":")[1]) for one in standing])
            except NOT_SENT as failed:
                log.info("a call to session %s could not be deleted (%s)", session.id, code_of(failed))

    async def _leave_to(self, session: Session, place: Place, others: list[int]) -> None:
        """Let this message call only these people; delete it if there are none."""
        channel_id, message_id = place
        message = self._context.client.get_partial_messageable(channel_id).get_partial_message(message_id)
        if not others:
            await message.delete()
            return
        text = reminder_words.in_channel(session, others, self._board.table_link.link)
        await message.edit(view=notice(text), allowed_mentions=calling(()))
