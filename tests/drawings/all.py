"""Each drawing by its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.drawings import table, wiring
from tests.drawings.svg import Drawing

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DRAWINGS: Mapping[str, Callable[[], Drawing]] = {
    "table-from-the-side.svg": table.side,
    "tray-from-above.svg": table.tray,
    "light.svg": table.light,
    "wiring-uno.svg": wiring.uno_wiring,
    "wiring-pico.svg": wiring.pico_wiring,
    "wiring-adapters.svg": wiring.adapters,
}
