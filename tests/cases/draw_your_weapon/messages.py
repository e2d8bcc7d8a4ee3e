"""Convert a message of a rule case to answers of the prompts that open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from companion.games.draw_your_weapon.rules.actions import rest
from companion.games.draw_your_weapon.rules.actions.attacks import SOMETHING
from companion.games.draw_your_weapon.rules.actions.called_tests import OTHER_SUIT
from companion.games.draw_your_weapon.state import State
from companion.schema import Faces, Prompt, Refused
from tests.cases.judge import Facts

Message: TypeAlias = Mapping[str, Any]

HOURS = 8  # of a usual Rest


def brought(s: State, prompt: Prompt, when: Message) -> Faces | None:
    """Return a message's answer to a prompt, None without one. Raises Refused for a card from the wrong place."""
    match prompt.rule, prompt.kind:
        case "DYW-TEST-3", _:
            return _attribute(s, prompt, when)
        case "DYW-X-ATTR-1", _:
            return _one(when.get("suit"))
        case "DYW-SKILL-1", _:
            return _one(when["actor"])
        case "DYW-CONTEST-5", _:
            return tuple(when["participants"])
        case "DYW-SURPRISE-3", "choose":
            return surprised(s, when)
        case "DYW-CONTEST-1", _:
            return tuple(who for who in when["participants"] if who not in surprised(s, when))
        case "DYW-SKILL-3", _:
            return _one(when.get("required"))
        case "DYW-DEFEND-3", _:
            return ("ordinary",) if prompt.seat in when.get("elect_normal", ()) else ("surprise",)
        case "DYW-TEST-7", _:
            return ("add",) if when.get("add_attribute", True) else ("alone",)
        case "DYW-SKILL-2" | "DYW-CONTEST-2" | "DYW-STRIKE-4" | "DYW-WEAPON-5", _:
            return _one(read(when, "played").get(whose(s, prompt)))
        case "DYW-ATTACK-1", _:
            return (when["target"] if when["target"] in s.characters else SOMETHING,)
        case "DYW-STRIKE-6", _:
            return ("yes",) if when.get("in_reach", True) else ("no",)
        case "DYW-ABILITY-1", _:
            return _one(when["feature"]["name"])
        case "DYW-WEAPON-1", _:
            return _one(when["weapon"])
        case "DYW-CMOVE-1", _:
            return _one(when["distance"])
        case "DYW-ABILITY-2", _:
            return _feature(when["feature"])
        case "DYW-BREATH-3", _:
            return tuple(when["subactions"]) if prompt.seat == when["actor"] else ("nothing",)
        case "DYW-RECOVER-1", _:
            return tuple(when["stats"])
        case "DYW-RECOVER-2", _:
            return _one(when["amounts"].get(prompt.about))
        case "DYW-BTRADE-1", _:
            return _one(when["partner"])
        case "DYW-BTRADE-2", _:
            return ("yes",) if prompt.seat in when.get("consent", ()) else ("no",)
        case "DYW-BTRADE-4", _:
            return tuple(when.get("cards", {}).get(prompt.seat, ()))
        case "DYW-BTRADE-5", _:
            return _one(when.get("spends", {}).get(prompt.seat, {}).get(prompt.about, 0))
        case "DYW-REST-3", _:
            return _completed(prompt, when)
        case "DYW-SURPRISE-4", _ if "take" in when and prompt.seat == when["actor"]:
            return ("keep",) if when["take"] else ("leave",)
        case "DYW-SURPRISE-3", "draw":
            return _flipped(prompt.seat, when)
    return None


def _completed(prompt: Prompt, when: Message) -> Faces | None:
    """End the Rest of the actor alone, even if others rest. Another length needs the Dealer."""
    if when.get("hours", HOURS) != HOURS and not when.get("dealer_ok"):
        return None
    alone = f"{rest.OVER_PREFIX}{when['actor']}"
    return (alone,) if any(option.id == alone for option in prompt.options) else ("completed",)


def _attribute(s: State, prompt: Prompt, when: Message) -> Faces | None:
    """One tap for the usual suit."""
    attribute = when.get("attribute")
    if attribute is None or s.book.attributes.get(attribute) == when.get("suit"):
        return _one(attribute)
    return (OTHER_SUIT,) if any(option.id == OTHER_SUIT for option in prompt.options) else _one(attribute)


def _feature(facts: Facts) -> Faces:
    """DYW-SPECIAL-3: the tag decides first."""
    if "Attack" in facts.get("tags", ()):
        return ("attack",)
    return ("part_of_test",) if facts.get("with_skill_test") else ("use_ability",)


def surprised(s: State, when: Message) -> tuple[str, ...]:
    """Return the surprised characters: all players who take part, if the message names none."""
    called = when.get("surprised", when["participants"])
    return tuple(who for who in called if s.characters[who].is_player)


def whose(s: State, prompt: Prompt) -> str:
    """Return the character that plays a card. The Dealer plays several."""
    return prompt.seat if prompt.seat in s.characters else prompt.about


def _flipped(who: str, when: Message) -> Faces | None:
    if who in read(when, "played"):
        raise Refused(
            "SURPRISE_USES_DECK",
            "A Surprise takes the top card of the Library, not a card of the hand.",
            "DYW-SURPRISE-3",
        )
    return _one(read(when, "flipped").get(who))


def read(when: Message, name: str) -> Facts:
    cards: Facts = when.get("reading", {}).get(name, {})
    return cards


def _one(value: object) -> Faces | None:
    return None if value is None else (str(value),)
