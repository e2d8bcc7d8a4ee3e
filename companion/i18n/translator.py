"""Translate a finished English sentence. Memoised."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.i18n.catalogue import ANY, PLAIN, Catalogue, PatternTranslation
from companion.i18n.message_pattern import WORD, MessagePattern
from companion.i18n.number_format import NumberFormat

Cut = Callable[[str], list[str]]


def _by(pattern: str) -> Cut:
    """Cut a text at what the pattern finds; the separators have no words."""
    separator = re.compile(f"({pattern})")
    return lambda text: [part for part in separator.split(text) if part]


def _first(pattern: str) -> Cut:
    """Cut a text where the pattern is found first: what follows may be a whole that has the same in it."""
    separator = re.compile(f"({pattern})")
    return lambda text: [part for part in separator.split(text, maxsplit=1) if part]


def _last(pattern: str) -> Cut:
    """Cut a text where the pattern is found last: what stands before it may be a name that has the same in it."""
    separator = re.compile(f"(.*)({pattern})(.*)", re.DOTALL)
    return lambda text: list(found.groups()) if (found := separator.fullmatch(text)) else [text]


LINES = _by(r"\s*\n\s*")
FULL_STOPS = _by(r"(?<=[.!?…])[\"'”’)]*\s+")
SENTENCES = _by(r"(?<=[.!?…>:])[\"'”’)]*\s+")
DOTS = _by(r" [·–|/-] ")
LABEL = _first(r": ")
TAIL = _last(r": ")
COLON = _by(r": ")
STOP = _by(r"[.!?…:]+$")
SEMICOLONS = _by(r"; ")
TAGS = _by(r"</?[a-z]+>|\{action\}\s*")
BRACKETS = _by(r"\s*[(\[“”)\]]\s*")
COMMAS = _by(r", |/")
SUMS = _by(r" [+−×=] ")
NUMBERS = _by(r"[+−-]?\d+(?:\.\d+)?%?\s|\s[+−×x-]?\d+(?:\.\d+)?%?(?![\w.])")
CUTS: tuple[Cut, ...] = (LINES, DOTS, LABEL, TAIL, COLON, STOP, SEMICOLONS, TAGS, BRACKETS, COMMAS, SUMS, NUMBERS)
LISTS: tuple[Cut, ...] = (COMMAS, NUMBERS, BRACKETS)
"""These may cut a sentence in two that is none of ours: all parts must be known."""


DEEP = 12  # holes in holes
MOST_TRIES = 3_000  # of patterns, for one text: a sentence takes some dozen, a page of nonsense would take for ever
MOST_LETTERS = 6_000  # of a text whose pattern is looked for; longer ones are known whole or by lines
MOST_SENTENCES = 80  # and what stands between them
LEAST_LIST = 9  # items and commas: patterns would try each of them as their end
LEAST_BEGINNING = 15  # letters by which a longer text is known
STOPS = '.!?…"”’)'
STOPPED = re.compile(r"[.!?] ")  # between two sentences
MARKS = re.compile(r"</?[a-z]+>|\{[a-z]+\}")  # which the page draws
MARK = re.compile(r"\{(\d+)((?::\w+)*)\}")
CAPITAL = "cap"

Kept = frozenset[str]


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text in the language, and the pieces of English that stayed in it because no entry has them."""

    text: str
    unknown: tuple[str, ...] = ()
    open: tuple[str, ...] = ()  # entries that made it and that nobody has translated, where these are known at all
    is_formed: bool = False  # it stands in the form that was asked for

    @property
    def cost(self) -> tuple[int, int]:
        """Letters that nobody understood, and letters that wait for a translator."""
        return sum(map(len, self.unknown)), sum(map(len, self.open))


