"""Which style sheets a page wears, in what order, and the one file as which they travel.

The rules lie in a file for each part of the page; a page asks for them as one, which is smaller and comes at once.
"""

from __future__ import annotations

from collections.abc import Mapping

ORDER = (
    *("base", "table", "blocks", "prompts", "drawers", "history", "shelf", "board", "graph", "kits"),
    *("readers", "forms", "puzzle", "wall", "rules", "senses"),
)
"""The order counts: of two rules that fit as well as each other the later one holds."""
AT_TABLE = {"table", "wall", "tray"}
BEFORE_A_TABLE = {"shelf", "kits", "readers", "forms"}
SEEN_FROM_AFAR = {"wall", "tray"}


def styles(page: str) -> tuple[str, ...]:
    """The sheets of a page: what is drawn there and nothing else.

    >>> "css/kits.css" in styles("table"), "css/wall.css" in styles("table"), "css/wall.css" in styles("tray")
    (False, False, True)
    """
    worn = (sheet for sheet in ORDER if not (page in AT_TABLE and sheet in BEFORE_A_TABLE))
    return tuple(f"css/{sheet}.css" for sheet in worn if sheet != "wall" or page in SEEN_FROM_AFAR)


def whole(page: str) -> str:
    """The name of the file that holds all of a page's sheets; it lies beside them, as they name pictures there."""
    return f"css/all-of-{page}.css"


def joined(page: str, sheets: Mapping[str, bytes]) -> bytes:
    """What stands in that file."""
    return b"\n".join(sheets[name] for name in styles(page))
