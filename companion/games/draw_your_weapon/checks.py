"""How a card decides: Skill Test, Contest, Surprise (DYW-TEST, -CONTEST, -SKILL, -SURPRISE, -DEFEND)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.games.draw_your_weapon.book import Weapon
from companion.games.draw_your_weapon.decks import in_order, possible, seat_of, unseen
from companion.games.draw_your_weapon.events import (
    CardDrawn,
    CardKept,
    CardPlayed,
    DefenceEnded,
    ExperienceGained,
    G,
    LibraryRenewed,
    RequirementFixed,
    SurpriseMet,
    TestCalled,
    TestResolved,
)
from companion.games.draw_your_weapon.state import (
    Played,
    State,
    Test,
    Tie,
    card_value,
    deck_of,
    hand_of,
)
from companion.rules.cards52 import DECK, SUIT_NAMES, suit, words
from companion.rules.play import Rule, choose, count
from companion.wire.prompt import DEALER, TABLE, Faces, Option, Prompt, Refusal

HIGHEST_REQUIREMENT = 30  # a king and more than any attribute; a number above is out of everybody's reach


def skill_test(g: G, who: str, attribute: str, named: str, surprise: bool = False) -> Rule[None]:
    """One player's character against a number that only the Dealer knows. `named`: the suit."""
    if not surprise and g.state.characters[who].defending:
        g.emit(DefenceEnded(who))  # DYW-DEFEND-5: an attempt of one's own is another Action
    g.emit(TestCalled("skill_test", attribute, named, (who,), surprise))  # DYW-TEST-3
    required = yield from g.number(
        count(DEALER, "Dealer: fix the required Result", 1, HIGHEST_REQUIREMENT, "DYW-SKILL-3", secret=True)
    )
    g.emit(RequirementFixed(required))  # DYW-SKILL-6: before the card
    yield from meet_surprise(g, (who,) if surprise else ())
    (played,) = yield from play_cards(g)  # DYW-SKILL-2
    passed = played.result >= (_test(g).required or 0)  # DYW-SKILL-5; read again: the Dealer may have corrected it
    g.emit(TestResolved((who,) if passed else ()))
    if passed:
        yield from keep(g, who)
    else:
        g.emit(ExperienceGained(who))  # DYW-SKILL-4


def contest(g: G, who: Sequence[str], attribute: str, named: str, surprised: Sequence[str] = ()) -> Rule[None]:
    """Two or more against each other. `surprised`: the players' characters who did not see it coming."""
    g.emit(TestCalled("contest", attribute, named, tuple(who), bool(surprised)))
    yield from meet_surprise(g, surprised)
    played = yield from play_cards(g)  # DYW-CONTEST-2
    best = max(p.result for p in played)  # DYW-CONTEST-3, -5
    winner, tie = yield from break_tie(g, tuple(p.who for p in played if p.result == best))
    g.emit(TestResolved((winner,), tie))
    losers = tuple(name for name in who if name != winner and g.state.characters[name].is_player)
    yield from draw_cards(g, losers)  # DYW-CONTEST-6
    yield from keep(g, winner)


def cannot_play(s: State, who: str) -> Refusal | None:
    """Why this character cannot lay a card of its own."""
    character = s.characters[who]
    if character.resting:  # DYW-REST-2
        return Refusal("RESTING", f"{character.name} rests and takes no Action.")
    if character.is_down:
        return Refusal("DOWN", f"{character.name} is down and plays no card.")
    hand = hand_of(s, who)
    if (hand is not None and not hand.cards) or not possible(s, who):
        return Refusal("NO_CARD_TO_PLAY", f"{character.name} has no card in hand to play.")
    return None


def cannot_turn(s: State, who: str, others: Sequence[str] = ()) -> Refusal | None:
    """Why this character cannot be surprised now: it takes a card of the Library for each (DYW-X-ZONES-4)."""
    deck = deck_of(s, who)
    needed = 1 + sum(deck_of(s, other) == deck for other in others)
    there = min(s.decks[deck].library, len(unseen(s, deck)))
    if there < needed:
        return Refusal("LIBRARY_EMPTY", f"The Library has {there} cards, {needed} needed: shuffle the Void first.")
    return None


def cannot_elect(s: State, who: str) -> Refusal | None:
    """Why this character must take a Surprise as it comes (DYW-DEFEND-3)."""
    if not s.characters[who].defending:
        return Refusal("NOT_DEFENDING", f"{s.characters[who].name} is not defending: a Surprise is a Surprise.")
    return cannot_play(s, who)


def meet_surprise(g: G, surprised: Sequence[str]) -> Rule[None]:
    """Every defender may treat it as no surprise (DYW-DEFEND-2, -3); asked at once."""
    asked = [elect(g.state, who) for who in surprised if g.state.characters[who].defending]
    given = yield from g.ask(*asked)
    spared = {p.seat for p, values in zip(asked, given, strict=True) if values == ("ordinary",)}
    ordinary = tuple(who for who in surprised if g.state.characters[who].seat in spared)
    if surprised:
        g.emit(SurpriseMet(tuple(who for who in surprised if who not in ordinary), ordinary))


