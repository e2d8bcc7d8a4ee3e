"""A drawing of lines, boxes, dots and words as SVG: enough for diagrams, and nothing to install."""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path


@dataclass(slots=True)
class Drawing:
    """White paper of so many px."""

    width: float
    height: float
    _parts: list[str] = field(default_factory=list)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str = "#888") -> None:
        self._parts.append(f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str, edge: str) -> None:
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{edge}"/>'
        )

    def dot(self, x: float, y: float, radius: float, colour: str, title: str) -> None:
        """`title` is shown where a pointer rests on it."""
        self._parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"><title>{escape(title)}</title></circle>'
        )

    def text(self, x: float, y: float, words: str, anchor: str, size: float) -> None:
        """`anchor`: "start", "middle" or "end" of the words stands at x."""
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def slanted(self, x: float, y: float, words: str, size: float) -> None:
        """Words that begin at x, y and go up to the right."""
        place = f'transform="translate({x:.1f} {y:.1f}) rotate(-55)"'
        self._parts.append(f'<text {place} font-size="{size:g}">{escape(words)}</text>')

    def __str__(self) -> str:
        size = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        paper = '<rect width="100%" height="100%" fill="#fff"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" fill="#222">'
        return "\n".join([head, paper, *self._parts, "</svg>", ""])

    def save(self, path: Path) -> None:
        path.write_text(str(self), encoding="utf-8")
