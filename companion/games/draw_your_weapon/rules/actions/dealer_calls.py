"""What the Dealer may call: tests and contests, surprises, attacks of figures, combat, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import SUIT_NAMES, Rule, choose, done
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.facts import EveningEnded, G, LibraryRenewed
from companion.games.draw_your_weapon.rules.actions.attacks import (
    SOMETHING,
    aim,
    attack_options,
    bare_blow,
    cannot_strike,
    cannot_use_weapon,
    special_attack,
    weapon_blow,
    worded,
)
from companion.games.draw_your_weapon.rules.actions.menu import Action
from companion.games.draw_your_weapon.rules.checks import contest, skill_test
from companion.games.draw_your_weapon.rules.combat import cannot_go_on, combat, next_turn
from companion.games.draw_your_weapon.rules.decks import cannot_renew, cannot_turn, most_turned, renewable
from companion.games.draw_your_weapon.rules.features import feature_of
from companion.games.draw_your_weapon.rules.played_cards import cannot_play, enough
from companion.games.draw_your_weapon.state import MIGHT, State, players, present, scene_of
from companion.schema import DEALER, Option, Refusal, Seat

ANOTHER = "another"  # suit than the usual one
BARE = "bare hands"


def call_skill_test(g: G, _: Seat) -> Rule[None]:
    """DYW-SKILL-1: a player asked for it, the Dealer finds it hard."""
    attribute, named = yield from what_counts(g)
    if cannot_test(g.state, DEALER):
        return  # a correction took away what was possible
    who = yield from one_player(g, False)
    yield from skill_test(g, who, attribute, named)


def call_surprise_test(g: G, _: Seat) -> Rule[None]:
    """DYW-SURPRISE-1: a trap, an ambush."""
    attribute, named = yield from what_counts(g)
    if cannot_be_surprised(g.state, DEALER):
        return
    who = yield from one_player(g, True)
    yield from skill_test(g, who, attribute, named, surprise=True)


def call_contest(g: G, _: Seat) -> Rule[None]:
    """DYW-CONTEST-1: somebody stands in the way."""
    attribute, named = yield from what_counts(g)
    if cannot_contest(g.state, DEALER):
        return
    who = yield from several(g, g.state)
    yield from contest(g, who, attribute, named)


def call_surprise_contest(g: G, _: Seat) -> Rule[None]:
    """DYW-SURPRISE-2: an attack that nobody saw coming."""
    attribute, named = yield from what_counts(g)
    if cannot_be_surprised(g.state, DEALER):
        return
    surprised = yield from who_is_surprised(g)
    against = yield from opponents(g, surprised)
    who = tuple(name for name in g.state.characters if name in surprised or name in against)
    if len(who) > 1:
        yield from contest(g, who, attribute, named, surprised)


def what_counts(g: G) -> Rule[tuple[str, str]]:
    """The attribute with its usual suit in one tap; another suit is of the Dealer's choice too (DYW-TEST-3)."""
    usual = g.state.book.attributes
    pairs = [Option(name, f"{name.capitalize()}, {SUIT_NAMES[suit]}") for name, suit in usual.items()]
    title = "Dealer: name the Attribute and the Suit"
    chosen = yield from g.one(choose(DEALER, title, [*pairs, Option(ANOTHER, "Another suit")], rule="DYW-TEST-3"))
    if chosen != ANOTHER:
        return chosen, usual[chosen]
    names = [Option(name, name.capitalize()) for name in usual]
    suits = [Option(suit, name) for suit, name in SUIT_NAMES.items()]
    attribute = yield from g.one(choose(DEALER, "Dealer: name the Attribute", names, rule="DYW-TEST-3"))
    suit_title = f"Dealer: name the Suit for {attribute.capitalize()}"
    return attribute, (yield from g.one(choose(DEALER, suit_title, suits, rule="DYW-X-ATTR-1")))


def one_player(g: G, surprise: bool) -> Rule[str]:
    """Whose test it is."""
    s = g.state
    no = cannot_turn if surprise else cannot_play
    who = [Option(n, s.characters[n].name, no(s, n)) for n in players(s)]
    return (yield from g.one(choose(DEALER, "Dealer: say whose test it is", who, rule="DYW-SKILL-1")))


