"""Wounds, slime, Contamination and larvae: harm, healing, scan and final check (NEM-X-CONTAM-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from companion.engine import Rule, choose, count, draw
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import CONTAMINATION, SUFFERED, Effect
from companion.games.nemesis.names import who
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.effect_call import EffectCall, affected_seats
from companion.games.nemesis.state import MOST_SERIOUS, G, State, without_all
from companion.i18n import Text, _
from companion.schema import HOUSE, Faces, Option, Prompt, Refusal, Seat


def wound(g: G, seat: Seat, depth: Literal["light", "serious"]) -> None:
    """Add a wound. Three light ones are a serious one, and any wound beyond three serious ones kills."""
    if not is_aboard(g.state, seat):
        return
    at_the_end = g.state.characters[seat].serious_wounds >= MOST_SERIOUS
    g.emit(facts.Wounded(seat, depth))
    if at_the_end:
        die(g, seat)


def die(g: G, seat: Seat) -> None:
    if is_aboard(g.state, seat):
        g.emit(facts.CharacterDied(seat))


def contaminate(g: G, seat: Seat) -> None:
    """Put an unread card of the supply on the discard pile, if any is left (NEM-COST-4)."""
    in_play = sum(contaminations(g.state, other) for other in g.state.characters)
    if is_aboard(g.state, seat) and in_play < g.state.ship.contamination:
        g.emit(facts.ContaminationGained(seat, g.state.contamination[0]))


def slime(g: G, seat: Seat) -> None:
    if is_aboard(g.state, seat) and not g.state.characters[seat].slime:
        g.emit(facts.SlimeGained(seat))


def larva(g: G, seat: Seat) -> None:
    """Put a larva on the character. A second one kills."""
    if not is_aboard(g.state, seat):
        return
    if g.state.characters[seat].larva:
        die(g, seat)
    else:
        g.emit(facts.LarvaGained(seat))


def suffer(g: G, seat: Seat, effects: tuple[Effect, ...]) -> None:
    """Apply the harmful effects only, in order."""
    for effect in effects:
        if effect.do in SUFFERED:
            suffer_by_effect(g, EffectCall(seat, effect, g.state.characters[seat].room))


def _suffer(g: G, seat: Seat, effect: Effect) -> None:
    for _time in range(effect.n):
        HARM[effect.do](g, seat)


HARM: Mapping[str, Callable[[G, Seat], None]] = {
    "light_wound": partial(wound, depth="light"),
    "serious_wound": partial(wound, depth="serious"),
    "contamination": contaminate,
    "slime": slime,
    "larva": larva,
}


def is_aboard(s: State, seat: Seat) -> bool:
    """Return whether the character is alive, awake and not in a pod."""
    return s.characters[seat].fate == "aboard"


def suffer_by_effect(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        _suffer(g, seat, act.effect)


def cannot_heal_light(s: State, act: EffectCall) -> Refusal | None:
    is_hurt = any(s.characters[seat].light_wounds for seat in affected_seats(s, act))
    return None if is_hurt else Refusal("NO_WOUND", _("Nobody whom this could help has a light wound."))


def heal_light(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        if number := min(act.effect.n, g.state.characters[seat].light_wounds):
            g.emit(facts.Healed(seat, light=number))


def cannot_heal_serious(s: State, act: EffectCall) -> Refusal | None:
    is_hurt = any(s.characters[seat].serious_wounds for seat in affected_seats(s, act))
    return None if is_hurt else Refusal("NO_WOUND", _("Nobody whom this could help has a serious wound."))


def heal_serious(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        if number := min(act.effect.n, g.state.characters[seat].serious_wounds):
            g.emit(facts.Healed(seat, serious=number))


def cannot_clean(s: State, act: EffectCall) -> Refusal | None:
    is_slimy = any(s.characters[seat].slime for seat in affected_seats(s, act))
    return None if is_slimy else Refusal("NO_SLIME", _("Nobody whom this could help is covered in slime."))


def clean(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        if g.state.characters[seat].slime:
            g.emit(facts.SlimeCleaned(seat))


def cannot_remove_larva(s: State, act: EffectCall) -> Refusal | None:
    has_larva = any(s.characters[seat].larva for seat in affected_seats(s, act))
    return None if has_larva else Refusal("NO_LARVA", _("Nobody whom this could help carries a larva."))


def remove_larva(g: G, act: EffectCall) -> None:
    for seat in affected_seats(g.state, act):
        if g.state.characters[seat].larva:
            g.emit(facts.LarvaLost(seat))


CARDS_CHECKED = 4  # cards that are drawn in the end
INFECTED, CLEAN = "infected", "clean"


def find_infected(g: G, home: tuple[Seat, ...]) -> Rule[tuple[Seat, ...]]:
    """Return the seats that came home infected, at random or, with real cards, as the players say.

    Our default: a character with an infected card or a larva draws four of all their cards. A Contamination card
    among them is fatal. A character with both is lost without a draw.
    """
    settings = g.state.settings
    if settings.decks == "none":
        return ()
    if settings.decks == "page" and settings.hands == "page":
        return (yield from _find_infected_by_draw(g, home))
    title = _("check your Contamination cards. Are you infected?")
    options = (Option("no", _("Clean")), Option("yes", _("Infected")))
    answers = yield from g.ask(
        *(choose(seat, title, options, rule="NEM-X-CONTAM-1", key="end.infected") for seat in home)
    )
    return tuple(seat for seat, answer in zip(home, answers, strict=True) if answer == ("yes",))


def _find_infected_by_draw(g: G, home: tuple[Seat, ...]) -> Rule[tuple[Seat, ...]]:
    """Check one after the other, from one supply of unread cards."""
    supply, lost = unread_cards(g.state), []
    for seat in home:
        read = yield from _read_cards(g, seat, supply)
        supply = without_all(supply, read)
        character = g.state.characters[seat]
        sick = INFECTED in read or character.infected > 0
        if sick and character.larva:
            lost.append(seat)
        elif sick or character.larva:
            cards = character.hand + character.deck + character.discard
            title = _("four cards are drawn, a Contamination card among them is the end")
            number = min(CARDS_CHECKED, len(cards))
            drawn = yield from g.some(_draw_hidden_cards(g.state, seat, "end.outbreak", title, cards, number))
            if any(card in g.state.contamination for card in drawn):
                lost.append(seat)
    return tuple(lost)


def unread_cards(s: State) -> Faces:
    """Return the faces of the Contamination cards that no scan has read."""
    known = sum(character.infected for character in s.characters.values())
    infected = max(0, s.ship.infected - known)
    return (INFECTED,) * infected + (CLEAN,) * max(0, s.ship.contamination - s.ship.infected)


def contaminations(s: State, seat: Seat) -> int:
    """Count the Contamination cards in hand, deck and discard pile."""
    character = s.characters[seat]
    return sum(card in s.contamination for card in character.hand + character.deck + character.discard)


def _read_cards(g: G, seat: Seat, supply: Faces) -> Rule[Faces]:
    """Draw the faces of the unread cards of a character."""
    number = min(contaminations(g.state, seat) - g.state.characters[seat].infected, len(supply))
    if number <= 0:
        return ()
    title = _("the Contamination cards are read")
    return (yield from g.some(_draw_hidden_cards(g.state, seat, "end.read", title, supply, number)))


def _draw_hidden_cards(s: State, seat: Seat, key: str, title: Text, cards: Faces, number: int) -> Prompt:
    return draw(HOUSE, title, cards, "NEM-X-CONTAM-1", count=number, key=key, about=seat, whom=who(s, seat))


def cannot_scan(s: State, act: EffectCall) -> Refusal | None:
    """Allow it with any hand: a refusal would show what the hand holds."""
    return None if affected_seats(s, act) else Refusal("NOBODY_HERE", _("Nobody is there to be scanned."))


def scan(g: G, act: EffectCall) -> Rule[None]:
    for seat in affected_seats(g.state, act):
        yield from scan_hand(g, seat)


def scan_hand(g: G, seat: Seat) -> Rule[None]:
    """Read the Contamination cards of a hand. Only its owner learns which are infected (NEM-X-CONTAM-1).

    Our default: all of them are read. Clean ones return to the supply, infected ones stay and
    bring one larva, which kills a character who has one.
    """
    if not contaminations_in_hand(g.state, seat):
        return
    infected = yield from _read_hand(g, seat)
    cards = contaminations_in_hand(g.state, seat)
    infected = min(infected, cards)  # a correction may have come between
    g.emit(facts.Scanned(seat, cards - infected, infected))
    if infected:
        larva(g, seat)


def contaminations_in_hand(s: State, seat: Seat) -> int:
    """Count the Contamination cards in hand, known infected ones included."""
    return s.characters[seat].hand.count(CONTAMINATION)


def _read_hand(g: G, seat: Seat) -> Rule[int]:
    """Return the number of infected cards: drawn at random, or read by the owner of real cards."""
    cards, known = contaminations_in_hand(g.state, seat), g.state.characters[seat].infected
    if hands.are_real(g.state):
        title = _("read the Contamination cards of your hand. How many are infected?")
        return (yield from g.number(count(seat, title, 0, cards, "NEM-X-CONTAM-1", secret=True, key="scan")))
    deck = unread_cards(g.state)
    fresh = min(cards - known, len(deck))
    if not fresh:
        return known
    read = yield from g.some(_draw_hidden_cards(g.state, seat, "scan", _("the scanner reads"), deck, fresh))
    return known + read.count(INFECTED)
