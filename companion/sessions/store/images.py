"""The pictures that imported sheets bring, kept by what they hold: `<SHA-256>.png` in the data folder, each once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from companion.engine import image_kind
from companion.errors import ContentError
from companion.i18n import _
from companion.system.atomic_write import PART_SUFFIX, make_folder, write_atomically

DIGEST = re.compile(r"[0-9a-f]{64}")
TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
MOST_ALL = 2_000_000_000  # bytes, in the whole house


class ImageStore:
    """A folder of pictures. Thread-safe: files are written under a temporary name and renamed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, images: Iterable[tuple[str, bytes]]) -> None:
        """Store all pictures, or none that was not there. `images`: name and content. Raises ContentError."""
        kinds = {content: image_kind(name, content) for name, content in images}
        new = {content: kind for content, kind in kinds.items() if self.path(digest_of(content)) is None}
        if not new:
            return
        make_folder(self._folder)
        used = sum(path.stat().st_size for path in self._folder.iterdir() if path.suffix != PART_SUFFIX)
        if used + sum(map(len, new)) > MOST_ALL:
            raise ContentError(
                _(
                    "The pictures of all imported scenarios would need more than {n} MB: clear {folder} of what you do not"
                    " need.",
                    n=MOST_ALL // 1_000_000,
                    folder=str(self._folder),
                )
            )
        for content, kind in new.items():
            write_atomically(self._folder / f"{digest_of(content)}.{kind}", content)

    def drop(self, digest: str) -> None:
        path = self.path(digest)
        if path is not None:
            path.unlink(missing_ok=True)

    def path(self, digest: str) -> Path | None:
        """Return the file of a picture; None where it does not exist, or the digest is invalid."""
        if not DIGEST.fullmatch(digest):
            return None
        places = (self._folder / f"{digest}.{kind}" for kind in TYPES)
        return next((path for path in places if path.is_file()), None)


def digest_of(content: bytes) -> str:
    """Return the SHA-256 digest of an image, as hex."""
    return sha256(content).hexdigest()


def type_of(path: Path) -> str:
    """Return the media type of a picture."""
    return TYPES[path.suffix[1:]]
