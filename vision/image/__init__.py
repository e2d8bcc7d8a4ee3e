"""Pictures: read the header, decode in bounded time and memory, one camera picture with its time."""

from vision.image.decoder import (
    LONGEST,
    MOST_BYTES,
    READING_FAULTS,
    Image,
    PictureError,
    checked_header,
    decode,
    decode_grey,
    upright_size,
)
from vision.image.frame import HEIGHT, WIDTH, CameraError, Clock, Frame, Grey, shrink
from vision.image.header import ImageHeader, header_of, scan_at

__all__ = [
    "HEIGHT",
    "LONGEST",
    "MOST_BYTES",
    "READING_FAULTS",
    "WIDTH",
    "CameraError",
    "Clock",
    "Frame",
    "Grey",
    "Image",
    "ImageHeader",
    "PictureError",
    "checked_header",
    "decode",
    "decode_grey",
    "header_of",
    "scan_at",
    "shrink",
    "upright_size",
]
