"""Prepare the page's own files: read once, compressed, and addressed by a hash. Bundles style sheets and games.

Strips comments and indents; lines are not moved or renamed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from companion import games
from companion.engine import GamePage
from companion.schema import to_json

MODULE = "games.js"


def game_files() -> dict[str, bytes]:
    """Return generated files by their path below static/. If two games have the same face, the first one names it."""
    pages = {name: to_json(page) for name, page in games.pages().items()}
    written = json.dumps(pages, ensure_ascii=False, separators=(",", ":")).encode()
    emblems = {f"games/{name}/emblem.svg": drawn for name, drawn in games.emblems()}
    return {MODULE: b"export const GAMES = " + written + b";\n", **emblems}


TABLE = (
    *("base", "table", "blocks", "prompts", "drawers", "history"),
    *("board", "graph", "puzzle", "rules", "senses"),
)
"""In order of precedence: of two rules with equal specificity the later one applies."""
BEFORE = ("shelf", "kits", "readers", "forms")
AFAR = ("wall",)
BUILD = ("build",)
DEVICES = ("devices",)
FAIRNESS = ("fairness",)
HOUSE = ("house",)
MENDING = ("mending",)
RECORD = ("record",)
SETUP = ("setup",)
STAFF = ("staff",)
FILES: Mapping[str, tuple[str, ...]] = {
    "css/all-table.css": TABLE,
    "css/all-before.css": BEFORE,
    "css/all-afar.css": AFAR,
    "css/all-build.css": BUILD,
    "css/all-devices.css": DEVICES,
    "css/all-fairness.css": FAIRNESS,
    "css/all-house.css": HOUSE,
    "css/all-mending.css": MENDING,
    "css/all-record.css": RECORD,
    "css/all-setup.css": SETUP,
    "css/all-staff.css": STAFF,
}
"""In the folder of the sheets, because they refer to pictures there."""


def files_of(page: str) -> tuple[str, ...]:
    """Return the style sheet bundles of a page.

    >>> files_of("table"), files_of("tray")
    (('css/all-table.css',), ('css/all-table.css', 'css/all-afar.css'))
    """
    more = {
        "table": (),
        "wall": ("css/all-afar.css",),
        "tray": ("css/all-afar.css",),
        "build": ("css/all-before.css", "css/all-build.css"),
        "devices": ("css/all-before.css", "css/all-devices.css"),
        "enter": ("css/all-before.css", "css/all-devices.css"),
        "fairness": ("css/all-before.css", "css/all-fairness.css"),
        "house": ("css/all-before.css", "css/all-house.css"),
        "mending": ("css/all-before.css", "css/all-mending.css"),
        "record": ("css/all-before.css", "css/all-record.css"),
        "setup": ("css/all-before.css", "css/all-setup.css"),
        "staff": ("css/all-before.css", "css/all-staff.css"),
    }
    return ("css/all-table.css", *more.get(page, ("css/all-before.css",)))


def sheets_of(page: str) -> tuple[str, ...]:
    """Return the style sheets in the bundles of a page."""
    return tuple(_path(sheet) for file in files_of(page) for sheet in FILES[file])


def bundle_stylesheets(sheets: Mapping[str, bytes]) -> dict[str, bytes]:
    """Concatenate the sheets of each bundle."""
    return {file: b"\n".join(sheets[_path(name)] for name in names) for file, names in FILES.items()}


def _path(sheet: str) -> str:
    return f"css/{sheet}.css"


STATIC = Path(__file__).parent / "static"
LEAST = 400  # bytes; compression does not shrink shorter files
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
PACKED = {".js", ".css", ".svg", ".webmanifest", ".txt", ".json"}  # pictures and fonts are compressed already
HOME = {".md", ".ts"}  # for developers of the page only
BLOCK = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
INLINE = re.compile(r"[ \t]*/\*\*[^*\n]*@(?:type|param|template|typedef|returns)[^\n]*?\*/[ \t]?")
LINE = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
AFTER = re.compile(r"(?<=[;{},)\]])[ \t]+// [^\n\"'`]*$", re.MULTILINE)
"""A comment after code. One with quotes may be part of a string, and stays."""
IMPORT = re.compile(r'^(?:import|export)\b(?:[^;]*?\bfrom)? "(\.[^"]+)";?$', re.MULTILINE)
_READ: list[
    tuple[Mapping[str, GamePage], StaticFiles]
] = []  # cache: the newest files, and the games they were built with


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A static file, plain and compressed."""

    mime: str
    plain: bytes
    packed: bytes | None  # gzip; None: not smaller


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All files of the page, as read at the start."""

    version: str  # hash of all files: a page with another one reloads itself
    files: Mapping[str, StaticFile]  # by their path below static/
    imports: Mapping[str, tuple[str, ...]]  # direct imports of each module

    def modules(self, *entries: str) -> tuple[str, ...]:
        """Return the entries and everything they import, each once, so that the browser can fetch all at the same time."""
        found: dict[str, None] = {}
        waiting = list(entries)
        while waiting:
            module = waiting.pop(0)
            if module not in found:
                found[module] = None
                waiting += self.imports.get(module, ())
        return tuple(found)


def load_static_files() -> StaticFiles:
    """Return the files of the page, cached as long as the games are the same."""
    pages = games.pages()
    read = next((files for of, files in _READ if of is pages), None)
    if read is None:
        read = read_static_files()
        _READ[:] = [(pages, read)]
    return read


def read_static_files(folder: Path = STATIC) -> StaticFiles:
    """Read the files of a folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in HOME]
    raw = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    if folder == STATIC:
        # part of the version: another order of the same sheets is another file
        raw |= bundle_stylesheets(raw) | game_files()
    total = hashlib.sha256()
    for name, content in raw.items():
        total.update(name.encode() + content)
    imports = {name: tuple(_imports(name, content.decode())) for name, content in raw.items() if name.endswith(".js")}
    files = {name: _file(name, content) for name, content in raw.items()}
    return StaticFiles(total.hexdigest()[:12], MappingProxyType(files), MappingProxyType(imports))


