"""The likeliest face of each object, and the evidence for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.kind_and_face import face_embedding, face_gallery, face_guess
from vision.kind_and_face.face_embedding import (
    KEPT,
    OTHER,
    PRINTED,
    REACH_KEPT,
    SIDE,
    FaceGallery,
    embed_views,
    print_of,
)
from vision.kind_and_face.face_guess import guess_faces
from vision.kit import Kit, KitShotImage, load_kits

LEVEL = (0.96, 0.02, 0.01, 0.01)
PICTURE = np.zeros((120, 240, 3), np.uint8)
D6 = load_kits(["d6"])


def cube(x: float = 60.0) -> DetectedObject:
    shapes = (0.001, 0.001, 0.996, 0.001, 0.0005, 0.0005)
    return DetectedObject("cube", x, 60.0, 20.0, (x - 20, 40.0, 40.0, 40.0), 0.9, 0.99, shapes, LEVEL)


def disc() -> DetectedObject:
    return DetectedObject("disc", 60.0, 60.0, 20.0, (40.0, 40.0, 40.0, 40.0), 0.9, 0.99, (0, 0, 0, 0, 1.0, 0), LEVEL)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch):
    """The pips that the net counts in every view, set by the test; tells how many views it was shown at once."""
    batches: list[int] = []

    def tell(*shares: float) -> list[int]:
        def look(patches):
            batches.append(len(patches))
            return np.zeros((len(patches), 64), np.float32), np.array([shares] * len(patches), np.float32)

        monkeypatch.setattr(face_guess, "embed_views", look)
        return batches

    return tell


def test_the_likeliest_face_is_guessed_with_what_speaks_for_it(counted) -> None:
    counted(0.0, 0.0, 0.0, 0.999, 0.0005, 0.0, 0.0005)
    (one,) = guess_faces(PICTURE, [cube()], D6, {})
    assert (one.kit.kind, one.value) == ("d6", "4")
    told = one.evidence
    assert (told.heat, told.score, told.level, told.cocked, told.radius) == (0.9, 0.99, 0.96, 0.02, 20.0)
    assert told.aside == pytest.approx(0.02)
    assert (told.likeness, told.pips) == (None, pytest.approx(0.9995))
    assert told.share > 0.99


def test_a_doubt_is_settled_by_both_views_together(monkeypatch: pytest.MonkeyPatch) -> None:
    views = iter(((0.0, 0.0, 0.0, 0.5, 0.49, 0.0, 0.01), (0.0, 0.0, 0.0, 0.1, 0.89, 0.0, 0.01)))

    def look(patches):
        return np.zeros((len(patches), 64), np.float32), np.array([next(views)] * len(patches), np.float32)

    monkeypatch.setattr(face_guess, "embed_views", look)
    (one,) = guess_faces(PICTURE, [cube()], D6, {})
    assert one.value == "5"


def test_a_large_kit_runs_through_the_net_in_lots(monkeypatch) -> None:
    patches = [face(seed)[:SIDE, :SIDE] for seed in range(5)]
    whole = embed_views(patches)
    monkeypatch.setattr(face_embedding, "AT_ONCE", 2)
    for at_once, in_lots in zip(whole, embed_views(patches), strict=True):
        np.testing.assert_allclose(in_lots, at_once, atol=1e-5)


def face(seed: int) -> np.ndarray:
    """A blocky symbol, `KEPT` px square."""
    blocks = np.random.default_rng(seed).integers(0, 2, (6, 6, 1), np.uint8) * 200
    return np.kron(np.pad(blocks, ((1, 1), (1, 1), (0, 0))), np.ones((12, 12, 3), np.uint8))


def kit(*seeds: int) -> Kit:
    return Kit(
        "mine", "mine", "cube", tuple(map(str, seeds)), tuple(KitShotImage(str(seed), face(seed)) for seed in seeds)
    )


WHOLE = DetectedObject(
    "cube",
    KEPT / 2,
    KEPT / 2,
    KEPT / 2 / REACH_KEPT,
    (0.0, 0.0, 96.0, 96.0),
    1.0,
    1.0,
    (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0),
)


@pytest.mark.parametrize(
    ("kind", "value", "shows"),
    [
        ("d6", "5", "pips 5"),
        ("d20", "5", "5"),
        ("token", "-3", "-3"),
        ("mom_d8", "blank", "blank"),
        ("token", "skull", OTHER),
    ],
)
def test_a_face_shows_what_is_printed_on_it(kind: str, value: str, shows: str) -> None:
    assert print_of(kind, value) == shows


@pytest.mark.parametrize("second", [None, lambda *_: {}], ids=["no second reader", "one that cannot judge"])
def test_guess_without_a_second_opinion_has_no_match(counted, second) -> None:
    counted(0.1, 0.1, 0.1, 0.4, 0.1, 0.1, 0.1)
    (one,) = guess_faces(PICTURE, [cube()], D6, {}, second)
    assert (one.evidence.match, one.evidence.match_lead) == (None, None)
    assert 0 < sum(share for _, _, share in one.ranked) <= 1


def test_second_reader_sees_only_what_the_net_leaves_in_doubt(counted) -> None:
    counted(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    asked: list[float] = []

    def second(_image, found, _kit, values):
        asked.append(found.x)
        return dict.fromkeys(values, 0.5)

    found = [cube(40.0), cube(160.0)]
    guess_faces(PICTURE, found, D6, {}, second, lambda guess: guess.evidence.share < 0.9)
    assert asked == []
    guess_faces(PICTURE, found, D6, {}, second, lambda _: True)
    assert asked == [40.0, 160.0]


def test_second_reader_looks_at_what_a_stricter_kit_would_refuse(counted) -> None:
    counted(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    asked: list[Kit] = []

    def second(_image, _found, kit, values):
        asked.append(kit)
        return dict.fromkeys(values, 0.5)

    strict = replace(D6[0], thresholds={"sure": 0.99999})
    for own in (D6[0], strict):
        guess_faces(PICTURE, [cube()], [own], {}, second)
    assert asked == [strict]


def test_pips_are_counted_at_their_own_reach_in_any_order_of_the_kits(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {20.0 * face_embedding.REACH_OTHERS: 0.9, 20.0 * face_embedding.REACH["disc"]: 0.1}

    def cut(_image, _middle, half, _side, _angle):
        return np.full((SIDE, SIDE, 3), 10 * list(rows).index(half), np.uint8)

    def look(patches):
        shares = np.array([list(rows.values())[int(patch[0, 0, 0]) // 10] for patch in patches], np.float32)
        return np.zeros((len(patches), 64), np.float32), np.pad(shares[:, None], ((0, 0), (3, len(PRINTED) - 4)))

    tokens = Kit("bag", "token", "disc", ("skull",), (KitShotImage("skull", face(1)),))
    face_gallery.gallery(tokens)
    monkeypatch.setattr(face_embedding, "_cut", cut)
    monkeypatch.setattr(face_guess, "embed_views", look)
    either = replace(cube(), shapes=(0.0, 0.0, 0.9, 0.0, 0.1, 0.0))
    for kits in ([*D6, tokens], [tokens, *D6]):
        (one,) = guess_faces(PICTURE, [either], kits, {})
        assert (one.value, one.evidence.pips) == ("4", pytest.approx(0.9))


def test_a_number_of_pips_that_no_die_has_is_left_out(counted) -> None:
    counted(0.0, 0.0, 0.0, 0.999, 0.0005, 0.0, 0.0005)
    odd = replace(D6[0], values=("4", "7"))
    (one,) = guess_faces(PICTURE, [cube()], [odd], {})
    assert [value for _, value, _ in one.ranked] == ["4"]


def test_second_reader_does_not_look_at_the_grain_of_a_carpet(counted) -> None:
    counted(0.3, 0.3, 0.2, 0.1, 0.05, 0.05, 0.0)
    asked: list[float] = []

    def second(_image, found, _kit, values):
        asked.append(found.x)
        return dict.fromkeys(values, 0.5)

    grain = replace(cube(160.0), heat=0.1, score=0.001)
    guess_faces(PICTURE, [cube(40.0), grain], D6, {}, second)
    assert asked == [40.0]


def test_both_readers_together_prefer_a_face(counted) -> None:
    counted(0.0, 0.0, 0.0, 0.5, 0.49, 0.0, 0.01)
    agree = {"4": 0.2, "5": 0.9}
    (one,) = guess_faces(PICTURE, [cube()], D6, {}, lambda *_: agree, lambda _: True)
    assert (one.value, one.evidence.match) == ("5", 0.9)
    assert one.evidence.match_lead == pytest.approx(0.7)
    assert one.evidence.share < 0.5


def test_number_of_pips_that_may_not_be_meant_is_not_taken_for_another(counted) -> None:
    counted(0.0, 0.0, 0.0, 0.0, 0.999, 0.001, 0.0)
    (free,) = guess_faces(PICTURE, [cube()], D6, {})
    (bound,) = guess_faces(PICTURE, [cube()], D6, {"d6": frozenset({"6"})})
    assert (free.value, bound.value) == ("5", "6")
    assert bound.evidence.share < 0.01
    assert free.evidence.share > 0.99


def test_faces_of_many_kits_are_compared_in_one_run_of_the_net(counted) -> None:
    batches = counted(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    kits = [kit(seed, seed + 100) for seed in range(4)]
    face_gallery.face_tables(tuple(kits))
    batches.clear()
    guess_faces(PICTURE, [cube(40.0), cube(160.0)], kits, {}, None)
    assert batches in ([2], [2, 8])


def test_print_counts_only_where_it_is_read_on_the_own_shots(monkeypatch: pytest.MonkeyPatch) -> None:
    numerals = KitShotImage("1", face(1)), KitShotImage("2", face(2))
    own = Kit("own", "d6", "cube", ("1", "2"), numerals)
    prints = np.zeros((8, len(PRINTED)), np.float32)
    prints[:4, PRINTED.index("1")] = 0.9
    prints[4:, PRINTED.index("pips 2")] = 0.3
    prints[4:, PRINTED.index(OTHER)] = 0.7
    shown = FaceGallery(("1",) * 4 + ("2",) * 4, np.ones((8, 64), np.float32), prints)
    monkeypatch.setattr(face_gallery, "gallery", lambda _: shown)
    (table,) = face_gallery.face_tables.__wrapped__((own,))
    assert table.prints.tolist() == [PRINTED.index("1"), -1]


def test_guess_needs_the_shape_and_one_run_of_the_net(counted) -> None:
    batches = counted(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    found = guess_faces(PICTURE, [cube(40.0), disc(), cube(160.0)], D6, {})
    assert [one is None for one in found] == [False, True, False]
    assert len(batches) == 1
