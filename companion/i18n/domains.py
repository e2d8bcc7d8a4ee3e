"""Which of our files say what in which catalogue: a domain is a file of translations, small enough for one translator."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


GAMES = "companion/games"
GAME_PAGES = f"{GAMES}/*/page/page.toml"
"""Each says words to the page and to the house."""
SPLIT = "translation.toml"
"""In a game's folder: how its sentences are split into several catalogues, where they are too many for one."""
MACHINES = ("content/lint/**/*.py", "content/rules.toml")
"""What of a game nobody reads at the table, or another domain has."""


def _of_games() -> Iterator[Domain]:
    for game in sorted((ROOT / GAMES).glob("*/__init__.py")):
        split = game.parent / SPLIT
        yield from _of_game(game.parent.name, tomllib.loads(split.read_text("utf-8")) if split.is_file() else {})


def _of_game(name: str, told: Mapping[str, Any]) -> Iterator[Domain]:
    """`more` of a game's file: the globs of each further catalogue; `without`: what nobody reads."""
    more: Mapping[str, list[str]] = told.get("more", {})
    apart = (glob for globs in more.values() for glob in globs)
    without = (*MACHINES, *told.get("without", ()), *apart)
    yield Domain(name, _below(name, ("**/*.py", "content/**/*.toml")), _below(name, without))
    for part, globs in more.items():
        yield Domain(f"{name}_{part}", _below(name, globs))


def _below(name: str, globs: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{GAMES}/{name}/{glob}" for glob in globs)


DOMAINS = (
    Domain(
        "house",
        (
            GAME_PAGES,
            "companion/web/**/*.py",
            "companion/presentation/**/*.py",
            "companion/sessions/**/*.py",
            "companion/engine/*.py",
            "companion/schema/*.py",
            "companion/messaging/displays/*.py",
            "companion/fairness/*.py",
            "companion/messaging/rpc/kit_client.py",
            "companion/system/atomic_write.py",
            "companion/ops/finding.py",
            "companion/messaging/table_publisher.py",
            "companion/messaging/rpc/client.py",
            "companion/messaging/rpc/photo_client.py",
            "companion/messaging/rpc/port_client.py",
            "companion/hall_link/table_report.py",
            "companion/archive/service.py",
            "companion/archive/file/json_lines.py",
            "companion/archive/file/manifest.py",
            "companion/archive/file/zip_file.py",
            "companion/archive/images.py",
            "companion/archive/proofs.py",
            "companion/archive/validation.py",
            "companion/archive/replay_check.py",
            "companion/ops/health/conditions.py",
            "companion/ops/recovery.py",
            "companion/ops/recovery_service.py",
            "companion/hall/database/table_database.py",
            "companion/hall/database/event_repository.py",
            "companion/hall/web/virtual_hosts.py",
            "companion/hall/web/table_page.py",
            "companion/hall/staff_service.py",
            "companion/hall/evening_summary.py",
            "companion/ops/backup/scheduler.py",
            "companion/ops/backup/folder.py",
            "companion/ops/backup/backup_file.py",
            "companion/ops/backup/database_swap.py",
            "companion/ops/backup/salvage.py",
            "companion/setup/camera_discovery.py",
            "companion/setup/camera_setup.py",
            "companion/setup/sensor_processes.py",
            "companion/app.py",
            "companion/table_runtime.py",
            "companion/hall_link/shared_event.py",
            "companion/system/data_dir.py",
            "companion/setup/demo.py",
            "companion/messaging/broker/embedded.py",
            "vision/tray/tray_plane.py",
            "vision/tray/marker_sheet.py",
            "vision/stream/sources.py",
            "vision/stream/local_camera.py",
            "vision/stream/recording.py",
            "vision/stream/http_camera.py",
            "vision/stream/picture_folder.py",
            "vision/stream/csi/*.py",
            "vision/kit.py",
            "vision/kit_folders.py",
            "vision/image/decoder.py",
            "vision/enrolment/**/*.py",
            "vision/service/**/*.py",
            "vision/kits/**/kit.toml",
            "firmware_bridge/*.py",
            "firmware_bridge/serial/*.py",
            "firmware_bridge/bluetooth/*.py",
            "firmware_bridge/readers/*.py",
            "firmware_bridge/drivers/boards/board.py",
            "firmware_bridge/drivers/dice/godice.py",
            "firmware_bridge/drivers/text_lines.py",
            "firmware_bridge/drivers/dice/pixels.py",
            "firmware_bridge/drivers/nfc/pn532.py",
            "firmware_bridge/drivers/rdm6300.py",
            "firmware_bridge/drivers/scanner.py",
            "firmware_bridge/link/greeting.py",
            "firmware_bridge/link/reset_text.py",
        ),
        (
            *("companion/messaging/displays/templates.py", "tests/cases/judge.py", "companion/web/images/svg.py"),
            *("companion/sessions/store/migrations/**/*.py", "vision/enrolment/kit_builder.py"),
            *(
                "companion/web/auth/permissions.py",
                "companion/web/request/limits.py",
                "companion/web/request/access_log.py",
            ),
        ),
    ),
    *_of_games(),
    Domain("rules", ("companion/games/*/content/rules.toml",)),
)
"""Whoever adds a folder of sentences outside the games adds it here; a test says which sentences were met that no domain has."""
