"""Skill Test, Contest and Surprise (DYW-TEST, -CONTEST, -SKILL, -SURPRISE, -DEFEND)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import Rule, card_text, choose, count
from companion.games.draw_your_weapon.facts import (
    CardKept,
    CardPlayed,
    ExperienceGained,
    RequirementFixed,
    RequirementShown,
    SurpriseMet,
    TestCalled,
    TestCalledOff,
    TestResolved,
)
from companion.games.draw_your_weapon.rules.cards import (
    cannot_play,
    choose_as,
    draw_cards,
    enough,
    hand_cards,
    has_card,
    lay,
    top_card_prompt,
    turn_top_card,
    with_attributes,
)
from companion.games.draw_your_weapon.rules.combat import end_defence
from companion.games.draw_your_weapon.rules.features import join_test, option, usable_in_test
from companion.games.draw_your_weapon.state import G, Played, State, Test, Tie, Way, card_value, deck_of, hand_of
from companion.i18n import _, listed
from companion.schema import DEALER, TABLE, DrawPrompt, Faces, Option, Prompt, Refusal

HIGHEST_REQUIREMENT = 30  # above a king with any attribute, so out of reach


def skill_test(
    g: G, who: str, attribute: str, named: str, surprise: bool = False, required: int | None = None
) -> Rule[None]:
    """Test one player's character against the Dealer's secret number. `named` is the suit.

    A prepared Call gives `required`, else ask the Dealer. The verdict is `state.last`, None where the test was called off.
    """
    if not surprise:
        end_defence(g, who)  # DYW-DEFEND-5: the test is another Action
    g.emit(TestCalled("skill_test", attribute, named, (who,), surprise))  # DYW-TEST-3
    if required is None:
        required = yield from g.number(required_prompt())
    g.emit(RequirementFixed(required))  # DYW-SKILL-6: before the card
    yield from meet_surprise(g, (who,) if surprise else ())
    card = yield from ask_card(g, who)  # DYW-SKILL-2
    if card is None:
        g.emit(TestCalledOff())
        return
    (played,) = yield from lay_cards(g, {who: card})
    passed = played.result >= (_test(g).required or 0)  # DYW-SKILL-5; read again: the Dealer may have changed it
    g.emit(TestResolved((who,) if passed else ()))
    if passed:
        yield from keep(g, who)
    else:
        g.emit(ExperienceGained(who))  # DYW-SKILL-4


def required_prompt() -> Prompt:
    """Ask for the Dealer's secret number (DYW-SKILL-3)."""
    title = _("fix the required Result")
    return count(DEALER, title, 1, HIGHEST_REQUIREMENT, "DYW-SKILL-3", secret=True, key="test.required")


def ask_card(g: G, who: str) -> Rule[str | None]:
    """Ask for the card of a Skill Test. Return None where the Dealer calls the test off.

    Meanwhile the Dealer may fix another number, and the player may use a Feature (DYW-SKILL-6, DYW-ABILITY-2).
    """
    while has_card(g.state, who) or who in _test(g).surprised:
        answered, (value,) = yield from g.first(card_prompt(g.state, who), *side_prompts(g.state, who))
        if answered.of:
            return value
        if answered.rule == "DYW-ABILITY-2":
            yield from join_test(g, who, value)
        elif value == "off":
            return None
        else:
            g.emit(RequirementFixed((yield from g.number(required_prompt()))))
    return None  # a correction removed the cards


def card_prompt(s: State, who: str) -> Prompt:
    """Ask for the top card of the Library in a Surprise, else for a card of the hand."""
    if s.test is not None and who in s.test.surprised:
        return top_card_prompt(s, who)
    return lay(s, who, rule="DYW-SKILL-2")