def elect(s: State, who: str) -> Prompt:
    """The defender's choice."""
    character = s.characters[who]
    ways = (Option("surprise", "Turn the top card"), Option("ordinary", "Play a card", cannot_elect(s, who)))
    return choose(character.seat, f"{character.name} defends: take it as a Surprise?", ways, rule="DYW-DEFEND-3")


def play_cards(g: G) -> Rule[tuple[Played, ...]]:
    """A card of each: hands all at once, then the flips (DYW-AMB-7). No fact before all are in."""
    test = _test(g)
    cards = yield from hand_cards(g, tuple(who for who in test.who if who not in test.surprised))
    for who in test.surprised:
        left = still_unseen(g.state, who, cards)
        cards[who] = yield from g.one(flip(g.state, who, left))  # DYW-SURPRISE-3
    played = yield from with_attributes(
        g, [Played(who, cards[who], card_value(g.state, cards[who])) for who in test.who]
    )
    for p in played:
        g.emit(CardPlayed(p.who, p.card, p.base, p.bonus, flipped=p.who in test.surprised))
    return played


def hand_cards(g: G, who: Sequence[str]) -> Rule[dict[str, str]]:
    """The cards chosen from the hands, simultaneously; one card cannot be in two hands, so then all show again."""
    again = False
    while True:
        zones = [f"seat-{seat_of(g.state, name)}" if len(who) > 1 else "tray" for name in who]
        given = yield from g.ask(*(lay(g.state, name, again, zone=z) for name, z in zip(who, zones, strict=True)))
        cards = {name: card for name, (card,) in zip(who, given, strict=True)}
        if contradiction(g.state, cards) is None:
            return cards
        again = True


def contradiction(s: State, cards: Mapping[str, str]) -> Refusal | None:
    """Why these cards, each laid by a character, cannot all lie there: one is there too often in its deck."""
    laid = Counter((deck_of(s, who), card) for who, card in cards.items())
    for (deck, card), times in laid.items():
        if times > max(1, s.decks[deck].cards.count(card)):
            return Refusal("DUPLICATE_CARD", f"The {words(card)} was shown twice: there is only one.")
    return None


def still_unseen(s: State, who: str, laid: Mapping[str, str]) -> Faces:
    """What can come off the Library of this character while the cards of the others lie there."""
    there = Counter(card for name, card in laid.items() if deck_of(s, name) == deck_of(s, who))
    left = Counter(unseen(s, deck_of(s, who))) - there
    return in_order(s.decks[deck_of(s, who)], left)


def lay(
    s: State,
    who: str,
    again: bool = False,
    rule: str = "DYW-CONTEST-2",
    weapon: Weapon | None = None,
    zone: str = "tray",
) -> Prompt:
    """Show a card of the hand; what cannot be in it, or be played with the weapon, is grey."""
    there = possible(s, who)
    options = tuple(Option(card, words(card), cannot_lay(s, card, there, weapon)) for card in DECK)
    character = s.characters[who]
    title = f"{character.name}: {'play a card once more, one was shown twice' if again else 'play a card'}"
    hint = attribute_hint(s, who)
    return Prompt(character.seat, "show", title + hint, options, 1, 1, ("card",), zone, rule)


def cannot_lay(s: State, card: str, there: Faces, weapon: Weapon | None = None) -> Refusal | None:
    """Why this card cannot be laid. The printed value must be in the weapon's range (DYW-WEAPON-5, -9)."""
    if card not in there:
        no = "is not in this hand: it lies in the Pile or the Void, or is known to be elsewhere"
        return Refusal("CARD_NOT_IN_HAND", f"The {words(card)} {no}.")
    if weapon is not None and not weapon.low <= card_value(s, card) <= weapon.high:
        wants = f"the {weapon.name} takes values from {weapon.low} to {weapon.high}"
        return Refusal("VALUE_OUT_OF_RANGE", f"The {words(card)} is out of range: {wants}.")
    return None


def flip(s: State, who: str, left: Faces) -> Prompt:
    """Turn the top card of the Library for a surprised character."""
    character = s.characters[who]
    options = [Option(card, words(card)) for card in left]
    title = f"{character.name}: surprised, turn the top card of the Library{attribute_hint(s, who)}"
    return Prompt(character.seat, "draw", title, tuple(options), 1, 1, ("card",), "tray", "DYW-SURPRISE-3")


def attribute_hint(s: State, who: str) -> str:
    """The end of a title: what the named suit adds for this character."""
    if s.test is None:
        return ""
    bonus = s.characters[who].attributes.get(s.test.attribute, 0)
    return f", {SUIT_NAMES[s.test.suit]} add {s.test.attribute.capitalize()} {bonus:+}" if bonus else ""


