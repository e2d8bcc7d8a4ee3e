"""Which style sheets a page wears, in what order, and the few files as which they travel.

The rules lie in a file for each part of the page. A page asks for those of a table as one file, which is smaller and
comes at once, and for what else it wears as another: whoever comes from the shelf to a table has them already.
"""

from __future__ import annotations

from collections.abc import Mapping

TABLE = (
    *("base", "table", "blocks", "prompts", "drawers", "history"),
    *("board", "graph", "puzzle", "rules", "senses"),
)
"""The order counts: of two rules that fit as well as each other the later one holds."""
BEFORE = ("shelf", "kits", "readers", "forms")
AFAR = ("wall",)
BUILD = ("build",)
DEVICES = ("devices",)
FAIRNESS = ("fairness",)
HOUSE = ("house",)
MENDING = ("mending",)
RECORD = ("record",)
SETUP = ("setup",)
STAFF = ("staff",)
FILES: Mapping[str, tuple[str, ...]] = {
    "css/all-table.css": TABLE,
    "css/all-before.css": BEFORE,
    "css/all-afar.css": AFAR,
    "css/all-build.css": BUILD,
    "css/all-devices.css": DEVICES,
    "css/all-fairness.css": FAIRNESS,
    "css/all-house.css": HOUSE,
    "css/all-mending.css": MENDING,
    "css/all-record.css": RECORD,
    "css/all-setup.css": SETUP,
    "css/all-staff.css": STAFF,
}
"""They lie beside the sheets, which name pictures there."""


def files_of(page: str) -> tuple[str, ...]:
    """The files that a page asks for: what is drawn there and nothing else.

    >>> files_of("table"), files_of("tray")
    (('css/all-table.css',), ('css/all-table.css', 'css/all-afar.css'))
    """
    more = {
        "table": (),
        "wall": ("css/all-afar.css",),
        "tray": ("css/all-afar.css",),
        "build": ("css/all-before.css", "css/all-build.css"),
        "devices": ("css/all-before.css", "css/all-devices.css"),
        "enter": ("css/all-before.css", "css/all-devices.css"),
        "fairness": ("css/all-before.css", "css/all-fairness.css"),
        "house": ("css/all-before.css", "css/all-house.css"),
        "mending": ("css/all-before.css", "css/all-mending.css"),
        "record": ("css/all-before.css", "css/all-record.css"),
        "setup": ("css/all-before.css", "css/all-setup.css"),
        "staff": ("css/all-before.css", "css/all-staff.css"),
    }
    return ("css/all-table.css", *more.get(page, ("css/all-before.css",)))


def sheets_of(page: str) -> tuple[str, ...]:
    """The sheets that lie in them."""
    return tuple(_path(sheet) for file in files_of(page) for sheet in FILES[file])


def bundle_stylesheets(sheets: Mapping[str, bytes]) -> dict[str, bytes]:
    """What stands in each file."""
    return {file: b"\n".join(sheets[_path(name)] for name in names) for file, names in FILES.items()}


def _path(sheet: str) -> str:
    return f"css/{sheet}.css"