def side_prompts(s: State, who: str) -> tuple[Prompt, ...]:
    """Return the other options during a test, before its card."""
    ways = (Option("number", _("Fix another required Result")), Option("off", _("Call the test off")))
    dealers = choose(DEALER, _("the test under way"), ways, rule="DYW-SKILL-6", at="menu", key="test.change")
    usable = [option(s, who, feature) for feature in usable_in_test(s, who)]
    title = _("use a Feature in this test")
    players = choose_as(s, who, title, usable, rule="DYW-ABILITY-2", key="test.feature")
    return (players, dealers) if usable else (dealers,)


def contest(g: G, who: Sequence[str], attribute: str, named: str, surprised: Sequence[str] = ()) -> Rule[None]:
    """Test two or more characters against each other. `surprised` are players' characters.

    At most as many figures take part as the Dealer holds cards. A single character has no Contest.
    """
    who = enough(g.state, who)
    if len(who) < 2:
        return
    g.emit(TestCalled("contest", attribute, named, tuple(who), bool(surprised)))
    yield from meet_surprise(g, surprised)
    yield from features_of_all(g, who)
    test = _test(g)
    hands = tuple(name for name in test.who if name not in test.surprised)
    cards = yield from hand_cards(g, hands)  # DYW-CONTEST-2
    if len(cards) < len(hands):
        g.emit(TestCalledOff())
        return
    for name in test.surprised:  # after the hands are locked in: DYW-AMB-7
        cards[name] = yield from turn_top_card(g, name, cards)
    played = yield from lay_cards(g, {name: cards[name] for name in test.who})
    best = max(p.result for p in played)  # DYW-CONTEST-3, -5
    winner, tie = yield from break_tie(g, tuple(p.who for p in played if p.result == best))
    g.emit(TestResolved((winner,), tie))
    yield from draw_cards(g, losers(g.state, who, winner))  # DYW-CONTEST-6
    yield from keep(g, winner)


def losers(s: State, who: Sequence[str], winner: str) -> tuple[str, ...]:
    """Return the characters that draw. Figures draw where the rules of the table say so and their hand is counted (DYW-AMB-4)."""
    figures = s.book.figures_draw and s.held is not None
    return tuple(name for name in who if name != winner and (figures or s.characters[name].is_player))


def features_of_all(g: G, who: Sequence[str]) -> Rule[None]:
    """Offer a Feature to all characters at once, before the cards of a Contest (DYW-ABILITY-2)."""
    able = [name for name in who if usable_in_test(g.state, name)]
    given = yield from g.ask(*(feature_prompt(g.state, name) for name in able))
    for name, values in zip(able, given, strict=True):
        for value in values:
            yield from join_test(g, name, value)


def feature_prompt(s: State, who: str) -> Prompt:
    usable = [option(s, who, feature) for feature in usable_in_test(s, who)]
    title = _("use a Feature in this Contest, if you wish")
    return choose_as(s, who, title, usable, 0, 1, rule="DYW-ABILITY-2", key="contest.feature")


def lay_cards(g: G, cards: dict[str, str]) -> Rule[tuple[Played, ...]]:
    """Emit all cards with their bonuses at once (DYW-CONTEST-2)."""
    bare = [Played(name, card, card_value(g.state, card)) for name, card in cards.items()]
    played = yield from with_attributes(g, bare)
    surprised = _test(g).surprised
    for p in played:
        g.emit(CardPlayed(p.who, p.card, p.base, p.bonus, p.who in surprised, p.more))
    return played


def cannot_elect(s: State, who: str) -> Refusal | None:
    """Return why this character cannot decline a Surprise, or None (DYW-DEFEND-3)."""
    if not s.characters[who].defending:
        sentence = _("{who} is not defending: a Surprise is a Surprise.", who=s.characters[who].display_name)
        return Refusal("NOT_DEFENDING", sentence, "DYW-DEFEND-2")
    return cannot_play(s, who)