def with_attributes(g: G, played: Sequence[Played]) -> Rule[tuple[Played, ...]]:
    """Add each one's own attribute where the suit fits (DYW-TEST-5, DYW-CONTEST-10); a permission (DYW-TEST-7)."""
    fitting = {p.who: bonus for p in played if (bonus := bonus_of(g.state, p))}
    asked = [may_add(g.state, who, bonus) for who, bonus in fitting.items() if g.state.book.asks_attribute]
    given = yield from g.ask(*asked)
    declined = {who for who, values in zip(fitting, given, strict=False) if values == ("alone",)}
    return tuple(Played(p.who, p.card, p.base, 0 if p.who in declined else fitting.get(p.who, 0)) for p in played)


def bonus_of(s: State, played: Played) -> int:
    """What the attribute adds to this card: nothing where the suit is another one."""
    test = s.test
    if test is None or suit(played.card) != test.suit:
        return 0
    return s.characters[played.who].attributes.get(test.attribute, 0)


def may_add(s: State, who: str, bonus: int) -> Prompt:
    """The permission, asked where the table wants to be asked."""
    character, attribute = s.characters[who], s.test.attribute if s.test else ""
    ways = (Option("add", f"Add {attribute.capitalize()} {bonus:+}"), Option("alone", "The card alone"))
    return choose(
        character.seat, f"{character.name}: the suit fits, add {attribute.capitalize()}?", ways, rule="DYW-TEST-7"
    )


def break_tie(g: G, tied: Sequence[str]) -> Rule[tuple[str, Tie]]:
    """A player before the Dealer, then the larger hand, then chance (DYW-AMB-5). The winner, and what decided."""
    if len(tied) == 1:
        return tied[0], ""
    own = tuple(who for who in tied if g.state.characters[who].is_player) or tuple(tied)  # DYW-CONTEST-7
    if len(own) == 1:
        return own[0], "player_beats_dealer"
    hands = {who: cards_in_hand(g.state, who) for who in own}
    left = tuple(who for who in own if hands[who] == max(hands.values()))  # DYW-CONTEST-8, after playing: DYW-AMB-6
    if len(left) == 1:
        return left[0], "hand_count"
    lots = [Option(who, g.state.characters[who].name) for who in left]
    names = " and ".join(option.text for option in lots)
    drawn = yield from g.one(
        Prompt(TABLE, "draw", f"Level: draw lots between {names}", tuple(lots), rule="DYW-CONTEST-9")
    )
    return drawn, "random"


def cards_in_hand(s: State, who: str) -> int:
    hand = hand_of(s, who)
    return hand.cards if hand is not None else 0


def draw_cards(g: G, who: Sequence[str]) -> Rule[None]:
    """One card each from the Library; where it is too small, the Dealer decides (DYW-X-ZONES-4)."""
    for deck in dict.fromkeys(deck_of(g.state, name) for name in who):
        own = [name for name in who if deck_of(g.state, name) == deck]
        if len(own) > g.state.decks[deck].library:
            yield from library_short(g, deck)
        for name in own[: g.state.decks[deck].library]:
            g.emit(CardDrawn(name))


def library_short(g: G, deck: str) -> Rule[None]:
    """Shuffle the Void into a new Library, or go on with the cards that are left."""
    empty = None if g.state.decks[deck].void else Refusal("VOID_EMPTY", "The Void is empty too.")
    ways = (Option("renew", "Shuffle the Void into a new Library", empty), Option("go_on", "Draw no more cards"))
    title = f"Dealer: {library_name(g.state, deck)} is too small, what now?"
    if (yield from g.one(choose(DEALER, title, ways, rule="DYW-X-ZONES-4"))) == "renew":
        g.emit(LibraryRenewed(deck))


def library_name(s: State, deck: str) -> str:
    """As in "the Library of Ann is too small"."""
    if deck == TABLE:
        return "the Library"
    return f"the Library of {s.characters[deck].name if deck in s.characters else 'the Dealer'}"


def keep(g: G, winner: str) -> Rule[None]:
    """Who succeeds in a Surprise may take the card that they played into the hand (DYW-SURPRISE-4, DYW-AMB-8)."""
    last, character = g.state.last, g.state.characters[winner]
    if last is None or not character.is_player or not is_rewarded(last.test, winner):
        return
    card = next(p.card for p in last.test.played if p.who == winner)
    ways = (Option("keep", f"Take the {words(card)} into the hand"), Option("leave", "Leave it on the Pile"))
    title = f"{character.name}: keep the {words(card)}?"
    if (yield from g.one(choose(character.seat, title, ways, rule="DYW-SURPRISE-4"))) == "leave":
        return
    if card in g.state.decks[deck_of(g.state, winner)].pile:  # it is not any more where a correction took the Pile away
        g.emit(CardKept(winner, card))


def is_rewarded(test: Test, winner: str) -> bool:
    """A Surprise rewards its winner, but not a defender who took it as an ordinary test (DYW-DEFEND-4)."""
    return bool(test.surprised) and winner not in test.ordinary


def _test(g: G) -> Test:
    if g.state.test is None:
        raise RuntimeError("no test was called")
    return g.state.test
