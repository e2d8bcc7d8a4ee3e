"""Format and size from the first bytes of a picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.odd import CMYK, SCENE, packed, turned
from vision.image.header import ImageHeader, foreign_format, header_of, scans_of

ENDINGS = {".jpg": "JPEG", ".png": "PNG", ".webp": "WebP", ".gif": "GIF", ".bmp": "BMP"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_size_is_read_before_anything_is_unpacked(ending: str) -> None:
    assert header_of(packed(ending)) == ImageHeader(ENDINGS[ending], 160, 90)  # type: ignore[arg-type]


@given(width=st.integers(1, 300), height=st.integers(1, 300), ending=st.sampled_from([*ENDINGS]))
def test_header_size_equals_decoded_size(width: int, height: int, ending: str) -> None:
    data = packed(ending, np.zeros((height, width, 3), np.uint8))
    header = header_of(data)
    assert header is not None and (header.width, header.height) == (width, height)


def test_header_is_read_from_any_webp_or_jpeg() -> None:
    lossy = packed(".webp", SCENE, cv2.IMWRITE_WEBP_QUALITY, 50)
    clear = packed(".webp", np.dstack([SCENE, SCENE[..., :1]]), cv2.IMWRITE_WEBP_QUALITY, 50)
    assert {header_of(data) for data in (lossy, clear)} == {ImageHeader("WebP", 160, 90)}
    assert lossy[12:16] != clear[12:16]
    assert header_of(turned(6)) == ImageHeader("JPEG", 160, 90)
    assert header_of(CMYK) == ImageHeader("JPEG", 64, 48)
    assert header_of(packed(".jpg", SCENE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)) == ImageHeader("JPEG", 160, 90)


@given(
    st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"GIF89a", b"BM"])
)
def test_no_bytes_crash_it(data: bytes, start: bytes) -> None:
    header_of(start + data)
    foreign_format(start + data)
    scans_of(start + data)


@given(st.sampled_from([*ENDINGS]), st.integers(0, 60))
def test_a_header_broken_off_is_none_or_the_right_one(ending: str, end: int) -> None:
    header = header_of(packed(ending)[:end])
    assert header is None or (header.width, header.height) == (160, 90)
