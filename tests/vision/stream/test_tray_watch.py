"""The live path reports each arrangement once, and reports nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.schema import UNKNOWN, SeenObject
from tests.examples import so_many
from tests.vision.drawn import Die, Film, Scene, draw, read
from vision.image.decoder import Image
from vision.image.frame import Frame
from vision.stream.stability import RestThresholds, centre
from vision.stream.tray_watch import Corners, SettledArrangement, TrayWatch, is_new
from vision.tray.tray_plane import TrayPlane

pytestmark = pytest.mark.slow

TWO = (Die(150, 100, "success"), Die(300, 220, "blank"))
BOTH = Counter(success=1, blank=1)
THIRD = Die(400, 90, "investigation")
SHEET = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
"""The markers of a tray."""


def told(film: Film, **given: object) -> list[SettledArrangement]:
    watch = TrayWatch(read, find=lambda _: None, **given)  # type: ignore[arg-type]
    return [settled for frame in film.frames() if (settled := watch.feed(frame))]


def faces(settled: SettledArrangement) -> Counter[str | None]:
    return Counter(seen.value for seen in settled.objects)


def test_watch_waits_for_rest() -> None:
    film = Film().still().throw(TWO)
    rest = len(film.scenes)
    (reading,) = told(film.still(2))
    assert reading.frame.index == rest + 3
    assert reading.still_s == pytest.approx(0.3)


def test_a_longer_patience_waits_longer() -> None:
    film = Film().still().throw(TWO)
    rest = len(film.scenes)
    (reading,) = told(film.still(2), patience=RestThresholds(still_s=0.7))
    assert reading.frame.index == rest + 7


def looked(reads: Callable[[np.ndarray, object], tuple[SeenObject, ...]], fps: float = 30) -> tuple[int, int]:
    """Return the readings of a throw, and the number of looks."""
    looks = 0

    def counted(image: np.ndarray, tray: object) -> tuple[SeenObject, ...]:
        nonlocal looks
        looks += 1
        return reads(image, tray)

    watch = TrayWatch(counted, find=lambda _: None)
    readings = [one for frame in Film(fps=fps).still().throw(TWO).still(2).frames() if (one := watch.feed(frame))]
    return len(readings), looks


def test_watch_waits_for_a_slow_camera() -> None:
    film = Film(fps=4).still(1).throw(TWO)
    rest = len(film.scenes)
    assert told(film.still(2))[0].frame.index == rest + 3


def test_watch_hand_delays_the_reading() -> None:
    film = Film().still().throw(TWO).rest_hand(2)
    left = len(film.scenes)
    (reading,) = told(film.still(1))
    assert reading.frame.index >= left


def test_watch_initial_hand_does_not_block() -> None:
    film = Film().rest_hand(0.5).still().throw(TWO)
    rest = len(film.scenes)
    assert [one.frame.index for one in told(film.still(2))] == [rest + 3]


def strange(image: np.ndarray, tray: object) -> tuple[SeenObject, ...]:
    """Knows no kit; takes a spot of the bare felt for a thing."""
    ghost = SeenObject(UNKNOWN, None, 0.5, (), (500.0, 40.0, 30.0, 30.0))
    return ghost, *(SeenObject(UNKNOWN, None, 0.5, (), seen.box) for seen in read(image, tray))


def test_watch_reports_unknown_objects() -> None:
    watch = TrayWatch(strange, find=lambda _: None)
    film = Film().still().throw(TWO).still().reach(TWO[:1]).still().reach(()).still()
    readings = [one for frame in film.frames() if (one := watch.feed(frame))]
    assert [[seen.kind for seen in one.objects] for one in readings] == [[UNKNOWN] * 3]


def held(*scenes: Scene) -> list[Frame]:
    """Stills, each shown for a second, as `vision.stream.picture_folder` shows them."""
    frames = []
    for scene in scenes:
        frames += [Frame(draw(scene, 1), len(frames) / 10 + k / 10, 0) for k in range(10)]
        frames[-10].is_cut = True
    return frames


def test_watch_each_later_still_is_a_throw() -> None:
    watch = TrayWatch(read, find=lambda _: None)
    stills = held(Scene(TWO), Scene((THIRD,)), Scene((THIRD,), hand=(250, 180)), Scene((THIRD,)))
    readings = [settled for frame in stills if (settled := watch.feed(frame))]
    assert [round(one.frame.at - one.still_s, 1) for one in readings] == [1.0, 2.0, 3.0]


def test_watch_removal_from_the_first_still_is_ignored() -> None:
    watch = TrayWatch(read, find=lambda _: None)
    frames = held(Scene(TWO), Scene(TWO[:1]))
    frames[10].is_cut = False
    assert [settled for frame in frames if (settled := watch.feed(frame))] == []


def test_watch_still_uses_its_own_or_tapped_tray() -> None:
    trays = [TrayPlane(((0, 0), (600, 0), (600, 300), (0, 300))), None, None]
    read_in: list[object] = []
    for tapped in (None, TrayPlane(((5, 5), (9, 5), (9, 9), (5, 9)))):
        found = iter(trays)

        def reading(image: np.ndarray, tray: object) -> tuple[SeenObject, ...]:
            read_in.append(tray)
            return read(image)

        watch = TrayWatch(reading, find=lambda _, found=found: next(found), given=tapped)  # type: ignore[misc]
        for frame in held(Scene(TWO), Scene((THIRD,))):
            watch.feed(frame)
    assert set(read_in[: len(read_in) // 2]) == {None}, "what was found in the still before says nothing of this one"
    assert set(read_in[len(read_in) // 2 :]) == {((5, 5), (9, 5), (9, 9), (5, 9))}


MARKED = (80, 40, 420, 300)
"""Px, left, top, right and bottom of a tray that leaves room beside it."""
OUTSIDE = Die(540, 160, "success")


def marked(scene: Scene, noise: int, hidden: Sequence[int] = ()) -> Image:
    """Draw a scene in a tray with a marker in each corner, but for the hidden ones."""
    image, side = draw(scene, noise), 30
    left, top, right, bottom = MARKED
    places = ((left, top), (right - side, top), (right - side, bottom - side), (left, bottom - side))
    for number, (x, y) in enumerate(places):
        if number not in hidden:
            image[y - 4 : y + side + 4, x - 4 : x + side + 4] = 235
            image[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(SHEET, number, side)[..., None]
    return image


def read_inside(image: Image, tray: Corners | None) -> tuple[SeenObject, ...]:
    """Read what `draw` drew, without what lies outside the tray."""
    return tuple(seen for seen in read(image) if tray is None or TrayPlane(tray).holds(centre(seen)))  # type: ignore[arg-type]


def fed(watch: TrayWatch, pictures: Sequence[Image], begin: float = 0.0) -> list[SettledArrangement]:
    """Feed pictures, ten a second, and return the readings."""
    frames = [Frame(picture, begin + k / 10, k) for k, picture in enumerate(pictures)]
    return [settled for frame in frames if (settled := watch.feed(frame))]


def on_tray(*dice: Die, hidden: Sequence[int] = ()) -> list[Image]:
    return [marked(Scene(dice), k, hidden) for k in range(30)]


def test_watch_forgets_the_tray_of_another_view() -> None:
    watch = TrayWatch(read_inside)
    fed(watch, on_tray(Die(200, 150)))
    assert watch.tray is not None
    desk = [draw(Scene((OUTSIDE,)), k) for k in range(30)]
    assert [faces(one) for one in fed(watch, desk, 3.0)] == [Counter(success=1)]
    assert watch.tray is None


@pytest.mark.parametrize("hidden", [(0,), (0, 1, 2)])
def test_watch_covered_markers_keep_the_tray(hidden: tuple[int, ...]) -> None:
    watch = TrayWatch(read_inside)
    fed(watch, on_tray(Die(200, 150)))
    assert fed(watch, on_tray(Die(200, 150), hidden=hidden), 3.0) == []
    assert watch.tray is not None


def test_watch_darkness_keeps_the_tray() -> None:
    watch = TrayWatch(read_inside)
    fed(watch, on_tray())
    fed(watch, [picture // 40 for picture in on_tray()], 3.0)
    assert watch.tray is not None


def test_restarted_watch_forgets_the_tray_of_another_view() -> None:
    watch = TrayWatch(read_inside)
    fed(watch, on_tray())
    again = watch.restarted()
    assert again.tray == watch.tray
    desk = [draw(Scene(), k) for k in range(5)] + [draw(Scene((OUTSIDE,)), k) for k in range(10)]
    assert [faces(one) for one in fed(again, desk, 3.0)] == [Counter(success=1)]


def test_restarted_watch_gives_no_reading_of_what_lies() -> None:
    watch = TrayWatch(read_inside)
    fed(watch, on_tray())
    assert fed(watch.restarted(), [draw(Scene((OUTSIDE,)), k) for k in range(20)], 3.0) == []


def test_a_thing_without_a_place_is_new() -> None:
    picture = draw(Scene())
    assert is_new(SeenObject("card", "10H", 0.9), picture, picture, ())


def test_watch_clips_boxes_to_the_picture() -> None:
    before, now = (draw(Scene(dice)) for dice in ((), (Die(0, 0),)))
    assert is_new(SeenObject("mom_d8", "success", 0.9, (), (-15.0, -15.0, 45.0, 45.0)), now, before, ())


ROW = tuple((60 + 55 * column, y) for y in (40, 170, 300) for column in range(8))


@settings(max_examples=so_many(6), deadline=None)
@given(st.data(), st.sampled_from([10.0, 25.0]))
def test_random_play_tells_each_arrangement_once(data: st.DataObject, fps: float) -> None:
    """Throws and rerolls are reported; hands, removals and waits are not."""
    film = Film(fps).still()
    expected: list[Counter[str]] = []
    free = list(data.draw(st.permutations(ROW)))
    for act in data.draw(
        st.lists(st.sampled_from(["throw", "hover", "remove", "clear", "wait", "rest_hand"]), max_size=6)
    ):
        lying = film.scene.dice
        if act == "throw" and free:
            count = data.draw(st.integers(1, min(3, len(free))))
            film.throw(
                [
                    Die(*free.pop(), data.draw(st.sampled_from(["success", "investigation", "blank"])))
                    for _ in range(count)
                ]
            )
            expected.append(Counter(die.face for die in film.scene.dice))
        elif act == "hover":
            film.reach(None, data.draw(st.integers(50, 450)), data.draw(st.integers(60, 300)))
        elif act == "remove" and lying:
            film.reach(lying[1:])
        elif act == "clear":
            film.reach(())
        elif act == "rest_hand":
            film.rest_hand(1.0, data.draw(st.integers(200, 560)))
        film.still(data.draw(st.sampled_from([0.5, 1.0])))
    assert [faces(one) for one in told(film)] == expected


def unsure(image: np.ndarray, tray: object) -> tuple[SeenObject, ...]:
    return tuple(replace(seen, value=None) for seen in read(image, tray))


def fairly_sure(image: np.ndarray, tray: object) -> tuple[SeenObject, ...]:
    return tuple(replace(seen, conf=0.95) for seen in read(image, tray))


@pytest.mark.parametrize(
    ("reads", "fps", "looks"),
    [(read, 30, 2), (unsure, 30, 4), (read, 4, 1), (fairly_sure, 4, 2)],
    ids=["of one mind", "unsure", "certain at the timeout", "uncertain at the timeout"],
)
def test_watch_looks_again_only_when_unsure(
    reads: Callable[[np.ndarray, object], tuple[SeenObject, ...]], fps: float, looks: int
) -> None:
    assert looked(reads, fps) == (1, looks)


def sure_without_noise(image: Image, tray: object) -> tuple[SeenObject, ...]:
    """Tell a face where the felt has hardly any grain, as in a stack of pictures."""
    is_plain = image[-60:, :60].astype(float).std(axis=(0, 1)).mean() < 2.2
    return read(image) if is_plain else doubtful(image, tray)


def doubtful(image: Image, tray: object) -> tuple[SeenObject, ...]:
    return tuple(replace(seen, value=None, alternatives=((seen.value or "", 0.9),)) for seen in read(image))


@pytest.mark.parametrize(("reads", "expected"), [(sure_without_noise, BOTH), (doubtful, Counter({None: 2}))])
def test_watch_reads_open_faces_in_a_stack(
    reads: Callable[[Image, object], tuple[SeenObject, ...]], expected: Counter[str | None]
) -> None:
    watch = TrayWatch(reads, find=lambda _: None)
    frames = Film(fps=30).still().throw(TWO).still(2).frames()
    assert [faces(one) for frame in frames if (one := watch.feed(frame))] == [expected]


def test_watch_boxes_of_a_stack_are_pixels_of_the_camera() -> None:
    watch = TrayWatch(sure_without_noise, find=lambda _: None)
    frames = Film(fps=30).still().throw(TWO).still(2).frames()
    (reading,) = [one for frame in frames if (one := watch.feed(frame))]
    middles = sorted(centre(seen) for seen in reading.objects)
    assert middles == [pytest.approx((die.x + 15, die.y + 15), abs=4) for die in TWO]


def thrown() -> Film:
    return Film().still().throw(TWO).still()


AFTERWARDS = {
    "a hand hovers": lambda: thrown().reach().still(1),
    "some are taken away": lambda: thrown().reach(TWO[:1]).still(1),
    "all are taken away": lambda: thrown().reach(()).still(1),
    "one is pushed": lambda: thrown().reach((TWO[0], Die(TWO[1].x + 8, TWO[1].y + 5, "blank"))).still(1),
    "the lamp goes down": lambda: thrown().lamp(0.75).still(2),
    "the lamp goes up": lambda: thrown().lamp(1.15).still(2),
    "a thing stays on the rim": lambda: Film().still().throw(TWO).rest_hand(12, x=500),
}


@pytest.mark.parametrize("what", AFTERWARDS)
def test_watch_reports_resting_dice_once(what: str) -> None:
    assert len(told(AFTERWARDS[what]())) == 1


TURNED = (TWO[0], Die(TWO[1].x, TWO[1].y, "success"))
PLAYED = {
    "a throw": (lambda: Film().still().throw(TWO).still(3), [BOTH]),
    "a hand on the rim": (lambda: Film().still().rest_hand(3).still(), []),
    "a repeated throw": (lambda: thrown().reach(()).still().throw(TWO).still(), [BOTH, BOTH]),
    "a reroll of one die": (
        lambda: thrown().reach(TWO[:1]).still().throw((THIRD,)).still(),
        [BOTH, Counter(success=1, investigation=1)],
    ),
    "a die turned in place": (lambda: thrown().reach(TURNED).still(), [BOTH, Counter(success=2)]),
    "dice that lie there at first": (lambda: Film(scene=Scene(TWO)).still(2).reach().still(1), []),
    "a throw beside them": (
        lambda: Film(scene=Scene(TWO)).still(1).throw((THIRD,)).still(),
        [Counter(success=1, blank=1, investigation=1)],
    ),
}


@pytest.mark.parametrize("what", PLAYED)
def test_watch_reports_each_throw_with_all_dice(what: str) -> None:
    film, expected = PLAYED[what]
    assert [faces(one) for one in told(film())] == expected
