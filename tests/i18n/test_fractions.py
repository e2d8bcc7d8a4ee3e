"""Shares and other numbers with decimals, as the page and each language write them."""

from __future__ import annotations

import pytest

from companion.i18n import Text, from_data
from companion.i18n.render import renderer


def said(value: float, spec: str, language: str = "en") -> str:
    text: Text = from_data(f"{{number:{spec}}}" if spec else "{number}", number=value)
    return renderer(language).render(text)


@pytest.mark.parametrize(
    ("value", "spec", "english"),
    [
        (0.625, "%", "63%"),
        (0.005, "%", "1%"),
        (0.574999, "%", "57%"),
        (1.0, "%", "100%"),
        (0.17, ".1%", "17.0%"),
        (0.16667, ".2%", "16.67%"),
        (17.0, ".1f", "17.0"),
        (16.6667, ".0f", "17"),
        (2.5, "", "2.5"),
        (5.0, "", "5"),
    ],
)
def test_fraction_is_said_in_english(value: float, spec: str, english: str) -> None:
    assert said(value, spec) == english


def test_fraction_is_said_in_german() -> None:
    assert said(0.1667, ".1%", "de") == "16,7\N{NO-BREAK SPACE}%"
    assert said(0.625, "%", "de") == "63\N{NO-BREAK SPACE}%"
    assert said(1.5, ".1f", "de") == "1,5"
