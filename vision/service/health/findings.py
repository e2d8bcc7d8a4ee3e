"""List faults of a camera picture with their remedy: one sentence a cause, the most important first.

The limits were tested on rendered trays, on photographs that can be read, and on trays spoilt on purpose (`./table
bench advice`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.i18n import Text, _, listed
from companion.schema import CameraFinding, CameraHealth
from vision.stream import Part
from vision.tray import MarkerOrder, MarkerSet, extrapolate_markers, order_of

SOFTEST_MM = 0.7
"""mm on the tray, where its scale is known. The rendered trays have up to 0.5; with 1 every third die is read no more."""
BLURRED, SMALL = 2.2, 0.7
"""Px at 1280 px of width, where the scale is not known; and the least of that for a smaller picture. The readers' have 0.3 to 1.6."""
SOFT = 0.8
"""Of that limit, where a marker is not seen, which softness explains: in a picture of 640 px it hides them sooner."""
SMEARED = 2.0
"""By so many times the softest direction is softer than the sharpest where the camera shook."""
DARK = 45
"""Grey level of the whole picture. Black felt alone is not dark: dim rendered trays reach 104, the darkest readable
photographs 51.
"""
BLACK = 12
"""Grey level of the whole picture. Below it the lens cap may be on; above, the light is off over an empty tray."""
GREY_PAPER = 90.0
"""Grey level of the markers' paper. Good pictures have 150 to 240, whatever is on the tray."""
WHITE_ALL_OVER = 250
"""Grey level of the whole picture from which on a bare one is rather too bright than covered."""
PALE = 0.5
"""Share of the paper's light that the markers' black still has; in good pictures 0.15 to 0.3."""
NOTHING = 2.5
"""Contrast, grey levels. The darkest usable tray has 5, a capped lens 1."""
WHITE = 0.35
"""Share of the tray; a fan of white cards covers up to a third."""
SPOT = 0.16
"""The blank back of a card that is blindingly white has 0.12, the smallest lamp that hides a die 0.2."""
GLEAM, GLEAMING, FADING = 0.1, 140.0, 25.0
"""A small spot without an edge: its radius, the grey level around it, and the fall-off. A mirrored light in a twentieth
of the tray has 0.104, 170 and at least 50. None of 509 photographs and rendered trays has a white area like that.
"""
FULL = 0.6
"""Share of the tray in which a colour tells nothing any more; cards on a white table reach 0.3."""
SOME_WHITE, SOME_FULL = 0.12, 0.35
"""Both together are too much; photographs of cards that are read reach 0.16 and 0.3."""
GUESSED = 0.5
"""Share of a marker's half side that must be beyond the edge if two or more are missing, since the tray's length is
estimated then.
"""
FLICKER = 3.0
"""Grey levels; a still tray under a good lamp has less than 1."""
GRAINY = 13.0
"""Grey levels; photographs that are read have up to 9."""
BLOCKY, BLOCKY_SMALL, FINE_PX_PER_MM = 2.3, 1.9, 2.0
"""How much stronger block edges are than the content. The second limit is for less than 2 px a mm, where a die is three
blocks wide: good pictures reach 1.8, and at 2 every second die becomes unreadable.
"""
PLAIN = 0.75
"""Share of blocks with nothing in them, that must be there as well: JPEG of quality 40 leaves 0.3, of 8 nearly all. Photographs that
are read reach 0.74."""
LEAST_PX_PER_MM = 1.3
"""640 px across the tray and a little table: what the finder looks at."""
LEAST_PX = 480
"""Long side of a picture in which no marker is seen, and nothing could be."""
MOVED = 0.015
"""Share of the picture's width; a third of a die."""
OBLIQUE = 28.0
"""Degrees from straight down. The nets were trained up to 18; beyond 28 the sides of dice hide their tops."""

