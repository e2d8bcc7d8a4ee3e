"""Consequences of success and failure: of the action, of a card, and of the revealed tokens. ST.7."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine import Rule, choose
from companion.games.arkham.content import Effect
from companion.games.arkham.facts import ResultApplied
from companion.games.arkham.names import token_text
from companion.games.arkham.rules.card_and_token_effects import carry_out, due
from companion.games.arkham.rules.effect_text import effects_text
from companion.games.arkham.rules.skill_test.skill_values import effect
from companion.games.arkham.state import G, On, State, Test, Verdict
from companion.i18n import _
from companion.schema import Faces, Option, Seat, Words


@dataclass(frozen=True, slots=True)
class Consequence:
    """A consequence of success or failure in ST.7."""

    id: str
    text: Words
    on: On
    do: Callable[[G], Rule[None] | None]


def of_tokens(s: State, test: Test, verdict: Verdict) -> tuple[Consequence, ...]:
    """Return the consequences of revealed tokens for this result, as "if you fail". AH-ST-7-2."""
    consequences: list[Consequence] = []
    for place, token in enumerate(verdict.tokens):
        ability = effect(s, test, token)
        sentences = due(ability.effects, verdict) if ability is not None else ()
        if sentences:
            text = _("{token}: {words}", token=token_text(token), words=effects_text(sentences))
            on: On = "success" if verdict.passed else "failure"
            consequences.append(Consequence(f"{token}.{place}", text, on, _sentences(verdict.performer, sentences)))
    return tuple(consequences)


def _sentences(seat: Seat, sentences: tuple[Effect, ...]) -> Callable[[G], Rule[None]]:
    def do(g: G) -> Rule[None]:
        yield from carry_out(g, seat, sentences)

    return do


def of_card(seat: Seat, effects: tuple[Effect, ...]) -> tuple[Consequence, ...]:
    """Return a card's effects on success and failure as results of its test."""

    def on(when: On) -> Consequence:
        def do(g: G) -> Rule[None]:
            verdict = g.state.last
            yield from carry_out(g, seat, due(effects, verdict) if verdict is not None else ())

        return Consequence(f"card.{when}", effects_text(e for e in effects if e.when == when), on=when, do=do)

    return tuple(on(when) for when in ("success", "failure") if any(e.when == when for e in effects))


def apply_results(g: G, verdict: Verdict, results: tuple[Consequence, ...]) -> Rule[None]:
    """Apply all consequences, in the performer's order. AH-ST-7-1, AH-ST-7-3."""
    applicable = {r.id: r for r in results if r.on == ("success" if verdict.passed else "failure")}
    order: Faces = tuple(applicable)
    if len(applicable) > 1:
        options = [Option(r.id, r.text) for r in applicable.values()]
        title, number = _("in which order do the results happen?"), len(applicable)
        order = yield from g.some(choose(verdict.performer, title, options, number, number, "ST.7", key="results"))
    for result in order:
        if g.state.seats[verdict.performer].left or g.state.ending is not None:  # drop the other results
            return
        yield from applicable[result].do(g) or ()
        if len(applicable) > 1:
            g.emit(ResultApplied(result))
