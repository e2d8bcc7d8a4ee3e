"""Steps into a space, and Fire: burning, spreading, setting."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.mansions.facts import FireDiscarded, FirePlaced, G, MythosBegan, Stepped
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.damage_and_horror import suffer
from companion.games.mansions.rules.map.spaces import (
    are_adjacent,
    is_revealed,
    light_sources,
    space_title,
    stands_in_fire,
)
from companion.games.mansions.state import State, exact
from companion.i18n import _
from companion.schema import Option, Refusal, Seat


def step(g: G, seat: Seat, to: str, counts: bool = False) -> Rule[None]:
    """Enter a space. Fire hurts unless it is discarded first. MOM-FIRE-1, MOM-EXTINGUISH-2, MOM-EXTINGUISH-4."""
    g.emit(Stepped(seat, to, counts))
    if to in g.state.tokens.fire:
        yield from offer_to_extinguish(g, seat)
    if to in g.state.tokens.fire and (yield from stands_in_fire(g, seat)):
        suffer(g, seat, "damage", 1, "down")


def offer_to_extinguish(g: G, seat: Seat) -> Rule[None]:
    """Offer to discard the Fire here with a success that is left. MOM-EXTINGUISH-2."""
    who = g.state.seats[seat]
    if not who.extinguish_left or who.space not in g.state.tokens.fire:
        return
    options = [Option(who.space, _("discard the Fire")), Option("leave", _("leave it"))]
    title = _("discard the Fire here?")
    answer = yield from g.one(choose(seat, title, options, rule="MOM-EXTINGUISH-2", key="fire.discard"))
    if answer == who.space:
        g.emit(FireDiscarded(seat, who.space))


def burn(g: G, seat: Seat) -> Rule[None]:
    """Burn after an action other than a move, or a forfeited one. MOM-FIRE-2, MOM-FIRE-4."""
    if not g.state.seats[seat].eliminated and (yield from stands_in_fire(g, seat)):
        suffer(g, seat, "damage", 1, "down")


def begin_mythos(g: G) -> Rule[None]:
    """Spread Fire by one space. MOM-FIRE-7, MOM-FIRE-8."""
    g.emit(MythosBegan())
    free = [space for space in g.state.spaces if spread_refused(g.state, space) is None]
    if free:
        options = [Option(space, space_title(g.state, space)) for space in free]
        title = _("place one Fire beside a burning space")
        prompt = choose_together(title, options, rule="MOM-FIRE-7", key="fire.spreads")
        g.emit(FirePlaced((yield from g.one(prompt))))


def spread(g: G, space: str) -> None:
    """Place the spreading Fire. MOM-FIRE-7."""
    refuse(spread_refused(g.state, space))
    g.emit(FirePlaced(space))


def spread_refused(s: State, space: str) -> Refusal | None:
    """Return why Fire cannot spread to a space, or None. MOM-FIRE-7, MOM-FIRE-9."""
    if space in s.tokens.fire:
        return _burns_already(s, space)
    if not is_revealed(s, space) or not any(are_adjacent(s, space, burning) for burning in s.tokens.fire):
        sentence = _("{place.cap} is not beside a burning space.", place=space_title(s, space))
        return Refusal("NOT_ADJACENT_TO_FIRE", sentence, "MOM-FIRE-7")
    return None


def _burns_already(s: State, space: str) -> Refusal:
    sentence = _("There is Fire in {place} already.", place=space_title(s, space))
    return Refusal("ALREADY_ON_FIRE", sentence, "MOM-FIRE-9")


def set_fire_refused(s: State, seat: Seat, space: str) -> Refusal | None:
    """Return why Fire cannot be set, or None. On maps of tiles, players judge. MOM-SETFIRE-1, MOM-SETFIRE-2, MOM-FIRE-9."""
    if not exact(s):
        return None
    here, refusal = s.seats[seat].space, without_light_refused(s, seat)
    if refusal is not None:
        return refusal
    if space != here and not are_adjacent(s, here, space):
        sentence = _("{place.cap} is neither here nor adjacent.", place=space_title(s, space))
        return Refusal("NOT_ADJACENT", sentence, "MOM-SETFIRE-2")
    return _burns_already(s, space) if space in s.tokens.fire else None


def without_light_refused(s: State, seat: Seat) -> Refusal | None:
    """Return the refusal for a seat without a Light Source, or None. On maps of tiles, players judge. MOM-SETFIRE-1."""
    who = s.seats[seat]
    if not exact(s) or light_sources(s) & set(who.possessions):
        return None
    return Refusal("LIGHT_SOURCE_REQUIRED", _("{who} has no Light Source.", who=who.name), "MOM-SETFIRE-1")


def refuse(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal.error()
