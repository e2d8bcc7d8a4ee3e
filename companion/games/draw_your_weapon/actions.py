"""What can be called or done in free play. An action refuses with the sentence of its grey button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.draw_your_weapon.attacks import cannot_strike, cannot_use_weapon, simple_strike, weapon_attack
from companion.games.draw_your_weapon.checks import cannot_play, cannot_turn, contest, library_name, skill_test
from companion.games.draw_your_weapon.events import (
    CombatChanged,
    ConditionRemoved,
    Dashed,
    DefenceEnded,
    DefenceTaken,
    EveningEnded,
    FeatureUsed,
    G,
    GuardRaised,
    LibraryRenewed,
    SpeedChanged,
)
from companion.games.draw_your_weapon.recovery import (
    breather,
    breather_trade,
    cannot_breathe,
    cannot_rest,
    cannot_trade,
    rest,
)
from companion.games.draw_your_weapon.state import State, players
from companion.rules.cards52 import SUIT_NAMES
from companion.rules.play import Rule, choose, count, done
from companion.wire.prompt import DEALER, TABLE, Option, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat may do in free play."""

    name: str
    title: str
    cost: int
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]


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
    yield from contest(g, who, attribute, named, surprised)


def what_counts(g: G) -> Rule[tuple[str, str]]:
    """The attribute and the suit, each of the Dealer's choice (DYW-TEST-3)."""
    attributes = [
        Option(name, f"{name.capitalize()}, usually {SUIT_NAMES[suit]}")
        for name, suit in g.state.book.attributes.items()
    ]
    attribute = yield from g.one(choose(DEALER, "Dealer: name an Attribute", attributes, rule="DYW-TEST-3"))
    usual = g.state.book.attributes[attribute]
    suits = [Option(suit, SUIT_NAMES[suit]) for suit in sorted(SUIT_NAMES, key=lambda suit: suit != usual)]
    named = yield from g.one(
        choose(DEALER, f"Dealer: name the Suit for {attribute.capitalize()}", suits, rule="DYW-X-ATTR-1")
    )
    return attribute, named


def one_player(g: G, surprise: bool) -> Rule[str]:
    """Whose test it is."""
    s = g.state
    no = cannot_turn if surprise else cannot_play
    who = [Option(n, s.characters[n].name, no(s, n)) for n in players(s)]
    return (yield from g.one(choose(DEALER, "Dealer: say whose test it is", who, rule="DYW-SKILL-1")))


def several(g: G, s: State) -> Rule[tuple[str, ...]]:
    """Everybody involved, in the order of the table."""
    who = [Option(n, c.name, cannot_play(s, n)) for n, c in s.characters.items()]
    given = yield from g.some(choose(DEALER, "Dealer: say who takes part", who, 2, len(who), rule="DYW-CONTEST-5"))
    return tuple(name for name in s.characters if name in given)


def who_is_surprised(g: G) -> Rule[tuple[str, ...]]:
    """At least one player's character, and no more than the Library has cards."""
    s = g.state
    who = [Option(n, s.characters[n].name, cannot_turn(s, n)) for n in players(s)]
    title, most = "Dealer: say who is surprised", min(len(who), most_turned(s))
    return (yield from g.some(choose(DEALER, title, who, 1, most, rule="DYW-SURPRISE-3")))


def most_turned(s: State) -> int:
    """How many can be surprised at once: of one shared Library as many as it has cards."""
    return s.decks[TABLE].library if TABLE in s.decks else len(players(s))


def opponents(g: G, surprised: Sequence[str]) -> Rule[tuple[str, ...]]:
    """Whom they meet; among several surprised ones nobody else is needed."""
    s = g.state
    who = [Option(n, c.name, cannot_play(s, n)) for n, c in s.characters.items() if n not in surprised]
    least = 0 if len(surprised) > 1 else 1
    if not who:
        return ()
    return (yield from g.some(choose(DEALER, "Dealer: say whom they meet", who, least, len(who), rule="DYW-CONTEST-1")))


