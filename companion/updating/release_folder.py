"""A version that came as a folder or an archive, without a history."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from companion.errors import ZIP_FAULTS
from companion.system.atomic_write import make_folder, write_atomically
from companion.updating.program_folder import ProgramFolder, UpdateError
from companion.updating.swap import NO_VERSION_FILES, is_environment

RELEASE_SIGNS = ("table", "requirements.lock", "pyproject.toml")
"""Files of every version."""
WHEELS = "wheels"
"""Optional folder of packages, for a machine without a network."""
MOST_UNPACKED = 2_000_000_000  # bytes, unpacked


def copy_release(source: Path, into: Path) -> None:
    """Copy or unpack the files of a version. Raises UpdateError, OSError."""
    make_folder(into)
    if source.is_dir():
        shutil.copytree(source, into, symlinks=True, ignore=_ignore_others(source), dirs_exist_ok=True)
    elif source.is_file():
        _unpack(source, into)
    else:
        raise UpdateError(
            f"There is no {source}: give the path of a release that was unpacked, of its archive, or of a clone."
        )
    _unwrap(into)
    missing = [name for name in RELEASE_SIGNS if not (into / name).is_file()]
    if missing:
        raise UpdateError(f"{source} holds no Lamplight: there is no {missing[0]} in it.")
    (into / "table").chmod(0o755)  # a ZIP forgets it


def is_clone(source: str) -> bool:
    """Return whether git can fetch from it: a clone, a bare repository or a bundle."""
    path = Path(source)
    return (path / ".git").exists() or (path / "HEAD").is_file() or path.suffix == ".bundle"


def version_name(folder: Path) -> str:
    """Return the version number with a digest of all files."""
    match = re.search(
        r'^version = "([0-9A-Za-z.+]+)"', (folder / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    digest = hashlib.sha256(json.dumps(file_digests(folder), sort_keys=True).encode()).hexdigest()[:9]
    return f"{match[1]}-{digest}" if match else digest


def file_digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a version, without compiled files."""
    digests: dict[str, str] = {}
    for top in sorted(folder.iterdir()):
        if top.name in NO_VERSION_FILES or is_environment(top):
            continue
        for path in (top, *sorted(top.rglob("*"))) if top.is_dir() and not top.is_symlink() else (top,):
            name = path.relative_to(folder)
            if path.is_file() and not path.is_symlink() and not _is_generated(name):
                digests[name.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests


def write_digests(place: ProgramFolder) -> None:
    """Store the digests of the files, to notice changes later."""
    write_atomically(place.sums, json.dumps(file_digests(place.root)))


def changed_files(place: ProgramFolder) -> tuple[str, ...]:
    """Return changed files. Empty without stored digests."""
    if not place.sums.is_file():
        return ()
    was = json.loads(place.sums.read_text(encoding="utf-8"))
    now = file_digests(place.root)
    tops = {name.partition("/")[0] for name in was if "/" in name}
    other = {name for name in was if was[name] != now.get(name)}
    return tuple(sorted(other | {name for name in now if name not in was and name.partition("/")[0] in tops}))


def _is_generated(name: Path) -> bool:
    return "__pycache__" in name.parts or any(part.endswith((".egg-info", "_cache")) for part in name.parts)


def _ignore_others(source: Path) -> Callable[[str, list[str]], set[str]]:
    def ignore(folder: str, names: list[str]) -> set[str]:
        is_top = Path(folder) == source
        return {
            name
            for name in names
            if name == "__pycache__" or (is_top and (name in NO_VERSION_FILES or is_environment(Path(folder) / name)))
        }

    return ignore


def _unpack(source: Path, into: Path) -> None:
    try:
        if zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as packed:
                _look_at_size(source, sum(member.file_size for member in packed.infolist()))
                packed.extractall(into)  # noqa: S202 - what is unpacked is the program that will be run
        else:
            with tarfile.open(source) as packed_tar:
                _look_at_size(source, sum(member.size for member in packed_tar))
                if hasattr(tarfile, "data_filter"):  # from 3.11.4 on
                    packed_tar.extraction_filter = tarfile.data_filter
                packed_tar.extractall(into)  # noqa: S202 - the same
    except (tarfile.TarError, *ZIP_FAULTS) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the disk, and not of the archive
        raise UpdateError(f"{source} is no archive that can be unpacked ({error}). Fetch it again.") from error


def _look_at_size(source: Path, size: int) -> None:
    if size > MOST_UNPACKED:
        raise UpdateError(f"{source} would be {size // 1_000_000} MB unpacked: that is no Lamplight.")


def _unwrap(into: Path) -> None:
    """Unwrap the single folder of an archive."""
    names = list(into.iterdir())
    if len(names) == 1 and names[0].is_dir():
        only = names[0].rename(into.with_name("new.only"))
        into.rmdir()
        only.rename(into)
