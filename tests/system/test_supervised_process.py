"""Child processes: given secrets by a pipe, restarted, and stopped with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.system.supervised_process import ManagedProcess

pytestmark = pytest.mark.slow

WRITES = "import os, sys, time; open(sys.argv[1], 'a').write(sys.stdin.read() + str(os.getpid()) + ' '); time.sleep(60)"


def child_of(
    folder: Path, code: str = WRITES, *, words: Callable[[], str] = lambda: "told:", **times: float
) -> ManagedProcess:
    return ManagedProcess("writer", (sys.executable, "-c", code, str(folder / "out")), os.environ, words, **times)


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "not within 60 s"
        time.sleep(0.02)


def written(folder: Path) -> list[str]:
    return (folder / "out").read_text().split() if (folder / "out").exists() else []


def test_killed_process_restarts_with_its_settings(tmp_path: Path) -> None:
    child = child_of(tmp_path)
    child.start()
    until(lambda: len(written(tmp_path)) == 1)
    assert child.pid
    os.kill(child.pid, 9)
    until(lambda: len(written(tmp_path)) == 2)
    child.stop()
    assert child.pid is None and all(line.startswith("told:") for line in written(tmp_path))


def test_renewed_process_reads_new_settings(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    words = iter(("one:", "two:"))
    child = child_of(tmp_path, words=lambda: next(words))
    child.start()
    until(lambda: len(written(tmp_path)) == 1)
    child.renew()
    until(lambda: len(written(tmp_path)) == 2)
    child.stop()
    assert [line[:4] for line in written(tmp_path)] == ["one:", "two:"]
    assert "started again" not in caplog.text, "a wanted restart needs no warning and no delay"


def test_resting_process_runs_between_wake_and_rest(tmp_path: Path) -> None:
    child = child_of(tmp_path)
    child.stop()  # it never ran
    child = child_of(tmp_path)
    child.start(resting=True)
    assert child.is_kept and child.is_resting and child.pid is None
    for times in (1, 2):
        child.wake()
        until(lambda times=times: len(written(tmp_path)) == times)
        child.rest()
        until(lambda: child.pid is None)
    child.stop()
    assert not child.is_kept and len(written(tmp_path)) == 2


SLOW_TO_END = "import signal, time; signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.5), exit())); " + WRITES


def test_process_woken_while_ending_restarts_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    child = child_of(tmp_path, SLOW_TO_END)
    child.start()
    until(lambda: len(written(tmp_path)) == 1)
    child.rest()
    child.wake()
    until(lambda: len(written(tmp_path)) == 2)
    child.stop()
    assert "started again" not in caplog.text, "a wanted restart needs no warning and no delay"


BEATS = """
import os, sys, time
from companion.system.supervised_process import Heartbeat
pulse = Heartbeat()
pulse.beat()
open(sys.argv[1], "a").write(f"{os.getpid()} ")
while True:
    pulse.beat()
    time.sleep(0.05)
"""


def test_hanging_process_is_restarted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    child = child_of(tmp_path, BEATS, hung=1.5)
    child.start()
    until(lambda: len(written(tmp_path)) == 1 and child.pid is not None)  # with a heartbeat before
    first = child.pid
    assert first
    os.kill(first, signal.SIGSTOP)
    until(lambda: len(written(tmp_path)) == 2)
    second = child.pid
    child.stop()
    assert second != first
    assert "no sign of life for 2 s" in caplog.text


def test_process_without_heartbeat_is_restarted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    child = child_of(tmp_path, hung=0.1, born=3.0)
    child.start()
    until(lambda: len(written(tmp_path)) == 2)
    child.stop()
    assert "no sign of life for 3 s" in caplog.text


def test_unkillable_process_is_abandoned(caplog: pytest.LogCaptureFixture) -> None:
    """As a camera process stuck in its driver; this one cannot be ended."""
    child = ManagedProcess("writer", (), {}, hung=0.05)
    held = subprocess.Popen((sys.executable, "-c", "import time; time.sleep(60)"))
    child._await_end(held)
    assert f"the system holds process {held.pid}" in caplog.text
    held.kill()
    held.wait()


def test_process_that_cannot_start_is_retried(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    program = tmp_path / "writer"
    child = ManagedProcess("writer", (str(program), str(tmp_path / "out")), os.environ, lambda: "told:")
    child.start()
    until(lambda: "writer cannot be started" in caplog.text)
    program.write_text(f"#!{sys.executable}\n{WRITES}\n")
    program.chmod(0o700)
    until(lambda: written(tmp_path))
    child.stop()