class Translator:
    """Says one text, and remembers its pieces meanwhile. One thread."""

    def __init__(self, catalogue: Catalogue, figures: NumberFormat, kept: Kept) -> None:
        """`kept`: names of people, which stay."""
        self._catalogue = catalogue
        self._figures = figures
        self._kept = kept
        self._tries = MOST_TRIES
        self._deep = 0
        self._known: dict[tuple[str, str], TranslatedText] = {}

    def say(self, text: str, form: str = PLAIN) -> TranslatedText:
        """The text, a name in a form where one is asked for."""
        found = self._known.get((text, form))
        if found is None:
            self._deep += 1
            found = self._known[text, form] = self._look(text, form)
            self._deep -= 1
        return found

    def _look(self, text: str, form: str) -> TranslatedText:
        if text in self._kept or (len(text) == 1 and not text.islower()) or WORD.search(MARKS.sub("", text)) is None:
            return TranslatedText(text if text in self._kept else self._figures.write(text))
        if (whole := self._whole(text, form)) is not None:
            return whole
        if (bare := text.strip()) != text:
            said = self.say(bare, form)
            return replace(said, text=text.replace(bare, said.text))
        best = TranslatedText(text, (text,))
        for way in self._ways(text, form) if self._deep <= DEEP else ():
            if way.cost < best.cost:
                best = way
            if not any(best.cost) or self._tries <= 0:
                break
        return best

    def _whole(self, text: str, form: str) -> TranslatedText | None:
        known = self._catalogue.whole
        swapped = text[0].swapcase() + text[1:]
        there = (swapped, text) if text in self._catalogue.open else (text, swapped)
        for written in (*there, self._catalogue.cased(text)):
            if written in known:
                said = known[written].get(form) or known[written].get(PLAIN)
                if said is not None:
                    shown = said if written == text or not text[0].isupper() else said[:1].upper() + said[1:]
                    waiting = (written,) if written in self._catalogue.open else ()
                    return TranslatedText(shown, (), waiting, form in known[written])
        return None

    def _ways(self, text: str, form: str) -> Iterator[TranslatedText]:
        is_short = len(text) <= MOST_LETTERS
        there = self._catalogue.candidates(text) if is_short else []
        spanning = (one for one in there if any(STOPPED.search(piece) for piece in one.pattern.pieces))
        yield from (said for said in self._by_pattern(spanning, text, form) if not any(said.cost))
        yield from self._in_parts(text, form)
        if is_short:
            whole = [one for one in there if not _swallows(one.pattern, text)]
            yield from self._by_pattern(whole, text, form)
            for cut in (STOP, LABEL):
                yield from (said for said in self._cut(cut, text, form) if not any(said.cost))
            yield from self._by_pattern((one for one in there if one not in whole), text, form)
            yield from self._beginning(text)
        sentences = SENTENCES(text)
        if 1 < len(sentences) <= MOST_SENTENCES:
            yield self._in_sentences(sentences)
        for cut in CUTS:
            yield from self._cut(cut, text, form)

    # --- by a pattern -------------------------------------------------------------------------------------------------

    def _by_pattern(self, patterns: Iterable[PatternTranslation], text: str, form: str) -> Iterator[TranslatedText]:
        several = tuple(patterns)
        for spoken in several:
            for filled in spoken.pattern.splits(text):
                yield from self._filled(spoken, filled, form)
        swapped = text[0].swapcase() + text[1:]  # a piece of a sentence may have come to its beginning
        for spoken in (one for one in several if one.pattern.pieces[0]):
            for filled in spoken.pattern.splits(swapped):
                yield from map(_begun, self._filled(spoken, filled, form))

    def _filled(self, spoken: PatternTranslation, filled: Mapping[int, str], form: str) -> Iterator[TranslatedText]:
        """The text by one pattern, its holes translated in turn."""
        template = spoken.said.get(form) or spoken.said.get(PLAIN)
        self._tries -= 1
        if template is None or self._tries < 0 or any(map(_is_torn, filled.values())):
            return
        holes: list[TranslatedText] = []
        for part in sorted(filled.values(), key=len):
            holes.append(self.say(part))
            if holes[-1].unknown and spoken.pattern.is_weak:
                return
        unknown, waiting = _left(holes)
        text = MARK.sub(lambda mark: self._hole(mark, filled), template)
        yield TranslatedText(
            text, unknown, ((spoken.text, *waiting) if spoken.is_open else waiting), form in spoken.said
        )

    def _hole(self, mark: re.Match[str], filled: Mapping[int, str]) -> str:
        number, wishes = int(mark[1]), mark[2].split(":")[1:]
        if number not in filled:
            return mark[0]
        if mark.string[: mark.start()].endswith("{") and mark.string.startswith("}", mark.end()):
            return filled[number]  # the name of a symbol, which the page draws and says
        form = next((wish for wish in wishes if wish != CAPITAL), PLAIN)
        found = self.say(filled[number], form)
        said = found.text if found.is_formed else self._catalogue.forms.get(form, ANY).replace(ANY, found.text)
        return said[:1].upper() + said[1:] if CAPITAL in wishes else said

    # --- piece by piece -----------------------------------------------------------------------------------------------

    def _in_parts(self, text: str, form: str) -> Iterator[TranslatedText]:
        """Parts that stand for themselves, where each is understood: no hole of a pattern is to swallow two of them."""
        for cut in (LINES, DOTS, FULL_STOPS):
            parts = cut(text)
            if 1 < len(parts) <= MOST_SENTENCES and not any((said := self._in_sentences(parts)).cost):
                yield said
        if len(items := COMMAS(text)) >= LEAST_LIST and not (said := self._joined(items, form, is_whole=True)).unknown:
            yield said
        label, *rest = LABEL(text)
        if len(rest) == 2 and (whole := self._whole(STOP(rest[1])[0], PLAIN)) is not None:
            stop = rest[1].removeprefix(STOP(rest[1])[0])
            yield _after(self.say(label, form), replace(whole, text=f"{rest[0]}{whole.text}{stop}"))

    def _beginning(self, text: str) -> Iterator[TranslatedText]:
        """A text that was cut short, by its last stop or by more: of what it is the beginning, as much in this language."""
        is_cut, begun = text.endswith("…"), text.removesuffix("…").rstrip()
        if not is_cut and text[-1] not in STOPS:
            stopped = self._whole(f"{text}.", PLAIN)
            if stopped is not None:
                yield replace(stopped, text=stopped.text.removesuffix("."))
            return
        whole = self._catalogue.beginning(begun) if len(begun) >= LEAST_BEGINNING else ""
        said = self._whole(whole, PLAIN) if whole else None
        if said is None:
            yield from self._cut_short(begun) if is_cut else ()
        elif is_cut:
            yield replace(said, text=_shortened(said.text, len(begun) / len(whole)))
        else:
            sentences, of, its = len(SENTENCES(begun)), len(SENTENCES(whole)), SENTENCES(said.text)
            yield replace(said, text="".join(its[: round(sentences * len(its) / of)]).rstrip())

    def _cut_short(self, begun: str) -> Iterator[TranslatedText]:
        """The same of a text with names in it."""
        found = self._catalogue.begun(begun) if len(begun) >= LEAST_BEGINNING else None
        template = found[0].said.get(PLAIN) if found else None
        if found is None or template is None:
            return
        spoken, holes = found
        text = MARK.sub(lambda mark: self._hole(mark, holes) if int(mark[1]) in holes else "", template)
        share = len(begun) / (sum(map(len, spoken.pattern.pieces)) + sum(map(len, holes.values())))
        yield TranslatedText(_shortened(text, share), (), (spoken.text,) if spoken.is_open else ())

    def _in_sentences(self, parts: list[str]) -> TranslatedText:
        """Sentences one by one, or several that are one entry: the way in which the fewest letters stay unknown."""
        best: list[TranslatedText] = [TranslatedText("")]  # of the first parts, so many
        for end in range(1, len(parts) + 1):
            ways = []
            for begin in range(end - 2):
                whole = self._whole("".join(parts[begin:end]), PLAIN)
                if whole is not None:
                    ways.append(_after(best[begin], whole))
            ways.append(_after(best[-1], self.say(parts[end - 1])))  # where it is as good, a whole entry is better
            best.append(min(ways, key=lambda way: way.cost))
        return best[-1]

    def _cut(self, cut: Cut, text: str, form: str) -> Iterator[TranslatedText]:
        if len(parts := cut(text)) > 1:
            yield self._joined(parts, form, is_whole=cut in LISTS)

    def _joined(self, parts: list[str], form: str, *, is_whole: bool) -> TranslatedText:
        """Parts and what stands between them, in turn; of a list all must be known, else it may be no list."""
        said = [self.say(part, form) for part in parts]
        unknown, waiting = _left(said)
        if unknown and is_whole:
            return TranslatedText("".join(parts), ("".join(parts),))
        return TranslatedText("".join(one.text for one in said), unknown, waiting)


