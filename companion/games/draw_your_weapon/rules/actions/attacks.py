"""Attacks with a card of the hand, and their damage (DYW-ATTACK, -STRIKE, -WEAPON, -SPECIAL). Figures attack alike."""

from __future__ import annotations

from companion.engine import SUIT_NAMES, Rule, choose, suit
from companion.games.draw_your_weapon.content import Feature, Weapon, bonus
from companion.games.draw_your_weapon.facts import AttackMade, CardPlayed
from companion.games.draw_your_weapon.rules.cards import cannot_play, choose_as, lay, possible, takes
from companion.games.draw_your_weapon.rules.combat import end_defence, harm
from companion.games.draw_your_weapon.rules.features import (
    ATTACK_TAG,
    beneficiary,
    cannot_pay,
    effects,
    features_with_tag,
    is_aimed,
    option,
    use_feature,
)
from companion.games.draw_your_weapon.state import (
    MIGHT,
    RESTRICTED,
    Character,
    G,
    State,
    card_value,
    characters_in_scene,
    visible_characters,
)
from companion.i18n import N_, Text, _, from_data, joined, listed
from companion.schema import DEALER, Faces, Option, Refusal, Words

SOMETHING = N_("something else")


def cannot_strike(s: State, who: str) -> Refusal | None:
    """DYW-STRIKE-1, and full hands do not prevent it (DYW-STRIKE-3)."""
    if RESTRICTED in s.characters[who].conditions:
        sentence = _("{who} is restricted and cannot strike.", who=s.characters[who].display_name)
        return Refusal("RESTRICTED", sentence, "DYW-STRIKE-1")
    return cannot_play(s, who)


def cannot_use_weapon(s: State, who: str, weapon: str = "") -> Refusal | None:
    """Refuse without a weapon in hand, or without a possible card in its range (DYW-WEAPON-1, DYW-WEAPON-5)."""
    held = [w for w in s.characters[who].in_hand if weapon in {"", w.name}]
    if not held:
        return _not_in_hand_refusal(s.characters[who], weapon)
    if (no := cannot_play(s, who)) is not None:
        return no
    return None if any(cards_for(s, who, w) for w in held) else _no_fit_refusal(s, who, held[0])


def _not_in_hand_refusal(character: Character, weapon: str) -> Refusal:
    carried = [name for name in character.away if weapon in {"", name}]
    others = listed((_("the {weapon}", weapon=from_data(name)) for name in carried), "or")
    sentence = (
        _missing_weapon_text(character.display_name, from_data(weapon), others)
        if weapon
        else _no_weapon_text(character.display_name, others)
    )
    return Refusal("WEAPON_NOT_EQUIPPED", sentence, "DYW-WEAPON-1")


def _missing_weapon_text(who: Words, weapon: Text, others: Text) -> Text:
    if others:
        return _("{who} has no {weapon} in hand: take {others} in hand first.", who=who, weapon=weapon, others=others)
    return _("{who} has no {weapon} in hand.", who=who, weapon=weapon)


def _no_weapon_text(who: Words, others: Text) -> Text:
    if others:
        return _("{who} has no weapon in hand: take {others} in hand first.", who=who, others=others)
    return _("{who} has no weapon in hand.", who=who)


def _no_fit_refusal(s: State, who: str, weapon: Weapon) -> Refusal:
    sentence = _("{who} can hold no card for it: {takes}.", who=s.characters[who].display_name, takes=takes(weapon))
    return Refusal("VALUE_OUT_OF_RANGE", sentence, "DYW-WEAPON-5")


def cards_for(s: State, who: str, weapon: Weapon) -> Faces:
    """Return the possible cards of this hand in the weapon's range."""
    return tuple(card for card in possible(s, who) if weapon.low <= card_value(s, card) <= weapon.high)


def simple_strike(g: G, who: str, extra: Feature | None = None) -> Rule[None]:
    """Strike a creature or an object within reach with bare hands (DYW-STRIKE-1, -6)."""
    target = yield from aim(g, who)
    if (yield from reaches(g, who, target)):
        yield from bare_blow(g, who, target, extra)


