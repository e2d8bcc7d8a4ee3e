"""The messages of a domain, as Babel extracts them from its sources, and a catalogue brought up to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from companion.i18n.catalogues import LOCALE
from tests.tools.words.content_messages import extract_content, extract_page
from tests.tools.words.extract_javascript import extract

ROOT = Path(__file__).resolve().parents[3]
KEYWORDS = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "N_": None}
GAMES = "companion/games"
STATIC = "companion/web/static"
PARTS = {"mansions": ("lines", "scenarios")}
"""Folders of a game's content that are domains of their own: stories, apart from what the rules call things."""
HEADER = 'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {plurals}\\n"\n\n'
"""Nothing in it changes from day to day: two people who write a catalogue meet in no line of it."""


def domains() -> tuple[str, ...]:
    """Each is a file of translations, small enough for one translator; what people see most comes first."""
    games = sorted(path.parent.name for path in (ROOT / GAMES).glob("*/__init__.py"))
    parts = (f"{game}_{part}" for game in games for part in ("content", *PARTS.get(game, ())))
    return ("page", "house", *games, "rules", *parts)


def languages() -> list[str]:
    """The domains with a shipped catalogue."""
    return sorted(path.name for path in LOCALE.iterdir())


def template(domain: str) -> Catalog:
    """Return the messages of a domain, each with its source files."""
    catalog = Catalog(fuzzy=False)
    for path in _sources(domain):
        name = path.relative_to(ROOT).as_posix()
        for msgid, context in _messages(path, domain):
            catalog.add(msgid, locations=[(name, 0)], context=context)
    return catalog


def _sources(domain: str) -> Iterator[Path]:
    game, _name, part = domain.rpartition("_")
    content = ROOT / GAMES / game / "content"
    if domain == "page":
        scripts = (ROOT / STATIC).rglob("*.js")
        yield from sorted(path for path in scripts if ROOT / STATIC / "vendor" not in path.parents)
        yield from sorted((ROOT / GAMES).glob("*/page/page.toml"))
    elif domain == "house":
        ours = (
            path for package in ("companion", "vision", "firmware_bridge") for path in (ROOT / package).rglob("*.py")
        )
        yield from sorted(path for path in ours if ROOT / GAMES not in path.parents)
        yield from sorted((ROOT / "vision" / "kits").rglob("kit.toml"))
        yield from sorted((ROOT / GAMES).glob("*/page/page.toml"))
    elif domain == "rules":
        yield from sorted((ROOT / GAMES).glob("*/content/rules.toml"))
    elif part in PARTS.get(game, ()):
        yield from sorted((content / part).rglob("*.toml"))
    elif content.is_dir():
        apart = {content / name for name in PARTS.get(game, ())}
        told = (path for path in content.rglob("*.toml") if path.name != "rules.toml")
        yield from sorted(path for path in told if apart.isdisjoint(path.parents))
    else:
        yield from sorted((ROOT / GAMES / domain).rglob("*.py"))


def _messages(path: Path, domain: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    if path.suffix == ".toml":
        source = path.read_text("utf-8")
        page = path.name == "page.toml"
        yield from (
            (text, None) for text in (extract_page(source, domain) if page else extract_content(source, path.name))
        )
        return
    method = extract if path.suffix == ".js" else "python"
    for _line, msgid, _comments, context in extract_from_file(method, path, keywords=KEYWORDS):
        if msgid:
            yield msgid if isinstance(msgid, str) else (msgid[0], msgid[1]), context


def update(language: str, domain: str) -> Catalog:
    """Merge the sources into LANGUAGE/LC_MESSAGES/DOMAIN.po: what is translated stays, what is gone is commented out."""
    known = read(language, domain)
    gone = {message.id: message for message in known.obsolete.values()}
    known.update(template(domain), no_fuzzy_matching=True)
    for message in known:
        message.flags &= {"fuzzy"}  # the others are of programs that check placeholders in other ways
        if is_open(message) and message.id in gone:  # it has come back
            message.string = gone[message.id].string
    write(known, path_of(language, domain))
    return known


def lacking(language: str, domain: str) -> list[Message]:
    """Return untranslated messages, the most frequent first."""
    known = read(language, domain)
    lacks = [one for one in template(domain) if one.id and is_open(known.get(one.id, one.context))]
    return sorted(lacks, key=lambda one: -len(one.locations))


def is_open(message: Message | None) -> bool:
    """Does it wait for a translator? A plural does while one of its forms is empty."""
    return message is None or not all(forms(message.string))


def forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the text of a message or its plural forms."""
    return (words or "",) if isinstance(words, str | None) else tuple(words)


def path_of(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """Return the catalogue, empty without a file. Raises PoFileError for an unreadable one."""
    path = path_of(language, domain)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def write(catalog: Catalog, path: Path) -> None:
    """Format a catalogue as stored among the sources: without line numbers and dates."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=catalog.locale_identifier, plurals=catalog.plural_forms).encode())
        write_po(file, catalog, width=0, include_lineno=False, omit_header=True)
