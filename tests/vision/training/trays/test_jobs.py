"""Jobs of the command line."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.training.trays.studio import Studio, die
from vision.training.trays.__main__ import UnknownKindError, command_of, jobs_of, main, parser
from vision.training.trays.pieces.rolls import first_still, lay_as, roll
from vision.training.trays.rendering.llvm import VARIABLE, LlvmNotFoundError, best, use_llvm, version_of
from vision.training.trays.scenes.enrolment import Shot, set_up, shots, take
from vision.training.trays.scenes.jobs import MAKERS, Job, _stills, is_finished
from vision.training.trays.scenes.script import Script, first_frames, script
from vision.training.trays.scenes.sequences import write_sequence
from vision.training.trays.shapes.tray import EDGES


def job(out: Path, what: str = "enrol", **other) -> Job:
    """Small: a shot of each face of one die, or one tray."""
    return Job("A", what, out, count=1, seed=7, **({"kinds": ("mom_d8",), "plates": 1} | other))


@pytest.mark.slow
@pytest.mark.parametrize(("what", "pictures"), [("stills", 1), ("crowd", 2), ("enrol", 3)])
def test_a_job_is_finished_when_all_is_there(studio: Studio, tmp_path: Path, what: str, pictures: int) -> None:
    wanted = job(tmp_path, what)
    assert not is_finished(wanted)
    made = list(MAKERS[what](wanted, studio))
    assert is_finished(wanted)
    assert len(made) == pictures == len(list(tmp_path.rglob("*.jpg")))
    assert list(MAKERS[what](wanted, studio)) == []


@pytest.mark.slow
def test_a_job_goes_on_where_it_stopped(studio: Studio, tmp_path: Path) -> None:
    wanted = job(tmp_path)
    next(MAKERS["enrol"](wanted, studio))
    first = json.loads((tmp_path / "A/enrolment/labels.json").read_text())
    assert [entry["file"] for entry in first] == ["mom_d8_success_0.jpg"]
    assert len(list(MAKERS["enrol"](wanted, studio))) == 2
    assert json.loads((tmp_path / "A/enrolment/labels.json").read_text())[0] == first[0]


@pytest.mark.slow
def test_jobs_of_another_seed_use_another_folder(tmp_path: Path) -> None:
    jobs = [replace(job(tmp_path, "stills"), seed=seed, count=20) for seed in (7, 8)]
    one, other = ({still.name(wanted) for still in _stills(wanted)} for wanted in jobs)
    assert len(one) == len(other) == 20
    assert not one & other


@pytest.mark.slow
def test_job_command_repeats_all_options(tmp_path: Path) -> None:
    words = f"--styles R1-R2 --what crowd --n 3 --seed 5 --plates 2 --kinds d6 --calm 0.25 --out {tmp_path}"
    first, second = jobs_of(parser().parse_args(words.split()))
    assert (first.style, second.style) == ("R1", "R2")
    assert jobs_of(parser().parse_args(command_of(second)[3:])) == [second]


@pytest.mark.slow
def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownKindError, match="no d7"):
        jobs_of(parser().parse_args(["--style", "A", "--kinds", "d7,d6"]))


@pytest.mark.slow
def test_a_wrong_style_is_a_sentence_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--style", "B7"])
    assert "There is no style 'B7'" in capsys.readouterr().err


def test_every_face_is_shown_once_a_round_and_cards_once() -> None:
    taken = list(shots(3, {"nemesis_noise", "card"}))
    assert len(taken) == 3 * 6 + 52
    assert len({shot.name for shot in taken}) == len(taken)
    assert [shot.round for shot in taken if shot.kind == "nemesis_noise"] == [0] * 6 + [1] * 6 + [2] * 6


def test_a_shot_shows_the_wanted_face_alone(studio: Studio) -> None:
    around = set_up(studio, 1, 0)
    for kind, value in (("mom_d8", "investigation"), ("d20", "17"), ("token", "skull"), ("card", "QH")):
        picture = take(studio, 1, Shot(kind, value, 0), around)
        (told,) = picture.entry["objects"]
        assert (told["kind"], told["value"]) == (kind, value)
        assert picture.image.shape[0] == (352 if kind == "card" else 224)
        assert picture.quality >= 75


PLACES = [(np.eye(3), np.array([x, 0, 8.0])) for x in (-30, -10, 10, 30)]
LAST = 155


def told(mode: str, dice: int) -> Script:
    first, settled = first_frames(LAST + 1, 60, np.random.default_rng(1))
    return script(first, settled, mode, 0.0, PLACES[:dice], LAST)


@pytest.mark.parametrize(("dice", "groups"), [(2, [(0, 1)]), (4, [(0, 1), (2, 3)])])
def test_more_than_three_dice_are_taken_in_two_halves(dice: int, groups: list[tuple[int, ...]]) -> None:
    assert [frame.taken for frame in told("remove", dice).frames if frame.taken] == groups


def test_one_die_is_taken_to_be_rolled_again() -> None:
    frames = told("reroll_one", 4).frames
    assert [frame.taken for frame in frames if frame.taken] == [(0,)]
    assert frames[-1].hand is None


def states(*heights: float):
    return [[(np.eye(3), np.array([0, 0, h])), (np.eye(3), np.zeros(3))] for h in heights]


def test_still_is_when_nothing_moves_any_more() -> None:
    assert first_still(states(30, 5, 30, 2, 2.1, 2)) == 3
    assert first_still(states(2, 2, 2)) == 0


@pytest.mark.usefixtures("scipy")
def test_rolled_dice_rest_in_the_tray() -> None:
    pytest.importorskip("pybullet", reason="pybullet comes with the dependency group train")
    dice = [die("d6", 1), die("mom_d8", 2)]
    rolled = roll(dice, np.random.default_rng(3))
    assert len(rolled) == 156
    lay_as(dice, rolled[-1])
    for piece in dice:
        assert (np.abs(piece.points()[:, :2]) < EDGES + 1).all()
        assert piece.points()[:, 2].min() == pytest.approx(0, abs=1)


@pytest.fixture
def bullet() -> None:
    pytest.importorskip("pybullet", reason="pybullet comes with the dependency group train")


@pytest.mark.usefixtures("bullet")
def test_a_sequence_tells_what_is_read_and_what_remains(studio: Studio, tmp_path: Path) -> None:
    count = write_sequence(studio, tmp_path, np.random.default_rng(2), 0, ("d6",))
    label = json.loads((tmp_path / "label.json").read_text())
    assert label["frames"] == count == len(list(tmp_path.glob("frame_*.jpg"))) == len(label["per_frame"])
    states = [frame["state"] for frame in label["per_frame"]]
    assert states[0] == "empty"
    assert states[label["settled_frame"] - 1] == "moving"
    assert states[label["settled_frame"]] == "rest"
    assert "hand" not in states[: label["last_settled_frame_before_hand"] + 1]
    assert all(len(told["normal"]) == 3 for told in label["reading"])
    assert label["camera"]["f"] > 500


def test_llvm_prefers_the_known_version() -> None:
    found = [Path(f"/usr/lib/libLLVM-{version}.so") for version in (14, 15, 18, 19, 21)]
    assert best(found) == found[3]
    assert best([found[0], found[1]]) == found[0]
    assert best([found[2], found[4]]) == found[4]


def test_fifteen_alone_is_refused_with_the_remedy() -> None:
    with pytest.raises(LlvmNotFoundError, match=r"found: version 15.*apt-get install libllvm19"):
        best([Path("/usr/lib/libLLVM-15.so")])


def test_llvm_version_is_that_of_its_name_or_given() -> None:
    assert version_of(Path("/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1")) == 19
    assert version_of(Path("/usr/lib/llvm-16/lib/libLLVM.so")) == 16
    assert version_of(Path("/usr/lib/libLLVM.so")) is None
    assert use_llvm({VARIABLE: "/opt/libLLVM.so"}) == "/opt/libLLVM.so"
