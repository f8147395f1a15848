"""What the bot says about the game of the day by itself: posts in servers' channels, and reminders."""

from collections.abc import Callable

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from storage import schema
from storage.stored import DailyChannel, DailyPost, row_of
from storage.subject import Subject, columns_of, put

_channels, _posts, _reminders = schema.daily_channels, schema.daily_posts, schema.daily_reminders
_tries, _shown = schema.tries, schema.tries_shown


class DailyNews(Subject):
    """Where and when to post it, what was posted, and whom to remind when."""

    async def channel(self, guild_id: int) -> DailyChannel:
        """What this server has chosen; at first nothing."""
        query = select(_channels).where(_channels.c.guild_id == guild_id)
        return await self._one(DailyChannel, query) or DailyChannel(guild_id)

    async def change_channel(
        self, guild_id: int, change: Callable[[DailyChannel], DailyChannel]
    ) -> DailyChannel:
        """Pass what this server has chosen through `change`, save and return it.

        No concurrent change is lost.
        """
        mine = _channels.c.guild_id == guild_id
        query = select(_channels).where(mine).with_for_update()

        def changed(connection: Connection) -> DailyChannel:
            self._database.insert_missing(connection, _channels, row_of(DailyChannel(guild_id)))
            after = change(DailyChannel(**connection.execute(query).mappings().one()))
            connection.execute(update(_channels).where(mine).values(row_of(after)))
            return after

        return await self._writer.run(changed)

    async def due(self, day: int, hour: int) -> tuple[DailyChannel, ...]:
        """Where this day's game is still to be posted, at this hour of the day."""
        is_on = _channels.c.channel_id.is_not(None) & (_channels.c.why_off == "")
        is_due = (_channels.c.first_day <= day) & (_channels.c.posted_day < day) & (_channels.c.hour <= hour)
        query = select(_channels).where(is_on, is_due).order_by(_channels.c.guild_id)
        return await self._all(DailyChannel, query)

    async def posted(self, post: DailyPost) -> None:
        """Save that this was posted, and that nothing more is for this day."""
        settled = (_channels.c.guild_id == post.guild_id) & (_channels.c.posted_day < post.day)

        def change(connection: Connection) -> None:
            for statement in put(_posts, row_of(post)):
                connection.execute(statement)
            connection.execute(update(_channels).where(settled).values(posted_day=post.day))

        await self._writer.run(change)

    async def outdated(self, today: int, closed: int) -> tuple[DailyPost, ...]:
        """The posts that tell something else than what is, each as it should be.

        A post has no more to tell once its day is among those that are `closed`: see `forget_post`.
        """
        count, is_over = func.count(_tries.c.session_id.distinct()), _posts.c.day < today
        names = [one for one in columns_of(DailyPost, _posts) if one.name not in ("players", "is_over")]
        told = _shown.c.day.between(_posts.c.day - 1, _posts.c.day)
        here = (_shown.c.guild_id == _posts.c.guild_id) & told
        same = (_tries.c[name] == _shown.c[name] for name in ("day", "game", "user_id"))
        own = and_(*same, ~_tries.c.is_practice)
        query = (
            select(*names, count.label("players"), is_over.label("is_over"))
            .select_from(_posts)
            .outerjoin(_shown, here)
            .outerjoin(_tries, own & _tries.c.score.is_not(None))
            .group_by(*_posts.c)
            .having(or_(count != _posts.c.players, is_over != _posts.c.is_over, _posts.c.day <= closed))
            .order_by(_posts.c.guild_id, _posts.c.day)
        )
        return await self._all(_post, query)

    async def brought_up_to_date(self, post: DailyPost) -> None:
        """Save what the post tells now; nothing happens if it was forgotten."""
        its = (_posts.c.guild_id == post.guild_id) & (_posts.c.day == post.day)
        change = update(_posts).where(its).values(row_of(post))
        await self._writer.run(lambda connection: connection.execute(change))

    async def forget_post(self, post: DailyPost) -> None:
        """It's gone, or has no more to tell."""
        await self._drop(_posts, guild_id=post.guild_id, day=post.day)

    async def set_reminder(self, user_id: int, due_at: int | None) -> None:
        """Think of reminding this person then, in milliseconds since the epoch; None for never."""
        change = [delete(_reminders).where(_reminders.c.user_id == user_id)]
        added = insert(_reminders).values(user_id=user_id, due_at=due_at)

        def changed(connection: Connection) -> None:
            for statement in change if due_at is None else (*change, added):
                connection.execute(statement)

        await self._writer.run(changed)

    async def reminders_due(self, by: int) -> dict[int, int]:
        """Whom to think of reminding by this moment, and since when, both in milliseconds since the epoch."""
        query = select(_reminders.c.user_id, _reminders.c.due_at).where(_reminders.c.due_at <= by)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {one.user_id: one.due_at for one in rows}


def _post(is_over: object, **values: int) -> DailyPost:
    return DailyPost(is_over=bool(is_over), **values)
