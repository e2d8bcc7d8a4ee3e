"""Damage and horror cards, conditions and elimination. The back of an Insane condition is secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.engine import Rule, choose, count, write
from companion.games.mansions.content import INSANE, Facing, Injury
from companion.games.mansions.facts import (
    CardDiscarded,
    CardResolved,
    CardsFlipped,
    CardsSuffered,
    ConditionGained,
    FacedownDiscarded,
    G,
    InsaneTaken,
    InvestigatorEliminated,
    Way,
)
from companion.games.mansions.state import State
from companion.i18n import N_, _, from_data
from companion.schema import Faces, Option, Prompt, Refusal, Refused, Seat, Words

CONDITIONS: dict[Injury, str] = {"damage": N_("Wounded"), "horror": INSANE}


@dataclass(frozen=True, slots=True)
class InsaneCopy:
    """The back of an Insane condition, as told by its owner."""

    id: str
    required: int  # players


@dataclass(frozen=True, slots=True)
class TurnedCards:
    """Cards seen when they were turned, in their order."""

    cards: tuple[str, ...] = ()  # damage and horror
    insane: tuple[InsaneCopy, ...] = ()


NO_CARDS_SEEN = TurnedCards()


def suffer(
    g: G, seat: Seat, injury: Injury, amount: int, facing: Facing = "up", turned: TurnedCards = NO_CARDS_SEEN
) -> None:
    """Suffer all damage or horror of an effect, then break down. MOM-DMG-2, MOM-WOUND-2, MOM-INSANE-2."""
    if not amount:
        return
    g.emit(CardsSuffered(seat, injury, amount, facing))
    if facing == "up":
        resolve(g, seat, turned.cards)
    who = g.state.seats[seat]
    limit = who.limit(injury)
    if limit is None or who.harm(injury).total < limit:
        return
    if CONDITIONS[injury] in who.conditions:
        g.emit(InvestigatorEliminated(seat))  # MOM-ELIM-1, MOM-ELIM-2
        return
    g.emit(ConditionGained(seat, CONDITIONS[injury]))  # MOM-WOUND-1, MOM-INSANE-1
    if injury == "horror":
        take_insane(g, seat, turned.insane)
    g.emit(FacedownDiscarded(seat, injury))


def resolve(g: G, seat: Seat, cards: tuple[str, ...]) -> None:
    """Resolve cards marked Resolve Immediately. Others stay faceup. MOM-DMG-4, MOM-DMG-5."""
    for card in cards:
        if g.state.cards.get(card) == "resolve_immediately":
            g.emit(CardResolved(seat, card))


def take_insane(g: G, seat: Seat, copies: tuple[InsaneCopy, ...]) -> None:
    """Take an Insane copy. One for more players is replaced, the last one is kept. MOM-INSANE-3."""
    redrawn: list[Words] = []
    for copy in copies:
        if g.state.players >= copy.required or copy is copies[-1]:
            g.emit(InsaneTaken(seat, copy.id, tuple(redrawn)))
            return
        redrawn.append(copy.id)


def flip_faceup(
    g: G, seat: Seat, injury: Injury, number: int, chosen: bool, turned: TurnedCards = NO_CARDS_SEEN
) -> None:
    """Flip up to `number` random facedown cards. MOM-DMG-3."""
    _refuse_choice(chosen)
    g.emit(CardsFlipped(seat, injury, min(number, g.state.seats[seat].harm(injury).down)))
    resolve(g, seat, turned.cards)


def discard(g: G, seat: Seat, injury: Injury, facing: Facing, chosen: bool) -> None:
    """Discard a chosen faceup card or a random facedown one. MOM-DMG-6."""
    _refuse_choice(chosen and facing == "down")
    harm = g.state.seats[seat].harm(injury)
    if harm.up if facing == "up" else harm.down:
        g.emit(CardDiscarded(seat, injury, facing))


def discard_any(g: G, seat: Seat, injury: Injury, number: int) -> Rule[None]:
    """Discard several cards one by one. Ask where both facings are there. MOM-DMG-6."""
    for place in range(number):
        harm = g.state.seats[seat].harm(injury)
        if not harm.total:
            return
        facing: Facing = "up" if harm.up else "down"
        if harm.up and harm.down:
            facing = "up" if (yield from g.one(_discard_prompt(seat, injury, place + 1, number))) == "up" else "down"
        discard(g, seat, injury, facing, chosen=False)


def _discard_prompt(seat: Seat, injury: Injury, place: int, number: int) -> Prompt:
    options = (Option("up", _("a faceup one of choice")), Option("down", _("a facedown one at random")))
    title = _("discard which horror card, {place} of {n}?", place=place, n=number)
    if injury == "damage":
        title = _("discard which damage card, {place} of {n}?", place=place, n=number)
    return choose(seat, title, options, rule="MOM-DMG-6", key=f"harm.discard.{injury}", about=str(place))


def gain_condition(g: G, seat: Seat, condition: str) -> bool:
    """Gain a condition and return True, unless the seat has it. MOM-COND-3."""
    if condition in g.state.seats[seat].conditions:
        return False
    g.emit(ConditionGained(seat, condition))
    return True


def look_refused(s: State, by: Seat, owner: Seat, card: str) -> Refusal | None:
    """Return why the back of a card is secret to a seat, or None. MOM-COND-2, MOM-INSANE-4, MOM-POSS-3, MOM-POSS-4."""
    item = s.items.get(card)
    if card == INSANE and by == owner and card in s.seats[owner].conditions:
        return None
    if item is not None and not item.spell and card not in s.seats[owner].conditions:
        return None
    return Refusal("HIDDEN", _("{who} may not look at the back of that card.", who=s.seats[by].name), "MOM-COND-2")


def _refuse_choice(chosen: bool) -> None:
    if chosen:
        sentence = _("A facedown card is taken at random, not chosen.")
        raise Refused("FACEDOWN_MUST_BE_RANDOM", sentence, "MOM-DMG-6")


MOST_PLAYERS = 8
ANOTHER, KEEP = "another", "keep"
KNOWN_TO_OWNER = N_("I know it")


def insane_ways(s: State) -> Iterator[Way]:
    """Yield the secret question for each Insane owner without an answer. It may wait."""
    for seat, who in s.seats.items():
        if INSANE in who.conditions and not who.insane and not who.eliminated:
            title = _("you are Insane. How many players does the back of your card require?")
            prompt = count(seat, title, 1, MOST_PLAYERS, "MOM-INSANE-3", secret=True, key="insane.players")
            yield Way(prompt, partial(take_insane_copy, seat))


def take_insane_copy(seat: Seat, g: G, values: Faces) -> Rule[None]:
    """Ask until the copy fits the number of players or no other is left. MOM-INSANE-3."""
    required, replaced = int(values[0]), 0
    while required > g.state.players:
        if (yield from g.one(_replace_prompt(seat, replaced + 1))) == KEEP:
            break
        replaced += 1
        required = yield from g.number(_players_prompt(seat, replaced))
    title = _("a few words for yourself, what does your card ask of you?")
    proposals = (Option(KNOWN_TO_OWNER, from_data(KNOWN_TO_OWNER)),)
    copy = yield from g.one(write(seat, title, proposals, "MOM-INSANE-5", secret=True, key="insane.words"))
    g.emit(InsaneTaken(seat, copy, tuple(_("copy {n}", n=number) for number in range(1, replaced + 1))))


def _replace_prompt(seat: Seat, number: int) -> Prompt:
    options = (Option(ANOTHER, _("I took another copy")), Option(KEEP, _("There is no other: I keep it")))
    title = _("put the copy back and take another, {n}", n=number)
    key, about = "insane.another", str(number)
    return choose(seat, title, options, rule="MOM-INSANE-3", secret=True, key=key, about=about)


def _players_prompt(seat: Seat, number: int) -> Prompt:
    title = _("how many players does the new copy require, {n}?", n=number)
    key, about = "insane.new_players", str(number)
    return count(seat, title, 1, MOST_PLAYERS, "MOM-INSANE-3", secret=True, key=key, about=about)
