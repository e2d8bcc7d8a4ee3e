"""Decode pictures of any origin in bounded time and memory. Checks their size before decoding.

Rotates a photograph upright, takes the first frame of an animation, reduces 16 bits to 8, makes transparent pixels
visible and turns grey into colour. Refuses damaged, oversized and other files with a reason.
"""

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import LamplightError
from companion.i18n import _
from companion.schema import Words
from vision.image.header import ImageHeader, foreign_format, header_of, is_progressive, scans_of
from vision.image.jpeg_damage import is_damaged

Image: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR."""

MOST_BYTES = 80_000_000
"""Limit for a file of any kind."""
MOST_PIXELS = 50_000_000
"""Limit for a JPEG of one pass, which can be decoded at a smaller scale; phones' largest default photographs."""
MOST_PIXELS_WHOLE = 16_000_000
"""Of any other picture: it must be unpacked whole."""
MOST_SCANS = 64
"""Passes of a JPEG over its picture; cameras make at most a dozen, an attack thousands."""
LEAST_SIDE = 16
"""Px."""
LONGEST = 2560
"""Px, long side of what the readers look at: more of a tray is never needed, and thin lines would be stepped over."""
REDUCED = (
    (8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2),
    (1, cv2.IMREAD_COLOR),
)  # fmt: skip
REDUCED_GREY = (
    (8, cv2.IMREAD_REDUCED_GRAYSCALE_8), (4, cv2.IMREAD_REDUCED_GRAYSCALE_4), (2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
    (1, cv2.IMREAD_GRAYSCALE),
)  # fmt: skip

cv2.utils.logging.setLogLevel(
    cv2.utils.logging.LOG_LEVEL_SILENT
)  # what OpenCV has to say of a damaged picture, we say in a sentence


class PictureError(LamplightError):
    """Bytes that are not a supported picture. The message names their kind and the remedy."""

    code = "PICTUREERROR"


THE_PICTURE = _("The picture")
READING_FAULTS = (PictureError, cv2.error, ValueError, ArithmeticError, LookupError, RuntimeError)
"""Exceptions of OpenCV, numpy and the nets for a damaged or odd picture."""


def decode(data: bytes, name: Words = THE_PICTURE, longest: int = LONGEST) -> Image:
    """(H, W, 3) uint8 BGR, upright, at most `longest` px on its long side; `name` begins the sentence of an error.

    Raises PictureError.
    """
    header = checked_header(data, name)
    is_whole = header.format != "JPEG" or not is_damaged(data)
    image = _unpacked(data, header, REDUCED, longest) if is_whole else None
    if image is None:
        raise PictureError(
            _("{name} is a damaged {format} picture. Save or send it again.", name=name, format=header.format)
        )
    return smaller(image, longest)


def decode_grey(data: bytes, name: Words = THE_PICTURE, least: int = 0) -> NDArray[np.uint8]:
    """(H, W) uint8, its long side at least `least` px where the picture has so many: much cheaper than in colour.

    Raises PictureError.
    """
    header = checked_header(data, name)
    is_whole = header.format != "JPEG" or not is_damaged(data)
    grey = _unpacked(data, header, REDUCED_GREY, least) if is_whole else None
    if grey is None:
        raise PictureError(
            _("{name} is a damaged {format} picture. Save or send it again.", name=name, format=header.format)
        )
    return grey


def checked_header(data: bytes, name: Words = THE_PICTURE) -> ImageHeader:
    """Return the header of a picture that may be unpacked. Raises PictureError."""
    if not data:
        raise PictureError(_("{name} is empty. Save or send it again.", name=name))
    header = header_of(data)
    if header is None:
        what = foreign_format(data)
        if what:
            raise PictureError(
                _(
                    "{name} is no picture that can be read, it is {what}. Convert it to JPEG or PNG.",
                    name=name,
                    what=what,
                )
            )
        raise PictureError(_("{name} is no picture that can be read. Convert it to JPEG or PNG.", name=name))
    _check_size(data, header, name)
    return header


def upright_size(header: ImageHeader, image: Image) -> tuple[int, int]:
    """Width and height, px, of the whole picture as it is held upright; `image` is what it was unpacked to."""
    turned = (image.shape[1] > image.shape[0]) != (header.width > header.height) and header.width != header.height
    return (header.height, header.width) if turned else (header.width, header.height)


def smaller(image: Image, longest: int) -> Image:
    """Return the picture itself, or brought down so that its long side is `longest` px."""
    height, width = image.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return image
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _check_size(data: bytes, header: ImageHeader, name: Words) -> None:
    width, height = header.width, header.height
    is_scalable = header.format == "JPEG" and not is_progressive(data)
    most = MOST_PIXELS if is_scalable else MOST_PIXELS_WHOLE
    if width * height > most or len(data) > MOST_BYTES:
        raise PictureError(
            _(
                "{name} is too large: {width} x {height} px, {size} MB; at most {megapixels} megapixels and {most} MB are read. Make it smaller.",
                name=name,
                width=str(width),
                height=str(height),
                size=round(len(data) / 1e6, 1),
                megapixels=most // 10**6,
                most=MOST_BYTES // 10**6,
            )
        )
    if min(width, height) < LEAST_SIDE:
        raise PictureError(
            _(
                "{name} has only {width} x {height} px. Take a larger one.",
                name=name,
                width=str(width),
                height=str(height),
            )
        )
    if header.format == "JPEG" and scans_of(data) > MOST_SCANS:
        raise PictureError(_("{name} is packed in more passes than any camera makes. Save it again.", name=name))


def _unpacked(data: bytes, header: ImageHeader, modes: Sequence[tuple[int, int]], longest: int) -> Image | None:
    """Decode with the first mode that leaves `longest` px of the long side. Only a JPEG can be decoded smaller."""
    side = max(header.width, header.height)
    mode = next(mode for by, mode in modes if by == 1 or (header.format == "JPEG" and side >= by * longest))
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except cv2.error:  # some decoders raise where others give nothing
        return None
    return None if image is None else image.astype(np.uint8, copy=False)
