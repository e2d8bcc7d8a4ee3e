"""Actions with cards: play a card, use its ability, make a test, resign."""

from __future__ import annotations

from companion.engine import Rule, choose, count, distinct
from companion.games.arkham.content import SKILLS
from companion.games.arkham.facts import CardPlayed, InvestigatorLeft, ResourcesChanged
from companion.games.arkham.names import paid_card
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.actions.basic_actions import provoke, spend, turn_refusal, with_warning
from companion.games.arkham.rules.card_play import OTHER_CARD, play_refusal
from companion.games.arkham.rules.skill_test import fast, of_card, skill_test, window
from companion.games.arkham.state import G, State, holdable, names_are_secret
from companion.i18n import Text, _, from_data, listed, ngettext
from companion.schema import Option, Refusal, Seat


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """Play an asset or event of the hand. AH-ACT-PLAY-2."""
    spend(g, seat, "play", play_refusal(g.state, seat, card))
    card_play.pay_card(g, seat, card)
    if (yield from provoke(g, seat)):
        yield from card_play.play_card(g, seat, card)


def play_other(g: G, seat: Seat) -> Rule[None]:
    """Play an unknown card. Its owner names cost and type."""
    cost, kind = yield from card_play.ask_other_card(g, seat)
    spend(g, seat, "play", play_refusal(g.state, seat, OTHER_CARD))
    if cost:
        g.emit(ResourcesChanged(seat, -cost))
    if (yield from provoke(g, seat)):
        g.emit(CardPlayed(seat, paid_card(kind, cost), kind))


def activate(g: G, seat: Seat, key: str) -> Rule[None]:
    """Use an ability of a card, an enemy or a location. AH-X-ACTIONS-1. Parley and resign provoke no attack (AH-X-AOO-1)."""
    in_play = card_play.find_ability(g.state, seat, key)
    ability = in_play.ability
    if ability.actions:
        spend(g, seat, ability.title, card_play.ability_refusal(g.state, seat, in_play), ability.actions)
    card_play.pay_ability(g, seat, in_play)
    if ability.actions and ability.kind == "action" and not (yield from provoke(g, seat)):
        return
    yield from card_play.resolve_ability(g, seat, in_play)
    if ability.skill and not g.state.seats[seat].defeated:
        yield from skill_test(g, seat, ability.skill, ability.difficulty, in_play.text, *of_card(seat, ability.effects))


MOST_DIFFICULTY = 12


def free_test(g: G, seat: Seat) -> Rule[None]:
    """Make a test of any skill and difficulty that a card on the table asks for. AH-ST-GEN-2."""
    values = g.state.seats[seat].skills
    skills = [Option(name, _("{skill} {value}", skill=from_data(name), value=values[name])) for name in SKILLS]
    skill = yield from g.one(choose(seat, _("which skill is tested?"), skills, rule="ST.1", key="test.skill"))
    title = _("{skill} against which difficulty?", skill=from_data(skill))
    difficulty = yield from g.number(count(seat, title, 0, MOST_DIFFICULTY, "ST.1", key="test.difficulty"))
    yield from skill_test(g, seat, skill, difficulty, _("A test of {skill}", skill=from_data(skill)))


def choose_card(g: G, seat: Seat) -> Rule[None]:
    hand = [
        Option(card, from_data(card), play_refusal(g.state, seat, card)) for card in distinct(holdable(g.state, seat))
    ]
    hand.sort(key=lambda option: option.refused is not None)
    hand += [Option(OTHER_CARD, _("another card"), play_refusal(g.state, seat, OTHER_CARD))]
    title, secret = _("play which card?"), names_are_secret(g.state)
    card = yield from g.one(choose(seat, title, hand, rule="AH-ACT-PLAY-2", secret=secret, key="play"))
    yield from play_other(g, seat) if card == OTHER_CARD else play_card(g, seat, card)