def bare_blow(g: G, who: str, target: str, extra: Feature | None = None) -> Rule[None]:
    """Deal one and half of Might, for any card (DYW-STRIKE-4 to -7)."""
    card = yield from card_or_leave(g, who, "DYW-STRIKE-4")
    if card is None:
        return
    might = g.state.characters[who].attributes.get(MIGHT, 0)
    more = bonus(extra) if extra else 0
    damage = max(0, 1 + might // 2 + more)  # DYW-STRIKE-5
    made = AttackMade(who, card, card_value(g.state, card), 0, "", target, damage, more)
    yield from attack(g, made, extra)


def weapon_attack(g: G, who: str, extra: Feature | None = None) -> Rule[None]:
    """Attack with a weapon in hand (DYW-WEAPON-1). The Feature `extra` modifies it (DYW-SPECIAL-1)."""
    weapon = yield from take_weapon(g, who)
    if weapon is not None:
        target = yield from aim(g, who)
        yield from weapon_blow(g, who, weapon, target, extra)


def weapon_blow(g: G, who: str, weapon: Weapon, target: str, extra: Feature | None = None) -> Rule[None]:
    """Deal the Result as damage (DYW-WEAPON-6)."""
    card = yield from card_or_leave(g, who, "DYW-WEAPON-5", weapon)
    if card is not None:
        yield from attack(g, with_weapon(g.state, who, weapon, target, card, bonus(extra) if extra else 0), extra)


def with_weapon(s: State, who: str, weapon: Weapon, target: str, card: str, more: int) -> AttackMade:
    """Return the attack of a card in the range, with Might for a suit of the weapon (DYW-WEAPON-7, -8)."""
    base, fits = card_value(s, card), suit(card) in weapon.suits
    might = s.characters[who].attributes.get(MIGHT, 0) if fits else 0
    return AttackMade(who, card, base, might, weapon.name, target, max(0, base + might + more), more)


def take_weapon(g: G, who: str) -> Rule[Weapon | None]:
    """Ask for one of several weapons in hand. Return None where a correction removed all."""
    character = g.state.characters[who]
    if cannot_use_weapon(g.state, who) is not None:
        return None
    if len(character.in_hand) == 1:
        return character.in_hand[0]
    names = [Option(w.name, weapon_text(w), cannot_use_weapon(g.state, who, w.name)) for w in character.weapons]
    title = _("with which weapon?")
    name = yield from g.one(choose_as(g.state, who, title, names, rule="DYW-WEAPON-1", key="attack.weapon"))
    return next(w for w in character.in_hand if w.name == name)


def weapon_text(weapon: Weapon) -> Text:
    """Return the text of a button.

    >>> str(weapon_text(Weapon("mace", 4, 10, ("C",), 2)))
    'mace, 4 to 10, Clubs, both hands'
    """
    suits = listed(SUIT_NAMES[name] for name in weapon.suits)
    hands = _("both hands") if weapon.hands > 1 else ""
    range_ = _("{low} to {high}", low=weapon.low, high=weapon.high)
    return joined(", ", (from_data(weapon.name), range_, *([suits] if weapon.suits else []), hands))


def aim(g: G, who: str) -> Rule[str]:
    """Ask for a creature or an object (DYW-STRIKE-6)."""
    character = g.state.characters[who]
    there = visible_characters(g.state) if character.is_player else characters_in_scene(g.state)
    targets = [*(Option(n, g.state.characters[n].display_name) for n in there if n != who), Option(SOMETHING)]
    title = _("whom or what is it meant for?")
    return (yield from g.one(choose_as(g.state, who, title, targets, rule="DYW-ATTACK-1", key="attack.target")))


def reaches(g: G, who: str, target: str) -> Rule[bool]:
    """Ask the Dealer whether the target is within reach (DYW-STRIKE-6). Otherwise no card is played."""
    character = g.state.characters[who]
    if not character.is_player:
        return True  # the Dealer chose the target
    ways = (Option("yes", _("Yes")), Option("no", _("No: nothing happens, no card is played")))
    title = _("does {who}’s strike reach it?", who=character.display_name)
    if target in g.state.characters:
        met = g.state.characters[target].display_name
        title = _("does {who}’s strike reach {meant}?", who=character.display_name, meant=met)
    return (yield from g.one(choose(DEALER, title, ways, rule="DYW-STRIKE-6", key="attack.reach"))) == "yes"


def card_or_leave(g: G, who: str, rule: str, weapon: Weapon | None = None) -> Rule[str | None]:
    """Ask for the card of an attack. Return None where the player cancels the attack."""
    if cannot_play(g.state, who) or (weapon is not None and not cards_for(g.state, who, weapon)):
        return None  # a correction removed the possible cards
    title = _("or no attack after all")
    leave = choose_as(g.state, who, title, [Option("leave", _("Leave it"))], key="attack.leave")
    answered, (value,) = yield from g.first(lay(g.state, who, rule=rule, weapon=weapon), leave)
    return value if answered.of else None


def attack(g: G, strike: AttackMade, extra: Feature | None = None) -> Rule[None]:
    """Put the card onto the Pile and deal the damage. An attack is an Action, so it ends defending (DYW-DEFEND-5)."""
    helped = (yield from beneficiary(g, strike.who, extra)) if extra else ""
    end_defence(g, strike.who)
    if extra is not None:
        use_feature(g, strike.who, extra, "attack")  # DYW-SPECIAL-3: no Use Ability
    g.emit(CardPlayed(strike.who, strike.card, strike.base, strike.bonus, flipped=False, more=strike.more))
    g.emit(strike)
    harm(g, strike.target, strike.damage)
    if extra is not None:
        yield from effects(g, extra, strike.target, helped)


def special_attack(g: G, who: str, feature: Feature, target: str = "") -> Rule[None]:
    """Attack with a Feature: on its own, or as a modifier of a weapon or of bare hands."""
    modifies = bonus(feature) and not feature.high
    if cannot_attack_with(g.state, who, feature) is not None:
        return  # a correction removed the possible attack
    weapon = (yield from take_weapon(g, who)) if modifies and g.state.characters[who].in_hand else None
    if not target and (feature.high or modifies or is_aimed(feature)):
        target = yield from aim(g, who)
    if feature.high:
        yield from weapon_blow(g, who, as_weapon(feature), target, feature)
    elif weapon is not None:
        yield from weapon_blow(g, who, weapon, target, feature)
    elif modifies:
        if (yield from reaches(g, who, target)):
            yield from bare_blow(g, who, target, feature)
    else:
        yield from without_card(g, who, feature, target)


def without_card(g: G, who: str, feature: Feature, target: str) -> Rule[None]:
    """Use an attacking Feature that needs no card."""
    helped = yield from beneficiary(g, who, feature)
    end_defence(g, who)
    use_feature(g, who, feature, "attack")
    yield from effects(g, feature, target, helped)


def as_weapon(feature: Feature) -> Weapon:
    return Weapon(feature.name, feature.low, feature.high, feature.suits)


def cannot_attack_with(s: State, who: str, feature: Feature) -> Refusal | None:
    """Return why this Feature cannot attack now, or None."""
    if (no := cannot_pay(s, who, feature)) is not None:
        return no
    if feature.high:
        return cannot_play(s, who) or (
            None if cards_for(s, who, as_weapon(feature)) else _no_card_refusal(s, who, feature)
        )
    if not bonus(feature):
        return None
    return cannot_use_weapon(s, who) if s.characters[who].in_hand else cannot_strike(s, who)


def _no_card_refusal(s: State, who: str, feature: Feature) -> Refusal:
    return _no_fit_refusal(s, who, as_weapon(feature))


def attack_options(s: State, who: str) -> tuple[Option, ...]:
    """Return the attacking Features with their refusals."""
    return tuple(option(s, who, f, cannot_attack_with(s, who, f)) for f in features_with_tag(s, who, ATTACK_TAG))
