"""Parse the pages: blocks of code, inline code, headings, links and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware_bridge" / "firmware" / "README.md"
GUIDES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        FIRMWARE,
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "deploy").rglob("*.md"),
    ]
)
"""Pages that people follow word by word."""
PAGES = sorted({*GUIDES, *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "firmware_bridge").rglob("*.md")})

FENCE = re.compile(r" *```(\w*)")
LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)[^)]*\)")
INLINE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced or indented block of code."""

    language: str  # "" without a language
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    words: str
    target: str
    is_picture: bool


@dataclass(frozen=True, slots=True)
class Page:
    path: Path
    blocks: tuple[Block, ...]
    prose: str  # everything outside blocks

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    def inline(self) -> tuple[str, ...]:
        """Return the inline code."""
        return tuple(" ".join(found[1].split()) for found in INLINE.findall(self.prose))

    def links(self) -> tuple[Link, ...]:
        words = INLINE.sub("code", self.prose)
        pictures = [found for _, inner, _ in LINK.findall(words) for found in LINK.findall(inner)]
        return tuple(Link(text, target, mark == "!") for mark, text, target in [*LINK.findall(words), *pictures])

    def anchors(self) -> frozenset[str]:
        """Return the anchors of the headings, as GitHub makes them."""
        heads = re.findall(r"^#{1,6} +(.+?)#* *$", self.prose, re.MULTILINE)
        return frozenset(slug(head) for head in heads)


def slug(heading: str) -> str:
    """
    >>> slug("A tag, step by `step`")
    'a-tag-step-by-step'
    """
    plain = LINK.sub(r"\2", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@cache
def page(path: Path) -> Page:
    lines = path.read_text(encoding="utf-8").splitlines()
    blocks, prose = [], []
    for is_code, language, text in cut(lines):
        if is_code:
            blocks.append(Block(language, text))
        else:
            prose.append(text)
    return Page(path, tuple(blocks), "\n".join(prose))


def cut(lines: list[str]) -> Iterator[tuple[bool, str, str]]:
    """Yield the pieces of a page in order: whether it is code, its language, its text."""
    at, before = 0, ""
    while at < len(lines):
        start = at
        if fence := FENCE.fullmatch(lines[at].rstrip()):
            at += 1
            while at < len(lines) and not FENCE.match(lines[at]):
                at += 1
            yield True, fence.group(1), "\n".join(lines[start + 1 : at])
            at += 1
        elif is_indented(lines[at]) and not before.strip():
            while at < len(lines) and (is_indented(lines[at]) or (not lines[at].strip() and follows(lines, at))):
                at += 1
            yield True, "", "\n".join(line[4:] for line in lines[start:at])
        else:
            before = lines[at]
            yield False, "", lines[at]
            at += 1
            continue
        before = ""


def is_indented(line: str) -> bool:
    return line.startswith("    ") and bool(line.strip())


def follows(lines: list[str], at: int) -> bool:
    """Return whether the block continues after an empty line."""
    rest = next((line for line in lines[at:] if line.strip()), "")
    return is_indented(rest)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))
