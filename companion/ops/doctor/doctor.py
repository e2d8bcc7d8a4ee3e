"""`./table doctor`: looks at this machine and says what is missing and how to get it. Changes nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from companion.ops import display_accounts
from companion.ops.doctor import cameras, installation, machine, programs, serial_readers
from companion.ops.finding import DoctorFinding

Tell: TypeAlias = Callable[[str], None]


def run(
    as_json: bool = False, tell: Tell = print, camera: str = "", config: Path | None = None, *, demo: bool = False
) -> bool:
    """Print every finding. Return False if one is bad. `camera`: one to look through. `config`: the settings with the readers."""
    findings = (*look(config, demo=demo), *((cameras.sight(camera),) if camera else ()))
    for finding in findings:
        tell(json.dumps(asdict(finding), ensure_ascii=False) if as_json else str(finding))
    return all(finding.result != "bad" for finding in findings)


def look(config: Path | None = None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Yield every finding, the foundations first."""
    data, page = installation.place(config, demo=demo)
    yield installation.version()
    yield programs.python(sys.version_info[:3])
    yield programs.opencv()
    yield programs.broker()
    yield cameras.cameras(cameras.devices())
    yield from cameras.chosen(config, demo=demo)
    yield from serial_readers.look(config, demo=demo)
    yield cameras.kits()
    yield installation.data_folder(data)
    try:
        from companion.ops.doctor import backups
    except ImportError:
        pass  # OpenCV is broken, as a finding above says
    else:
        yield from backups.look(config, demo=demo)
    yield from installation.words(data)
    yield from display_accounts.look(config, demo=demo)
    yield installation.port(page)
    yield installation.disk(data)
    yield from machine.look(data)
    yield programs.browser()
