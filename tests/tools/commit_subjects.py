"""Check the subjects of commits that the base branch lacks: `python3 -m tests.tools.commit_subjects [BASE]`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BASE = "origin/main"
LONGEST = 60
NO_VERB = re.compile(r"\w+ing|\w*[^e]ed|\w*[^s]s|an?|the|what\w*|who\w*|when|where|how|one|no|every\w*|some\w*|all")
VERBS = {"bring", "embed", "focus", "string"}  # they look like other forms


def faults(subject: str) -> list[str]:
    verb = (subject.partition(": ")[2] or subject).split(" ")[0].lower()
    found = {
        f"longer than {LONGEST} characters": len(subject) > LONGEST,
        "two ideas, divided by a semicolon": ";" in subject,
        f'begins with "{verb}" and not with an imperative': verb not in VERBS and bool(NO_VERB.fullmatch(verb)),
    }
    return [fault for fault, is_so in found.items() if is_so]


def subjects(base: str, folder: Path = ROOT) -> list[str]:
    """Return an empty list without a repository or a base branch."""
    command = ["git", "-C", str(folder), "log", "--no-merges", "--format=%s", f"{base}..HEAD", "--"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def main(words: list[str]) -> int:
    found = [f"{subject}: {fault}" for subject in subjects(words[0] if words else BASE) for fault in faults(subject)]
    print("\n".join(found) or "The subjects of all new commits are fine.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
