"""Steps of writing a board, which can be printed and run."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from firmware_bridge.flash.boards import FlashError

Tell = Callable[[str], None]


class FlashStep(Protocol):
    """One of them. `shown` is a line of a shell where there is one that does the same."""

    @property
    def shown(self) -> str: ...

    def do(self, tell: Tell) -> None:
        """Raises FlashError."""


@dataclass(frozen=True, slots=True)
class RunTool:
    """Run a tool with its output shown live."""

    command: tuple[str, ...]
    package: str  # brings the tool, for apt-get
    causes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # words it says -> what helps

    @property
    def shown(self) -> str:
        return shlex.join(self.command)

    def do(self, tell: Tell) -> None:
        if shutil.which(self.command[0]) is None:
            raise FlashError(f"{self.command[0]} is not here. Get it: sudo apt-get install {self.package}")
        tell(f"$ {self.shown}")
        words, status = self._run(tell)
        if status:
            why = next((helps for word, helps in self.causes.items() if word in words), "its own lines above say why.")
            raise FlashError(f"{self.command[0]} did not write the board: {why}")

    def _run(self, tell: Tell) -> tuple[str, int]:
        """All that it said, and how it ended."""
        words = ""
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        with subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=both, text=True, errors="replace"
        ) as tool:
            for line in tool.stdout or ():
                words += line
                if line.strip():
                    tell(line.rstrip())
        return words, tool.returncode


@dataclass(frozen=True, slots=True)
class CopyImage:
    """The image onto the drive of a board, which takes it, vanishes and starts."""

    image: Path
    drive: Path

    @property
    def shown(self) -> str:
        return shlex.join(("cp", str(self.image), f"{self.drive}/"))

    def do(self, tell: Tell) -> None:
        tell(f"$ {self.shown}")
        try:
            with (self.drive / self.image.name).open("wb", buffering=0) as file:
                file.write(self.image.read_bytes())
        except OSError as error:
            if self.drive.is_dir():  # else the board has all of it and has started
                raise FlashError(f"{self.drive} did not take the image ({error.strerror}).") from error
