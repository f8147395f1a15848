"""The result card: who won, everybody's place, score and rating, the score over the game, where it turned."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from games.core import Seat, name_seats
from games.kit.brush import avatars
from games.kit.brush.cached import cached
from games.kit.brush.chart import BADGES, Chart, Inks, Line, diamond, grid_values, some
from games.kit.brush.easel import Easel
from games.kit.brush.festive import confetti, crown, rays
from games.kit.brush.header import portrait
from games.kit.brush.lettering import fitting_name, label, mask, shortened, width
from games.kit.brush.marks import ACCENT, CREAM, PAPER, SEATS, WIDTH, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with, palette_of
from games.kit.brush.sheet import Box, Sheet, shape_of
from games.kit.brush.suits import suited_label, wrapped_suited
from games.kit.faces import Face
from games.kit.results import Course, Ended, Look, Point, Rated

GAIN, LOSS = colour("#8FD14F"), colour("#FF9EB5")
_WORDS = 35
"""The height of capitals of most words, in px."""
_EDGE, _MARGIN = 32, 30
_GOLD_EDGE = 12
_LABELS = 60
_SCORE_AT = 636
"""Where scores end if ratings stand to the right of them."""
_NAMES_AT = 222
_FACTS, _LINE = 84, 66
_MOST_SAID = 2
"""How many lines the turning point may take."""


class _Sizes:
    """What depends on the number of seats: the heights of the bands, and of what's in them, in px."""

    def __init__(self, seats: int) -> None:
        self.hero = {1: 322, 2: 322, 3: 346, 4: 300}.get(seats, 262)
        self.row = {1: 112, 2: 112, 3: 100, 4: 90}.get(seats, 82)
        self.face = {1: 84, 2: 84, 3: 76, 4: 68}.get(seats, 60)
        self.name = 37 if seats < 5 else 35
        self.score = {1: 50, 2: 50, 3: 47, 4: 45}.get(seats, 44)
        self.chart = {1: 316, 2: 316, 3: 272, 4: 272}.get(seats, 330)


def _signed(rated: Rated) -> str:
    """By how much a rating changed: `+14`."""
    more = 0 if rated.before is None else rated.after - rated.before
    return f"{'+' if more > 0 else '−' if more < 0 else '±'}{abs(more)}"


def result_card(ended: Ended, look: Look, faces: Sequence[Face]) -> bytes:
    """A PNG, 1180 px wide, with these faces by seat; a seat without one shows its letter."""
    seats = len(ended.scores)
    shown = (*faces, *(Face() for _ in range(len(faces), seats)))
    return _Card(ended, look, shown).png()


