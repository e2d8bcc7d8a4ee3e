"""`./table optics` in a terminal."""

from __future__ import annotations

import pytest

from companion.presentation.mount import LensError
from companion.setup.optics_command import LensArguments, run
from tests.command_line import typed


def test_optics_prints_a_good_height() -> None:
    said = typed("optics", "--tray", "300x220", "--fov", "66")
    assert (said.exit_code, said.output.splitlines()[0]) == (0, "39 cm is a good height. From 35 to 44 cm all is read.")


def test_optics_exits_with_1_for_a_bad_height() -> None:
    said = typed("optics", "--corner", "78", "--height", "600", "--for", "d20")
    assert said.exit_code == 1
    assert "The markers are too small" in said.output
    assert "Read from here: nothing." in said.output


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (LensArguments("300", "1280x720", 66, 0), "'300' is no size"),
        (LensArguments("300x220", "1280x720", 66, 0, ("coin",)), "'coin' is nothing to read here; there are d6,"),
        (LensArguments("300x220", "1280x720", 0, 0), "Degrees from corner to corner: 0"),
    ],
)
def test_optics_refuses_wrong_arguments(told: LensArguments, says: str) -> None:
    with pytest.raises(LensError, match=says):
        run(told)
