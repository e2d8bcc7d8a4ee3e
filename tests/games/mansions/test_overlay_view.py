"""What lies over the map, where its writer wants it."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.mansions.content import Button, Component, OverlayPart, Scenario
from companion.games.mansions.rules.actions.tokens import token_ways
from companion.games.mansions.state import State, Story
from companion.games.mansions.views.map import WIDE, color, frame, overlay
from tests.games.mansions.table import situation

WORDS = Component("UIWords", "ui", part=OverlayPart(words="By {var:hours} it is dark.", size=0.3))
BUTTON = Component("UIOpenBox", "ui", buttons=(Button(next=("EventBox",)),), part=OverlayPart("box.png"))
PICTURE = Component("UIHouse", "ui", part=OverlayPart("house.jpg"))


def lying(*parts: Component, pictures: dict[str, str] | None = None) -> State:
    names = {one.name: one for one in parts}
    scenario = Scenario("A test", components=MappingProxyType(names), pictures=MappingProxyType(pictures or {}))
    return situation(story=Story(scenario, board=tuple(names), variables=MappingProxyType({"hours": 5.0})))


def test_nothing_lies_over_a_map_without_a_scenario() -> None:
    assert overlay(situation()) is None


def test_marks_in_the_words_are_resolved() -> None:
    found = overlay(lying(WORDS))
    assert found is not None
    assert str(found.elements[0].text) == "By 5 it is dark."


def test_what_only_stands_there_is_no_option() -> None:
    found = overlay(lying(WORDS, BUTTON))
    assert found is not None
    assert [element.option for element in found.elements] == ["", "UIOpenBox"]


def test_a_button_whose_picture_nobody_has_is_its_name() -> None:
    found = overlay(lying(BUTTON))
    assert found is not None
    assert str(found.elements[0].text) == "Open Box"


def test_a_picture_that_nobody_has_is_left_out() -> None:
    assert overlay(lying(PICTURE)) is None


def test_a_kept_picture_is_named_by_its_digest_and_has_its_own_height() -> None:
    found = overlay(lying(PICTURE, pictures={"house.jpg": "ab12"}))
    assert found is not None
    assert (found.elements[0].picture, found.elements[0].h) == ("ab12", 0)


def at(part: OverlayPart, x: float = 0.0, y: float = 0.0) -> tuple[float, float, float, float]:
    return frame(Component("UIX", "ui", at=(x, y), part=part), part)


def test_a_size_is_a_share_of_the_width() -> None:
    assert at(OverlayPart(size=0.5, aspect=2), 0.1, 0.1) == pytest.approx((0.1, 0.1 * WIDE, 0.5, 0.25 * WIDE))


def test_a_tall_one_is_measured_in_heights() -> None:
    assert at(OverlayPart(size=0.5, tall=True), 0.2, 0.3) == pytest.approx((0.2 / WIDE, 0.3, 0.5 / WIDE, 0.5))


def test_what_hangs_on_the_right_is_counted_from_there() -> None:
    assert at(OverlayPart(size=0.25, across="right"), -0.05)[0] == pytest.approx(0.7)


def test_what_is_in_the_middle_is_placed_by_its_middle() -> None:
    x, y, _, _ = at(OverlayPart(size=0.5, across="center", down="center"))
    assert (x, y) == pytest.approx((0.25, 0.5))


@pytest.mark.parametrize(("told", "taken"), [("#10203040", "#10203040"), ("White", "White"), ("url(/x)", ""), ("", "")])
def test_only_a_colour_is_a_colour(told: str, taken: str) -> None:
    assert color(told) == taken


def test_a_frame_whose_button_leads_nowhere_is_no_option() -> None:
    framed = Component("UIFrame", "ui", display=False, buttons=(Button(),), part=OverlayPart("frame.png"))
    assert overlay(lying(framed)) is None
    assert not token_ways(lying(framed))
