"""The dice of an evening as one picture for the wall: 1920 x 1080, our own drawing, with its letters inside.

Every colour has a shape or a word beside it: what is expected is a line, what is not ruled out a bracket, what came a bar.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from companion.fairness.sentences import kind_words
from companion.rules.check import begun, named
from companion.web.packed import STATIC
from companion.web.sent.fairness import DieLine, FaceLine, FairnessPage, LuckLine, PersonLine
from companion.wording.record import Say

WIDE, TALL = 1920, 1080
LEFT, RIGHT, TOP = 80, 1270, 200  # of the dice, of the people, of both
DICE_WIDE, SIDE_WIDE = 1110, 570
BOTTOM = 1030
ROW, TALLEST = 42, 104  # px of a face, at least and at most
HEAD, FOOT, GAP, LEGEND = 66, 70, 22, 50  # px of a die's title and sentence, between dice, and of what the marks mean
BAR_AT, BAR_WIDE = 290, 590  # from a die's left edge
PEOPLE, PEOPLE_HEAD, PERSON = 5, 84, 56  # at most; px of their panel's head, and of each
LEAST_CARD, MOST_CARD = 186, 262  # px
PAPER, INK, MUTED, BRASS, GOOD, WARN, LINE = "#0c0e11", "#f4ecdc", "#b8b09f", "#ffd994", "#5fd0b0", "#ffcf5c", "#353d48"
FONTS = {"Hyper": ("lamplight-plain-first", "500 800"), "FellSC": ("lamplight-title-first", "400")}
PLAIN, TITLE = "Hyper, 'Atkinson Hyperlegible Next', system-ui, sans-serif", "FellSC, Hyper, Georgia, serif"
LETTER = 0.52  # of its size is a letter wide on the average, of our plain face


def picture_of(page: FairnessPage, say: Say, language: str) -> str:
    """The whole picture as SVG."""
    people = [person for person in page.people if person.odds][:PEOPLE]
    is_below = _end(page.dice) + LEGEND + _tall(people) <= BOTTOM
    parts = [_ground(), *_title(page, say)]
    parts += _dice(page.dice, people if is_below else [], say) if page.dice else _nothing(say)
    parts += _cards(page, [] if is_below else people, say)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" width="{WIDE}" height="{TALL}"'
        f' role="img" xml:lang={quoteattr(language)}>\n<title>{escape(say("The dice of the evening"))}</title>\n'
        f"<defs><style>{_fonts()}</style>{_paints()}</defs>\n{body}\n</svg>\n"
    )


@cache
def _fonts() -> str:
    """Inside the picture: an image may ask for no files."""
    return "".join(_font(family, *told) for family, told in FONTS.items())


def _font(family: str, file: str, weight: str) -> str:
    content = b64encode((STATIC / "fonts" / f"{file}.woff2").read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{content})"
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source} format("woff2")}}'


def _paints() -> str:
    return (
        '<radialGradient id="glow" cx=".5" cy="-.1" r=".9"><stop offset="0" stop-color="#ecaa50" stop-opacity=".26"/>'
        '<stop offset=".5" stop-color="#ecaa50" stop-opacity=".05"/><stop offset="1" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="came" x1="0" x2="1"><stop offset="0" stop-color="#8a6434"/>'
        '<stop offset="1" stop-color="#e2b366"/></linearGradient>'
    )


def _ground() -> str:
    lamp = (
        f'<g transform="translate(1800 44) scale(3.4)" fill="none" stroke="{BRASS}" stroke-width="1.6"'
        ' stroke-linecap="round" stroke-linejoin="round"><path d="M9 3h6l3 9H6zM12 12v7M8 21h8"/></g>'
    )
    return (
        f'<rect width="100%" height="100%" fill="{PAPER}"/><rect width="100%" height="100%" fill="url(#glow)"/>{lamp}'
    )


def _title(page: FairnessPage, say: Say) -> Iterator[str]:
    names = ", ".join(say(person.name) for person in page.people if person.rolls)
    below = " · ".join(part for part in (say(page.title), names, say(page.ended)) if part)
    yield _text(LEFT, 106, say("The dice of the evening"), 68, BRASS, TITLE)
    yield _text(LEFT, 156, _fitting(below, 1640, 32), 32, MUTED)


def _nothing(say: Say) -> Iterator[str]:
    yield _text(LEFT, 320, say("Nothing was thrown yet."), 44, INK)


def _dice(dice: Sequence[DieLine], people: Sequence[PersonLine], say: Say) -> Iterator[str]:
    """As many as there is room for, those with the most throws first; what room is left makes the rows taller."""
    shown = _fitting_in(dice)
    rows = sum(rows for _, rows in shown)
    left = BOTTOM - LEGEND - _tall(people) - TOP - sum(HEAD + FOOT + GAP for _ in shown)
    row = min(max(left // rows, ROW), TALLEST) if rows else ROW
    at = TOP
    for die, of_it in shown:
        yield from _die(die, at, of_it, row, say)
        at += HEAD + of_it * row + FOOT + GAP
    yield from _legend(at, say)
    if people:
        yield from _people(people, LEFT, BOTTOM - _tall(people), DICE_WIDE, say)


def _fitting_in(dice: Sequence[DieLine]) -> list[tuple[DieLine, int]]:
    """Each with as many rows as it has faces, or none where there is room for its sentence alone."""
    shown, at = [], TOP
    for die in dice:
        rows = next((n for n in (len(die.faces), 0) if at + HEAD + n * ROW + FOOT + GAP <= BOTTOM - LEGEND), None)
        if rows is not None:
            shown.append((die, rows))
            at += HEAD + rows * ROW + FOOT + GAP
    return shown


def _end(dice: Sequence[DieLine]) -> int:
    """Where the dice end, as low as they can be."""
    return TOP + sum(HEAD + rows * ROW + FOOT + GAP for _, rows in _fitting_in(dice))


def _tall(people: Sequence[PersonLine]) -> int:
    return PEOPLE_HEAD + PERSON * len(people) if people else 0


def _die(die: DieLine, at: int, rows: int, row: int, say: Say) -> Iterator[str]:
    name = begun(say(kind_words(die.kind)))
    count = say(f"{die.count} drawn") if die.game else say(f"{die.count} in {die.rolls} rolls")
    yield _panel(LEFT, at, DICE_WIDE, HEAD + rows * row + FOOT)
    yield _text(LEFT + 28, at + 48, f"{name} · {say('by the app')}" if die.app else name, 36, BRASS, TITLE)
    yield _text(LEFT + DICE_WIDE - 28, at + 46, count, 27, MUTED, anchor="end")
    most = _most(die.faces)
    for place, face in enumerate(die.faces[:rows]):
        yield from _face(face, at + HEAD + place * row, row, most, say)
    foot = at + HEAD + rows * row + FOOT // 2
    mark, color = ("M-8 0l6 7L9-7", GOOD) if not die.advice else ("M0-9V3M0 8.5v.5", WARN)
    yield _seal(LEFT + 48, foot - 4, mark, color)
    yield _text(LEFT + 86, foot + 6, _fitting(say(die.sentence), DICE_WIDE - 114, 30), 30, INK)


def _most(faces: Iterable[FaceLine]) -> float:
    """What the whole width stands for: the largest share and expected share, with air; a band may be cut."""
    return min(1.3 * max(max(face.share, face.expected) for face in faces), 1.0) or 1.0


def _face(face: FaceLine, at: int, row: int, most: float, say: Say) -> Iterator[str]:
    def x(share: float) -> float:
        return round(LEFT + BAR_AT + BAR_WIDE * min(share / most, 1.0), 1)

    middle, color, size = at + row / 2, WARN if face.verdict else INK, min(27 + (row - ROW) // 5, 36)
    name = _fitting(begun(say(named(face.face))), BAR_AT - 40, size)
    yield _text(LEFT + 28, middle + size // 3, name, size, color, weight=650)
    thick = row // 4
    yield f'<rect x="{x(0)}" y="{middle - thick}" width="{x(face.share) - x(0):.1f}" height="{2 * thick}" rx="7" fill="url(#came)"/>'
    low, high, tall = x(face.low), x(face.high), thick - 2
    end = f"M{high} {middle - tall}v{2 * tall}" if face.high <= most else ""  # a band that goes on has no end here
    yield _stroke(f"M{low} {middle - tall}v{2 * tall}M{low} {middle}H{high}{end}", INK, 3)
    yield _stroke(f"M{x(face.expected)} {middle - row / 2 + 3}v{row - 6}", GOOD, 5, dashes="8 5")
    share = say(f"{face.share * 100:.0f}%")
    yield _text(
        LEFT + DICE_WIDE - 28, middle + size // 3, f"{face.count} · {share}", size, color, anchor="end", weight=650
    )


def _cards(page: FairnessPage, people: Sequence[PersonLine], say: Say) -> Iterator[str]:
    """The throws that will be told of, one below the other."""
    cards = [*_lucky(page, say), *_run(page, say)]
    room = BOTTOM - TOP - (_tall(people) + GAP if people else 0)
    cards = cards[: room // (LEAST_CARD + GAP)]
    tall = min((room + GAP) // len(cards) - GAP, MOST_CARD) if cards else 0
    for place, card in enumerate(cards):
        yield from _card(card, TOP + place * (tall + GAP), tall)
    if people:
        yield from _people(people, RIGHT, BOTTOM - _tall(people), SIDE_WIDE, say)


@dataclass(frozen=True, slots=True)
class _Card:
    """A few words of one throw."""

    title: str
    name: str
    words: str
    last: str
    color: str


def _lucky(page: FairnessPage, say: Say) -> Iterator[_Card]:
    if page.luckiest is not None:
        words = say(f"{_of_hundred(page.luckiest.best)} in 100 are as good")
        yield _card_of(say("The luckiest throw"), page.luckiest, words, GOOD, say)
    if page.unluckiest is not None:
        words = say(f"{_of_hundred(page.unluckiest.worst)} in 100 are as bad")
        yield _card_of(say("The unluckiest throw"), page.unluckiest, words, WARN, say)


def _card_of(title: str, line: LuckLine, last: str, color: str, say: Say) -> _Card:
    asked = say(line.title).removeprefix(f"{say(line.name)}: ")
    return _Card(title, f"{say(line.name)}: {_tally(line.values, say)}", asked, last, color)


def _run(page: FairnessPage, say: Say) -> Iterator[_Card]:
    die = next((die for die in page.dice if die.streak), None)
    if die is not None:
        yield _Card(say("One after the other"), "", say(die.streak), "", BRASS)


def _card(card: _Card, at: int, tall: int) -> Iterator[str]:
    yield _panel(RIGHT, at, SIDE_WIDE, tall)
    yield _text(RIGHT + 28, at + 50, card.title, 36, BRASS, TITLE)
    y = at + 58
    for line in _wrapped(card.name, SIDE_WIDE - 56, 32, 2 if tall > LEAST_CARD + 30 else 1):
        yield _text(RIGHT + 28, y := y + 40, line, 32, INK, weight=700)
    for line in _wrapped(card.words, SIDE_WIDE - 56, 26, 2 if card.name else 3):
        yield _text(RIGHT + 28, y := y + 35, line, 26, MUTED)
    if card.last:
        yield _text(RIGHT + 28, y + 42, card.last, 28, card.color, weight=650)


def _tally(values: Sequence[str], say: Say) -> str:
    """Each once, with its number where it is not one: "2 × success, blank"."""
    counts = Counter(values).most_common()
    return ", ".join(
        f"{count}\u00a0×\u00a0{say(named(value))}" if count > 1 else say(named(value)) for value, count in counts
    )


def _of_hundred(share: float) -> str:
    """A few are said more exactly: "0.4"."""
    return f"{share * 100:.0f}" if share >= 0.01 else f"{share * 100:.1g}"


def _people(people: Sequence[PersonLine], x: int, at: int, wide: int, say: Say) -> Iterator[str]:
    """Where everybody stands between bad and good luck; the bracket is what chance alone makes of most evenings."""
    yield _panel(x, at, wide, _tall(people))
    yield _text(x + 28, at + 50, say("Luck of the evening"), 36, BRASS, TITLE)
    start, long = x + BAR_AT, wide - BAR_AT - 40
    yield _text(start + long / 2 - 16, at + 48, f"{say('bad luck')} ←", 23, MUTED, anchor="end")
    yield _text(start + long / 2 + 16, at + 48, f"→ {say('good luck')}", 23, MUTED)
    for place, person in enumerate(people):
        yield from _person(person, x, at + PEOPLE_HEAD + PERSON * place + 12, start, long, say)


def _person(person: PersonLine, x: int, at: int, start: int, wide: int, say: Say) -> Iterator[str]:
    low, high, here = (
        round(start + wide * share, 1) for share in (0.5 - person.spread, 0.5 + person.spread, person.luck)
    )
    yield _text(x + 28, at + 10, _fitting(say(person.name), BAR_AT - 50, 29), 29, INK, weight=650)
    yield _stroke(f"M{start} {at}h{wide}", LINE, 4)
    yield _stroke(f"M{low} {at - 12}v24M{low} {at}H{high}M{high} {at - 12}v24", MUTED, 3)
    yield f'<path d="M{here} {at - 17}l14 17-14 17-14-17z" fill="{BRASS}" stroke="{PAPER}" stroke-width="2"/>'


def _legend(at: int, say: Say) -> Iterator[str]:
    rows = (
        ('<rect y="-11" width="46" height="22" rx="6" fill="url(#came)"/>', "what came"),
        (_stroke("M23-18v36", GOOD, 5, dashes="8 5"), "what was expected"),
        (_stroke("M2-10v20M2 0H44M44-10v20", INK, 3), "what is not ruled out"),
    )
    x = LEFT + 8.0
    for drawn, words in rows:
        yield f'<g transform="translate({x:.0f} {at + 24})">{drawn}</g>'
        yield _text(x + 62, at + 33, said := say(words), 26, MUTED)
        x += 62 + len(said) * 26 * LETTER + 46


def _panel(x: int, y: int, wide: int, tall: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" rx="22" fill="#181c22" fill-opacity=".82" stroke="{LINE}" stroke-width="2"/>'


def _seal(x: float, y: float, mark: str, color: str) -> str:
    return f'<g transform="translate({x} {y})">{_stroke("M0-19a19 19 0 1 0 .01 0z", color, 3)}{_stroke(mark, color, 4.5)}</g>'


def _stroke(path: str, color: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ' stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'


def _text(
    x: float, y: float, words: str, size: int, fill: str, family: str = PLAIN, anchor: str = "start", weight: int = 500
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family={quoteattr(family)} font-size="{size}" font-weight="{weight}"'
        f' fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _wrapped(words: str, wide: float, size: int, lines: int) -> list[str]:
    """In so many lines; what is longer ends in dots."""
    return wrap(words, int(wide / (size * LETTER)), max_lines=lines, placeholder="…")


def _fitting(words: str, wide: float, size: int) -> str:
    """What is longer than its place ends in dots."""
    most = int(wide / (size * LETTER))
    return words if len(words) <= most else f"{words[: most - 1].rstrip(' ,')}…"
