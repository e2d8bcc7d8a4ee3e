"""Image formats by their first bytes."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.engine import image_format, image_kind
from companion.engine.image_format import jpeg_size, png_size, webp_size
from companion.errors import ContentError


def drawn(kind: str, size: tuple[int, int] = (31, 17), **how: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, kind, **how)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "kind", "measure"),
    [
        (drawn("PNG"), "png", png_size),
        (drawn("JPEG"), "jpg", jpeg_size),
        (drawn("JPEG", progressive=True), "jpg", jpeg_size),
        (drawn("WEBP"), "webp", webp_size),
        (drawn("WEBP", lossless=True), "webp", webp_size),
        (drawn("WEBP", exif=b"Exif\0\0" + bytes(40)), "webp", webp_size),
    ],
    ids=["png", "jpeg", "progressive", "webp", "lossless", "extended"],
)
def test_a_picture_is_known_with_its_size(content: bytes, kind: str, measure: object) -> None:
    assert image_kind("map", content) == kind
    assert measure(content) == (31, 17)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg/>",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\nIHDR",
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xe0\x00\x10",
        b"RIFF0000WAVE" + bytes(40),
    ],
)
def test_kind_of_refuses_other_files(content: bytes) -> None:
    with pytest.raises(
        ContentError, match=r"map.png is no picture that can be shown: a PNG, JPEG or WebP file is needed"
    ):
        image_kind("map.png", content)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(ContentError, match=r"map.png is empty, or too large to be read: it is left out"):
        image_kind("map.png", b"")


def test_a_picture_with_too_many_pixels_is_refused() -> None:
    wide = drawn("PNG")[:16] + (60_000).to_bytes(4, "big") * 2 + drawn("PNG")[24:]
    with pytest.raises(ContentError, match="60000 by 60000 pixels, at most 40 megapixels"):
        image_kind("map.png", wide)


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_format, "MOST_BYTES", 10)
    with pytest.raises(ContentError, match=r"map.png has 0 MB, at most 0 MB are kept: make it smaller"):
        image_kind("map.png", drawn("PNG"))


@given(
    st.sampled_from([b"", b"\xff\xd8\xff", b"RIFF0000WEBPVP8 ", b"RIFF0000WEBPVP8X", b"\x89PNG\r\n\x1a\n"]),
    st.binary(max_size=80),
)
def test_any_bytes_are_a_picture_or_a_sentence(head: bytes, rest: bytes) -> None:
    assert outcome(head + rest).startswith(("png", "jpg", "webp", "map "))


def outcome(content: bytes) -> str:
    try:
        return image_kind("map", content)
    except ContentError as error:
        return str(error)