def cannot_play(s: State, seat: Seat) -> Refusal | None:
    if any(play_refusal(s, seat, card) is None for card in (*holdable(s, seat), OTHER_CARD)):
        return None
    return Refusal("NO_TARGET", _("No card of this hand can be played."), "AH-ACT-PLAY-2")


def choose_fast(g: G, seat: Seat) -> Rule[None]:
    prompt = choose(
        seat,
        _("which fast card or ability?"),
        fast(g.state, seat),
        rule="AH-X-FASTWIN-1",
        secret=names_are_secret(g.state),
        key="fast",
    )
    yield from window(g, seat, (yield from g.one(prompt)))


def cannot_play_fast(s: State, seat: Seat) -> Refusal | None:
    if any(option.refused is None for option in fast(s, seat)):
        return None
    return Refusal("NO_TARGET", _("No fast card or free ability that we know can be used."), "AH-X-FASTWIN-1")


def usable(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return the abilities that cost actions, with their refusals."""
    return tuple(
        Option(
            in_play.key,
            _ability(s, seat, in_play),
            turn_refusal(s, seat, in_play.ability.actions) or card_play.ability_refusal(s, seat, in_play),
        )
        for in_play in card_play.abilities_in_play(s, seat)
        if in_play.ability.kind != "free"
    )


def _ability(s: State, seat: Seat, in_play: card_play.AbilityInPlay) -> Text:
    """Return the option of an ability, as in "Engine Room: Work the wheel, combat 4, The Wet Porter strikes first"."""
    ability = in_play.ability
    parts = [in_play.text]
    if ability.skill:
        parts.append(_("{skill} {value}", skill=from_data(ability.skill), value=ability.difficulty))
    if ability.actions != 1:
        parts.append(ngettext("{n} action", "{n} actions", ability.actions))
    text = listed(parts, ", ")
    return with_warning(s, seat, text) if ability.kind == "action" else text


def choose_ability(g: G, seat: Seat) -> Rule[None]:
    others = Option(OTHER_CARD, _("an ability that stands on another card"))
    ways = (*usable(g.state, seat), others)
    key = yield from g.one(choose(seat, _("which ability?"), ways, rule="AH-X-ACTIONS-1", key="ability"))
    if key == OTHER_CARD:
        yield from _other_ability(g, seat)
    else:
        yield from activate(g, seat, key)


def _other_ability(g: G, seat: Seat) -> Rule[None]:
    """Spend the actions of an unknown ability. Players apply it with their cards. AH-X-AOO-3."""
    who = g.state.seats[seat]
    title = _("it takes how many actions?")
    number = yield from g.number(count(seat, title, 1, who.actions, "AH-X-ACTIONS-1", key="ability.actions"))
    kinds = [
        Option("action", _("Activate: ready enemies attack first")),
        Option("marked", _("it says fight, evade, parley or resign: nobody attacks")),
    ]
    title = _("what kind of ability?")
    kind = yield from g.one(choose(seat, title, kinds, rule="AH-X-AOO-3", key="ability.kind"))
    spend(g, seat, "activate", None, number)
    if kind == "action":
        yield from provoke(g, seat)


def resign(g: G, seat: Seat) -> Rule[None]:
    """Leave the scenario by a card's ability. AH-X-ACTIONS-1."""
    sure = [Option("stay", _("No, stay")), Option("resign", _("Resign: the clues stay here"))]
    chosen = yield from g.one(choose(seat, _("leave the scenario?"), sure, rule="AH-X-ACTIONS-1", key="resign"))
    if chosen == "resign":
        spend(g, seat, "resign")
        g.emit(InvestigatorLeft(seat, "resigned"))


def cannot_resign(s: State, seat: Seat) -> Refusal | None:
    """Refuse without a card that offers it. Players decide in their own scenarios. AH-X-ACTIONS-1."""
    offered = any(in_play.ability.kind == "resign" for in_play in card_play.abilities_in_play(s, seat))
    if offered or not s.scenario.agendas:
        return None
    return Refusal("NO_TARGET", _("No card here lets you resign."), "AH-X-ACTIONS-1")
