"""Rest: unconscious until awoken or completed. A completed Rest heals by the hand and deals a new one (DYW-REST)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine import DECK, Rule, card_text, choose
from companion.games.draw_your_weapon.facts import CardDrawn, HandDiscarded, PileDiscarded, RestBegan, RestEnded
from companion.games.draw_your_weapon.rules.cards import library_short, unseen, where_it_is
from companion.games.draw_your_weapon.rules.combat import end_defence, heal
from companion.games.draw_your_weapon.state import (
    CANNOT_DISCARD,
    ENDURANCE,
    HAND_SIZE,
    G,
    State,
    Way,
    card_value,
    deck_of,
    players,
)
from companion.i18n import Text, _, listed, ngettext
from companion.schema import DEALER, Faces, Option, Prompt, Refusal, ShowPrompt

OVER_PREFIX, WAKE_PREFIX = "over:", "wake:"  # prefixes for one of several rests


def cannot_rest(s: State, who: str) -> Refusal | None:
    if s.characters[who].resting:
        return Refusal("RESTING", _("{who} rests already.", who=s.characters[who].display_name), "DYW-REST-2")
    return Refusal("OUT_OF_COMBAT_ONLY", _("Nobody sleeps in combat."), "DYW-REST-1") if s.in_combat else None


def rest(g: G, who: str) -> None:
    """Begin a Rest (DYW-REST-2). The other characters go on until the Dealer ends it."""
    end_defence(g, who)
    g.emit(RestBegan(who))


def rest_ways(s: State) -> Iterator[Way]:
    """Ask the Dealer whether a Rest is completed, usually after eight hours (DYW-REST-3)."""
    sleepers = resting(s)
    if sleepers:
        yield Way(over_prompt(s, sleepers), rest_over)


def resting(s: State) -> tuple[str, ...]:
    return tuple(name for name in players(s) if s.characters[name].resting)


def over_prompt(s: State, sleepers: Sequence[str]) -> Prompt:
    """Ask whether all rests are over, or one of them."""
    names = listed(s.characters[name].display_name for name in sleepers)
    options = [
        Option("completed", _("Completed: eight hours, or as long as you say")),
        Option("awoken", _("Awoken before")),
    ]
    for name in sleepers if len(sleepers) > 1 else ():
        options.append(
            Option(f"{OVER_PREFIX}{name}", _("Completed by {name} alone", name=s.characters[name].display_name))
        )
        options.append(
            Option(f"{WAKE_PREFIX}{name}", _("{name} alone is awoken", name=s.characters[name].display_name))
        )
    title = _("is the Rest of {names} over?", names=names)
    return choose(DEALER, title, options, rule="DYW-REST-3", key="rest.over")


def rest_over(g: G, values: Faces) -> Rule[None]:
    """End the Rest. It has no effect on a character that is awoken before its end (DYW-REST-2)."""
    how, _, alone = values[0].partition(":")
    sleepers, completed = (alone,) if alone else resting(g.state), how in {"completed", "over"}
    for who in sleepers:
        g.emit(RestEnded(who, completed))  # DYW-AMB-21
    if completed:
        for deck in dict.fromkeys(deck for who in sleepers for deck in piles(g.state, who)):
            if g.state.decks[deck].pile:
                g.emit(PileDiscarded(deck))  # DYW-REST-4
        for who in sleepers:
            yield from heal_and_draw(g, who)


def heal_and_draw(g: G, who: str) -> Rule[None]:
    """DYW-REST-5 to -7. A character that cannot discard the hand heals nothing and draws nothing (DYW-REST-8, DYW-AMB-9)."""
    if CANNOT_DISCARD in g.state.characters[who].effects:
        return
    hand = yield from whole_hand(g, who)
    heal(g, who, healing(g.state, who, hand))
    g.emit(HandDiscarded(who, hand))
    deck = deck_of(g.state, who)
    if g.state.decks[deck].library < HAND_SIZE:
        yield from library_short(g, deck)
    for _again in range(min(HAND_SIZE, g.state.decks[deck].library)):
        g.emit(CardDrawn(who))


def piles(s: State, who: str) -> tuple[str, ...]:
    """Return the decks whose Pile a completed Rest clears: the sleeper's own and the Dealer's."""
    own = deck_of(s, who)
    return (own, DEALER) if DEALER in s.decks and own != DEALER else (own,)


def healing(s: State, who: str, hand: Faces) -> int:
    """Return the value of the hand, at least Endurance and Level (DYW-REST-5, -6)."""
    character = s.characters[who]
    return max(sum(card_value(s, card) for card in hand), character.attributes.get(ENDURANCE, 0) + character.level)


def whole_hand(g: G, who: str) -> Rule[Faces]:
    """Return all cards of a hand. Ask for the unknown ones."""
    character = g.state.characters[who]
    left = character.hand - len(character.known)
    if left <= 0:
        return character.known
    return character.known + (yield from g.some(hand_prompt(g.state, who, left)))


def hand_prompt(s: State, who: str, left: int) -> Prompt:
    """Ask for the unknown cards of the hand. Known cards may be on the tray too."""
    character = s.characters[who]
    there = Counter(unseen(s, deck_of(s, who)))
    cards = tuple(
        Option(card, card_text(card), None if there[card] else _not_shown_refusal(s, who, card))
        for card in DECK
        for _again in range(max(1, there[card]))
    )
    return ShowPrompt(
        character.seat,
        _hand_title(left, character.known),
        cards,
        least=left,
        most=left,
        of=("card",),
        zone="tray",
        rule="DYW-REST-5",
        locked=character.known,
        key="rest.hand",
        about=who,
        whom=character.display_name,
    )


def _hand_title(left: int, known: Faces) -> Text:
    if not known:
        return ngettext("show the whole hand, {n} card", "show the whole hand, {n} cards", left)
    beside = listed(_("the {card}", card=card_text(card)) for card in known)
    return ngettext(
        "show the whole hand, {n} card beside {beside}",
        "show the whole hand, {n} cards beside {beside}",
        left,
        beside=beside,
    )


def _not_shown_refusal(s: State, who: str, card: str) -> Refusal:
    """Return why this card is not asked for."""
    if card in s.characters[who].known:
        return Refusal(
            "CARD_NOT_IN_HAND",
            _("The {card} is counted already: show the other cards of this hand.", card=card_text(card)),
            "DYW-REST-5",
        )
    return Refusal(
        "CARD_NOT_IN_HAND",
        _(
            "The {card} is not in this hand: {where_it_is}.",
            card=card_text(card),
            where_it_is=where_it_is(s, deck_of(s, who), card),
        ),
        "DYW-REST-5",
    )