class _Card:
    """The card being drawn, from the top down."""

    def __init__(self, ended: Ended, look: Look, faces: tuple[Face, ...]) -> None:
        self._ended, self._look, self._faces = ended, look, faces
        self._sizes = _Sizes(len(faces))
        self._palette = _palette(look, len(faces))
        self._said = self._turning_lines()
        self._hidden = wrapped_suited(ended.hidden(look), _WORDS, WIDTH - 2 * _MARGIN, _MOST_SAID)
        rows = self._sizes.row * len(faces)
        foot = _FACTS + _LINE * (len(self._said) + len(self._hidden))
        high = self._sizes.hero + _LABELS + rows + self._chart_height + foot
        self._sheet = Sheet.of(self._palette, (WIDTH, high), look.page)

    def png(self) -> bytes:
        self._hero()
        top = self._sizes.hero
        self._labels(top)
        top += _LABELS
        for number, seat in enumerate(self._ended.order):
            self._row(seat, top, number)
            top += self._sizes.row
        if self._chart_height:
            assert self._ended.course is not None
            self._chart(self._ended.course, top)
        self._facts(top + self._chart_height)
        seats = tuple(Seat(seat) for seat in range(len(self._faces)))
        return joined(WIDTH, colours_with(self._palette, seats, self._faces), [strip(self._sheet.pixels)])

    def _called(self, seat: Seat, capitals: float, room: int) -> str:
        face, letter = self._faces[seat], SEATS[seat].letter
        if name := fitting_name(face.name, capitals, room):
            return name
        return f"Player {letter}" if width(f"Player {letter}", capitals) <= room else letter

    # The band with the winner

    def _hero(self) -> None:
        high, winners, ended = self._sizes.hero, self._ended.first[:3], self._ended
        crowned = bool(winners)
        shown = winners or (ended.order[:3] if ended.is_draw else ())
        size = min(214, high - 108) if len(shown) == 1 else min(150, high - 110)
        step, left = size - 14, 72
        middle = left + size // 2 + step * max(0, len(shown) - 1) // 2, high // 2 + 21
        drawn = self._look, high, middle if shown else (WIDTH // 2, high)
        ground = _hero_ground(*drawn)
        self._sheet.paste(_fitted_ground(self._palette, *drawn), (0, 0))
        words = left + size + step * (len(shown) - 1) + 56 if shown else 60
        taken = self._headline(ground, words, high)
        faces_end = words - 40 if shown else 0
        if crowned:
            inks = (ACCENT, CREAM, GAIN, LOSS)
            kept = [*taken, (0, 0, faces_end, high)]
            edge = self._look.frame + 12
            confetti(self._sheet, inks, (faces_end, edge, WIDTH - edge, high - edge), kept, 70)
        for number, seat in reversed([*enumerate(shown)]):
            at = left + size // 2 + number * step, middle[1]
            self._winner(seat, at, size, crowned=crowned)

    def _winner(self, seat: Seat, at: tuple[int, int], size: int, *, crowned: bool) -> None:
        if avatars.colours(self._faces[seat]):
            rim, wide = (ACCENT if crowned else CREAM), size + 24
            self._sheet.paste(self._palette.index(rim), (at[0] - wide // 2, at[1] - wide // 2), _disc(wide))
            portrait(self._sheet, self._palette, rim, seat, self._faces[seat], at, size)
        else:
            portrait(self._sheet, self._palette, self._look.page, seat, Face(), at, size)
        if crowned:
            gold = crown(round(size * 0.66))
            corner = at[0] - gold.width // 2, at[1] - size // 2 - gold.height + round(size * 0.13)
            self._over(gold, corner)

    def _over(self, drawn: Picture, at: tuple[int, int]) -> None:
        """A sprite (RGBA) with its own edges over whatever is there."""
        self._sheet.paste(self._palette.fit(_flat(drawn)), at, shape_of(drawn))

    def _headline(self, ground: Picture, left: int, high: int) -> list[Box]:
        """Who won in large letters, and below it why; returns where they stand."""
        who, rest = self._ended.headline
        room, capitals = WIDTH - left - 40, 91 if high > 300 else 66
        name = self._with_names(who, capitals, WIDTH)
        while capitals > 43 and _wide(name, rest, capitals) > room:
            capitals -= 2
            name = self._with_names(who, capitals, WIDTH)
        if _wide(name, rest, capitals) > room:
            most = room - width(rest, capitals) - 24
            name = self._with_names(who, capitals, most // (2 if " and " in who else 1) - 40)
        why = self._why_lines(room)
        at = high // 2 - (20 if why else 0) - 24 * (len(why) > 1)
        boxes = []
        x = left
        for text, ink in ((name, ACCENT), (rest, CREAM)):
            if text:
                boxes.append(self._write(ground, text, (x, at), capitals, ink))
                x = boxes[-1][2] + round(capitals * 0.28)
        for number, text in enumerate(why):
            down = at + capitals // 2 + 52 + 54 * number
            boxes.append(self._write(ground, text, (left, down), 38 if len(why) == 1 else _WORDS, CREAM))
        return boxes

    def _why_lines(self, room: int) -> list[str]:
        why = self._with_names(self._ended.why(self._look), 38, 300)
        if width(why, 38) <= room:
            return [why] if why else []
        return wrapped_suited(why, _WORDS, room, 2)

    def _with_names(self, text: str, capitals: float, room: int) -> str:
        return name_seats(text, lambda seat: self._called(seat, capitals, room))

    def _write(self, ground: Picture, text: str, at: tuple[int, int], capitals: float, ink: Colour) -> Box:
        """Words over the light behind the winner, with soft edges; returns their box."""
        letters = mask(text, capitals)
        left, top = at[0], at[1] - letters.height // 2
        box = left, top, left + letters.width, top + letters.height
        under = ground.crop(box)
        under.paste(ink, (0, 0), letters)
        self._sheet.paste(self._palette.fit(under), (left, top))
        return box

    # Places, scores and ratings

    @property
    def _has_ratings(self) -> bool:
        return any(self._ended.ratings)

    def _labels(self, top: int) -> None:
        look, (one, several) = self._look, self._look.unit
        self._block(look.groove, top, _LABELS)
        middle = top + _LABELS // 2 + 2
        unit = one if set(self._ended.scores) == {1} else several
        score_at = _SCORE_AT if self._has_ratings else WIDTH - _EDGE
        self._put(unit, (score_at, middle), look.soft, look.groove, share=1)
        if self._has_ratings:
            words = "against computers" if self._ended.against_computers else "rating"
            self._put(words, (WIDTH - _EDGE, middle), look.soft, look.groove, share=1)
        elif self._ended.unrated:
            self._put(self._ended.unrated, (_MARGIN, middle), look.soft, look.groove)

    def _row(self, seat: Seat, top: int, number: int) -> None:
        ended, look, sizes = self._ended, self._look, self._sizes
        won = seat in ended.winners and not ended.is_empty
        striped = look.page if number % 2 else mix(look.page, look.groove, 0.5)
        ground = look.band if won else striped
        self._block(ground, top, sizes.row)
        middle = top + sizes.row // 2
        if won:
            self._sheet.paste(self._palette.index(ACCENT), (0, top, _GOLD_EDGE, top + sizes.row))
        if place := ended.place(seat):
            self._put(str(place), (56, middle), ACCENT if won else look.soft, ground, 0.5, sizes.score - 2)
        portrait(self._sheet, self._palette, ground, seat, self._faces[seat], (150, middle - 3), sizes.face)
        score_at = _SCORE_AT if self._has_ratings else WIDTH - _EDGE
        tile = self._put(str(ended.scores[seat]), (score_at, middle), CREAM, ground, 1, sizes.score)
        right = score_at - max(tile.width, width("00", sizes.score)) - 24
        right = self._piece(seat, right, middle, ground)
        flag = 44 if seat in ended.resigned else 0
        name = self._called(seat, sizes.name, right - _NAMES_AT - flag)
        drawn = self._put(name, (_NAMES_AT, middle), CREAM, ground, 0, sizes.name)
        if flag:
            self._sheet.paste(
                self._palette.index(PAPER), (_NAMES_AT + drawn.width + 14, middle - 18), _flag()
            )
        if seat < len(ended.ratings) and (rated := ended.ratings[seat]) is not None:
            self._rating(rated, WIDTH - _EDGE, middle, ground)

    def _piece(self, seat: Seat, right: int, middle: int, ground: Colour) -> int:
        """What the seat has, if there's room for it beside its name; returns where the name has to end."""
        pieces = self._look.pieces
        if pieces is None:
            return right
        drawn: Picture = pieces(self._ended.view, seat, ground)
        if right - drawn.width - _NAMES_AT < 150:
            return right
        left = right - drawn.width
        self._sheet.paste(self._palette.fit(drawn), (left, middle - drawn.height // 2))
        return left - 24

    def _rating(self, rated: Rated, right: int, middle: int, ground: Colour) -> None:
        """`1512 → 1526 ▲ +14`, in columns; a `?` hangs beside the digits while a rating is provisional."""
        soft, cap = self._look.soft, 36
        changes = [width(_signed(one), cap) for one in self._ended.ratings if one is not None]
        more_at = right - max(68, *changes)
        new_at = more_at - 82
        self._put(str(rated.after), (new_at, middle), CREAM, ground, 1, cap)
        if not rated.is_sure:
            self._put("?", (new_at + 2, middle), CREAM, ground, 0, cap)
        arrow_at = new_at - width("0000", cap) - 58
        self._sheet.paste(self._palette.index(soft), (arrow_at, middle - 14), _arrow())
        old_at = arrow_at - 34
        if rated.before is None:
            self._put("new", (old_at, middle), soft, ground, 1, cap)
            return
        self._put(str(rated.before), (old_at, middle), soft, ground, 1, cap)
        if not rated.was_sure:
            self._put("?", (old_at + 2, middle), soft, ground, 0, cap)
        more = rated.after - rated.before
        ink = GAIN if more > 0 else LOSS if more < 0 else soft
        self._put(_signed(rated), (more_at, middle), ink, ground, 0, cap)
        self._sheet.paste(
            self._palette.index(ink), (more_at - 40, middle - 14), _triangle((more > 0) - (more < 0))
        )

    # The score over the game

    @property
    def _chart_height(self) -> int:
        course = self._ended.course
        if course is None or len({point.move for point in course.points}) < 3:
            return 0
        return self._above + self._sizes.chart + (BADGES + 24 if self._alone else 74)

    @property
    def _alone(self) -> list[tuple[float, Seat]]:
        """Who played alone, at the middle of each part; nobody if the badges would touch."""
        course = self._ended.course
        if course is None or not any(seat is not None for seat in course.alone):
            return []
        middles = [middle for middle, _ in _ticks(course, self._ended.parts(self._look), "")[0]]
        found = [
            (middle, seat)
            for middle, seat in zip(middles, course.alone, strict=False)
            if seat is not None and self._ended.parts(self._look)
        ]
        apart = course.moves * 76 / (WIDTH - 300)
        return found if all(other - one > apart for (one, _), (other, _) in pairwise(found)) else []

    @property
    def _above(self) -> int:
        """The room above the lines, for the diamond."""
        return 92 if self._has_mark else 44

    @property
    def _has_mark(self) -> bool:
        return self._ended.turning is not None

    def _chart(self, course: Course, top: int) -> None:
        ended, look = self._ended, self._look
        inks = Inks(look.page, mix(look.page, look.soft, 0.25), mix(look.page, look.soft, 0.6), look.soft)
        values = [value for point in course.points for value in point.scores]
        least, most = min(0, *values), max(1, *values)
        goal = 0 if look.goal is None else look.goal(ended.view)
        if 2 * most >= goal:
            most = max(most, goal)
        widest = max(width(str(one), _WORDS) for one in (*grid_values(least, most), goal))
        top += self._above
        box = max(84, widest + 38), top, WIDTH - 208, top + self._sizes.chart
        chart = Chart(self._sheet, self._palette, inks, box, course.moves, least, most)
        chart.grid(goal=goal)
        ticks, marked = _ticks(course, ended.parts(look), look.part)
        chart.ticks(ticks, marked=marked)
        if self._alone:
            chart.badges(self._alone, "alone")
        points = _drawn(course, ended.turning)
        lines = [Line(seat, _steps(points, seat, course)) for seat in reversed(ended.order)]
        crowd = len(lines) > 4
        if len(lines) == 2 and not any(one is not None for one in course.left):
            one, other = sorted(lines, key=lambda line: line.seat)
            chart.between(one, other, (_tint(look, one.seat), _tint(look, other.seat)))
        if ended.turning is not None:
            chart.turning(ended.turning.move, ended.at(ended.turning, look))
        chart.lines(lines, 7 if crowd else 9, 4 if crowd else 0)

    # The facts

    def _turning_lines(self) -> list[str]:
        turning = self._ended.turning
        if turning is None or not turning.told:
            return []
        told = self._with_names(f"Turning point: {turning.told}".rstrip("."), _WORDS, 300)
        return wrapped_suited(told, _WORDS, WIDTH - 98 - _EDGE, _MOST_SAID)

    def _facts(self, top: int) -> None:
        look, said = self._look, [*self._said, *self._hidden]
        self._block(look.band, top, _FACTS + _LINE * len(said))
        for number, text in enumerate(said):
            middle = top + 46 + _LINE * number
            if self._said and number == 0:
                diamond(self._sheet, self._palette, (56, middle), 24)
            tile = suited_label(self._palette, text, _WORDS, CREAM, look.band)
            left = 98 if number < len(self._said) else _MARGIN
            self._sheet.paste(tile, (left, middle - tile.height // 2))
        facts = [one for one in (self._ended.length(look), *self._ended.took) if one]
        middle = top + _LINE * len(said) + (_FACTS // 2 if not said else _FACTS // 2 - 2)
        words = shortened(" · ".join(facts), _WORDS, WIDTH - 2 * _MARGIN)
        self._put(words, (_MARGIN, middle), look.soft, look.band)

    def _block(self, ink: Colour, top: int, high: int) -> None:
        self._sheet.paste(self._palette.index(ink), (0, top, WIDTH, top + high))

    def _put(
        self,
        text: str,
        at: tuple[int, int],
        ink: Colour,
        ground: Colour,
        share: float = 0,
        capitals: int = _WORDS,
    ) -> Picture:
        """Words on a flat ground, `share` of them to the left of their place; returns the tile."""
        tile = label(self._palette, text, capitals, ink, ground)
        self._sheet.paste(tile, (round(at[0] - share * tile.width), at[1] - tile.height // 2))
        return tile


def _wide(name: str, rest: str, capitals: float) -> int:
    return width(name, capitals) + round(capitals * 0.28) + width(rest, capitals)


def _drawn(course: Course, turning: Point | None) -> list[Point]:
    """The points that are drawn: not too many, and the turning point among them."""
    points = list({point.move: point for point in course.points}.values())
    kept = set(some([(point.move, 0) for point in points]))
    if turning is not None:
        kept |= {at for at, point in enumerate(points) if point.move == turning.move}
    return [points[at] for at in sorted(kept)]


def _steps(points: Sequence[Point], seat: Seat, course: Course) -> list[tuple[int, int]]:
    """A seat's values by move, until it resigned."""
    end = course.left[seat]
    last = course.moves if end is None else end
    steps = [(point.move, point.scores[seat]) for point in points if point.move <= last]
    return steps if steps[-1][0] == last else [*steps, (last, steps[-1][1])]


def _ticks(course: Course, parts: Sequence[int], part: str) -> tuple[list[tuple[float, str]], bool]:
    """What stands below the axis, and whether each place is marked: parts in their middle, or moves."""
    if not parts:
        moves = [(float(at), str(at)) for at in grid_values(0, course.moves) if at]
        return [(0.0, "move"), *moves], True
    spans = zip(parts, [*parts[1:], course.moves], strict=True)
    return [
        ((begin + end) / 2, f"{part} 1" if number == 1 else str(number))
        for number, (begin, end) in enumerate(spans, 1)
    ], False


def _tint(look: Look, seat: Seat) -> Colour:
    return mix(look.page, SEATS[seat].colour, 0.34)


@lru_cache(32)
def _palette(look: Look, seats: int) -> Palette:
    """The colours of a card, made once for every look and number of seats."""
    grounds = (look.page, look.band, look.groove, mix(look.page, look.groove, 0.5))
    accents = [*grounds, look.ray, look.soft, GAIN, LOSS, CREAM, ACCENT]
    accents += [mix(look.page, look.soft, share) for share in (0.25, 0.6)]
    accents += [_tint(look, Seat(seat)) for seat in range(seats if seats == 2 else 0)]
    edges = [(ink, ground) for ground in grounds[:3] for ink in (look.soft, CREAM)]
    edges += [(ACCENT, look.page), (ACCENT, look.ray), (CREAM, look.ray), (CREAM, grounds[3])]
    edges += [(GAIN, look.page), (LOSS, look.page), (GAIN, look.band)]
    artwork = [_flat(crown(142)), *([] if look.samples is None else look.samples(look.band))]
    artwork += [seat_mark(Seat(seat), 56, look.page) for seat in range(seats)]
    if look.hero is not None:
        artwork.append(_hero_ground(look, _Sizes(seats).hero, (200, 180)))
    return palette_of(look.page, seats, accents, edges, artwork)


@cached
def _hero_ground(look: Look, high: int, middle: tuple[int, int]) -> Picture:
    """The light behind the winner (RGB)."""
    if look.hero is not None:
        drawn: Picture = look.hero(high, middle)
        return drawn
    return light((WIDTH, high), look.page, look.ray, middle)


@cached
def _fitted_ground(palette: Palette, look: Look, high: int, middle: tuple[int, int]) -> Picture:
    return palette.fit(_hero_ground(look, high, middle))


def light(size: tuple[int, int], ground: Colour, ray: Colour, middle: tuple[int, int]) -> Picture:
    """Rays of light (RGB) from a place in a box of this size."""
    easel = Easel(size, ground)
    for one in rays(middle, 1.2 * WIDTH, 0.5, count=20):
        easel.polygon(one, ray)
    return easel.finish()


def _flat(drawn: Picture) -> Picture:
    """A sprite (RGBA) without its edges (RGB)."""
    return drawn.convert("RGB")


@cached
def _disc(wide: int) -> Picture:
    easel = Easel((wide, wide), (0, 0, 0))
    easel.disc((wide / 2, wide / 2), wide / 2, PAPER)
    return shape_of(easel.finish())


@cached
def _arrow() -> Picture:
    easel = Easel((48, 28), (0, 0, 0))
    easel.plate((0, 11, 40, 17), 3, PAPER)
    easel.polygon([(32, 2), (48, 14), (32, 26)], PAPER)
    return shape_of(easel.finish())


@cached
def _triangle(more: int) -> Picture:
    """Pointing up for a gain, down for a loss; a bar if nothing changed. 32 px wide."""
    easel = Easel((32, 28), (0, 0, 0))
    if more > 0:
        easel.polygon([(0, 28), (16, 0), (32, 28)], PAPER)
    elif more < 0:
        easel.polygon([(0, 0), (16, 28), (32, 0)], PAPER)
    else:
        easel.plate((0, 10, 32, 18), 0, PAPER)
    return shape_of(easel.finish())


@cached
def _flag() -> Picture:
    """The white flag of a player who resigned."""
    easel = Easel((30, 38), (0, 0, 0))
    easel.plate((0, 0, 5, 38), 2, PAPER)
    easel.polygon([(5, 2), (29, 7), (22, 13), (29, 21), (5, 21)], PAPER)
    return shape_of(easel.finish())
