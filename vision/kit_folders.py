"""Folders of kits: the built-in ones in this package, a user's own in `$LAMPLIGHT_DATA/kits`, else in
`$XDG_DATA_HOME/lamplight/kits`. The latter is always read: kits were stored there before the data folder moved. Loads
neither numpy nor OpenCV.
"""

import os
import re
from pathlib import Path

from companion.errors import LamplightError
from companion.i18n import _

BUILT_IN = Path(__file__).parent / "kits"
OLD = ".old-"
"""Prefix of a kit's folder while another replaces it. The folder still counts after a power cut."""
LONGEST_NAME = 40
NAME = re.compile(rf"[^\W_][\w-]{{0,{LONGEST_NAME - 1}}}")


class KitError(LamplightError):
    """A kit is missing or invalid. The message names it and the remedy."""

    code = "KITERROR"


def check_name(name: str) -> str:
    """`name`, where it can name a kit and its folder. Raises KitError."""
    if not NAME.fullmatch(name):
        raise KitError(
            _(
                "{name} cannot be the name of a kit: use 1 to {most} letters, digits, - and _, a letter or digit first.",
                name=repr(name[:50]),
                most=LONGEST_NAME,
            )
        )
    return name


def is_own(name: str) -> bool:
    """Return whether the user has a kit of that name, also in place of a built-in one."""
    return bool(NAME.fullmatch(name)) and (own_folder(name) / "kit.toml").is_file()


def own_folder(name: str) -> Path:
    """Return the folder of the user's own kit of that name, existing or not."""
    places = [root / called for root in own_places() for called in (name, f"{OLD}{name}")]
    return next((place for place in places if place.is_dir()), places[0])


def own_kits() -> Path:
    """Return the folder of the user's own kits; it need not exist."""
    if data := os.environ.get("LAMPLIGHT_DATA"):
        return Path(data).expanduser() / "kits"
    return _home_kits()


def own_places() -> tuple[Path, ...]:
    """Return the folder of the user's own kits, and the former one. A name in the first hides the same name in the
    second.
    """
    return tuple(dict.fromkeys((own_kits(), _home_kits())))


def _home_kits() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "lamplight" / "kits"


def folder_of(name: str) -> Path:
    """Return the folder of the kit of that name, existing or not. The user's own kit precedes a built-in one."""
    return own_folder(name) if is_own(name) else BUILT_IN / name


def kit_names() -> tuple[str, ...]:
    """Names of all kits that can be loaded, sorted."""
    folders = [path for root in (BUILT_IN, *own_places()) if root.is_dir() for path in root.iterdir()]
    return tuple(sorted({path.name.removeprefix(OLD) for path in folders if (path / "kit.toml").is_file()}))
