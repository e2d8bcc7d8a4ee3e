"""Starts a program that ends with its parent: `python parent_death.py PARENT PROGRAM ARGUMENT...`; without other
imports.

Linux signals the child. Elsewhere the program outlives a killed parent.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, command: list[str]) -> None:
    """Become the program. The request for the signal survives the exec."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent ended before the request
            sys.exit(1)
    os.execvp(command[0], command)  # noqa: S606 - the program is the parent's choice


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
