"""Records of all differences between sets.

Colours are linear light. Sizes on faces are in half cells (the atlas' cell of a face reaches from -1 to 1), others in
mm.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vision.training.trays.marks.canvas import Canvas
from vision.training.trays.marks.colours import Colour

Draw = Callable[[Canvas], object]
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a second colour is mixed into the body of a die."""

    kind: str = "plain"
    second: Colour = (0.0, 0.0, 0.0)
    cells: float = 0.0
    """Coarseness: cells a face."""
    amount: float = 0.0
    angle: float = 0.0
    """Rad."""


@dataclass(frozen=True, slots=True)
class DieLook:
    """One colourway of a die."""

    body: Colour
    ink: Colour
    pattern: Pattern = Pattern()


@dataclass(frozen=True, slots=True)
class PipLook:
    """The pips of a six-sided die."""

    radius: float
    spread: float
    """Distance from the middle of the face to a pip, along either side."""
    corners: int
    """0: round."""
    turn: float
    """Degrees."""


@dataclass(frozen=True, slots=True)
class TokenLook:
    """Round cardboard tokens."""

    radius: float
    thick: float
    """Mm, both."""
    ground: Colour
    ink: Colour
    rim: Colour
    symbol_ink: Colour
    symbol_grounds: Mapping[str, Colour]
    minus: str
    rings: tuple[tuple[float, float, Colour], ...]
    """Radius, width and colour of each."""
    mottle: float
    vignette: float
    digit: float
    """Height of a number."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """Playing cards; sizes in half widths of a card."""

    paper: Colour
    red: Colour
    black: Colour
    index: float
    index_suit: float
    ace: float
    pip: float
    initial: float
    court: Draw
    court_inks: Mapping[str, Colour]
    back: Colour


@dataclass(frozen=True, slots=True)
class Ground:
    """The surface of a felt, a table, a rim."""

    kind: str
    """felt, wood, leather, weave or plain."""
    colour: Colour


@dataclass(frozen=True, slots=True)
class Things:
    """Colours of the distractors."""

    skin: Colour
    sleeve: Colour
    coin: Colour
    coin_text: str
    coaster: Colour
    pen: Colour


@dataclass(frozen=True, slots=True)
class Roughness:
    """Of surfaces, 0 (a mirror) to 1 (matte): dice, tokens and cards, the table."""

    dice: float
    flats: float
    table: float


@dataclass(frozen=True, slots=True)
class Style:
    """One set with its table."""

    font: str
    card_font: str
    token_font: str
    dice: Mapping[str, tuple[DieLook, ...]]
    """Three colourways of each kind."""
    symbols: Mapping[str, Draw]
    danger_ink: Colour | None
    """Of danger on dark noise dice; None: as all ink."""
    wear: float
    """Share of the ink that is rubbed off in places."""
    digits: Mapping[str, float]
    """Height of the numbers of noise and twenty-sided dice."""
    spin: Mapping[str, float]
    """Turn of the print on the face, degrees."""
    six_nine: str
    """Mark that distinguishes 6 from 9: underline, dot or bar."""
    sizes: Mapping[str, Range]
    roundings: Mapping[str, Range]
    """Smallest and largest die of each kind and the radii of their edges, mm."""
    pips: PipLook
    token: TokenLook
    card: CardLook
    things: Things
    felts: Mapping[str, Ground]
    table: Ground
    rim: Ground
    roughness: Roughness
    markers_inside: float
    """Share of trays with markers in the tray's corners. The others have them next to it."""
