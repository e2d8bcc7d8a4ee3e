"""A camera process that says when the last motion was in its picture: recorded throws through the service of a real camera.

    python -m tests.bench.camera        settings as one line of JSON, then a line with a number of dice for each throw

Answers each with a line: the monotonic time, in s, at which the last picture with motion left the source. That clock is
the machine's, so the measuring process can subtract from it.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import LamplightError
from companion.messaging import BrokerCredentials, MqttBus
from companion.schema import codec
from vision.image.decoder import Image, PictureError, decode
from vision.image.frame import Frame
from vision.kit import kit_names
from vision.service.composition import compose
from vision.service.settings import CameraProcessSettings
from vision.stream.demo_camera import FPS, RecordedThrow, load_throws


class PlaybackError(LamplightError):
    """The camera process did not play the requested throw."""


def throws_of(kind: str) -> dict[int, list[RecordedThrow]]:
    """Return the recorded throws of a kind, by their number of objects at the end."""
    found: dict[int, list[RecordedThrow]] = {}
    for throw in load_throws():
        if throw.kind == kind and len(throw.rests) == 1:
            found.setdefault(len(throw.faces), []).append(throw)
    return found


@contextmanager
def started(account: BrokerCredentials, folder: Path, table: str, kind: str) -> Iterator[Callable[[int], float]]:
    """Yield a function that plays a throw of so many objects in the process and returns the time of its last motion."""
    command = [sys.executable, "-m", "tests.bench.camera"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    words, answers = child.stdin, child.stdout
    told = CameraProcessSettings(
        table, str(folder), str(folder), str(folder), account, "bench-camera", kits=kit_names()
    )

    def say(line: str) -> str:
        words.write(line + "\n")
        words.flush()
        answer = answers.readline()
        if not answer:
            raise PlaybackError("The camera process ended; its last words stand above.")
        return answer

    say(json.dumps({"settings": codec.to_json(told), "kind": kind}))
    try:
        yield lambda dice: float(say(str(dice)))
    finally:
        child.terminate()
        child.wait()


class Staged:
    """Plays a throw when one is put into `asked`, and holds its end until the next; every frame in its own time."""

    def __init__(self, throws: dict[int, list[RecordedThrow]]) -> None:
        self.throws = throws
        self.asked: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._lies: tuple[RecordedThrow, ...] = ()
        self._turn = 0

    def frames(self) -> Iterator[Frame]:
        """Without end."""
        due = time.monotonic()
        for index, (path, is_last_motion) in enumerate(self._pictures()):
            time.sleep(max(0.0, due - time.monotonic()))
            at = time.monotonic()
            due = at + 1 / FPS
            yield Frame(_picture(path), at, index)
            if is_last_motion:
                print(at, flush=True)

    def _pictures(self) -> Iterator[tuple[Path, bool]]:
        """Each with whether it is the last one with motion."""
        lies = next(iter(self.throws.values()))[0].frames[0]
        while True:
            try:
                dice = self.asked.get_nowait()
            except queue.Empty:
                yield lies, False
                continue
            throw = self.throws[dice][self._turn % len(self.throws[dice])]
            self._turn += 1
            yield from ((path, False) for old in self._lies for path in old.frames[old.rests[0].last + 1 :])
            rest = throw.rests[0]
            yield from ((path, place == rest.first - 1) for place, path in enumerate(throw.frames[: rest.last + 1]))
            self._lies, lies = (throw,), throw.frames[rest.last]


def _picture(path: Path) -> Image:
    try:
        return decode(path.read_bytes(), str(path))
    except (OSError, PictureError) as error:
        raise PlaybackError(f"{error} Install Lamplight again.") from error


def main() -> None:
    """Until the input ends."""
    told = json.loads(sys.stdin.readline())
    settings, staged = codec.from_json(CameraProcessSettings, told["settings"]), Staged(throws_of(told["kind"]))
    bus = MqttBus(settings.account, f"{settings.account.user}.{settings.name}")
    service = compose(settings, bus)
    service.loop.open = lambda: staged
    bus.start()
    threading.Thread(target=service.run, args=(threading.Event(),), daemon=True).start()
    print("ready", flush=True)
    for line in sys.stdin:
        staged.asked.put(int(line))


if __name__ == "__main__":
    main()
