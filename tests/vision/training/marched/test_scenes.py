"""Whole pictures: repeatable, truly labelled, readable by the trainings."""

import dataclasses
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.marched import scenes
from vision.training.marched.__main__ import main
from vision.training.marched.figures import Scenery, Surroundings, put
from vision.training.marched.labels import Taken, is_print_lost, labels_of
from vision.training.marched.lamps import Lamp, Light
from vision.training.marched.layout import Layout, Tray
from vision.training.marched.lens import Lens, hang_lens
from vision.training.marched.pieces import Body, draw_die
from vision.training.marched.table_light import light_table
from vision.training.pictures import READABLE, renders

SIZE = (320, 240)
LAMP = Lamp(np.array([300.0, 200.0, 900.0]), np.ones(3), 5.0)
ROOM = Light("test", (LAMP,), np.full(3, 0.5))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pictures, and a style that is painted quickly."""
    monkeypatch.setattr(scenes, "SIZES", (SIZE,))
    monkeypatch.setattr(scenes, "style_of", lambda _seed, _number, _mix: "A")


def seen(lens: Lens, bodies: list[Body], tray: Tray | None = None) -> Taken:
    """Return a picture of bodies on a black table."""
    shape = (lens.height, lens.width)
    scenery = Scenery(
        np.zeros((*shape, 3), np.float32), np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int16)
    )
    lit = light_table(np.random.default_rng(1), lens, ROOM, lens.table_map(), bodies)
    for number in range(len(bodies)):
        put(scenery, lens, number, Surroundings(ROOM, lit, np.zeros(3), bodies))
    return Taken((scenery.light.clip(0, 1) * 255).astype(np.uint8), scenery.owner, lens, tray)


def laid(seed: int, at: tuple[float, float] = (0, 0)) -> Body:
    rng = np.random.default_rng(seed)
    die = draw_die(rng, "d6", "A", own_pips=True)
    die.rest(rng)
    die.at[:2] = at
    return die


def lens_of(seed: int, tilt: float) -> Lens:
    return hang_lens(np.random.default_rng(seed), SIZE, 4.0, tilt)


@pytest.mark.slow
def test_same_seed_gives_the_same_picture(small: None) -> None:
    first, again, other = scenes.take(5, 1), scenes.take(5, 1), scenes.take(5, 2)
    assert np.array_equal(first.image, again.image)
    assert first.entry == again.entry
    assert first.entry != other.entry


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_top_face_is_seen_where_it_is_labelled(seed: int) -> None:
    die, lens = laid(seed), lens_of(seed, tilt=9.0 * seed)
    taken = seen(lens, [die])
    (label,) = labels_of([die], taken)
    x, y = np.array(label["center"])
    pixel = lens.rays([(x, y)])[0]
    height = (die.at + die.top_normal * die.at[2] - lens.at)[2] / pixel[2]
    assert lens.at[:2] + height * pixel[:2] == pytest.approx(die.at[:2], abs=0.4)
    assert taken.owners[int(y), int(x)] == 0
    ys, xs = np.nonzero(taken.owners == 0)
    assert (xs.min(), ys.min()) == pytest.approx(label["box"][:2], abs=2)


@pytest.mark.slow
def test_level_die_alone_is_labelled_with_its_top_face() -> None:
    die = laid(7)
    (label,) = labels_of([die], seen(lens_of(7, 20.0), [die]))
    assert die.tilt == pytest.approx(0, abs=0.1)
    assert label["value"] == label["nearest_up"] == die.value
    assert not (label["cocked"] or label["partial"])


@pytest.mark.slow
def test_die_whose_print_is_lost_in_the_dark_has_no_value() -> None:
    die, lens = laid(7), lens_of(7, 20.0)
    taken = seen(lens, [die])
    assert not is_print_lost(taken.image, lens, die)
    noise = np.random.default_rng(1).normal(0, 6, taken.image.shape)
    dark = dataclasses.replace(taken, image=(taken.image * 0.02 + noise).clip(0, 255).astype(np.uint8))
    (label,) = labels_of([die], dark)
    assert (label["value"], label["partial"]) == (None, True)


@pytest.mark.slow
def test_die_behind_another_has_no_value() -> None:
    lens = lens_of(3, 50.0)
    near, far = laid(3), laid(3)
    toward = lens.at[:2] / np.linalg.norm(lens.at[:2])
    far.at[:2] = -toward * 4
    near.at += [*(toward * 11), 5]
    hidden, _ = labels_of([far, near], seen(lens, [far, near]))
    assert (hidden["value"], hidden["partial"]) == (None, True)


@pytest.mark.slow
def test_die_beside_its_tray_is_outside() -> None:
    tray = Tray(np.array([12.0, 12.0]), 0.3, 2.0, 5.0)
    inside, outside = laid(1), laid(1, (32.0, 0.0))
    labels = labels_of([inside, outside], seen(lens_of(1, 0.0), [inside, outside], tray))
    assert [label["in_tray"] for label in labels] == [True, False]


@pytest.mark.slow
def test_leaning_die_has_no_value_and_touches_its_support() -> None:
    rng, lens = np.random.default_rng(4), lens_of(4, 10.0)
    layout, die = Layout(rng, lens, None), laid(4)
    assert layout.lean(die, die.again(), is_thin=False)
    label = labels_of(layout.bodies, seen(lens, layout.bodies))[0]
    assert label["cocked"]
    assert label["value"] is None
    assert label["tilt_deg"] > 8


@pytest.mark.slow
def test_command_writes_what_the_trainings_read(small: None, tmp_path: Path) -> None:
    assert main(["--scenes", "3", "--seed", "2", "--out", str(tmp_path), "--name", "M9"]) == 0
    pictures = list(renders(tmp_path / "M9"))
    assert [picture.group for picture in pictures] == ["desk"] * 3
    marks = [mark for picture in pictures for mark in picture.marks]
    assert any(mark.state == READABLE for mark in marks)
    image = cv2.imread(str(pictures[0].path))
    assert image is not None
    assert image.shape == (240, 320, 3)
