"""What can be done as a picture: a house with a room for each kind of thing, and the reader at home in it."""

from dataclasses import dataclass
from functools import lru_cache

from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import shortened, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Palette, Picture, colour
from games.kit.brush.parlour import BRASS, PANEL, SOFT
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, sprite
from games.kit.faces import Face

_ROOF = 206
_WIDE, _SCENE, _PLATE, _WALL = 588, 204, 128, 4
"""A room has a scene above a plate with words; walls stand between the rooms."""
_RAIL = 6
_TITLE, _NAME, _COMMANDS = 62, 42, 33
_LEFT = 28
_TILES = colour("#8E3B2E")
_RING = 6


@dataclass(frozen=True)
class Room:
    """A room with its name and what can be typed there; `scene` is its drawing in this folder's `art`."""

    scene: str
    name: str
    commands: tuple[str, ...]


@dataclass(frozen=True)
class HelpCard:
    """All that the picture shows: rooms in pairs from the top down, and the reader's face in some of them."""

    title: str
    rooms: tuple[Room, ...]
    reader: Face

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        sheet = _house(self.title, self.rooms).copy()
        for number, room in enumerate(self.rooms):
            if room.scene in _READERS:
                (x, y), size = _READERS[room.scene]
                left, top = _corner(number)
                _seat(sheet, self.reader, (left + x, top + y), size)
        colours = colours_with(sheet.palette, (Seat(0),), (self.reader,))
        return joined(WIDTH, colours, [strip(sheet.pixels)])


_READERS = {"play": ((76, 106), 104), "you": ((124, 98), 140)}
"""By scene, where the reader's face has its middle, and how large it is."""

_ROBOTS = {"play": ("medium", (512, 106), 104), "learn": ("easy", (516, 110), 124)}
"""By scene, the level of the computer that lives there, with the same."""


def _seat(sheet: Sheet, reader: Face, middle: tuple[int, int], size: int) -> None:
    """The reader's avatar in the ring that the house has there, or the letters of their name."""
    if avatars.paste(sheet, Seat(0), reader, middle, size):
        return
    mark = avatars.initials(reader.name, size, _RING).crop((_RING, _RING, _RING + size, _RING + size))
    at = middle[0] - size // 2, middle[1] - size // 2
    sheet.paste(sheet.palette.fit(mark.convert("RGB")), at, shape_of(avatars.rounded(mark)))


def _corner(number: int) -> tuple[int, int]:
    """Where the scene of this room begins."""
    down, across = divmod(number, 2)
    return across * (_WIDE + _WALL), _ROOF + down * (_SCENE + _PLATE)


@lru_cache(4)
def _house(title: str, rooms: tuple[Room, ...]) -> Sheet:
    """The whole house, with rings where the reader's face will be; cached, so don't change it."""
    accents = [CREAM, SOFT, PANEL, ACCENT, NIGHT, BRASS]
    edges = [(CREAM, PANEL), (SOFT, PANEL), (CREAM, _TILES), (CREAM, NIGHT)]
    roof, drawn = _roof(title), [_room(one) for one in rooms]
    palette = Palette(accents, edges, [roof, *drawn], avatars.first_colour(Seat(0)))
    sheet = Sheet.of(palette, (WIDTH, _corner(len(rooms) + 1)[1] + _WALL), BRASS)
    sheet.paste(palette.fit(roof), (0, 0))
    for number, one in enumerate(drawn):
        sheet.paste(palette.fit(one), _corner(number))
    return sheet


def _roof(title: str) -> Picture:
    """The roof (RGB) with the title on it."""
    image = on(BRASS, sprite("bot.guide", "roof", (WIDTH, _ROOF)))
    write(image, shortened(title, _TITLE, 860), (WIDTH / 2, 104), _TITLE, CREAM)
    return image


@cached
def _room(room: Room) -> Picture:
    """A room's scene with its plate (RGB); cached, so don't change it."""
    easel, space = Easel((_WIDE, _SCENE + _PLATE), PANEL), _WIDE - 2 * _LEFT
    easel.plate((0, _SCENE, _WIDE, _SCENE + _RAIL), 0, BRASS)
    image = easel.finish()
    image.paste(sprite("bot.guide", room.scene, (_WIDE, _SCENE)), (0, 0))
    write(image, shortened(room.name, _NAME, space), (_LEFT, _SCENE + 44), _NAME, CREAM, "left")
    commands = shortened(" · ".join(room.commands), _COMMANDS, space)
    write(image, commands, (_LEFT, _SCENE + 98), _COMMANDS, SOFT, "left")
    if room.scene in _READERS:
        middle, size = _READERS[room.scene]
        _put(image, avatars.initials("", size, _RING), middle)
    if room.scene in _ROBOTS:
        level, middle, size = _ROBOTS[room.scene]
        _put(image, avatars.robot(level, size, _RING), middle)
    return image


def _put(image: Picture, mark: Picture, middle: tuple[int, int]) -> None:
    image.paste(mark, (middle[0] - mark.width // 2, middle[1] - mark.height // 2), mark)
