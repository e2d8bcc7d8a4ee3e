"""Updates of the real program with real clones, packages and games: forwards, back by hand, and killed on the way.

Needs a registry of packages, and a gigabyte of disk.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.messaging.broker.embedded import LOOPBACK, free_port
from tests.proofs.proof import ROOT, Numbers, ProofError, Tell
from tests.sessions.test_first_schema import first, told
from tests.updating.toy import git

ASKED = ("id", "seat", "kind", "title", "rule")
CUTS = 8
CUT = ROOT / "tests" / "updating" / "cut.py"
FORWARD = ("--patience", "60", "--unreleased")
MIGRATION = '''"""Of a proof."""

import sqlalchemy as sa
from alembic import op

revision = "{number:04}"
down_revision = "{before:04}"


def upgrade() -> None:
    op.create_table("proof{number}", sa.Column("n", sa.Integer, primary_key=True))


def downgrade() -> None:
    op.drop_table("proof{number}")
'''


@dataclass(frozen=True, slots=True)
class Program:
    """A clone that is played with, and the upstream that it is updated from."""

    upstream: Path
    here: Path
    home: Path
    port: int

    def update(self, *words: str, cut: int | None = None) -> tuple[int, str, float]:
        """Exit code, output, s."""
        began = time.monotonic()
        command = [str(self.here / "table"), "update", *words, *([] if "--back" in words else FORWARD)]
        environment = self.environment()
        if cut is not None:
            command = [sys.executable, "-P", str(CUT), str(cut), str(self.here), *words, *FORWARD]
            environment["PYTHONPATH"] = str(self.here)
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        return done.returncode, done.stderr + done.stdout, round(time.monotonic() - began, 1)

    def environment(self) -> dict[str, str]:
        others = {"LAMPLIGHT_VENV", "LAMPLIGHT_DATA", "LAMPLIGHT_CONFIG", "PYTHONPATH"}
        told = {name: value for name, value in os.environ.items() if name not in others}
        return {**told, "XDG_DATA_HOME": str(self.home), "LAMPLIGHT_PORT": str(self.port)}

    def release(self, name: str, files: Mapping[str, str]) -> None:
        for path, content in files.items():
            (self.upstream / path).write_text(content, encoding="utf-8")
        git(self.upstream, "add", "-A")
        git(self.upstream, "commit", "-qm", name)

    def take_back(self, commit: str) -> None:
        git(self.upstream, "reset", "-q", "--hard", commit)
        git(self.upstream, "clean", "-qfd")

    def text(self, path: str) -> str:
        return (self.upstream / path).read_text(encoding="utf-8")

    def must_stand(self, what: str, commit: str) -> None:
        """Every table asks what it asked, the clone is clean at that commit, and nothing is under way. Raises ProofError."""
        command = [str(self.here / "table"), "update-step", "look"]
        done = subprocess.run(command, env=self.environment(), capture_output=True, text=True, check=True)
        tables = json.loads(done.stdout.splitlines()[-1])["tables"]
        asked = {name: table["asked"] for name, table in tables.items()}
        left = {name: [[one[key] for key in ASKED] for one in then["prompts"]] for name, then in told().items()}
        if asked != left:
            raise ProofError(f"{what}: {asked} is asked, and {left} was")
        stands = (git(self.here, "rev-parse", "HEAD"), git(self.here, "status", "--porcelain"))
        if stands != (commit, "") or (self.here / ".update" / "journal.json").exists():
            raise ProofError(f"{what}: the clone stands at {stands}, and not clean at {commit}")


def prove(seed: int, tell: Tell) -> Numbers:
    """Takes about ten minutes. Raises ProofError."""
    with TemporaryDirectory() as folder:
        program = installed(Path(folder), tell)
        first(program.home / "lamplight" / "table")
        shape = len(list((program.upstream / "companion/sessions/store/migrations/versions").glob("0*.py")))
        forwards, stands_still = _goes_on(program, shape, tell)
        back = _goes_back_by_hand(program, tell)
        cuts = _is_cut(program, shape, Random(seed), tell)
    return {
        "evenings": len(told()),
        "update with new packages and a new shape, s": forwards,
        "of it the house stands still, s": stands_still,
        "back by hand, s": back,
        "killed on the way": cuts,
        "not whole afterwards": 0,
    }


def installed(folder: Path, tell: Tell) -> Program:
    """Return the committed files, as in a fresh clone."""
    program = Program(folder / "upstream", folder / "here", folder / "home", free_port(LOOPBACK))
    git(folder, "clone", "-q", str(ROOT), str(program.upstream))
    git(folder, "clone", "-q", str(program.upstream), str(program.here))
    tell("installing")
    subprocess.run([program.here / "table", "install"], env=program.environment(), check=True)
    return program


def migration(number: int) -> dict[str, str]:
    content = MIGRATION.format(number=number, before=number - 1)
    return {f"companion/sessions/store/migrations/versions/{number:04}_proof.py": content}


def _goes_on(program: Program, shape: int, tell: Tell) -> tuple[float, float]:
    program.release(
        "good", {**migration(shape + 1), "requirements.lock": program.text("requirements.lock") + "# anew\n"}
    )
    process = subprocess.Popen(
        [program.here / "table", "update", "--unreleased"],
        env=program.environment(),
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr is not None
    began, stopped, lines = time.monotonic(), 0.0, []
    for line in process.stderr:
        lines.append(line)
        stopped = time.monotonic() if "takes the place" in line else stopped
    if process.wait() != 0:
        raise ProofError("".join(lines))
    program.must_stand("forwards", git(program.upstream, "rev-parse", "HEAD"))
    ended = time.monotonic()
    tell(f"forwards in {ended - began:.0f} s, {ended - stopped:.0f} of them without the house")
    return round(ended - began, 1), round(ended - stopped, 1)


def _goes_back_by_hand(program: Program, tell: Tell) -> float:
    before = git(program.here, "rev-parse", "HEAD^")
    code, said, seconds = program.update("--back", "--yes")
    if code or "putting the backup back" not in said:
        raise ProofError(f"it did not go back: {said}")
    program.must_stand("back", before)
    tell(f"back by hand in {seconds} s")
    return seconds


def _is_cut(program: Program, shape: int, random: Random, tell: Tell) -> int:
    """The same good version, now with the packages that are here, killed at changes by chance; then once more, to its end."""
    before = git(program.here, "rev-parse", "HEAD")
    program.take_back(before)
    program.release("good again", migration(shape + 1))
    newest = git(program.upstream, "rev-parse", "HEAD")
    _code, said, _seconds = program.update(cut=10**6)
    found = re.search(r"changes: (\d+)", said)
    if found is None:
        raise ProofError(said)
    for at in sorted(random.sample(range(int(found[1])), CUTS)):
        if program.update("--back", "--yes")[0]:
            raise ProofError("it did not go back")
        program.must_stand(f"before cut {at}", before)
        program.update(cut=at)
        code, said, _seconds = program.update()
        if code:
            raise ProofError(f"killed before change {at}, it did not come to its end: {said}")
        program.must_stand(f"after cut {at}", newest)
        tell(f"killed before change {at} of {found[1]}: whole")
    return CUTS
