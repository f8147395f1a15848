"""Letters in pictures: as large as asked, where asked, and legible on a telephone."""

from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from games.kit.brush.lettering import mask, width, write
from games.kit.brush.marks import NIGHT, PAPER, TEXT, WIDTH


class TestLettering:
    @pytest.mark.parametrize("capitals", [20, 33.5, 35, 60])
    @pytest.mark.parametrize(
        "text",
        ["Ada plays E12.", "To  Ty AV “j” …", " Zoë’s jolly Qj, ", "(3+4)×2 − 20", "A\u0301 \u0301x"],
    )
    def test_a_text_looks_as_if_it_had_been_written_in_one_go(self, text: str, capitals: float) -> None:
        face = files("games.kit").joinpath("fonts/RobotoCondensed-Bold.ttf").read_bytes()
        font = ImageFont.truetype(BytesIO(face), capitals / 0.711, layout_engine=ImageFont.Layout.BASIC)
        left, _, right, _ = font.getbbox(text, anchor="ls")
        whole = Image.new("L", (max(1, round(right - left)), 4 * round(capitals)))
        ImageDraw.Draw(whole).text((-left, 2 * round(capitals)), text, fill=255, font=font, anchor="ls")
        found = mask(text, capitals)
        assert found.width == whole.width
        assert found.crop(found.getbbox()).tobytes() == whole.crop(whole.getbbox()).tobytes()


class TestLetters:
    def test_that_must_be_read_are_a_32nd_of_the_width_high(self) -> None:
        assert TEXT >= WIDTH / 32
        assert 1100 <= WIDTH <= 1200

    @pytest.mark.parametrize("text", ["H", "E", "14", "MXT"])
    def test_have_capitals_as_high_as_asked(self, text: str) -> None:
        box = mask(text, TEXT).point(lambda level: 255 if level > 100 else 0).getbbox()
        assert box is not None
        assert abs(box[3] - box[1] - TEXT) <= 1

    @pytest.mark.parametrize("text", ["H", "Q", "g", "Ä"])
    def test_stand_half_way_up(self, text: str) -> None:
        """The middle of a capital is the middle of the mask, whatever hangs below or sits above."""
        beside = mask("H" + text, TEXT)
        capital = beside.crop((0, 0, width("H", TEXT) - 2, beside.height)).getbbox()
        assert capital is not None
        assert abs((capital[1] + capital[3]) / 2 - beside.height / 2) <= 1

    @pytest.mark.parametrize(("align", "side"), [("left", 0), ("right", 2)])
    def test_begin_or_end_where_asked(self, align: str, side: int) -> None:
        image = Image.new("RGB", (200, 60), NIGHT)
        write(image, "H", (100, 30), TEXT, PAPER, "left" if align == "left" else "right")
        box = ImageChops.difference(image, Image.new("RGB", image.size, NIGHT)).getbbox()
        assert box is not None
        assert abs(box[side] - 100) <= 4

    @pytest.mark.parametrize("sign", list("−–ÄŁΩЖ°"))
    def test_are_not_boxes(self, sign: str) -> None:
        assert mask(sign, TEXT).tobytes() != mask("\ue000", TEXT).tobytes()
