"""The loop of every training; needs torch, of the group train."""

from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed; it is part of the group train")

from vision.training.training_loop import Pace, TrainingRun, descend, rate, two_tones  # noqa: E402 — after the one that may be missing

pytestmark = pytest.mark.slow

AIM = 3.0


def net() -> torch.nn.Module:
    torch.manual_seed(1)
    return torch.nn.Linear(1, 1)


def towards_the_aim(net: torch.nn.Module) -> tuple[torch.Tensor, dict[str, float]]:
    away = ((net(torch.ones(4, 1)) - AIM) ** 2).mean()
    return away, {"away": away.item(), "unknown": float("nan")}


def told(net: torch.nn.Module) -> float:
    return float(net(torch.ones(1, 1)).detach())


def test_a_net_comes_down_and_its_weights_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = map(float, count())
    run = TrainingRun(400, tmp_path / "w.pt", clock=lambda: next(clock))
    trained = descend(net(), towards_the_aim, run, Pace(0.1, 10, 0.9))
    kept = net()
    kept.load_state_dict(torch.load(tmp_path / "w.pt"))
    assert told(trained) == pytest.approx(AIM, abs=0.3)
    assert told(kept) == told(trained)
    assert "away" in (lines := capsys.readouterr().out)
    assert "unknown" not in lines


def test_a_loss_without_a_number_changes_nothing(tmp_path: Path) -> None:
    clock, turns = map(float, count()), count()

    def step(net: torch.nn.Module) -> tuple[torch.Tensor, dict[str, float]]:
        loss, parts = towards_the_aim(net)
        return (loss * float("nan") if next(turns) % 2 else loss), parts

    run = TrainingRun(400, tmp_path / "w.pt", clock=lambda: next(clock))
    assert told(descend(net(), step, run, Pace(0.1, 10, 0.9))) == pytest.approx(AIM, abs=0.3)


def test_training_resumes_from_weights(tmp_path: Path) -> None:
    older = net()
    torch.nn.init.constant_(older.bias, 7.0)
    torch.save(older.state_dict(), tmp_path / "older.pt")
    now = iter((0.0, 1.0))  # no time for a single step
    run = TrainingRun(1, tmp_path / "w.pt", tmp_path / "older.pt", lambda: next(now))
    trained = descend(net(), towards_the_aim, run)
    assert told(trained) == told(older)


def test_the_rate_rises_and_falls() -> None:
    pace = Pace(fastest=1.0, warm=10)
    rates = [rate(pace, steps, steps / 100) for steps in range(101)]
    assert rates[0] == pytest.approx(0.2)
    assert 0.9 < max(rates) <= 1.0
    assert rates.index(max(rates)) < 12
    assert rates[100] == pytest.approx(0.0)


def test_two_tones_keep_the_print_and_change_its_colours() -> None:
    face = np.full((48, 48, 3), 220, np.uint8)
    face[16:32, 16:32] = 30
    ink, body = (24, 24), (4, 4)
    contrasts = []
    for seed in range(30):
        painted = two_tones(face, np.random.default_rng(seed)).astype(float)
        contrasts.append(np.abs(painted[ink] - painted[body]).max())
        assert painted.shape == face.shape
    assert np.median(contrasts) > 20, "ink and body are told apart"
    greys = [cv2.cvtColor(two_tones(face, np.random.default_rng(seed)), cv2.COLOR_BGR2GRAY) for seed in range(30)]
    alike = [abs(float(grey[ink]) - float(grey[body])) < 25 for grey in greys]
    assert sum(alike) >= 5, "often by their hue alone"
