"""Agenda and act: doom, clues, and their advances."""

from __future__ import annotations

from companion.engine import Rule, choose, require_allowed
from companion.games.arkham.content import Act, Agenda
from companion.games.arkham.facts import ActAdvanced, AgendaAdvanced, CluesSpent, DoomPlaced, LocationEntered, StepDone
from companion.games.arkham.names import EVERYONE
from companion.games.arkham.rules.card_and_token_effects import carry_out
from companion.games.arkham.rules.endings import end
from companion.games.arkham.rules.in_play import enter_play
from companion.games.arkham.state import G, State, clues_needed, current_act, current_agenda
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import TABLE, Option, Prompt, Refusal, Seat


def act_refusal(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  the group spends them
    """Return why clues cannot advance the act now, or None."""
    now = current_act(s)
    if now is None or not now.clues:
        return Refusal("NO_TARGET", _("No act is advanced with clues now."), "Act")
    held = sum(who.clues for who in s.seats.values() if not who.defeated)
    if held < clues_needed(s) - s.spent:
        sentence = ngettext(
            "{act} takes {n} clue, the group has {held}.",
            "{act} takes {n} clues, the group has {held}.",
            clues_needed(s) - s.spent,
            act=from_data(now.title),
            held=held,
        )
        return Refusal("NOT_ENOUGH_CLUES", sentence, "Act")
    return None


def spend_on_act(g: G, seat: Seat) -> Rule[None]:
    """Spend clues of the group on the act, the performer's first."""
    require_allowed(act_refusal(g.state, seat))
    order = [seat, *(other for other in g.state.seats if other != seat)]
    for who in order:
        paid = min(g.state.seats[who].clues, clues_needed(g.state) - g.state.spent)
        if paid and not g.state.seats[who].defeated:
            g.emit(CluesSpent(who, paid, act=True))
    yield from advance_act(g)


def advance_act(g: G) -> Rule[None]:
    """Advance the act, read it aloud and apply it."""
    now = current_act(g.state)
    if now is None:
        return
    g.emit(ActAdvanced(now.title))
    yield from _apply_card(g, now)


def advance_agenda(g: G) -> Rule[None]:
    """Advance the agenda, remove its doom, read it aloud and apply it."""
    now = current_agenda(g.state)
    if now is None:
        return
    g.emit(AgendaAdvanced(now.title))
    yield from _apply_card(g, now)


def objective_reached(s: State) -> bool:
    """Return whether the act's objective is met: a defeated enemy, or all investigators at a location."""
    now = current_act(s)
    if now is None:
        return False
    if now.defeat:
        return any((foe.of or name) == now.defeat and foe.defeated for name, foe in s.enemies.items())
    left = [who for who in s.seats.values() if not who.defeated]
    return bool(now.reach and left) and all(who.location == now.reach for who in left)


def is_due(s: State) -> bool:
    """Return whether doom has reached the threshold. It is checked only in the mythos phase, after doom is placed."""
    now = current_agenda(s)
    return s.phase == "mythos" and bool(s.done) and now is not None and bool(now.doom) and s.doom >= now.doom


def _apply_card(g: G, turned: Agenda | Act) -> Rule[None]:
    """Apply an advanced card, and the ending that it leads to."""
    for name in turned.brings:
        yield from _bring_in(g, name)
    lead = next((seat for seat, who in g.state.seats.items() if not who.defeated), "")
    if lead:
        yield from carry_out(g, lead, turned.effects)
    if turned.ending and g.state.ending is None:
        end(g, turned.ending)


def _bring_in(g: G, name: str) -> Rule[None]:
    if name in g.state.locations:
        g.emit(LocationEntered(name))
    elif name in g.state.enemies:
        lead = next((seat for seat, who in g.state.seats.items() if not who.defeated), next(iter(g.state.seats)))
        yield from enter_play(g, name, lead)


def go_on(key: str, title: Text, button: Text, rule: str, about: str = "") -> Prompt:
    """Ask players to confirm an automatic event, so that they can carry it out with their cards."""
    return choose(TABLE, title, [Option("go", button)], rule=rule, key=key, about=about, whom=EVERYONE)


def turn_agenda(g: G) -> Rule[None]:
    """Advance the agenda at its threshold."""
    now = current_agenda(g.state)
    assert now is not None
    title = _("the agenda advances, {agenda}", agenda=from_data(now.title))
    yield from g.some(go_on("agenda", title, _("Turn the agenda"), "Agenda"))
    yield from advance_agenda(g)


def turn_act(g: G) -> Rule[None]:
    """Advance an act with a met objective."""
    now = current_act(g.state)
    assert now is not None
    title = _("the act advances, {act}", act=from_data(now.title))
    yield from g.some(go_on("act", title, _("Turn the act"), "Act"))
    yield from advance_act(g)


def doom(g: G, now: Agenda | None) -> Rule[None]:
    """Place one doom on the agenda. Players advance an unknown agenda themselves."""
    there = g.state.doom + 1
    if now is not None:
        title = _("1 doom on the agenda, {there} of {most}", there=there, most=now.doom)
        yield from g.some(go_on("doom", title, _("Place 1 doom"), "Mythos"))
        g.emit(StepDone("doom"))
        g.emit(DoomPlaced(1))
        return
    ways = [
        Option("go", _("Place 1 doom, {there} in all", there=there)),
        Option("turn", _("Place 1 doom: the agenda advances")),
    ]
    title = _("1 doom on the agenda, {there} in all", there=there)
    chosen = yield from g.one(choose(TABLE, title, ways, rule="Mythos", key="doom.own", whom=EVERYONE))
    g.emit(StepDone("doom"))
    g.emit(DoomPlaced(1 if chosen == "go" else -g.state.doom))


def run_out_of_time(g: G) -> None:
    """End the scenario after all investigators have left."""
    end(g, g.state.scenario.out_of_time)
