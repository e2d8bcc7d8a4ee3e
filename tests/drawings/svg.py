"""A drawing, piece by piece: shapes with a place in it, and words that are read on a phone as well."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

PAPER, INK, MUTED, BRASS, WOOD, FELT = "#fbf6ea", "#22190c", "#5f533d", "#a8721a", "#9a7440", "#285a43"
GOOD, WARN, LINE = "#0b6b52", "#8a2d0a", "#cdbf9f"
FAMILY = "font-family=\"'Atkinson Hyperlegible Next','Segoe UI',Helvetica,Arial,sans-serif\""


@dataclass(frozen=True, slots=True)
class Font:
    """How words are set."""

    size: int = 18
    fill: str = INK
    anchor: str = "start"
    weight: int = 500


PLAIN = Font()


@dataclass(slots=True)
class Drawing:
    """px. `title` is for screen readers."""

    width: int
    height: int
    title: str
    _pieces: list[str] = field(default_factory=list)

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str = PAPER, edge: str = "none", **more: object
    ) -> None:
        self._add("rect", x=x, y=y, width=w, height=h, fill=fill, stroke=edge, **more)

    def circle(self, x: float, y: float, r: float, fill: str = PAPER, edge: str = "none", **more: object) -> None:
        self._add("circle", cx=x, cy=y, r=r, fill=fill, stroke=edge, **more)

    def path(self, d: str, edge: str = INK, wide: float = 2, fill: str = "none", **more: object) -> None:
        self._add("path", d=d, stroke=edge, stroke_width=wide, fill=fill, **more)

    def text(self, x: float, y: float, words: str, font: Font = PLAIN) -> None:
        self._pieces.append(
            f'<text x="{_short(x)}" y="{_short(y)}" font-size="{font.size}" font-weight="{font.weight}"'
            f' fill="{font.fill}" text-anchor="{font.anchor}">{escape(words, quote=False)}</text>'
        )

    def lines(self, x: float, y: float, *words: str, size: int = 17, fill: str = MUTED, anchor: str = "start") -> None:
        """Words below one another."""
        for number, line in enumerate(words):
            self.text(x, y + number * size * 1.3, line, Font(size, fill, anchor))

    def rendered(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"'
            f' width="{self.width}" height="{self.height}" {FAMILY}>'
        )
        ground = f'<rect width="{self.width}" height="{self.height}" rx="18" fill="{PAPER}"/>'
        return "\n".join((head, f"<title>{escape(self.title)}</title>", ground, *self._pieces, "</svg>", ""))

    def _add(self, name: str, **attributes: object) -> None:
        told = " ".join(f'{key.replace("_", "-")}="{_short(value)}"' for key, value in attributes.items())
        self._pieces.append(f"<{name} {told}/>")


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
