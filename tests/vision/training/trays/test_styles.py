import pytest

from vision.training.trays.marks.canvas import Canvas
from vision.training.trays.shapes.tray import SYMBOLS
from vision.training.trays.styles.by_name import UnknownStyleError, names_in, style_named
from vision.training.trays.styles.random_style import random_style
from vision.training.trays.styles.style import Style

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def numbered() -> dict[int, Style]:
    pytest.importorskip("PIL", reason="Pillow comes with the dependency group train")
    return {number: random_style(number) for number in (3, 4)}


def print_of(style: Style, name: str):
    canvas = Canvas(40)
    style.symbols[name](canvas)
    return canvas.ink


def test_a_number_always_means_the_same_style(numbered: dict[int, Style]) -> None:
    again = random_style(3)
    for name in ("dice", "sizes", "roundings", "pips", "things", "felts", "table", "roughness", "font", "spin"):
        assert getattr(again, name) == getattr(numbered[3], name)
    assert all((print_of(again, name) == print_of(numbered[3], name)).all() for name in SYMBOLS)


def test_numbers_differ_in_colours_sizes_and_every_symbol(numbered: dict[int, Style]) -> None:
    one, other = numbered.values()
    assert one.dice["d6"] != other.dice["d6"]
    assert one.sizes != other.sizes
    assert one.felts != other.felts
    assert all((print_of(one, name) != print_of(other, name)).any() for name in SYMBOLS)


@pytest.mark.parametrize("name", ["B", "R", "R-1", "r7", "R7x", ""])
def test_an_unknown_style_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownStyleError, match="There is no style"):
        style_named(name)


def test_ranges_and_lists_name_styles() -> None:
    assert names_in("A,R7") == ["A", "R7"]
    assert names_in("R201-R203,R9") == ["R201", "R202", "R203", "R9"]
    with pytest.raises(UnknownStyleError, match="'B2'"):
        names_in("R1-R2,B2")