def _file(name: str, content: bytes) -> StaticFile:
    suffix = PurePosixPath(name).suffix
    mime = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if suffix == ".js" and not name.startswith("vendor/"):  # keep licences in third-party files
        content = without_indents(without_comments(content.decode())).encode()
    if suffix == ".css":
        content = without_indents(BLOCK.sub("", content.decode())).encode()
    small = gzip.compress(content, 9, mtime=0) if suffix in PACKED and len(content) >= LEAST else None
    return StaticFile(mime, content, small if small is not None and len(small) < len(content) else None)


def without_comments(source: str) -> str:
    r"""Strip comments and types; line numbers stay. A comment after code that contains quotes stays.

    >>> without_comments("// why\nconst a = /** @type {Map<string, number>} */ (b); // here\n")
    '\nconst a =(b);\n'
    >>> without_comments("const a = \"; // no comment\";\n")
    'const a = "; // no comment";\n'
    >>> without_comments("const a =\n  /** @type {number} */ (b);\n/** why */\n")
    'const a =\n(b);\n\n'
    """
    bare = BLOCK.sub(lambda found: "\n" * found.group().count("\n"), source)
    return INLINE.sub("", AFTER.sub("", LINE.sub("", bare)))


def without_indents(source: str) -> str:
    r"""Strip indents. An html template draws the same: htm drops a line break with the space around it.

    >>> without_indents("const a = html`<p>\n  ${b}\n</p>`;\n")
    'const a = html`<p>\n${b}\n</p>`;\n'
    """
    return INDENT.sub("", source)


def _imports(name: str, source: str) -> Iterator[str]:
    here = PurePosixPath(name).parent
    for target in IMPORT.findall(source):
        parts: list[str] = []
        for part in (here / target).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        yield "/".join(parts)
