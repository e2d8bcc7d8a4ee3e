"""Breather and Rest (DYW-BREATH, -RECOVER, -REST)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.draw_your_weapon.body_facts import Stat
from companion.games.draw_your_weapon.decks import possible
from companion.games.draw_your_weapon.events import (
    BreatherTaken,
    CardDrawn,
    DefenceEnded,
    G,
    HandDiscarded,
    PileDiscarded,
    RestBegan,
    RestEnded,
    StatRegained,
)
from companion.games.draw_your_weapon.harm import heal, rise
from companion.games.draw_your_weapon.state import (
    BREATHERS,
    CANNOT_DISCARD,
    ENDURANCE,
    HAND_SIZE,
    State,
    card_value,
    deck_of,
    players,
)
from companion.games.draw_your_weapon.supplies import library_short
from companion.games.draw_your_weapon.trade import agreed_partner, partners, swap
from companion.games.draw_your_weapon.using import in_breather
from companion.rules.cards52 import words
from companion.rules.play import Rule, choose, count
from companion.wire.prompt import DEALER, Faces, Option, Prompt, Refusal

STATS: tuple[Stat, ...] = ("hp", "reserve", "clout")
STAT_NAMES = {"hp": "HP", "reserve": "Reserve", "clout": "Clout"}


def cannot_breathe(s: State, who: str) -> Refusal | None:
    """DYW-BREATH-2, counted for the party (DYW-AMB-11)."""
    if s.characters[who].resting:
        return Refusal("RESTING", f"{s.characters[who].name} rests and takes no Action.")
    if s.in_combat:
        return Refusal("OUT_OF_COMBAT_ONLY", "A Breather takes ten minutes: not in combat.")
    if s.breathers >= BREATHERS:
        return Refusal("BREATHERS_EXHAUSTED", f"The party took {s.breathers} Breathers: it must rest first.")
    return None


def breather(g: G, who: str) -> Rule[None]:
    """Ten minutes for the party; every player's character chooses one use, all at once (DYW-BREATH-3, DYW-AMB-11)."""
    others = [n for n in players(g.state) if n != who and not g.state.characters[n].resting]
    asked = [use_of(g.state, who, own=True), *(use_of(g.state, name, own=False) for name in others)]
    given = yield from g.ask(*asked)
    g.emit(BreatherTaken())
    yield from use(g, asked, given)


def breather_trade(g: G, who: str) -> Rule[None]:
    """Two rest together; the others choose a use of the same Breather (DYW-BTRADE-1)."""
    partner = yield from agreed_partner(g, who)
    if not partner:
        return
    others = [n for n in players(g.state) if n not in {who, partner} and not g.state.characters[n].resting]
    asked = [use_of(g.state, name, own=False) for name in others]
    given = yield from g.ask(*asked)
    g.emit(BreatherTaken())
    for name in (who, partner):
        if g.state.characters[name].defending:
            g.emit(DefenceEnded(name))
    yield from swap(g, who, partner)
    yield from use(g, asked, given)


def cannot_trade(s: State, who: str) -> Refusal | None:
    """It takes two."""
    if not partners(s, who):
        return Refusal("CONSENT_MISSING", "Nobody is there to rest together with.")
    return cannot_breathe(s, who)


def use(g: G, asked: Sequence[Prompt], given: Sequence[Faces]) -> Rule[None]:
    """Each one's use, one after the other."""
    for prompt, (chosen,) in zip(asked, given, strict=True):
        if chosen != "nothing" and g.state.characters[prompt.seat].defending:
            g.emit(DefenceEnded(prompt.seat))  # each use is an Action of its own
        if chosen == "recover":
            yield from recover(g, prompt.seat)
        elif chosen == "use_ability":
            yield from in_breather(g, prompt.seat)  # DYW-BABILITY-1


def use_of(s: State, who: str, own: bool) -> Prompt:
    """What somebody does with the Breather."""
    uses = [Option("recover", "Recover"), Option("use_ability", "Use an ability that needs a Breather")]
    if not own:
        uses.append(Option("nothing", "Nothing"))
    return choose(who, f"{s.characters[who].name}: one use of the Breather", uses, rule="DYW-BREATH-3")


