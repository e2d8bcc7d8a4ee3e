"""What people choose before a scenario, and what they type in: an investigator, a reference card. All of it is data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.engine import SheetKind
from companion.games.arkham.content import (
    DIFFICULTIES,
    SKILLS,
    SYMBOLS,
    bags,
    boxes,
    figure,
    figures,
    reference,
    references,
)
from companion.games.arkham.forms import form_values
from companion.schema import Field, Form, Pick

SUBJECTS = (
    Pick("", "nothing is counted"),
    Pick("enemies_here", "enemies at the location"),
    Pick("enemies_in_play", "enemies in play"),
    Pick("enemies_engaged", "enemies engaged with the investigator"),
    Pick("clues_here", "clues on the location"),
    Pick("clues_held", "clues the investigator has"),
    Pick("damage", "damage on the investigator"),
    Pick("horror", "horror on the investigator"),
    Pick("resources", "resources of the investigator"),
    Pick("cards_in_hand", "cards in hand"),
    Pick("cards_in_play", "cards in play"),
    Pick("doom", "doom"),
)
AUTOS = (Pick("", "no"), Pick("success", "automatic success"), Pick("fail", "automatic failure"))
TYPES = (Pick("skill", "skill"), Pick("event", "event"), Pick("asset", "asset"))
PAUSES = (
    Pick("never", "never", "a token counts at once"),
    Pick("failure", "when the test would fail", "for cards that are played then"),
    Pick("always", "after every token"),
)
RULES = (
    Pick("AH-X-AOO", "attacks of opportunity"),
    Pick("AH-X-ALOOF", "aloof enemies cannot be attacked while unengaged"),
)


def form() -> Form:
    """What is chosen before a scenario begins."""
    scenarios = tuple(Pick(name, box.scenario.title, box.blurb) for name, box in boxes().items())
    campaigns = (Pick("", "as the scenario says"), *(Pick(name, c.title) for name, c in bags().items()))
    return Form(
        "A scenario",
        (
            Field("scenario", "Scenario", "choice", options=scenarios, default="flooded_archive"),
            Field("difficulty", "Difficulty", "choice", options=_picks(DIFFICULTIES), default="standard"),
            Field("investigators", "Investigator", "sheet", least=1, sheet="investigator", each_seat=True),
            Field("reference", "Reference card", "sheet", "Left open: the scenario's own.", sheet="reference"),
            Field("campaign", "Chaos bag of", "choice", options=campaigns, default=""),
            Field("audit", "Count the bag first", "flag", "The camera counts your tokens and names what is wrong."),
            Field("pause", "Ask after a token", "choice", options=PAUSES, default="never", advanced=True),
            Field("without", "Play without", "choices", options=RULES, advanced=True),
            Field("campaign_name", "Name of the campaign", "text", most=40, advanced=True),
        ),
        "The cards stay on the table. Lamplight is the bag, the skill test, the clock and the log.",
    )


def symbol_fields() -> tuple[Field, ...]:
    """What one symbol does; numbers first, for most cards say no more."""
    return (
        Field("modifier", "Modifier", "number", least=-10, most=10),
        Field("x", "-X, X is the number of", "choice", options=SUBJECTS, default=""),
        Field("of", "only with the trait", "text", "Left open: all of them.", most=30),
        Field("reveal", "Reveal so many more tokens", "number", least=0, most=3),
        Field("auto", "Decides the test", "choice", options=AUTOS, default="", advanced=True),
        Field("fail_damage", "If you fail: damage", "number", least=0, most=9),
        Field("fail_horror", "If you fail: horror", "number", least=0, most=9),
        Field("fail_text", "If you fail: in words", "text", most=200),
        Field("if", "If there is one of", "choice", options=SUBJECTS, default="", advanced=True),
        Field("if_of", "... with the trait", "text", most=30, advanced=True),
        Field("if_modifier", "... it changes the modifier by", "number", least=-10, most=10, advanced=True),
        Field("if_damage", "... damage", "number", least=0, most=9, advanced=True),
        Field("if_horror", "... horror", "number", least=0, most=9, advanced=True),
        Field("text", "On reveal: in words", "text", most=200, advanced=True),
    )


def reference_form() -> Form:
    """A scenario reference card."""
    symbols = tuple(
        Field(name, name.replace("_", " ").capitalize(), "group", fields=symbol_fields()) for name in SYMBOLS
    )
    return Form(
        "A scenario reference card",
        (
            Field("title", "Name of the scenario", "text", least=1, most=40),
            Field("easy", "Easy and standard", "group", fields=symbols),
            Field(
                "hard", "Hard and expert", "group", "Left empty: as on the other side.", fields=symbols, advanced=True
            ),
        ),
        "What the four symbols do. A symbol that is left empty does nothing.",
    )


def investigator_form() -> Form:
    """An investigator and, as far as one likes, the own deck."""
    skills = tuple(Field(skill, skill.capitalize(), "number", least=0, most=9, default=3) for skill in SKILLS)
    sign = (
        Field("modifier", "Modifier", "number", least=-10, most=10, default=1),
        Field("x", "+X, X is the number of", "choice", options=SUBJECTS, default=""),
        Field("of", "only with the trait", "text", most=30),
        Field("auto", "Decides the test", "choice", options=AUTOS, default=""),
        Field("win_cards", "If you succeed: draw cards", "number", least=0, most=5),
        Field("win_resources", "If you succeed: gain resources", "number", least=0, most=5),
        Field("win_text", "If you succeed: in words", "text", most=200),
    )
    return Form(
        "An investigator",
        (
            Field("name", "Name", "text", least=1, most=40),
            *skills,
            Field("health", "Health", "number", least=1, most=20, default=7),
            Field("sanity", "Sanity", "number", least=1, most=20, default=7),
            Field("elder_sign", "Elder sign", "group", fields=sign),
            Field(
                "deck", "Cards of the deck, as far as you like", "list", most=60, fields=card_fields(), advanced=True
            ),
        ),
        "Name them as you like. Cards that are not written down are committed by their icons and played by their cost.",
    )


def card_fields() -> tuple[Field, ...]:
    """A card of the own deck."""
    icons = tuple(Field(icon, f"{icon.capitalize()} icons", "number", least=0, most=4) for icon in (*SKILLS, "wild"))
    return (
        Field("name", "Name", "text", least=1, most=40),
        Field("count", "Copies", "number", least=1, most=3, default=1),
        Field("type", "Kind", "choice", options=TYPES, default="skill"),
        Field("cost", "Cost", "number", least=0, most=10),
        *icons,
        Field("fast", "Fast", "flag", advanced=True),
        Field("health", "Health, of an ally", "number", least=0, most=9, advanced=True),
        Field("sanity", "Sanity, of an ally", "number", least=0, most=9, advanced=True),
        Field("weapon_add", "Weapon: adds to combat", "number", least=0, most=6, advanced=True),
        Field("weapon_damage", "Weapon: more damage", "number", least=0, most=6, advanced=True),
        Field("weapon_uses", "Weapon: ammunition", "number", least=0, most=12, advanced=True),
    )


def _picks(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(name, name.capitalize()) for name in names)


def _figures() -> Mapping[str, Mapping[str, Any]]:
    return {name: form_values.figure(told) for name, told in figures().items()}


def _references() -> Mapping[str, Mapping[str, Any]]:
    return {name: form_values.reference(told) for name, told in references().items()}


def _investigator(data: Mapping[str, Any]) -> str:
    return figure(data, "The investigator").name


def _reference(data: Mapping[str, Any]) -> str:
    return reference(data, "The reference card").title


SHEETS = MappingProxyType(
    {
        "investigator": SheetKind(investigator_form(), _figures, _investigator),
        "reference": SheetKind(reference_form(), _references, _reference),
    }
)
