"""The direct message that shows a hand: edited in place, and posted if there is none."""

from collections.abc import Awaitable, Callable

import discord

from bot.screens.context import DisplayContext
from bot.screens.failures import DMS_CLOSED, NO_SERVER_IN_COMMON, new_nonce
from bot.screens.parts import calling, notice
from bot.screens.screen import Screen
from bot.tables.session import Session
from games.core import Seat, letter

_QUIET = discord.AllowedMentions.none()


async def tell_closed(channel: discord.PartialMessageable, user_id: int) -> None:
    """Tell a player in the table's channel where their hand is, since their direct messages are closed."""
    await channel.send(
        view=notice(
            f"<@{user_id}>, I can't send you direct messages, so your hand is here: press **My hand** "
            "under the board, or use **/hand**. Only you can see it."
        ),
        allowed_mentions=calling([user_id]),
    )


def hand_purpose(session: Session, seat: Seat) -> str:
    """The purpose under which storage has the direct message of this seat's hand.

    A player who took over the seat has a message of their own.
    """
    first, now = session.journal.stays.first(seat).user_id, session.players[seat].reader_id
    return f"hand:{letter(seat)}" if first == now else f"hand:{letter(seat)}:{now}"


class DirectHand:
    """One person's message from one table, saved under a purpose.

    It remembers who has closed their direct messages.
    """

    def __init__(
        self, context: DisplayContext, session_id: int, purpose: str, place: tuple[int, int] | None
    ) -> None:
        """`place` is the channel and the message, if there is one already."""
        self._context = context
        self._session_id = session_id
        self._purpose = purpose
        self._place = place

    @property
    def is_there(self) -> bool:
        """Whether there is such a message, as far as we know."""
        return self._place is not None

    @property
    def channel_id(self) -> int | None:
        """The channel it is in."""
        return self._place[0] if self._place is not None else None

    def is_on(self, message: discord.Message) -> bool:
        """Whether it is this message."""
        return self._place is not None and message.id == self._place[1]

    async def edit(self, screen: Screen) -> None:
        """Show this on the message, which must exist; if it was deleted, forget it."""
        assert self._place is not None
        channel_id, message_id = self._place
        channel = self._context.client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET
            )
        except discord.NotFound:
            self._place = None

    async def post(
        self, user_id: int, make: Callable[[], Awaitable[Screen]], *, retries: bool = False
    ) -> int | None:
        """Send what this makes to the person, as the message that `edit` changes.

        Sends nothing to someone who has closed their direct messages, unless it `retries`. Returns their
        id if that turned out just now.
        """
        archive, client = self._context.archive, self._context.client
        was_closed = (await archive.person(user_id)).dms_closed
        if was_closed and not retries:
            return None
        screen = await make()
        try:
            channel = await client.create_dm(discord.Object(user_id))
            sent = await channel.send(
                view=screen.layout, files=list(screen.files), allowed_mentions=_QUIET, nonce=new_nonce()
            )
        except discord.Forbidden as failed:
            if failed.code not in (DMS_CLOSED, NO_SERVER_IN_COMMON):
                raise
            if was_closed:
                return None
            await archive.set_dms_closed(user_id, True)
            # Somebody who left the server doesn't read its channels either.
            return user_id if failed.code == DMS_CLOSED else None
        self._place = (channel.id, sent.id)
        if was_closed:
            await archive.set_dms_closed(user_id, False)
        await archive.put_message(self._session_id, self._purpose, channel.id, sent.id)
        return None
