"""The versions of a clone and of its upstream."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import own_command
from companion.system.atomic_write import make_folder
from companion.updating.external_program import run_program
from companion.updating.program_folder import ProgramFolder, UpdateError

RELEASE = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?")
FETCHED_REF = "refs/lamplight/update"
"""Ref for the tip of a clone that was given by its path."""
FETCH_WAIT = 600.0  # s that a network may take
ANSWER_WAIT = 15.0  # s for a question that may also stay open
NO_QUESTIONS = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}


@dataclass(frozen=True, slots=True)
class GitVersion:
    """One commit."""

    commit: str
    name: str  # of the release, else short for the commit

    def __str__(self) -> str:
        return self.name


class GitHistory:
    """The git repository of the program folder."""

    def __init__(self, place: ProgramFolder) -> None:
        self._place = place

    @property
    def is_there(self) -> bool:
        return self._place.git.exists()

    def now(self) -> GitVersion:
        return self._version("HEAD")

    def changes(self) -> tuple[str, ...]:
        """Return changed paths, and untracked ones in folders of the version."""
        ours = set(self.tops())
        lines = self._git("status", "--porcelain", "-z", "--untracked-files=normal", "--no-renames").split("\0")
        changed = [(line[:2], line[3:]) for line in lines if line]
        return tuple(path for state, path in changed if state != "??" or path.partition("/")[0] in ours)

    def tops(self) -> tuple[str, ...]:
        """Return the names at the top of the version that is here."""
        return tuple(name for name in self._git("ls-tree", "--name-only", "-z", "HEAD").split("\0") if name)

    def fetch(self, source: str = "") -> str:
        """Fetch from the upstream, or from another clone or bundle. Return the ref of the tip. Raises UpdateError."""
        if source:
            otherwise = f"{source} could not be read as a clone or a bundle."
            self._git(
                "fetch", "--quiet", "--tags", source, f"+HEAD:{FETCHED_REF}", otherwise=otherwise, timeout=FETCH_WAIT
            )
            return FETCHED_REF
        remote, branch = self._upstream()
        otherwise = (
            f"{remote} could not be reached; nothing was changed. Is this machine in a network? Without one, give the path"
            f" of a release that was unpacked, or of another clone: {own_command('update')} /media/STICK/lamplight"
        )
        self._git("fetch", "--quiet", "--tags", remote, otherwise=otherwise, timeout=FETCH_WAIT)
        return f"refs/remotes/{remote}/{branch}"

    def target(self, tip: str, wished: str = "") -> GitVersion:
        """Return the version to go to: `wished`, else the newest release that follows, else the tip. Raises
        UpdateError.
        """
        if wished:
            return self._find_version(wished)
        newer = [tag for tag in self._releases() if self._follows(tag, "HEAD") and self._follows(tip, tag)]
        is_release = self._git("tag", "--points-at", "HEAD").split()
        if newer:
            return self._version(newer[-1])
        return self.now() if any(map(RELEASE.fullmatch, is_release)) else self._version(tip)

    def must_follow(self, target: GitVersion) -> None:
        """Raise UpdateError if the clone has commits that the target lacks: it only moves forward."""
        if not self._follows(target.commit, "HEAD"):
            raise UpdateError(
                f"{target} does not follow from {self.now()}, which is here: this clone has commits of its own, or that version"
                f" is an older one. An update only goes forward. For the way back: {own_command('update --back')}"
            )

    def must_be_released(self, target: GitVersion) -> None:
        """Raise UpdateError unless the version has a release tag or a signature: an update runs it, often as root."""
        if not RELEASE.fullmatch(target.name) and not self._is_signed(target):
            raise UpdateError(
                f"{target} is no release: it has neither the tag of a version nor a signature that this machine can check. Nothing was"
                f" changed. Wait for a release, or take this commit all the same: {own_command('update --unreleased')}"
            )

    def export(self, target: GitVersion, into: Path) -> None:
        """Write the files of a version into a folder. The clone's own files stay. Raises UpdateError, OSError."""
        make_folder(into)
        index = into.with_name("new.index")
        index.unlink(missing_ok=True)
        aside = {"GIT_INDEX_FILE": str(index)}
        self._git("read-tree", target.commit, environment=aside)
        self._git(f"--work-tree={into}", "checkout-index", "--all", "--force", environment=aside)
        index.unlink(missing_ok=True)

    def stand_at(self, commit: str) -> None:
        """Move HEAD to a commit whose files are in place. Locks that a power cut left are removed."""
        for lock in ("index.lock", "HEAD.lock"):
            (self._place.git / lock).unlink(missing_ok=True)
        self._git("reset", "--quiet", "--mixed", commit)

    def newer(self) -> GitVersion | None:
        """Return a later tip of the upstream without fetching it; None for none. Raises UpdateError."""
        remote, branch = self._upstream()
        answer = self._git(
            "ls-remote", remote, f"refs/heads/{branch}", otherwise="no answer", timeout=ANSWER_WAIT
        ).split()
        if not answer:
            return None
        tip = answer[0]
        try:
            is_known = self._follows("HEAD", tip)
        except UpdateError:
            is_known = False
        return None if is_known else GitVersion(tip, tip[:9])

    def _is_signed(self, target: GitVersion) -> bool:
        try:
            self._git("verify-commit", target.commit)
        except UpdateError:
            return False
        return True

    def _upstream(self) -> tuple[str, str]:
        try:
            remote, _, branch = self._git("rev-parse", "--abbrev-ref", "@{upstream}").strip().partition("/")
        except UpdateError:
            remote, branch = "origin", self._default()
        return remote, branch

    def _default(self) -> str:
        """Return the default branch of the upstream, for a detached HEAD."""
        otherwise = (
            "This clone has no upstream: give the path of another clone or of a release, or tell it where it came from:"
            " git remote add origin ADDRESS"
        )
        answer = self._git("ls-remote", "--symref", "origin", "HEAD", otherwise=otherwise, timeout=FETCH_WAIT)
        match = re.search(r"refs/heads/(\S+)", answer)
        if match is None:
            raise UpdateError(otherwise)
        return match[1]

    def _find_version(self, name: str) -> GitVersion:
        for known in (name, f"v{name}", f"refs/remotes/origin/{name}"):
            try:
                return self._version(known)
            except UpdateError:
                continue
        releases = ", ".join(self._releases()[-5:]) or "none yet"
        raise UpdateError(f"There is no version {name!r} upstream. The newest releases: {releases}.")

    def _version(self, name: str) -> GitVersion:
        if name.startswith("-"):
            raise UpdateError(f"{name!r} is no version.")
        commit = self._git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", otherwise=f"There is no {name}.")
        commit = commit.strip()
        tags = [tag for tag in self._git("tag", "--points-at", commit).split() if RELEASE.fullmatch(tag)]
        return GitVersion(commit, tags[-1] if tags else commit[:9])

    def _releases(self) -> list[str]:
        """Return the tags that are versions, the newest last."""
        tags = [(RELEASE.fullmatch(tag), tag) for tag in self._git("tag", "--list").split()]
        numbered = [(tuple(int(part or 0) for part in match.groups()), tag) for match, tag in tags if match]
        return [tag for _number, tag in sorted(numbered)]

    def _follows(self, later: str, earlier: str) -> bool:
        base = self._git("merge-base", later, earlier, otherwise="They have no common past.")
        return base == self._git("rev-parse", f"{earlier}^{{commit}}")

    def _git(
        self,
        *words: str,
        otherwise: str = "",
        timeout: float | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> str:
        safe = f"safe.directory={self._place.root}"  # another user may run the doctor
        command = ("git", "-c", safe, "-c", "core.hooksPath=/dev/null", *words)
        complaint = otherwise or f"git {words[0]} does not work in {self._place.root}."
        return run_program(
            command,
            complaint,
            cwd=self._place.root,
            environment={**NO_QUESTIONS, **(environment or {})},
            timeout=timeout,
        )
