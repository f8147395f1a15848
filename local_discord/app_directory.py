"""The applications and their commands, as the page shows them."""

from local_discord.applications import Application
from local_discord.codec import Json
from local_discord.gateway import Gateway
from local_discord.pages import Pages
from local_discord.world import World


class AppDirectory:
    """Says which applications are online and which commands there are, and announces it to the open pages."""

    def __init__(self, world: World, gateway: Gateway, pages: Pages) -> None:
        self._world = world
        self._gateway = gateway
        self._pages = pages

    def listed(self) -> list[Json]:
        """Every application, each `{id, name, bot, online}`."""
        return [self._raw(one) for one in self._world.applications.values()]

    def commands(self) -> list[Json]:
        """The commands of all applications."""
        return [command for one in self._world.applications.values() for command in one.every_command()]

    def tell(self, application: Application) -> None:
        """Announces that the application has come online or gone offline."""
        self._pages.to_all("APPLICATION", self._raw(application))

    def tell_commands(self) -> None:
        """Announces that the commands have changed."""
        self._pages.to_all("COMMANDS", {"commands": self.commands()})

    def _raw(self, application: Application) -> Json:
        return {
            "id": application.id,
            "name": application.name,
            "bot": application.user.raw,
            "online": self._gateway.online(application),
        }
