"""Run an update and kill it before its n-th change: python -P cut.py N ROOT WORDS...

Changes are audit events of Python: a path that is renamed, made, linked or removed, and a program that is started. An update with fewer
changes prints their number to standard error.
"""

from __future__ import annotations

import os
import signal
import sys

CHANGES = {"os.rename", "os.symlink", "os.remove", "os.mkdir", "os.rmdir", "subprocess.Popen", "os.link", "os.chmod"}


def main(at: int, words: list[str]) -> int:
    sys.path.insert(0, os.environ["PYTHONPATH"])
    from companion.updating.__main__ import main as update

    came = 0

    def heard(event: str, _arguments: object) -> None:
        nonlocal came
        if event in CHANGES:
            if came == at:
                os.kill(os.getpid(), signal.SIGKILL)
            came += 1

    sys.addaudithook(heard)
    code = update(words)
    print(f"changes: {came}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
