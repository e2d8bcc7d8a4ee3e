"""The page's own files as they travel: read once, packed, under an address that changes with them. Style sheets and games too.

Comments and indents are not sent; no line is moved or renamed.
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
    """The files by their path below static/. The order of the games counts: of two with the same face the first one names it."""
    pages = {name: to_json(page) for name, page in games.pages().items()}
    written = json.dumps(pages, ensure_ascii=False, separators=(",", ":")).encode()
    emblems = {f"games/{name}/emblem.svg": drawn for name, drawn in games.emblems()}
    return {MODULE: b"export const GAMES = " + written + b";\n", **emblems}


TABLE = (
    *("base", "table", "blocks", "prompts", "drawers", "history"),
    *("board", "graph", "puzzle", "rules", "senses"),
)
"""The order counts: of two rules that fit as well as each other the later one holds."""
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
"""They lie beside the sheets, which name pictures there."""


def files_of(page: str) -> tuple[str, ...]:
    """The files that a page asks for: what is drawn there and nothing else.

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
    """The sheets that lie in them."""
    return tuple(_path(sheet) for file in files_of(page) for sheet in FILES[file])


def bundle_stylesheets(sheets: Mapping[str, bytes]) -> dict[str, bytes]:
    """What stands in each file."""
    return {file: b"\n".join(sheets[_path(name)] for name in names) for file, names in FILES.items()}


def _path(sheet: str) -> str:
    return f"css/{sheet}.css"


STATIC = Path(__file__).parent / "static"
LEAST = 400  # bytes; less does not become smaller
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
PACKED = {".js", ".css", ".svg", ".webmanifest", ".txt", ".json"}  # pictures and fonts are packed already
HOME = {".md", ".ts"}  # for those who write the page
BLOCK = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
INLINE = re.compile(r"[ \t]*/\*\*[^*\n]*@(?:type|param|template|typedef|returns)[^\n]*?\*/[ \t]?")
LINE = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
AFTER = re.compile(r"(?<=[;{},)\]])[ \t]+// [^\n\"'`]*$", re.MULTILINE)
"""A comment behind code; one with quotes in it may be a part of a text, and stays."""
IMPORT = re.compile(r'^(?:import|export)\b(?:[^;]*?\bfrom)? "(\.[^"]+)";?$', re.MULTILINE)
_READ: list[tuple[Mapping[str, GamePage], StaticFiles]] = []  # what was read last, and with which games


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file of the page."""

    mime: str
    plain: bytes
    packed: bytes | None  # gzip; None: it would not be smaller


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All files of the page, as they were at the start."""

    version: str  # a hash of all of them: a page that shows another one reloads itself
    files: Mapping[str, StaticFile]  # by their path below static/
    imports: Mapping[str, tuple[str, ...]]  # of each module, those that it names at its top

    def modules(self, *entries: str) -> tuple[str, ...]:
        """The entries and all that they import, each once: they can be asked for at once."""
        found: dict[str, None] = {}
        waiting = list(entries)
        while waiting:
            module = waiting.pop(0)
            if module not in found:
                found[module] = None
                waiting += self.imports.get(module, ())
        return tuple(found)


def load_static_files() -> StaticFiles:
    """The files of the page, read once for as long as the same games are on the shelf."""
    pages = games.pages()
    read = next((files for of, files in _READ if of is pages), None)
    if read is None:
        read = read_static_files()
        _READ[:] = [(pages, read)]
    return read


def read_static_files(folder: Path = STATIC) -> StaticFiles:
    """The files of a folder as they are now."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in HOME]
    raw = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    if folder == STATIC:
        # they count for the version: another order of the same sheets is another file
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
    if suffix == ".js" and not name.startswith("vendor/"):  # those keep their authors' lines
        content = without_indents(without_comments(content.decode())).encode()
    if suffix == ".css":
        content = without_indents(BLOCK.sub("", content.decode())).encode()
    small = gzip.compress(content, 9, mtime=0) if suffix in PACKED and len(content) >= LEAST else None
    return StaticFile(mime, content, small if small is not None and len(small) < len(content) else None)


def without_comments(source: str) -> str:
    r"""A module without comments and types; the lines keep their numbers. A comment behind code that holds quotes stays.

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
    r"""A module whose lines all begin at the left. An html template draws the same: htm drops a line break with the space around it.

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