def several(g: G, s: State) -> Rule[tuple[str, ...]]:
    """Everybody involved, in the order of the table."""
    who = [Option(n, s.characters[n].name, cannot_play(s, n)) for n in present(s)]
    title = "Dealer: say who takes part"
    while True:
        given = yield from g.some(choose(DEALER, title, who, 2, len(who), rule="DYW-CONTEST-5"))
        names = tuple(name for name in s.characters if name in given)
        if enough(g.state, names) == names:
            return names
        title = too_few(g.state)


def too_few(s: State) -> str:
    """The title of the question asked again."""
    cards = s.held.cards if s.held is not None else 0
    return (
        f"Dealer: you hold {cards} card{'' if cards == 1 else 's'}: say who takes part, no more of your own than that"
    )


def who_is_surprised(g: G) -> Rule[tuple[str, ...]]:
    """At least one player's character, and no more than the Library has cards."""
    s = g.state
    who = [Option(n, s.characters[n].name, cannot_turn(s, n)) for n in players(s)]
    title, most = "Dealer: say who is surprised", most_turned(s, players(s))
    return (yield from g.some(choose(DEALER, title, who, 1, most, rule="DYW-SURPRISE-3")))


def opponents(g: G, surprised: Sequence[str]) -> Rule[tuple[str, ...]]:
    """Whom they meet; among several surprised ones nobody else is needed."""
    s = g.state
    who = [Option(n, s.characters[n].name, cannot_play(s, n)) for n in present(s) if n not in surprised]
    able = sum(option.refused is None for option in who)
    least = 0 if len(surprised) > 1 else 1
    if able < max(1, least):
        return ()
    return (yield from g.some(choose(DEALER, "Dealer: say whom they meet", who, least, len(who), rule="DYW-CONTEST-1")))


def figure_attack(g: G, _: Seat) -> Rule[None]:
    """The Dealer's characters attack as the players' do; how it is met is the story's (DYW-ATTACK-1, DYW-SURPRISE-1)."""
    who = yield from a_figure(g)
    name = yield from with_what(g, who)
    target = yield from aim(g, who)
    weapon = next((w for w in g.state.characters[who].weapons if w.name == name), None)
    if not (yield from hits(g, who, target, weapon)):
        return
    if weapon is not None:
        yield from weapon_blow(g, who, weapon, target)
    elif name == BARE:
        yield from bare_blow(g, who, target)
    else:
        yield from special_attack(g, who, feature_of(g.state, who, name), target)


def a_figure(g: G) -> Rule[str]:
    """Whose attack it is."""
    s = g.state
    names = [Option(n, s.characters[n].name, cannot_hit(s, n)) for n in figures(s)]
    return (yield from g.one(choose(DEALER, "Dealer: say who attacks", names, rule="DYW-ATTACK-1")))


def with_what(g: G, who: str) -> Rule[str]:
    """A weapon of the figure, a Feature that attacks, or bare hands; nothing is asked where there are only these."""
    ways = attack_ways(g.state, who)
    if len(ways) == 1 or cannot_hit(g.state, who) is not None:
        return BARE
    title = f"Dealer: with what does {g.state.characters[who].name} attack?"
    return (yield from g.one(choose(DEALER, title, ways, rule="DYW-WEAPON-1")))


def attack_ways(s: State, who: str) -> list[Option]:
    """With what stands against each."""
    held = [Option(w.name, worded(w), cannot_use_weapon(s, who, w.name)) for w in s.characters[who].weapons]
    return [*held, *attack_options(s, who), Option(BARE, "Bare hands", cannot_strike(s, who))]


def cannot_hit(s: State, who: str) -> Refusal | None:
    """Why this figure has no attack at all."""
    no = cannot_strike(s, who)
    if no is None:  # bare hands are always there
        return None
    refusals = [way.refused for way in attack_ways(s, who)]
    return cannot_play(s, who) or (no if all(refusals) else None)


