"""The bench of the page, in a separate browser, with a few samples of each kind."""

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

FEW = "from tests.bench import page; page.READINGS = page.FLOORS = 1; page.TAPS = 2; [print(line.name) for line in page.lines()]"


def test_page_bench_measures_readings_and_taps() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FEW], capture_output=True, text=True, check=False
    )  # the tests' own browser is not disturbed
    assert done.returncode == 0, done.stderr
    names = done.stdout.split()
    assert names[0] == "page.reading_to_face"
    assert names[-1] == "page.tap_to_feedback_slowed_p95"
