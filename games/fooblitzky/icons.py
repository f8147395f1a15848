"""Which small picture stands on which button: the eighteen items, and the signs of the places."""

from games.fooblitzky.city import SITE_NAMES, Kind
from games.fooblitzky.items import ITEMS, Item


def of(item: Item | None) -> str:
    """The emblem of an item: `hot_dog`; none for nothing."""
    return item.name.replace(" ", "_").replace("-", "_") if item else ""


ITEM_ICONS: dict[str, Item] = {of(item): item for item in ITEMS}
PLACE_ICONS: tuple[Kind, ...] = tuple(SITE_NAMES)
ICONS: tuple[str, ...] = (*ITEM_ICONS, *PLACE_ICONS)