def hits(g: G, who: str, target: str, weapon: Weapon | None) -> Rule[bool]:
    """At once, or after a Surprise Contest that the target loses: nobody saw it coming (DYW-SURPRISE-1, -2)."""
    met = g.state.characters.get(target)
    if met is None or target == SOMETHING or not met.is_player:
        return True
    ways = (
        Option("hits", "It hits: the card decides how much"),
        Option("contest", "A Surprise Contest decides whether it hits", cannot_turn(g.state, target)),
    )
    title = f"Dealer: how does {met.name} meet it?"
    if (yield from g.one(choose(DEALER, title, ways, rule="DYW-SURPRISE-1"))) == "hits":
        return True
    suit = weapon.suits[0] if weapon is not None and weapon.suits else g.state.book.attributes.get(MIGHT, "C")
    order = tuple(name for name in g.state.characters if name in {who, target})
    yield from contest(g, order, MIGHT, suit, (target,))
    return g.state.last is not None and g.state.last.winners == (who,) and cannot_play(g.state, who) is None


def figures(s: State) -> tuple[str, ...]:
    return tuple(name for name in present(s) if not s.characters[name].is_player)


def cannot_attack(s: State, _: Seat) -> Refusal | None:
    """One of the Dealer's characters must be here and able to play a card."""
    refusals = []
    for name in figures(s):
        no = cannot_hit(s, name)
        if no is None:
            return None
        refusals.append(no)
    return refusals[0] if refusals else Refusal("NOBODY_THERE", "None of the Dealer's characters is here.")


def renew(g: G, _: Seat) -> Rule[None]:
    """DYW-X-ZONES-4: what the Dealer does about an empty Library."""
    for deck in renewable(g.state):
        g.emit(LibraryRenewed(deck))
    yield from done()


def end(g: G, _: Seat) -> Rule[None]:
    """The story stops here for today; where it has come to one of its endings, that one is named."""
    scene = scene_of(g.state)
    g.emit(EveningEnded(f"The evening is over: {scene.title}." if scene is not None and not scene.next else ""))
    yield from done()


def never(_: State, __: Seat) -> Refusal | None:
    return None


def cannot_test(s: State, _: Seat) -> Refusal | None:
    """Somebody must be able to play a card."""
    refusals = [cannot_play(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None


def cannot_contest(s: State, _: Seat) -> Refusal | None:
    """Two must be able to play a card."""
    there = present(s)
    refusals = [no for name in there if (no := cannot_play(s, name)) is not None]
    if len(there) - len(refusals) >= 2:
        return None
    return refusals[0] if refusals else Refusal("NOBODY_THERE", "Nobody else is here for a Contest.", "DYW-CONTEST-1")


def cannot_be_surprised(s: State, _: Seat) -> Refusal | None:
    """Somebody's Library must have a card to turn."""
    refusals = [cannot_turn(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None


def _cannot_renew(s: State, _: Seat) -> Refusal | None:
    return cannot_renew(s)


CALLS: tuple[Action, ...] = (
    Action("skill_test", "Skill Test", "DYW-SKILL-1", cannot_test, call_skill_test),
    Action("contest", "Contest", "DYW-CONTEST-1", cannot_contest, call_contest),
    Action("surprise_test", "Surprise: Skill Test", "DYW-SURPRISE-1", cannot_be_surprised, call_surprise_test),
    Action("surprise_contest", "Surprise: Contest", "DYW-SURPRISE-2", cannot_be_surprised, call_surprise_contest),
    Action("figure_attack", "Attack of a figure", "DYW-ATTACK-1", cannot_attack, figure_attack),
    Action("combat", "Begin a combat", "DYW-X-COMBAT-1", never, combat),
    Action("next_turn", "Next turn", "DYW-X-COMBAT-1", cannot_go_on, next_turn),
    Action("renew", "Shuffle the Void into a new Library", "DYW-X-ZONES-4", _cannot_renew, renew),
)
"""What the Dealer may call."""

ENDING = Action("end", "End the evening", "", never, end)
"""In the menu, until the story itself has come to an end."""