def defend(g: G, who: Seat) -> Rule[None]:
    """Alert until any other Action (DYW-DEFEND-1, -5); in combat also the guard (DYW-GUARD-1, -2)."""
    character = g.state.characters[who]
    g.emit(DefenceTaken(who))
    if g.state.in_combat and "Broken" in character.conditions:
        g.emit(ConditionRemoved(who, "Broken"))  # instead of the guard
    elif g.state.in_combat and character.guard_refresh:
        g.emit(GuardRaised(who, character.guard_refresh))
    yield from done()


def combat_move(g: G, who: Seat) -> Rule[None]:
    """Speed returns to its maximum (DYW-CMOVE-2)."""
    another_action(g, who)
    g.emit(SpeedChanged(who, g.state.characters[who].max_speed))
    yield from done()


def free_move(g: G, who: Seat) -> Rule[None]:
    """No Action, so it does not end defending; it uses up Speed (DYW-CMOVE-1)."""
    character = g.state.characters[who]
    far = yield from g.number(count(who, f"{character.name}: how far?", 1, character.speed, "DYW-CMOVE-1"))
    g.emit(SpeedChanged(who, g.state.characters[who].speed - far))


def dash(g: G, who: Seat) -> Rule[None]:
    """DYW-DASH-1 to -3."""
    another_action(g, who)
    g.emit(Dashed(who))
    yield from done()


def feature(g: G, who: Seat) -> Rule[None]:
    """What kind of Action a Feature is (DYW-SPECIAL-3, DYW-ABILITY-1, -2)."""
    ways = (
        Option("use_ability", "On its own"),
        Option("attack", "It has the tag [Attack]"),
        Option("part_of_test", "Together with a Skill Test"),
    )
    title = f"{g.state.characters[who].name}: how is the Feature used?"
    chosen = yield from g.one(choose(who, title, ways, rule="DYW-ABILITY-2"))
    if chosen == "attack":
        another_action(g, who)
        g.emit(FeatureUsed(who, "attack"))
    elif chosen == "use_ability":
        another_action(g, who)
        g.emit(FeatureUsed(who, "use_ability"))
    else:
        g.emit(FeatureUsed(who, "part_of_test"))


def another_action(g: G, who: Seat) -> None:
    """Whatever else one does ends defending (DYW-DEFEND-5)."""
    if g.state.characters[who].defending:
        g.emit(DefenceEnded(who))


def combat(g: G, _: Seat) -> Rule[None]:
    """Whether it is combat; its turns are another chapter's (DYW-X-COMBAT-1)."""
    g.emit(CombatChanged(not g.state.in_combat))
    yield from done()


def renew(g: G, _: Seat) -> Rule[None]:
    """DYW-X-ZONES-4: what the Dealer does about an empty Library."""
    for deck in renewable(g.state):
        g.emit(LibraryRenewed(deck))
    yield from done()


def renewable(s: State) -> tuple[str, ...]:
    """The decks whose Library is empty while there is something to shuffle."""
    empty = [name for name, deck in s.decks.items() if not deck.library]
    return tuple(name for name in empty if s.decks[name].void or (name == DEALER and s.decks[name].pile))


def end(g: G, _: Seat) -> Rule[None]:
    """The story stops here for today."""
    g.emit(EveningEnded())
    yield from done()


def never(_: State, __: Seat) -> Refusal | None:
    return None


