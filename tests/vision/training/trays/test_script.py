import numpy as np
import pytest

from vision.training.trays.script import Script, first_frames, script

PLACES = [(np.eye(3), np.array([x, 0, 8.0])) for x in (-30, -10, 10, 30)]
LAST = 155


def told(mode: str, dice: int) -> Script:
    first, settled = first_frames(LAST + 1, 60, np.random.default_rng(1))
    return script(first, settled, mode, 0.0, PLACES[:dice], LAST)


def test_script_roll_starts_empty_and_rests() -> None:
    frames, settled = first_frames(156, 60, np.random.default_rng(1))
    assert frames[0].moment is None
    thrown = [frame.moment for frame in frames if frame.moment is not None]
    assert thrown[:4] == [0, 6, 12, 18]
    assert frames[settled].moment >= 60
    assert 4 <= len(frames) - settled <= 5


def test_a_hovering_hand_takes_nothing() -> None:
    frames = told("hover", 3).frames
    assert sum(frame.hand is not None for frame in frames) == 5
    assert not any(frame.taken for frame in frames)


@pytest.mark.parametrize(("dice", "groups"), [(2, [(0, 1)]), (4, [(0, 1), (2, 3)])])
def test_more_than_three_dice_are_taken_in_two_halves(dice: int, groups: list[tuple[int, ...]]) -> None:
    assert [frame.taken for frame in told("remove", dice).frames if frame.taken] == groups


def test_one_die_is_taken_to_be_rolled_again() -> None:
    frames = told("reroll_one", 4).frames
    assert [frame.taken for frame in frames if frame.taken] == [(0,)]
    assert frames[-1].hand is None


def test_script_hand_takes_objects_under_it() -> None:
    taking = next(frame for frame in told("reroll_one", 4).frames if frame.taken)
    assert taking.hand.tip == pytest.approx([-15, 0])
