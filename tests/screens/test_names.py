"""Names on the command line of `python -m tests.screens`."""

from __future__ import annotations

import pytest

from tests.screens.__main__ import main
from tests.screens.pictures import FOLDER, OTHERS


@pytest.mark.parametrize("word", ["nothing", "--all"])
def test_screens_draw_nothing_for_an_unknown_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = {picture: picture.stat().st_mtime_ns for place in (FOLDER, OTHERS) for picture in place.glob("*.png")}
    with pytest.raises(SystemExit):
        main([word])
    assert word in capsys.readouterr().err
    assert before == {
        picture: picture.stat().st_mtime_ns for place in (FOLDER, OTHERS) for picture in place.glob("*.png")
    }