NOTHING_THERE = CameraFinding(
    "nothing", _("Nothing can be made out: take away what lies before the lens, or set the focus.")
)
BLACK_ALL_OVER = CameraFinding("nothing", _("The picture is black: take the cap off the lens, or turn a lamp on."))
TOO_DARK = CameraFinding("dark", _("It is too dark over the tray: turn a lamp on, or let the camera expose longer."))
BLURRED_PICTURE = CameraFinding("blurred", _("The picture is blurred: wipe the lens or set the focus."))
SMEARED_PICTURE = CameraFinding("blurred", _("The picture is smeared: fasten the camera, so that it does not shake."))
RESTLESS: Mapping[Part, Text] = {
    "exposure": _(
        "The camera goes on setting its exposure by itself: keep the lamp over the tray as it is. Dice are read all the same."
    ),
    "colours": _(
        "The camera goes on setting its colours by itself: keep the lamp over the tray as it is. Dice are read all the same."
    ),
    "focus": _(
        "The camera goes on setting its focus by itself: let nothing but dice come near it. Dice are read all the same."
    ),
}
STOPPED = CameraFinding("stopped", _("The camera sends no pictures any more: unplug it and plug it in again."))


@dataclass(frozen=True, slots=True)
class PictureMeasures:
    """Measures of one picture: the published numbers, and those used for judging only."""

    health: CameraHealth
    marks: MarkerSet = field(default_factory=MarkerSet)
    is_tray_known: bool = False
    contrast: float = 100.0
    is_bare: bool = False
    """True if the picture has no edge, not even a soft one."""
    ink: float = 0.0
    paper: float = 255.0
    """Grey levels of the markers' black and white."""
    spot: float = 0.0
    halo: float = 0.0
    fade: float = 0.0
    full: float = 0.0
    smear: float = 1.0
    """How many times softer the softest direction is than the sharpest."""
    grain: float = 0.0
    blocks: float = 1.0
    plain: float = 0.0
    loose: tuple[Part, ...] = ()
    """Settings that the camera keeps adjusting by itself."""


def findings(seen: PictureMeasures) -> tuple[CameraFinding, ...]:
    """Return the faults. A consequence of another fault is left out."""
    if seen.contrast < NOTHING and seen.health.light < BLACK:
        return (BLACK_ALL_OVER,)
    if seen.contrast < NOTHING and DARK <= seen.health.light < WHITE_ALL_OVER:
        return (NOTHING_THERE,)
    if seen.health.light < DARK or seen.paper < GREY_PAPER:
        return (TOO_DARK,)
    if seen.is_bare and seen.health.light < WHITE_ALL_OVER:
        return (NOTHING_THERE,)
    unclear = tuple(_unclear(seen))[:1]
    is_small = 0 < seen.health.px_per_mm < LEAST_PX_PER_MM
    placed = tuple(_placed(seen, is_clear=not unclear and not is_small))
    first = tuple(finding for finding in unclear if finding.fault == "glare")
    return (
        *first,
        *placed,
        *(finding for finding in unclear if finding not in first),
        *_flickers(seen),
        *_hints(seen),
        *_restless(seen),
    )


def _unclear(seen: PictureMeasures) -> Iterator[CameraFinding]:
    """Yield faults that spoil the whole picture, causes before consequences: an overexposed picture is soft as well."""
    health = seen.health
    if _is_dazzling(seen):
        yield CameraFinding(
            "glare", _("Much of the tray is blinding white: turn the lamp aside, or let the camera expose less.")
        )
    elif _gleams(seen):
        yield CameraFinding(
            "glare", _("A lamp is mirrored on the tray: turn it aside, until no spot is blinding white.")
        )
    elif seen.ink > PALE * seen.paper:
        yield CameraFinding(
            "glare",
            _("The picture is pale as in fog: wipe the lens, and turn the lamp so that it does not shine into it."),
        )
    if health.blur > _softest(seen):
        yield SMEARED_PICTURE if seen.smear > SMEARED else BLURRED_PICTURE
    if seen.grain > GRAINY:
        yield CameraFinding(
            "coarse", _("The picture is full of grain: give the tray more light, and let the camera expose longer.")
        )
    limit = BLOCKY_SMALL if LEAST_PX_PER_MM <= health.px_per_mm < FINE_PX_PER_MM else BLOCKY
    if seen.blocks > limit and seen.plain > PLAIN:
        yield CameraFinding("coarse", _("The picture is packed too tightly: let the camera send it less compressed."))