def meet_surprise(g: G, surprised: Sequence[str]) -> Rule[None]:
    """Ask all defenders at once whether they decline the Surprise (DYW-DEFEND-2, -3)."""
    prompts = [elect(g.state, who) for who in surprised if g.state.characters[who].defending]
    given = yield from g.ask(*prompts)
    spared = {p.seat for p, values in zip(prompts, given, strict=True) if values == ("ordinary",)}
    ordinary = tuple(who for who in surprised if g.state.characters[who].seat in spared)
    if surprised:
        g.emit(SurpriseMet(tuple(who for who in surprised if who not in ordinary), ordinary))


def elect(s: State, who: str) -> Prompt:
    """Ask one defender."""
    character = s.characters[who]
    ways = (Option("surprise", _("Turn the top card")), Option("ordinary", _("Play a card"), cannot_elect(s, who)))
    return choose(
        character.seat,
        _("take it as a Surprise?"),
        ways,
        rule="DYW-DEFEND-3",
        key="test.defend",
        whom=_("{who} defends", who=character.display_name),
    )


def break_tie(g: G, tied: Sequence[str]) -> Rule[tuple[str, Tie]]:
    """Return the winner and the reason: players beat the Dealer, then the larger hand, then the lot (DYW-AMB-5)."""
    if len(tied) == 1:
        return tied[0], ""
    own = tuple(who for who in tied if g.state.characters[who].is_player) or tuple(tied)  # DYW-CONTEST-7
    if len(own) == 1:
        return own[0], "player_beats_dealer"
    hands = {who: cards_in_hand(g.state, who) for who in own}  # DYW-CONTEST-8, after playing: DYW-AMB-6
    left = tuple(who for who in own if hands[who] == max(hands.values()))
    if len(left) == 1:
        return left[0], "hand_count"
    lots = [Option(who, g.state.characters[who].display_name) for who in left]
    title = _("Level: draw lots between {names}", names=listed(option.text for option in lots))
    drawn = yield from g.one(DrawPrompt(TABLE, title, tuple(lots), rule="DYW-CONTEST-9", key="contest.lots"))
    return drawn, "random"


def cards_in_hand(s: State, who: str) -> int:
    hand = hand_of(s, who)
    return hand.cards if hand is not None else 0


def keep(g: G, winner: str) -> Rule[None]:
    """Offer the played card to the winner of a Surprise (DYW-SURPRISE-4, DYW-AMB-8)."""
    last, character = g.state.last, g.state.characters[winner]
    if last is None or not character.is_player or not is_rewarded(last.test, winner):
        return
    card = next(p.card for p in last.test.played if p.who == winner)
    keeping = Option("keep", _("Take the {card} into the hand", card=card_text(card)))
    ways = (keeping, Option("leave", _("Leave it on the Pile")))
    title = _("keep the {card}?", card=card_text(card))
    if (yield from g.one(choose(character.seat, title, ways, rule="DYW-SURPRISE-4", key="test.keep"))) == "leave":
        return
    if card in g.state.decks[deck_of(g.state, winner)].pile:  # a correction may have removed the Pile
        g.emit(CardKept(winner, card))


def is_rewarded(test: Test, winner: str) -> bool:
    """Return whether the winner may keep the card. A defender who declined the Surprise may not (DYW-DEFEND-4)."""
    return bool(test.surprised) and winner not in test.ordinary


def _test(g: G) -> Test:
    if g.state.test is None:
        raise RuntimeError("no test was called")
    return g.state.test


REQUIREMENT_LOCKED = Refusal(
    "REQUIREMENT_LOCKED", _("The required Result cannot change once the card lies there."), "DYW-SKILL-6"
)


def requirement_ways(s: State) -> Iterator[Way]:
    """Offer to show the required Result of the last test, until it is shown."""
    if s.last is not None and s.last.test.required is not None and not s.last.shown:
        options = (
            Option("show", _("Show what was required")),
            Option("number", _("Fix another required Result"), REQUIREMENT_LOCKED),
        )
        title = _("the number of the last test")
        yield Way(choose(DEALER, title, options, rule="DYW-SKILL-6", at="menu", key="requirement"), _show)


def _show(g: G, _values: Faces) -> None:
    g.emit(RequirementShown())
