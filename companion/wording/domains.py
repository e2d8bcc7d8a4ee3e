"""Which of our files say what in which catalogue: a domain is a file of translations, small enough for one translator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Domain:
    """`files` are globs from the root of the repository; what `without` matches is left out."""

    name: str
    files: tuple[str, ...]
    without: tuple[str, ...] = ()

    def paths(self) -> Iterator[Path]:
        """Its files, in an order that stays."""
        out = {path for glob in self.without for path in ROOT.glob(glob)}
        yield from sorted({path for glob in self.files for path in ROOT.glob(glob)} - out)


def _game(name: str) -> str:
    return f"companion/games/{name}"


MACHINES = ("cases.py", "own/proof.py", "lint/**/*.py", "valkyrie/*.py", "content/rules.toml")
"""What of a game nobody reads at the table, or another domain has."""


def _without(name: str, *further: str) -> tuple[str, ...]:
    return tuple(f"{_game(name)}/{each}" for each in (*MACHINES, *further))


DOMAINS = (
    Domain("page", ("companion/web/static/**/*.js",), ("companion/web/static/vendor/**/*.js",)),
    Domain(
        "house",
        (
            "companion/web/**/*.py",
            "companion/tables/*.py",
            "companion/tables/heard/*.py",
            "companion/rules/*.py",
            "companion/wire/*.py",
            "companion/displays/*.py",
            "companion/fairness/*.py",
            "companion/teaching.py",
            "companion/files.py",
            "companion/finding.py",
            "companion/lighting.py",
            "companion/showing.py",
            "companion/telling.py",
            "companion/asking.py",
            "companion/expecting.py",
            "companion/photos.py",
            "companion/porting.py",
            "companion/reporting.py",
            "companion/record/desk.py",
            "companion/record/lines.py",
            "companion/record/manifest.py",
            "companion/record/parcel.py",
            "companion/record/pictures.py",
            "companion/record/proof.py",
            "companion/record/retold.py",
            "companion/health/conditions.py",
            "companion/mending.py",
            "companion/venue/berth.py",
            "companion/venue/events.py",
            "companion/venue/front.py",
            "companion/venue/pages.py",
            "companion/venue/staff.py",
            "companion/venue/summary.py",
            "companion/backups/keeper.py",
            "companion/backups/place.py",
            "companion/backups/backup.py",
            "companion/backups/restoring.py",
            "companion/setting_up.py",
            "companion/sensors.py",
            "companion/app.py",
            "companion/lamp.py",
            "companion/sharing.py",
            "companion/folders.py",
            "companion/stage.py",
            "companion/bus/embedded.py",
            "vision/plane.py",
            "vision/sheet.py",
            "vision/camera.py",
            "vision/stream.py",
            "vision/folder.py",
            "vision/csi/*.py",
            "vision/kit.py",
            "vision/decode.py",
            "vision/teach/**/*.py",
            "vision/live/*.py",
            "vision/kits/**/kit.toml",
            "firmware_bridge/*.py",
            "firmware_bridge/drivers/board.py",
            "firmware_bridge/drivers/godice.py",
            "firmware_bridge/drivers/lines.py",
            "firmware_bridge/drivers/pixels.py",
            "firmware_bridge/drivers/pn532.py",
            "firmware_bridge/drivers/rdm6300.py",
            "firmware_bridge/drivers/scanner.py",
            "firmware_bridge/link/greeting.py",
            "firmware_bridge/link/words.py",
        ),
        (
            *("companion/displays/templates.py", "companion/rules/cases.py", "companion/web/ink.py"),
            *("companion/web/access.py", "companion/web/rates.py", "companion/web/named.py"),
        ),
    ),
    Domain("arkham", (f"{_game('arkham')}/**/*.py", f"{_game('arkham')}/content/**/*.toml"), _without("arkham")),
    Domain("nemesis", (f"{_game('nemesis')}/**/*.py", f"{_game('nemesis')}/content/**/*.toml"), _without("nemesis")),
    Domain(
        "draw_your_weapon",
        (f"{_game('draw_your_weapon')}/**/*.py", f"{_game('draw_your_weapon')}/content/**/*.toml"),
        _without("draw_your_weapon"),
    ),
    Domain(
        "mansions",
        (f"{_game('mansions')}/**/*.py", f"{_game('mansions')}/content/*.toml"),
        _without("mansions", "content/perils.toml", "content/slide.toml"),
    ),
    Domain("mansions_lines", (f"{_game('mansions')}/content/lines/*.toml", f"{_game('mansions')}/content/perils.toml")),
    Domain("mansions_scenarios", (f"{_game('mansions')}/content/scenarios/**/*.toml",)),
    Domain("rules", ("companion/games/*/content/rules.toml",)),
)
"""Whoever adds a folder of sentences adds it here; a test says which sentences were met that no domain has."""
