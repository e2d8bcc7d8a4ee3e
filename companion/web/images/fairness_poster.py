"""Draw the dice of one evening as a poster.

Every colour has a shape or a word with it: expected is a dashed line, not ruled out a bracket, what came a bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.engine import face_text
from companion.fairness.verdict_text import kind_words
from companion.i18n import Say, Text, _, from_data, listed, ngettext
from companion.presentation.responses import DieLine, FaceLine, FairnessPage, LuckLine, PersonLine
from companion.schema import Words
from companion.web.images.svg import (
    GOOD,
    INK,
    LETTER_WIDTH,
    MUTED,
    WARN,
    Font,
    bar,
    bracket,
    dashes,
    diamond,
    document,
    heading,
    letters,
    panel,
    scale,
    seal,
    shorten,
    wrap_words,
)

LEFT, RIGHT, TOP, BOTTOM = 80, 1270, 200, 1030  # left edges of dice and side column, top and bottom of both
DICE_WIDE, SIDE_WIDE, EDGE = 1110, 570, 28
ROW, TALLEST = 42, 104  # px of a face's row, least and most
HEAD, FOOT, GAP, LEGEND = 66, 70, 22, 60  # px: title and sentence of a die, gap between dice, legend
BAR_AT, BAR_WIDE, NAME_WIDE = 290, 590, 180  # px from a die's left edge; of a name in a narrow panel
LEAST_PERCENT = 0.001  # percent
PEOPLE, PEOPLE_HEAD, PERSON = 5, 112, 52  # at most; px of their panel's head, and of each
LEAST_CARD, MOST_CARD = 186, 262  # px
Mark: TypeAlias = Literal["came", "expected", "left"]
MARKS: tuple[Mark, ...] = ("came", "expected", "left")


def picture_of(page: FairnessPage, say: Say, language: str) -> str:
    """Render the poster as SVG."""
    people = [person for person in page.people if person.odds][:PEOPLE]
    end = TOP + sum(HEAD + rows * ROW + FOOT + GAP for _die, rows in _fit_dice(page.dice))  # of the dice at their least
    is_below = end + LEGEND + _height(people) <= BOTTOM
    parts = [*_title(page, say)]
    if page.dice:
        parts += _dice(page.dice, people if is_below else [], say)
    else:
        parts.append(letters(LEFT, 320, say(_("Nothing was thrown yet.")), Font(44, INK)))
    parts += _cards(page, [] if is_below else people, say)
    return document(say(_("The dice of the evening")), parts, language)


def _title(page: FairnessPage, say: Say) -> Iterator[str]:
    names = ", ".join(say(person.name) for person in page.people if person.rolls)
    below = " · ".join(part for part in (say(page.title), names, say(page.ended)) if part)
    yield heading(LEFT, 106, say(_("The dice of the evening")), 68)
    yield letters(LEFT, 156, shorten(below, 1640, 32), Font(32, MUTED))


def _dice(dice: Sequence[DieLine], people: Sequence[PersonLine], say: Say) -> Iterator[str]:
    """Draw the dice that fit, most thrown first. Spare room makes the rows taller."""
    shown = _fit_dice(dice)
    rows = sum(rows for _die, rows in shown)
    room = BOTTOM - LEGEND - _height(people) - TOP - sum(HEAD + FOOT + GAP for _die in shown)
    row = min(max(room // rows, ROW), TALLEST) if rows else ROW
    at = TOP
    for die, its_rows in shown:
        yield from _die(die, at, its_rows, row, say)
        at += HEAD + its_rows * row + FOOT + GAP
    yield from _legend(at, say)
    if people:
        yield from _people(people, LEFT, BOTTOM - _height(people), DICE_WIDE, say)


def _fit_dice(dice: Sequence[DieLine]) -> list[tuple[DieLine, int]]:
    """Choose rows per die: all its faces, or none where only its sentence fits."""
    shown, at = [], TOP
    for die in dice:
        rows = next((n for n in (len(die.faces), 0) if at + HEAD + n * ROW + FOOT + GAP <= BOTTOM - LEGEND), None)
        if rows is not None:
            shown.append((die, rows))
            at += HEAD + rows * ROW + FOOT + GAP
    return shown


def _height(people: Sequence[PersonLine]) -> int:
    return PEOPLE_HEAD + PERSON * len(people) if people else 0


def _die(die: DieLine, at: int, rows: int, row: int, say: Say) -> Iterator[str]:
    name = _capitalize(kind_words(die.kind))
    yield panel(LEFT, at, DICE_WIDE, HEAD + rows * row + FOOT)
    yield heading(LEFT + EDGE, at + 48, say(_("{die} · by the app", die=name) if die.app else name))
    yield letters(LEFT + DICE_WIDE - EDGE, at + 46, say(_count(die)), Font(27, MUTED, "end"))
    most = most_of(die.faces)
    for place, face in enumerate(die.faces[:rows]):
        yield from _face(face, at + HEAD + place * row, row, most, say)
    foot = at + HEAD + rows * row + FOOT // 2
    yield seal(LEFT + 48, foot - 4, is_good=not die.advice)
    yield letters(LEFT + 86, foot + 6, shorten(say(die.sentence), DICE_WIDE - 114, 30), Font(30, INK))


def _capitalize(words: Words) -> Text:
    """Capitalize words that begin a line."""
    return from_data("{words.cap}", words=words)


def _count(die: DieLine) -> Text:
    if die.game:
        return _("{n} drawn", n=die.count)
    return ngettext("{count} in one roll", "{count} in {n} rolls", die.rolls, count=die.count)


def most_of(faces: Sequence[FaceLine]) -> float:
    """Return the share at full width: the largest of all shares, with space for the bands; a very wide band is cut."""
    top = max(max(face.share, face.expected) for face in faces)
    widest = max(face.high for face in faces)
    return min(max(1.3 * top, min(1.04 * widest, 1.8 * top)), 1.0) or 1.0


def _face(face: FaceLine, at: int, row: int, most: float, say: Say) -> Iterator[str]:
    start, middle, half = LEFT + BAR_AT, at + row / 2, row // 4
    length, expected, low, high = (
        BAR_WIDE * min(share / most, 1.0) for share in (face.share, face.expected, face.low, face.high)
    )
    color, size = WARN if face.verdict else INK, min(27 + (row - ROW) // 5, 36)
    line = middle + size // 3
    yield letters(
        LEFT + EDGE,
        line,
        shorten(say(_capitalize(face_text(face.face))), BAR_AT - 40, size),
        Font(size, color, weight=650),
    )
    yield bar(start, middle, length, half)
    yield bracket(start + low, start + high, middle, half - 2, is_open=face.high > most)
    yield dashes(start + expected, at + 3, row - 6)
    share = say(from_data("{share:%}", share=face.share))
    yield letters(LEFT + DICE_WIDE - EDGE, line, f"{face.count} · {share}", Font(size, color, "end", 650))


def _cards(page: FairnessPage, people: Sequence[PersonLine], say: Say) -> Iterator[str]:
    """Draw the luckiest and unluckiest throws."""
    die = next((die for die in page.dice if die.streak), None)
    run = [_Card(say(_("One after the other")), "", say(die.streak), "", INK)] if die is not None else []
    cards = [*_luck_cards(page, say), *run]
    room = BOTTOM - TOP - (_height(people) + GAP if people else 0)
    cards = cards[: room // (LEAST_CARD + GAP)]
    tall = min((room + GAP) // len(cards) - GAP, MOST_CARD) if cards else 0
    for place, card in enumerate(cards):
        yield from _card(card, TOP + place * (tall + GAP), tall)
    if people:
        yield from _people(people, RIGHT, BOTTOM - _height(people), SIDE_WIDE, say)


@dataclass(frozen=True, slots=True)
class _Card:
    """A few words of one throw."""

    title: str
    name: str
    words: str
    last: str
    color: str


def _luck_cards(page: FairnessPage, say: Say) -> Iterator[_Card]:
    if page.luckiest is not None:
        words = say(_("{few} in 100 are as good", few=_percent(page.luckiest.best)))
        yield _card_of(say(_("The luckiest throw")), page.luckiest, words, GOOD, say)
    if page.unluckiest is not None:
        words = say(_("{few} in 100 are as bad", few=_percent(page.unluckiest.worst)))
        yield _card_of(say(_("The unluckiest throw")), page.unluckiest, words, WARN, say)


def _card_of(title: str, line: LuckLine, last: str, color: str, say: Say) -> _Card:
    sentence = _("{who}: {what}", who=line.name, what=_tally(line.values))
    return _Card(title, say(sentence), say(line.title), last, color)


def _card(card: _Card, at: int, tall: int) -> Iterator[str]:
    x, wide, line = RIGHT + EDGE, SIDE_WIDE - 2 * EDGE, at + 58
    yield panel(RIGHT, at, SIDE_WIDE, tall)
    yield heading(x, at + 50, card.title)
    for words in wrap_words(card.name, wide, 32, 2 if tall > LEAST_CARD + 30 else 1):
        yield letters(x, line := line + 40, words, Font(32, INK, weight=700))
    for words in wrap_words(card.words, wide, 26, 2 if card.name else 3):
        yield letters(x, line := line + 35, words, Font(26, MUTED))
    if card.last:
        yield letters(x, line + 42, card.last, Font(28, card.color, weight=650))


def _tally(values: Sequence[str]) -> Text:
    """Each once, with its number where it is not one: "2 × success, blank"."""
    counts = ((face_text(value), count) for value, count in Counter(values).most_common())
    return listed((from_data("{n}\u00a0×\u00a0{face}", n=n, face=face) if n > 1 else face for face, n in counts), ", ")


def _percent(share: float) -> float:
    """Format a percentage, small ones with a decimal."""
    return round(share * 100) if share >= 0.01 else max(float(f"{share * 100:.1g}"), LEAST_PERCENT)


def _people(people: Sequence[PersonLine], x: int, at: int, wide: int, say: Say) -> Iterator[str]:
    """Draw each person between bad and good luck. The bracket is the range of chance in most evenings."""
    lead = BAR_AT if wide > SIDE_WIDE else NAME_WIDE
    start, long = x + lead, wide - lead - 40
    yield panel(x, at, wide, _height(people))
    yield heading(x + EDGE, at + 50, say(_("Luck of the evening")))
    yield letters(start, at + 88, say(_("← bad luck")), Font(23, MUTED))
    yield letters(start + long, at + 88, say(_("good luck →")), Font(23, MUTED, "end"))
    for place, person in enumerate(people):
        middle = at + PEOPLE_HEAD + PERSON * place + 12
        yield letters(x + EDGE, middle + 10, shorten(say(person.name), lead - 50, 29), Font(29, INK, weight=650))
        yield scale(start, middle, long)
        yield bracket(start + long * (0.5 - person.spread), start + long * (0.5 + person.spread), middle, 12, MUTED)
        yield diamond(start + long * person.luck, middle)


def _legend(at: int, say: Say) -> Iterator[str]:
    x, middle = LEFT + 8.0, at + 24
    for mark in MARKS:
        drawn, words = _legend_mark(mark, x, middle, say)
        yield drawn
        yield letters(x + 62, middle + 9, words, Font(26, MUTED))
        x += 62 + len(words) * 26 * LETTER_WIDTH + 46


def _legend_mark(mark: Mark, x: float, middle: float, say: Say) -> tuple[str, str]:
    match mark:
        case "came":
            return bar(x, middle, 46, 11), say(_("what came"))
        case "expected":
            return dashes(x + 23, middle - 18, 36), say(_("what was expected"))
        case "left":
            return bracket(x + 2, x + 44, middle, 10), say(_("what is not ruled out"))
