"""The msgids of a domain: every sentence that its files say, and which of them says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.i18n import extract_python, extract_toml
from companion.i18n.domains import GAME_PAGES, ROOT, Domain


def collect(domain: Domain) -> Mapping[str, tuple[str, ...]]:
    """Each msgid and the files that say it, as paths from the root, in the order in which they are read."""
    found: dict[str, list[str]] = {}
    for path in domain.paths():
        name = path.relative_to(ROOT).as_posix()
        for text in _texts(path, domain):
            places = found.setdefault(text, [])
            if name not in places:
                places.append(name)
    return {text: tuple(places) for text, places in found.items()}


def _texts(path: Path, domain: Domain) -> Iterator[str]:
    source = path.read_text(encoding="utf-8")
    if path.match(GAME_PAGES):
        yield from extract_toml.page_texts(source, domain.name)
        return
    match path.suffix:
        case ".py":
            yield from extract_python.texts(source)
        case _:
            yield from extract_toml.texts(source, path.name)
