"""Print the decks, locations, enemies and encounter cards of a shipped scenario, to be copied onto index cards.

`python -m companion.games.arkham.views.index_cards > docs/flooded-archive.md` writes the page. A test compares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games.arkham.content import Box, Copies, Enemy, Figure, Location, boxes, figures
from companion.games.arkham.rules.effect_text import symbol_text

SCENARIO = "flooded_archive"
SIDES: tuple[Literal["easy", "hard"], ...] = ("easy", "hard")
SIDE_NAMES = {"easy": "Easy and standard", "hard": "Hard and expert"}


def leaflet(box: Box) -> str:
    """Return the whole page in Markdown."""
    return "\n".join(_lines(box)) + "\n"


def _lines(box: Box) -> Iterator[str]:
    yield f"# {box.scenario.title!s}: the cards to write\n"
    yield "Made from the files of the game by `python -m companion.games.arkham.views.index_cards`. One line is one card.\n"
    yield "## Locations\n\n| front | shroud | clues | connects to |\n|---|---|---|---|"
    yield from (_location(box, place) for place in box.locations.values())
    yield "\n## Enemies\n\n| enemy | fight | health | evade | attack | keywords and traits |\n|---|---|---|---|---|---|"
    yield from (_enemy(enemy) for enemy in box.enemies.values())
    yield "\n## Encounter deck\n\nOnly the name; what it does, the page says when it is drawn.\n\n| card | copies |\n|---|---|"
    yield from (f"| {card.title!s} | {card.count} |" for card in box.scenario.encounters.values())
    yield "\n## Reference card\n"
    for side in SIDES:
        yield f"{SIDE_NAMES[side]}:\n"
        yield from (
            f"- {name.replace('_', ' ')}: {symbol_text(symbol)!s}"
            for name, symbol in getattr(box.reference, side).items()
        )
        yield ""
    for who in figures().values():
        yield from _figure(who)


def _location(box: Box, place: Location) -> str:
    clues = f"{place.clue_value}{' for each of you' if place.per_investigator and place.clue_value else ''}"
    ways = ", ".join(box.locations[to].title for to in place.connects)
    return f"| {place.title!s}{' (put aside)' if place.hidden else ''} | {place.shroud} | {clues} | {ways} |"


def _enemy(enemy: Enemy) -> str:
    more = f" + {enemy.per_investigator} for each of you" if enemy.per_investigator else ""
    attack = f"{enemy.attack_damage} damage, {enemy.attack_horror} horror"
    words = ", ".join((*(w for w in ("aloof", "retaliate") if getattr(enemy, w)), *enemy.keywords, *enemy.traits))
    return f"| {enemy.title!s} | {enemy.fight} | {enemy.health}{more} | {enemy.evade} | {attack} | {words} |"


def _figure(who: Figure) -> Iterator[str]:
    skills = ", ".join(f"{name} {value}" for name, value in who.skills.items())
    yield f"## {who.name}\n"
    yield f"{who.text} {skills}; health {who.health}, sanity {who.sanity}. Elder sign: {symbol_text(who.elder_sign)!s}\n".strip()
    yield "\n| card | copies | kind | cost | icons | what it does |\n|---|---|---|---|---|---|"
    yield from map(_card, who.deck)
    yield ""


def _card(copies: Copies) -> str:
    card = copies.card
    kind = f"fast {card.type}" if card.fast else card.type
    cost = "" if card.type == "skill" else str(card.cost)
    return f"| {copies.name} | {copies.count} | {kind} | {cost} | {', '.join(card.icons)} | {card.text} |"


if __name__ == "__main__":
    print(leaflet(boxes()[SCENARIO]), end="")