def recover(g: G, who: str) -> Rule[None]:
    """Two different stats, each at most its attribute times the level (DYW-RECOVER-1, -2)."""
    name = g.state.characters[who].name
    stats = [Option(stat, STAT_NAMES[stat]) for stat in STATS]
    two = yield from g.some(choose(who, f"{name}: recover two stats", stats, 2, 2, rule="DYW-RECOVER-1"))
    chosen = tuple(stat for stat in STATS if stat in two)
    asked = [
        count(who, f"{name}: {STAT_NAMES[stat]} regained", 0, most_regained(g.state, who, stat), "DYW-RECOVER-2")
        for stat in chosen
    ]
    given = yield from g.ask(*asked)
    for stat, (amount,) in zip(chosen, given, strict=True):
        g.emit(StatRegained(who, stat, int(amount)))
    rise(g, who)


def most_regained(s: State, who: str, stat: Stat) -> int:
    character = s.characters[who]
    return character.attributes.get(s.book.associated.get(stat, ""), 0) * character.level


def cannot_rest(s: State, who: str) -> Refusal | None:
    if s.characters[who].resting:
        return Refusal("RESTING", f"{s.characters[who].name} rests already.")
    return Refusal("OUT_OF_COMBAT_ONLY", "Nobody sleeps in combat.") if s.in_combat else None


def rest(g: G, who: str) -> Rule[None]:
    """Unconscious until awoken or finished (DYW-REST-2); healed by the hand, which is then a new one."""
    if g.state.characters[who].defending:
        g.emit(DefenceEnded(who))
    g.emit(RestBegan(who))
    title = f"Dealer: {g.state.characters[who].name} rests, usually eight hours. Is the Rest completed?"
    ways = (Option("completed", "Completed"), Option("awoken", "Awoken before"))
    completed = (yield from g.one(choose(DEALER, title, ways, rule="DYW-REST-3"))) == "completed"
    g.emit(RestEnded(who, completed))  # DYW-AMB-21
    if completed:
        for deck in piles(g.state, who):
            g.emit(PileDiscarded(deck))  # DYW-REST-4
        yield from heal_and_draw(g, who)


def heal_and_draw(g: G, who: str) -> Rule[None]:
    """DYW-REST-5 to -7; who cannot discard the hand regains nothing and draws nothing (DYW-REST-8, DYW-AMB-9)."""
    if CANNOT_DISCARD in g.state.characters[who].effects:
        return
    hand = yield from whole_hand(g, who)
    heal(g, who, healed(g.state, who, hand))
    g.emit(HandDiscarded(who, hand))
    deck = deck_of(g.state, who)
    if g.state.decks[deck].library < HAND_SIZE:
        yield from library_short(g, deck)
    for _ in range(min(HAND_SIZE, g.state.decks[deck].library)):
        g.emit(CardDrawn(who))


def piles(s: State, who: str) -> tuple[str, ...]:
    """The Piles that a completed Rest clears: of decks of one's own the sleeper's, and the Dealer's with it."""
    own = deck_of(s, who)
    return (own, DEALER) if DEALER in s.decks and own != DEALER else (own,)


def healed(s: State, who: str, hand: Faces) -> int:
    """The value of the hand, at least Endurance and Level (DYW-REST-5, -6)."""
    character = s.characters[who]
    return max(sum(card_value(s, card) for card in hand), character.attributes.get(ENDURANCE, 0) + character.level)


def whole_hand(g: G, who: str) -> Rule[Faces]:
    """All cards of a hand; shown where the table does not know them."""
    character = g.state.characters[who]
    if len(character.known) == character.hand:
        return character.known
    cards = tuple(Option(card, words(card)) for card in possible(g.state, who))
    title, n = f"{character.name}: show the whole hand, {character.hand} cards", character.hand
    shown = Prompt(character.seat, "show", title, cards, n, n, ("card",), "tray", "DYW-REST-5")
    return (yield from g.some(shown))
