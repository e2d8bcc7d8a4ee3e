"""A language with all that its files say: for each game a tongue in which the game's own words come first."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.errors import ContentError
from companion.i18n.catalogue import Catalogue, CatalogueEntry, entries
from companion.i18n.domains import DOMAINS
from companion.i18n.number_format import NumberFormat
from companion.i18n.translator import CachedTranslator

PAGE = "page"  # what the page says itself: its scripts fetch it
OURS = frozenset(domain.name for domain in DOMAINS)
HOUSE = ("house", "rules")  # what stands beside any game


class Translations:
    """One language. Safe for threads."""

    def __init__(
        self, domains: Mapping[str, tuple[CatalogueEntry, ...]], figures: NumberFormat, faults: tuple[str, ...] = ()
    ) -> None:
        """`faults`: a sentence for each file that cannot be read."""
        self.faults = faults
        self.domains = MappingProxyType({name: its for name, its in domains.items() if name != PAGE})
        self._figures = figures
        self._lock = threading.Lock()
        self._tongues: dict[str, CachedTranslator] = {}

    def tongue(self, game: str = "") -> CachedTranslator:
        """As it is spoken at a table of a game: a queen is one of cards or of insects. "" = where no game is played."""
        with self._lock:
            if game not in self._tongues:
                self._tongues[game] = CachedTranslator(Catalogue(self._entries(game)), self._figures)
            return self._tongues[game]

    def _entries(self, game: str) -> Iterator[CatalogueEntry]:
        """What is translated before what is not; of each first what people have dropped in, then the game's own domains.

        What another game says is not said at this one's table: its whole sentences would come before our patterns.
        """
        said = (name for name in self.domains if not game or name not in OURS or name in HOUSE or is_of(name, game))
        names = sorted(said, key=lambda name: (name in OURS, not is_of(name, game), name not in HOUSE))
        for is_open in (False, True):
            yield from (one for name in names for one in self.domains[name] if one.is_open == is_open)


def is_of(domain: str, game: str) -> bool:
    """Is a domain a game's own?

    >>> is_of("pips_lines", "pips"), is_of("house", "pips"), is_of("house", "")
    (True, False, False)
    """
    return bool(game) and (domain == game or domain.startswith(f"{game}_"))


def load(files: Iterator[Path], figures: NumberFormat, *, with_open: bool = False) -> Translations:
    """What these files say, each domain named as its file, the earlier of two files first. A broken one is told of."""
    domains: dict[str, tuple[CatalogueEntry, ...]] = {}
    faults: list[str] = []
    for path in files:
        try:
            domains[path.stem] = (*domains.get(path.stem, ()), *entries(path, with_open=with_open))
        except ContentError as error:
            faults.append(f"{error}")
    return Translations(domains, figures, tuple(faults))
