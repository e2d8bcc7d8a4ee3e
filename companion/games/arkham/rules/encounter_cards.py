"""Draw encounter cards: enemies come into play, treacheries are tested."""

from __future__ import annotations

from companion.engine import Rule, draw
from companion.games.arkham.content import Encounter
from companion.games.arkham.facts import EncounterDrawn, EncounterRenewed, Told
from companion.games.arkham.rules.card_and_token_effects import carry_out
from companion.games.arkham.rules.in_play import enter_play
from companion.games.arkham.rules.skill_test import of_card, skill_test
from companion.games.arkham.state import G, State
from companion.i18n import _, from_data
from companion.schema import Option, Prompt, Seat


def encounter(g: G, seat: Seat) -> Rule[None]:
    """Resolve an encounter card, and another one after surge."""
    while True:
        if not g.state.deck.inside:
            g.emit(EncounterRenewed())
        card = yield from g.one(encounter_prompt(g.state, seat))
        g.emit(EncounterDrawn(seat, card))
        drawn = g.state.scenario.encounters[card]
        yield from resolve_encounter(g, seat, drawn)
        if not drawn.surge or g.state.seats[seat].defeated or g.state.ending is not None:
            return


def encounter_prompt(s: State, seat: Seat) -> Prompt:
    """Ask for the drawn card."""
    cards = [Option(card, from_data(s.scenario.encounters[card].title)) for card in s.deck.inside]
    title = _("draw the top card of the encounter deck")
    return draw(seat, title, cards, "Mythos", zone="pile", key="encounter")


def resolve_encounter(g: G, seat: Seat, drawn: Encounter) -> Rule[None]:
    """Bring an enemy into play, or resolve a treachery with its test or effects."""
    title = from_data(drawn.title)
    if drawn.text:
        g.emit(Told(_("{card}. {text}", card=title, text=from_data(drawn.text))))
    if drawn.enemy:
        yield from enter_play(g, drawn.enemy, seat)
    if drawn.skill:
        yield from skill_test(g, seat, drawn.skill, drawn.difficulty, title, *of_card(seat, drawn.effects))
    yield from carry_out(g, seat, (e for e in drawn.effects if e.when == "now"))
