"""Which screens are drawn is asked for by name; no name that is wrong draws all of them."""

from __future__ import annotations

import pytest

from tests.screens.__main__ import main
from tests.screens.pictures import FOLDER


@pytest.mark.parametrize("word", ["nothing", "--all"])
def test_a_word_that_names_no_screen_draws_none(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = {picture: picture.stat().st_mtime_ns for picture in FOLDER.glob("*.png")}
    with pytest.raises(SystemExit):
        main([word])
    assert word in capsys.readouterr().err
    assert before == {picture: picture.stat().st_mtime_ns for picture in FOLDER.glob("*.png")}