def _softest(seen: PictureMeasures) -> float:
    """Px, the most that an edge may be blurred."""
    scale, width = seen.health.px_per_mm, seen.health.size[0]
    limit = SOFTEST_MM * scale if scale >= LEAST_PX_PER_MM else BLURRED * max(SMALL, width / 1280)
    return limit if _shows_all(seen) else SOFT * limit


def _shows_all(seen: PictureMeasures) -> bool:
    """Return whether all expected markers are visible."""
    return seen.is_tray_known or len(seen.marks.ours) in (0, 4)


def _is_dazzling(seen: PictureMeasures) -> bool:
    white, full = seen.health.glare, seen.full
    return white > WHITE or seen.spot > SPOT or full > FULL or (white > SOME_WHITE and full > SOME_FULL)


def _gleams(seen: PictureMeasures) -> bool:
    """Return whether one spot mirrors a light. In a blurred picture a white card has no edge either."""
    is_soft = seen.halo > GLEAMING and seen.fade > FADING
    return seen.spot > GLEAM and is_soft and seen.health.blur <= _softest(seen)


def _placed(seen: PictureMeasures, is_clear: bool) -> Iterator[CameraFinding]:
    """Yield faults of position: markers, tray, camera."""
    health = seen.health
    if seen.marks.print != "right":
        yield _misprinted(seen.marks)
        return
    if health.moved > MOVED:
        yield CameraFinding("moved", _("The camera has moved since the tray's corners were tapped: tap them again."))
    wrong = next(_wrong_markers(seen), None) or (next(_unseen(seen), None) if is_clear else None)
    out = _beyond(seen, is_clear)
    if wrong is not None and wrong.fault != "markers_missing":
        yield wrong
    elif out or not health.whole:
        yield CameraFinding(
            "cut_off",
            _("A part of the tray is out of the picture: move the camera until all four corners are seen."),
            out,
        )
    elif wrong is not None:
        yield wrong
    yield from _far(health, is_clear)


def _misprinted(marks: MarkerSet) -> CameraFinding:
    ids = tuple(sorted(marks.ours))
    if marks.print == "reversed":
        return CameraFinding(
            "markers_reversed",
            _(
                "The markers are white on black: print them black on white. If all of the picture looks like a negative, "
                "set the camera's colours right."
            ),
            ids,
        )
    if marks.is_picture_mirrored:
        return CameraFinding(
            "mirrored", _("The picture is a mirror image: switch mirroring off in the camera or its app.")
        )
    return CameraFinding(
        "markers_mirrored", _("The markers are printed as a mirror image: print the sheet again, not mirrored."), ids
    )


def _wrong_markers(seen: PictureMeasures) -> Iterator[CameraFinding]:
    """Markers that are seen, and are not those that belong there."""
    ours, doubled, foreign = seen.marks.ours, seen.marks.doubled, seen.marks.foreign
    if len(ours) == 4 and (swapped := order_of(ours).swapped):
        one, other = swapped
        yield CameraFinding(
            "markers_swapped",
            _(
                "The markers {one} and {other} are exchanged: lay each into the corner of the other.",
                one=one,
                other=other,
            ),
            swapped,
        )
    if seen.is_tray_known or len(ours) == 4:
        return
    if doubled:
        twice = doubled[0]
        yield CameraFinding(
            "markers_doubled",
            _("Marker {number} lies there twice: lay each of the numbers 0 to 3 into one corner.", number=twice),
            doubled,
        )
    if foreign:
        yield CameraFinding(
            "markers_foreign",
            _(
                "Not every marker is one of the tray's ({numbers} is seen): lay those with the numbers 0 to 3 into the corners.",
                numbers=_listed(foreign),
            ),
            foreign,
        )


