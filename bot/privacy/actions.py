"""What is kept of a person: reading it, taking it away, and having it deleted.

A press never says of whom: it's always about the person who presses.
"""

from bot.app.dispatch import on, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.privacy import routes
from bot.privacy.downloads import Downloads, own_data
from bot.privacy.screens import PRIVACY, deleted_screen, deleting, download_screen, privacy_screen
from bot.refusal import Expired
from bot.table.journal import milliseconds


@typed("privacy", "See what I keep of you, download it, or delete it")
async def privacy(app: Parlour, answer: Answer) -> None:
    """What's kept and why, for them alone."""
    await answer.send(privacy_screen(), PRIVACY)


@on(routes.Privacy)
async def press(app: Parlour, answer: Answer, pressed: routes.Privacy) -> None:
    """Send everything as a file, or delete it, after asking whether they mean it."""
    user_id = answer.interaction.user.id
    match pressed.what:
        case "":
            await answer.turn_to(privacy_screen(), PRIVACY)
        case "download":
            with app[Downloads].at_work(user_id):
                await answer.send(download_screen(await own_data(app.archive, user_id)), "own data")
        case "delete":
            still = await app.archive.sessions.open_ids_of(user_id)
            await answer.question(*deleting(len(still)))
        case "really":
            still = await app.archive.privacy.forget(user_id, milliseconds())
            app.names_changed()
            await answer.turn_to(deleted_screen(len(still)), PRIVACY)
            await app.person_changed(user_id)
        case _:
            raise Expired
