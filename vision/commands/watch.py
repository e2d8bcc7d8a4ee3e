"""`./table watch`: a recorded picture sequence through the live path, as fast as it goes, on the recording's own clock."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from vision.kind_and_face import read_tray
from vision.kit import load_kits
from vision.stream import Corners, FrameSource, TrayReader, TrayWatch, open_source


def watch_command(source: str | Path, fps: float, kits: Sequence[str], out: Path) -> int:
    """Write what the live path would have told of a recording to `out`; returns how many readings that were.

    `source` is a folder of frames, a folder of such folders, or a video. `out` becomes [{"frame", "objects"}], where
    frame is the index at which the reading is published. Raises CameraError and KitError.
    """
    readings = readings_of(open_source(str(source), fps), tray_reader(kits))
    aside = out.with_name(out.name + ".part")
    aside.write_text(json.dumps(readings, indent=1) + "\n", encoding="utf-8")
    aside.replace(out)
    return len(readings)


def tray_reader(names: Sequence[str]) -> TrayReader:
    """Read a still picture with the kits of those names. Raises KitError."""
    kits = load_kits(names)

    def read(image: Any, tray: Corners | None) -> Any:
        return read_tray(image, kits, None, tray)

    return read


def readings_of(source: FrameSource, read: TrayReader) -> list[dict[str, Any]]:
    """Every settled arrangement of a recording with the index of the frame on which it was certain."""
    watch = TrayWatch(read)
    settled = (watch.feed(frame) for frame in source.frames())
    return [{"frame": one.frame.index, "objects": [asdict(seen) for seen in one.objects]} for one in settled if one]
