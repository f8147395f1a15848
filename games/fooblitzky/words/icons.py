"""Which icon goes on which button: the eighteen items, and the signs of the places."""

from games.fooblitzky.rules.city.items import ITEMS, Item
from games.fooblitzky.rules.city.map import SHORT_NAMES, Kind


def of(item: Item | None) -> str:
    """The icon of an item: `hot_dog`; none for nothing."""
    return item.name.replace(" ", "_").replace("-", "_") if item else ""


ITEM_ICONS: dict[str, Item] = {of(item): item for item in ITEMS}
PLACE_ICONS: tuple[Kind, ...] = tuple(SHORT_NAMES)
ICONS: tuple[str, ...] = (*ITEM_ICONS, *PLACE_ICONS)
