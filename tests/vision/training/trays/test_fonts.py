import pytest

from vision.training.trays import fonts as subject
from vision.training.trays.fonts import glyph, has, installed, is_fit_for_numbers, is_same, stroke

pytestmark = pytest.mark.usefixtures("fonts")


@pytest.fixture
def sans() -> str:
    found = [path for path in installed() if path.endswith("DejaVuSans-Bold.ttf")]
    if not found:
        pytest.skip("fonts-dejavu is not installed")
    return found[0]


def test_a_font_has_digits_but_no_unassigned_character(sans: str) -> None:
    assert has(sans, "8")
    assert not has(sans, "\U0001fbff")


def test_glyphs_differ(sans: str) -> None:
    assert is_same(glyph(sans, "3"), glyph(sans, "3"))
    assert not is_same(glyph(sans, "3"), glyph(sans, "8"))


def test_a_bold_font_is_fit_for_numbers(sans: str) -> None:
    assert is_fit_for_numbers(sans)
    assert 0.105 < stroke(glyph(sans, "1")) < 0.6


def test_a_file_that_is_no_font_draws_nothing(tmp_path) -> None:
    (tmp_path / "no.ttf").write_bytes(b"no font")
    assert glyph(str(tmp_path / "no.ttf"), "8") is None
    assert subject.load(str(tmp_path / "no.ttf"), 20).getbbox("8")
