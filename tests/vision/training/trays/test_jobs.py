import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.training.trays.studio import Studio
from vision.training.trays.__main__ import UnknownKindError, command_of, jobs_of, main, parser
from vision.training.trays.jobs import MAKERS, Job, _stills, is_finished

pytestmark = pytest.mark.slow


def job(out: Path, what: str = "enrol", **other) -> Job:
    """Small: a shot of each face of one die, or one tray."""
    return Job("A", what, out, count=1, seed=7, **({"kinds": ("mom_d8",), "plates": 1} | other))


@pytest.mark.parametrize(("what", "pictures"), [("stills", 1), ("crowd", 2), ("enrol", 3)])
def test_a_job_is_finished_when_all_is_there(studio: Studio, tmp_path: Path, what: str, pictures: int) -> None:
    wanted = job(tmp_path, what)
    assert not is_finished(wanted)
    made = list(MAKERS[what](wanted, studio))
    assert is_finished(wanted)
    assert len(made) == pictures == len(list(tmp_path.rglob("*.jpg")))
    assert list(MAKERS[what](wanted, studio)) == []


def test_a_job_goes_on_where_it_stopped(studio: Studio, tmp_path: Path) -> None:
    wanted = job(tmp_path)
    next(MAKERS["enrol"](wanted, studio))
    first = json.loads((tmp_path / "A/enrolment/labels.json").read_text())
    assert [entry["file"] for entry in first] == ["mom_d8_success_0.jpg"]
    assert len(list(MAKERS["enrol"](wanted, studio))) == 2
    assert json.loads((tmp_path / "A/enrolment/labels.json").read_text())[0] == first[0]


def test_jobs_of_another_seed_use_another_folder(tmp_path: Path) -> None:
    jobs = [replace(job(tmp_path, "stills"), seed=seed, count=20) for seed in (7, 8)]
    one, other = ({still.name(wanted) for still in _stills(wanted)} for wanted in jobs)
    assert len(one) == len(other) == 20
    assert not one & other


def test_jobs_name_trays_by_kind(tmp_path: Path) -> None:
    wanted = job(tmp_path, kinds=("nemesis_noise", "nemesis_combat", "token"))
    assert wanted.tray_kinds == ("nemesis", "tokens")
    assert wanted.piece_kinds == {"nemesis_noise", "nemesis_combat", "token"}
    assert job(tmp_path, kinds=("cards", "d6")).piece_kinds == {"card", "d6"}


def test_views_grow_with_the_number_of_pictures(tmp_path: Path) -> None:
    assert [replace(job(tmp_path, "stills", plates=None), count=n).views for n in (1, 60, 500)] == [4, 10, 16]
    assert [replace(job(tmp_path, "crowd", plates=None), count=n).views for n in (1, 20, 100)] == [3, 4, 20]
    assert job(tmp_path, plates=9).views == 9


def test_job_command_repeats_all_options(tmp_path: Path) -> None:
    words = f"--styles R1-R2 --what crowd --n 3 --seed 5 --plates 2 --kinds d6 --calm 0.25 --out {tmp_path}"
    first, second = jobs_of(parser().parse_args(words.split()))
    assert (first.style, second.style) == ("R1", "R2")
    assert jobs_of(parser().parse_args(command_of(second)[3:])) == [second]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownKindError, match="no d7"):
        jobs_of(parser().parse_args(["--style", "A", "--kinds", "d7,d6"]))


def test_a_wrong_style_is_a_sentence_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--style", "B7"])
    assert "There is no style 'B7'" in capsys.readouterr().err


def test_finished_styles_are_not_started_again(studio: Studio, tmp_path: Path) -> None:
    list(MAKERS["enrol"](job(tmp_path), studio))
    words = f"--styles A --what enrol --n 1 --seed 7 --kinds mom_d8 --out {tmp_path}"
    assert main(words.split()) == 0