def cannot_test(s: State, _: Seat) -> Refusal | None:
    """Somebody must be able to play a card."""
    refusals = [cannot_play(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None


def cannot_contest(s: State, _: Seat) -> Refusal | None:
    """Two must be able to play a card."""
    refusals = [no for name in s.characters if (no := cannot_play(s, name)) is not None]
    return refusals[0] if len(s.characters) - len(refusals) < 2 else None


def cannot_be_surprised(s: State, _: Seat) -> Refusal | None:
    """Somebody's Library must have a card to turn."""
    refusals = [cannot_turn(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None


def cannot_renew(s: State, _: Seat) -> Refusal | None:
    if renewable(s):
        return None
    least = min(s.decks, key=lambda name: s.decks[name].library)
    if s.decks[least].library:
        name = library_name(s, least)
        left = s.decks[least].library
        return Refusal("LIBRARY_NOT_EMPTY", f"{name[0].upper()}{name[1:]} still has {left} cards.")
    return Refusal("VOID_EMPTY", "The Void is empty, there is nothing to shuffle.")


def cannot_act(s: State, who: Seat) -> Refusal | None:
    """DYW-REST-2."""
    if s.characters[who].resting:
        return Refusal("RESTING", f"{s.characters[who].name} rests and takes no Action.")
    return None


def cannot_combat_move(s: State, who: Seat) -> Refusal | None:
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", "The Combat Move is for combat.")
    return cannot_act(s, who)


def cannot_free_move(s: State, who: Seat, distance: int = 1) -> Refusal | None:
    """DYW-CMOVE-1."""
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", "Speed is counted in combat only.")
    if s.characters[who].speed < distance:
        return Refusal("NOT_ENOUGH_SPEED", f"{s.characters[who].name} has {s.characters[who].speed} Speed left.")
    return cannot_act(s, who)


def cannot_dash(s: State, who: Seat) -> Refusal | None:
    if s.in_combat:
        return Refusal("OUT_OF_COMBAT_ONLY", "Dash is for outside combat.")
    return cannot_act(s, who)


def cannot_defend(s: State, seat: Seat) -> Refusal | None:
    character = s.characters[seat]
    if character.resting:  # DYW-REST-2
        return Refusal("RESTING", f"{character.name} rests and takes no Action.")
    if character.defending and not s.in_combat:  # in combat it adds to the guard again (DYW-GUARD-1)
        return Refusal("ALREADY_DEFENDING", f"{character.name} is defending already.")
    return None


CALLS: tuple[Action, ...] = (
    Action("skill_test", "Skill Test", 0, "DYW-SKILL-1", cannot_test, call_skill_test),
    Action("contest", "Contest", 0, "DYW-CONTEST-1", cannot_contest, call_contest),
    Action("surprise_test", "Surprise: Skill Test", 0, "DYW-SURPRISE-1", cannot_be_surprised, call_surprise_test),
    Action("surprise_contest", "Surprise: Contest", 0, "DYW-SURPRISE-2", cannot_be_surprised, call_surprise_contest),
    Action("combat", "Begin or end a combat", 0, "DYW-X-COMBAT-1", never, combat),
    Action("renew", "Shuffle the Void into a new Library", 0, "DYW-X-ZONES-4", cannot_renew, renew),
    Action("end", "End the evening", 0, "", never, end),
)
"""What the Dealer may call."""

ACTIONS: tuple[Action, ...] = (
    Action("defend", "Defend", 0, "DYW-DEFEND-1", cannot_defend, defend),
    Action("simple_strike", "Simple Strike", 0, "DYW-STRIKE-1", cannot_strike, simple_strike),
    Action("weapon_attack", "Weapon Attack", 0, "DYW-WEAPON-1", cannot_use_weapon, weapon_attack),
    Action("combat_move", "Combat Move", 0, "DYW-CMOVE-2", cannot_combat_move, combat_move),
    Action("free_move", "Move, using up Speed", 0, "DYW-CMOVE-1", cannot_free_move, free_move),
    Action("dash", "Dash", 0, "DYW-DASH-1", cannot_dash, dash),
    Action("feature", "Use a Feature", 0, "DYW-ABILITY-1", cannot_act, feature),
    Action("breather", "Breather", 0, "DYW-BREATH-1", cannot_breathe, breather),
    Action("breather_trade", "Breather: trade", 0, "DYW-BTRADE-1", cannot_trade, breather_trade),
    Action("rest", "Rest", 0, "DYW-REST-1", cannot_rest, rest),
)
"""What a player's character may do. Walking slowly is no Action and needs nobody's leave (DYW-MOVE-2)."""