def _unseen(seen: PictureMeasures) -> Iterator[CameraFinding]:
    missing = tuple(number for number in range(4) if number not in seen.marks.ours)
    if seen.is_tray_known or len(missing) in (0, 4):
        return
    if len(missing) == 1:
        sentence = _("Marker {number} is not seen: uncover it, or tap the tray's four corners.", number=missing[0])
    else:
        sentence = _(
            "The markers {numbers} are not seen: uncover them, or tap the tray's four corners.",
            numbers=_listed(missing),
        )
    yield CameraFinding("markers_missing", sentence, missing)


def _beyond(seen: PictureMeasures, is_clear: bool) -> tuple[int, ...]:
    """Return the markers that must be outside the picture. In an unclear picture, doubtful ones do not count."""
    if seen.is_tray_known or len(seen.marks.ours) == 4:
        return ()
    part = (1.0 if len(seen.marks.ours) == 3 else GUESSED) if is_clear else -1.0
    return extrapolate_markers(seen.marks.ours, *seen.health.size, part)


def _far(health: CameraHealth, is_clear: bool) -> Iterator[CameraFinding]:
    """How large the tray is in the picture, and from where it is seen."""
    if (is_clear or health.markers == 4) and health.slant > OBLIQUE:
        yield CameraFinding(
            "too_oblique",
            _("The camera looks at the tray from the side: hang it over the middle, looking straight down."),
        )
        return
    if not health.px_per_mm and not health.tray and 0 < max(health.size) < LEAST_PX:
        yield CameraFinding(
            "too_small", _("The camera sends tiny pictures: let it send larger ones, at least 1280 by 720.")
        )
    if 0 < health.px_per_mm < LEAST_PX_PER_MM:
        yield CameraFinding(
            "too_small", _("The tray is small in the picture: bring the camera nearer, or let it send larger pictures.")
        )


def _flickers(seen: PictureMeasures) -> Iterator[CameraFinding]:
    if seen.health.flicker > FLICKER:
        yield CameraFinding(
            "flicker",
            _("The light flickers: take another lamp, or set the camera's exposure to 1/50 s (1/60 s in America)."),
        )


def _hints(seen: PictureMeasures) -> Iterator[CameraFinding]:
    """Yield hints that need no action."""
    if len(seen.marks.ours) != 4 or seen.marks.print != "right":
        return
    order = order_of(seen.marks.ours)
    if order.swapped:
        return
    if order.quarters:
        yield CameraFinding("tray_turned", _turned_tray(order), grave=False)
    if order.turned:
        yield CameraFinding("markers_turned", _turned_markers(order), order.turned, grave=False)


def _restless(seen: PictureMeasures) -> Iterator[CameraFinding]:
    """One sentence is enough: the exposure changes most, the focus least."""
    for part in seen.loose[:1]:
        yield CameraFinding("restless", RESTLESS[part], grave=False)


def _turned_tray(order: MarkerOrder) -> Text:
    if order.quarters == 2:
        return _(
            "The tray is upside down in the picture: turn the camera or the tray half round. It is read all the same, "
            "but the seats' sides of it are exchanged."
        )
    return _(
        "The tray lies on its side in the picture: turn the camera or the tray by a quarter. It is read all the same, "
        "but smaller, and the seats' sides of it are turned."
    )


def _turned_markers(order: MarkerOrder) -> Text:
    if len(order.turned) == 1:
        return _(
            "Marker {number} is turned: turn it as the others lie. The tray is read all the same.",
            number=order.turned[0],
        )
    return _(
        "The markers {numbers} do not stand upright: turn each until its number can be read. The tray is read all the same.",
        numbers=_listed(order.turned),
    )


def _listed(ids: tuple[int, ...]) -> Text:
    return listed(ids, ", ")
