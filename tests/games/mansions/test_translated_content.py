"""Shipped texts have their messages in the catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import (
    PERILS,
    WEAPONS,
    activations,
    all_boxes,
    attacks,
    beasts,
    combat_lines,
    evades,
    horrors,
    investigators,
    possessions,
    printed_cards,
    spoken,
)
from companion.games.mansions.content.printed import meanings
from companion.games.mansions.content.scenario import Component, Scenario
from companion.games.mansions.content.tiles import tiles
from companion.games.mansions.content.toml_scenarios import names
from companion.games.mansions.content.toml_scenarios.components import ACTION
from companion.games.mansions.rules.story import words
from companion.games.mansions.state import Shown, State, story_of
from companion.i18n import Text, from_data
from tests.tools.words.content_messages import LETTERS, extract_content
from tests.tools.words.template import template

LINES = (*map(attacks, WEAPONS), *(told(foe) for told in (evades, horrors, activations) for foe in combat_lines.FOES))
SAID = ("text", "attack", "passed", "failed", "not_in_range")


@cache
def extracted(*domains: str) -> frozenset[object]:
    return frozenset(message.id for domain in domains for message in template(domain))


def missing(told: Iterator[Text], *domains: str) -> list[str]:
    """Return the messages missing in these catalogues."""
    asked = {text.msgid for text in told if LETTERS.search(text.msgid)}
    assert asked
    return sorted(asked - extracted(*domains))


def begun(name: str) -> State:
    return GAME.setup(replace(GAME.sample, choices={"scenario": name}))


def of_component(state: State, one: Component) -> Iterator[Text]:
    shown = Shown(one.name, "1", "Ann")
    labels = (button.label.removeprefix(ACTION) for button in one.buttons)
    for raw in (one.title, one.text, *labels):
        yield words(state, raw, shown)


def of_scenario(state: State, scenario: Scenario) -> Iterator[Text]:
    for one in scenario.components.values():
        yield from of_component(state, one)
    for line in scenario.activations.values():
        yield from (words(state, told) for told in (line.ability, line.master, line.move, line.passed, line.failed))
    for title in (scenario.title, scenario.description, scenario.language, *scenario.rooms):
        yield words(state, title)
    yield from (words(state, told) for kind in scenario.monsters.values() for told in (kind.title, kind.text))


@pytest.mark.parametrize("name", names())
@pytest.mark.slow
def test_shipped_scenario_texts_are_in_the_catalogue(name: str) -> None:
    state = begun(name)
    assert not missing(of_scenario(state, story_of(state).scenario), "mansions", "mansions_scenarios")


def test_shipped_lines_are_in_the_catalogue() -> None:
    state = begun(names()[0])
    told = (getattr(line, said, "") for pool in LINES for line in pool.values() for said in SAID)
    assert not missing((words(state, text) for text in told), "mansions_lines")


@pytest.mark.slow
def test_mythos_events_are_in_the_catalogue() -> None:
    state = begun(names()[0])
    told = (text for one in PERILS.values() for text in of_component(state, one))
    assert not missing(told, "mansions", "mansions_lines")


def test_printed_things_are_in_the_catalogue() -> None:
    things = (*tiles().values(), *beasts().values(), *printed_cards().values(), *all_boxes().values())
    told = [one.title for one in things]
    told += [text for card in possessions().values() for text in (card.name, card.text)]
    told += [spoken(name).msgid for name in possessions()]
    told += [text for condition in meanings().items() for text in condition]
    told += [
        text
        for name in investigators.shipped()
        for text in (investigators.figure(name).calling, investigators.figure(name).text)
    ]
    assert not missing(map(from_data, told), "mansions_content")


def test_extractor_turns_marks_into_placeholders() -> None:
    source = 'text = """\n{var:told} of {var:need}.\n"""\n'
    assert list(extract_content(source, "garden.toml")) == ["{var_told} of {var_need}."]


def test_extractor_skips_words_of_the_rules() -> None:
    source = 'traits = ["humanoid", "Ghoul"]\nunmet = "hide"\n'
    assert list(extract_content(source, "foes.toml")) == ["Ghoul"]
