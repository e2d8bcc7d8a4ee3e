"""The setup form of a scenario, and the forms for investigators and reference cards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.engine import SheetKind
from companion.games.arkham.content import (
    bags,
    boxes,
    figures,
    read_figure,
    read_reference,
    references,
)
from companion.games.arkham.forms import form_values
from companion.i18n import Text, _, from_data
from companion.schema import Field, Form, Pick

SUBJECT_PICKS = (
    Pick("", _("nothing is counted")),
    Pick("enemies_here", _("enemies at the location")),
    Pick("enemies_in_play", _("enemies in play")),
    Pick("enemies_engaged", _("enemies engaged with the investigator")),
    Pick("clues_here", _("clues on the location")),
    Pick("clues_held", _("clues the investigator has")),
    Pick("damage", _("damage on the investigator")),
    Pick("horror", _("horror on the investigator")),
    Pick("resources", _("resources of the investigator")),
    Pick("cards_in_hand", _("cards in hand")),
    Pick("cards_in_play", _("cards in play")),
    Pick("doom", _("doom")),
)
DIFFICULTY_PICKS = (
    Pick("easy", _("Easy")),
    Pick("standard", _("Standard")),
    Pick("hard", _("Hard")),
    Pick("expert", _("Expert")),
)
SKILLS = {
    "willpower": _("Willpower"),
    "intellect": _("Intellect"),
    "combat": _("Combat"),
    "agility": _("Agility"),
}
ICONS = {
    "willpower": _("Willpower icons"),
    "intellect": _("Intellect icons"),
    "combat": _("Combat icons"),
    "agility": _("Agility icons"),
    "wild": _("Wild icons"),
}
SYMBOLS = {
    "skull": _("Skull"),
    "cultist": _("Cultist"),
    "tablet": _("Tablet"),
    "elder_thing": _("Elder thing"),
}
AUTO_PICKS = (Pick("", _("no")), Pick("success", _("automatic success")), Pick("fail", _("automatic failure")))
TYPE_PICKS = (Pick("skill", _("skill")), Pick("event", _("event")), Pick("asset", _("asset")))
PAUSE_PICKS = (
    Pick("never", _("never"), _("a token counts at once")),
    Pick("failure", _("when the test would fail"), _("for cards that are played then")),
    Pick("always", _("after every token")),
)
RULE_PICKS = (
    Pick("AH-X-AOO", _("attacks of opportunity")),
    Pick("AH-X-ALOOF", _("aloof enemies cannot be attacked while unengaged")),
)


def form() -> Form:
    """Return the setup form."""
    scenarios = tuple(Pick(name, from_data(box.scenario.title), from_data(box.blurb)) for name, box in boxes().items())
    campaigns = (Pick("", _("as the scenario says")), *(Pick(name, from_data(c.title)) for name, c in bags().items()))
    return Form(
        _("A scenario"),
        (
            Field("scenario", _("Scenario"), "choice", options=scenarios, default="flooded_archive"),
            Field("difficulty", _("Difficulty"), "choice", options=DIFFICULTY_PICKS, default="standard"),
            Field("investigators", _("Investigator"), "sheet", least=1, sheet="investigator", each_seat=True),
            Field("reference", _("Reference card"), "sheet", _("Left open: the scenario's own."), sheet="reference"),
            Field("campaign", _("Campaign of the chaos bag"), "choice", options=campaigns, default=""),
            Field(
                "audit", _("Count the bag first"), "flag", _("The camera counts your tokens and names what is wrong.")
            ),
            Field("pause", _("Ask after a token"), "choice", options=PAUSE_PICKS, default="never", advanced=True),
            Field("without", _("Play without"), "choices", options=RULE_PICKS, advanced=True),
            Field("campaign_name", _("Name of the campaign"), "text", most=40, advanced=True),
        ),
        _("The cards stay on the table. Lamplight is the bag, the skill test, the clock and the log."),
    )


def symbol_fields() -> tuple[Field, ...]:
    """Return the fields of one symbol, numbers first because most cards have only a number."""
    return (
        Field("modifier", _("Modifier"), "number", least=-10, most=10),
        Field("x", _("What X counts (−X)"), "choice", options=SUBJECT_PICKS, default=""),
        Field("of", _("What X counts: only with the trait"), "text", _("Left open: all of them."), most=30),
        Field("reveal", _("Reveal so many more tokens"), "number", least=0, most=3),
        Field("auto", _("Decides the test"), "choice", options=AUTO_PICKS, default="", advanced=True),
        Field("fail_damage", _("If you fail: damage"), "number", least=0, most=9),
        Field("fail_horror", _("If you fail: horror"), "number", least=0, most=9),
        Field("fail_text", _("If you fail: in words"), "text", most=200),
        Field("if", _("Condition: what is there"), "choice", options=SUBJECT_PICKS, default="", advanced=True),
        Field("if_of", _("Condition: only with the trait"), "text", most=30, advanced=True),
        Field("if_modifier", _("Condition met: change of the modifier"), "number", least=-10, most=10, advanced=True),
        Field("if_damage", _("Condition met: damage"), "number", least=0, most=9, advanced=True),
        Field("if_horror", _("Condition met: horror"), "number", least=0, most=9, advanced=True),
        Field("text", _("On reveal: in words"), "text", most=200, advanced=True),
    )


def reference_form() -> Form:
    """Return the form of a reference card."""
    symbols = tuple(Field(name, label, "group", fields=symbol_fields()) for name, label in SYMBOLS.items())
    return Form(
        _("A scenario reference card"),
        (
            Field("title", _("Name of the scenario"), "text", least=1, most=40),
            Field("easy", _("Easy and standard"), "group", fields=symbols),
            Field(
                "hard",
                _("Hard and expert"),
                "group",
                _("Left empty: as on the other side."),
                fields=symbols,
                advanced=True,
            ),
        ),
        _("What the four symbols do. A symbol that is left empty does nothing."),
    )


def investigator_form() -> Form:
    """Return the form of an investigator with an optional deck."""
    skills = tuple(Field(skill, label, "number", least=0, most=9, default=3) for skill, label in SKILLS.items())
    sign = (
        Field("modifier", _("Modifier"), "number", least=-10, most=10, default=1),
        Field("x", _("What X counts (+X)"), "choice", options=SUBJECT_PICKS, default=""),
        Field("of", _("What X counts: only with the trait"), "text", most=30),
        Field("auto", _("Decides the test"), "choice", options=AUTO_PICKS, default=""),
        Field("win_cards", _("If you succeed: draw cards"), "number", least=0, most=5),
        Field("win_resources", _("If you succeed: gain resources"), "number", least=0, most=5),
        Field("win_text", _("If you succeed: in words"), "text", most=200),
    )
    return Form(
        _("An investigator"),
        (
            Field("name", _("Name"), "text", least=1, most=40),
            *skills,
            Field("health", _("Health"), "number", least=1, most=20, default=7),
            Field("sanity", _("Sanity"), "number", least=1, most=20, default=7),
            Field("elder_sign", _("Elder sign"), "group", fields=sign),
            Field(
                "deck", _("Cards of the deck, as far as you like"), "list", most=60, fields=card_fields(), advanced=True
            ),
        ),
        _(
            "Name them as you like. Cards that are not written down are committed by their icons and played by their cost."
        ),
    )


def card_fields() -> tuple[Field, ...]:
    """Return the fields of a card of the deck."""
    icons = tuple(Field(icon, label, "number", least=0, most=4) for icon, label in ICONS.items())
    return (
        Field("name", _("Name"), "text", least=1, most=40),
        Field("count", _("Copies"), "number", least=1, most=3, default=1),
        Field("type", _("Kind"), "choice", options=TYPE_PICKS, default="skill"),
        Field("cost", _("Cost"), "number", least=0, most=10),
        *icons,
        Field("fast", _("Fast"), "flag", advanced=True),
        Field("health", _("Health, of an ally"), "number", least=0, most=9, advanced=True),
        Field("sanity", _("Sanity, of an ally"), "number", least=0, most=9, advanced=True),
        Field("weapon_add", _("Weapon: adds to combat"), "number", least=0, most=6, advanced=True),
        Field("weapon_damage", _("Weapon: more damage"), "number", least=0, most=6, advanced=True),
        Field("weapon_uses", _("Weapon: ammunition"), "number", least=0, most=12, advanced=True),
    )


def _figures() -> Mapping[str, Mapping[str, Any]]:
    return {name: form_values.figure(figure) for name, figure in figures().items()}


def _references() -> Mapping[str, Mapping[str, Any]]:
    return {name: form_values.reference(reference) for name, reference in references().items()}


def _investigator(data: Mapping[str, Any]) -> Text:
    return from_data(read_figure(data, _("The investigator")).name)


def _reference(data: Mapping[str, Any]) -> Text:
    return from_data(read_reference(data, _("The reference card")).title)


SHEETS = MappingProxyType(
    {
        "investigator": SheetKind(investigator_form(), _figures, _investigator),
        "reference": SheetKind(reference_form(), _references, _reference),
    }
)