def _is_torn(text: str) -> bool:
    """Does a bracket or a quotation open in it and not close, or close and not open?"""
    return text.count("(") != text.count(")") or text.count("“") != text.count("”")


def _shortened(text: str, share: float) -> str:
    """So much of a text, to the end of a word."""
    return f"{text[: int(len(text) * share)].rsplit(' ', 1)[0].rstrip(',;:')}…"


def _after(before: TranslatedText, said: TranslatedText) -> TranslatedText:
    return TranslatedText(before.text + said.text, before.unknown + said.unknown, before.open + said.open)


def _swallows(pattern: MessagePattern, text: str) -> bool:
    """Would a hole take the stop of the text, or what stands before its colon? That is tried when nothing else fits."""
    written, last = "".join(pattern.pieces), pattern.pieces[-1]
    return (": " in text and ":" not in written) or (text[-1] in ".!?" and not last.endswith(text[-1]))


def _begun(said: TranslatedText) -> TranslatedText:
    return replace(said, text=said.text[:1].upper() + said.text[1:])


def _left(said: Iterable[TranslatedText]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stayed unknown, and what is open, in several parts."""
    several = tuple(said)
    return tuple(p for one in several for p in one.unknown), tuple(p for one in several for p in one.open)


ENGLISH = NumberFormat()
REMEMBERED = 16_384  # texts; an evening's log has some thousand


class CachedTranslator:
    """Safe for threads: what it remembers is all it changes."""

    def __init__(self, catalogue: Catalogue, figures: NumberFormat = ENGLISH) -> None:
        self._catalogue = catalogue
        self._figures = figures
        self._known = lru_cache(REMEMBERED)(self._speak)

    def say(self, text: str, kept: Kept = frozenset()) -> str:
        """The text in this language; `kept`: names of people, which stay."""
        return self._known(text, kept).text

    def form(self, form: str) -> str:
        """How a form of any name is made that has none of its own: "zum Ort {0}"; "{0}" where nobody said how."""
        return self._catalogue.forms.get(form, ANY)

    def translate_marked(self, text: str, kept: Kept = frozenset()) -> TranslatedText:
        """The same, with the pieces that no entry covers."""
        return self._known(text, kept)

    def _speak(self, text: str, kept: Kept) -> TranslatedText:
        return Translator(self._catalogue, self._figures, kept).say(text)
