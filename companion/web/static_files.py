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

GAMES_MODULE = "games.js"


def game_files() -> dict[str, bytes]:
    """Return generated files by their path below static/. If two games have the same face, the first one names it."""
    pages = {name: to_json(page) for name, page in games.pages().items()}
    data = json.dumps(pages, ensure_ascii=False, separators=(",", ":")).encode()
    emblems = {f"games/{name}/emblem.svg": image for name, image in games.emblems()}
    return {GAMES_MODULE: b"export const GAMES = " + data + b";\n", **emblems}


BUNDLES: Mapping[str, tuple[str, ...]] = {
    "table": ("base", "table", "blocks", "prompts", "drawers", "history", "board", "graph", "puzzle", "rules",
              "senses"),
    "before": ("shelf", "kits", "readers", "forms"),
    "afar": ("wall",),
    **{page: (page,) for page in ("build", "devices", "fairness", "house", "mending", "record", "setup", "staff")},
}  # fmt: skip
"""The style sheets of each bundle in order of precedence: of two rules with equal specificity the later one applies."""
MORE: Mapping[str, tuple[str, ...]] = {
    "table": (),
    "wall": ("afar",),
    "tray": ("afar",),
    "enter": ("before", "devices"),
}
"""The bundles of a page besides `table`, unless they are `before` and the one with its name."""


def files_of(page: str) -> tuple[str, ...]:
    """Return the files of a page's style sheet bundles. They are in the folder of the sheets, which refer to pictures there.

    >>> files_of("table"), files_of("house")
    (('css/all-table.css',), ('css/all-table.css', 'css/all-before.css', 'css/all-house.css'))
    """
    return tuple(_path(f"all-{bundle}") for bundle in _bundles_of(page))


def sheets_of(page: str) -> tuple[str, ...]:
    """Return the style sheets in the bundles of a page."""
    return tuple(_path(sheet) for bundle in _bundles_of(page) for sheet in BUNDLES[bundle])


def _bundles_of(page: str) -> tuple[str, ...]:
    return ("table", *MORE.get(page, ("before", page) if page in BUNDLES else ("before",)))


def _path(sheet: str) -> str:
    return f"css/{sheet}.css"


STATIC = Path(__file__).parent / "static"
LEAST_PACKED = 400  # bytes; compression does not shrink shorter files
MIME_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
PACKED_SUFFIXES = {".js", ".css", ".svg", ".webmanifest", ".txt", ".json"}  # pictures and fonts are compressed already
DEVELOPER_SUFFIXES = {".md", ".ts"}  # for developers of the page only
BLOCK_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
TYPE_COMMENT = re.compile(r"[ \t]*/\*\*[^*\n]*@(?:type|param|template|typedef|returns)[^\n]*?\*/[ \t]?")
LINE_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
TRAILING_COMMENT = re.compile(r"(?<=[;{},)\]])[ \t]+// [^\n\"'`]*$", re.MULTILINE)
"""A comment after code. One with quotes may be part of a string, and stays."""
IMPORT = re.compile(r'^(?:import|export)\b(?:[^;]*?\bfrom)? "(\.[^"]+)";?$', re.MULTILINE)
_READ: list[tuple[Mapping[str, GamePage], StaticFiles]] = []
"""Cache: the newest files, and the games they were built with."""


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
        modules: dict[str, None] = {}
        waiting = list(entries)
        while waiting:
            module = waiting.pop(0)
            if module not in modules:
                modules[module] = None
                waiting += self.imports.get(module, ())
        return tuple(modules)


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
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in DEVELOPER_SUFFIXES]
    raw = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    if folder == STATIC:
        # part of the version: another order of the same sheets is another file
        bundles = {_path(f"all-{bundle}"): map(_path, names) for bundle, names in BUNDLES.items()}
        raw |= {path: b"\n".join(raw[sheet] for sheet in sheets) for path, sheets in bundles.items()} | game_files()
    total = hashlib.sha256()
    for name, content in raw.items():
        total.update(name.encode() + content)
    imports = {name: tuple(_imports(name, content.decode())) for name, content in raw.items() if name.endswith(".js")}
    files = {name: _file(name, content) for name, content in raw.items()}
    return StaticFiles(total.hexdigest()[:12], MappingProxyType(files), MappingProxyType(imports))


def _file(name: str, content: bytes) -> StaticFile:
    suffix = PurePosixPath(name).suffix
    mime = MIME_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if suffix == ".js" and not name.startswith("vendor/"):  # keep licences in third-party files
        content = without_indents(without_comments(content.decode())).encode()
    if suffix == ".css":
        content = without_indents(BLOCK_COMMENT.sub("", content.decode())).encode()
    small = gzip.compress(content, 9, mtime=0) if suffix in PACKED_SUFFIXES and len(content) >= LEAST_PACKED else None
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
    bare = BLOCK_COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), source)
    return TYPE_COMMENT.sub("", TRAILING_COMMENT.sub("", LINE_COMMENT.sub("", bare)))


def without_indents(source: str) -> str:
    r"""Strip indents. An html template draws the same: htm drops a line break with the space around it.

    >>> without_indents("const a = html`<p>\n  ${b}\n</p>`;\n")
    'const a = html`<p>\n${b}\n</p>`;\n'
    """
    return INDENT.sub("", source)


def _imports(name: str, source: str) -> Iterator[str]:
    folder = PurePosixPath(name).parent
    for target in IMPORT.findall(source):
        parts: list[str] = []
        for part in (folder / target).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        yield "/".join(parts)
