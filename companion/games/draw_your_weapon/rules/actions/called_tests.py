"""Tests and contests that the Dealer calls: attribute, suit and characters."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import SUIT_NAMES, Rule, choose
from companion.games.draw_your_weapon.names import attribute_text
from companion.games.draw_your_weapon.rules.cards import cannot_play, cannot_turn, enough, most_turned
from companion.games.draw_your_weapon.rules.checks import contest, skill_test
from companion.games.draw_your_weapon.state import G, State, characters_in_scene, players
from companion.i18n import Text, _, joined, ngettext
from companion.schema import DEALER, Option, Refusal, Seat

OTHER_SUIT = "another"  # option for an unusual suit


def call_skill_test(g: G, _seat: Seat) -> Rule[None]:
    """DYW-SKILL-1."""
    attribute, named = yield from what_counts(g)
    if cannot_test(g.state, DEALER):
        return  # a correction removed the possible test
    who = yield from one_player(g, False)
    yield from skill_test(g, who, attribute, named)


def call_surprise_test(g: G, _seat: Seat) -> Rule[None]:
    """DYW-SURPRISE-1, as for a trap or an ambush."""
    attribute, named = yield from what_counts(g)
    if cannot_be_surprised(g.state, DEALER):
        return
    who = yield from one_player(g, True)
    yield from skill_test(g, who, attribute, named, surprise=True)


def call_contest(g: G, _seat: Seat) -> Rule[None]:
    """DYW-CONTEST-1."""
    attribute, named = yield from what_counts(g)
    if cannot_contest(g.state, DEALER):
        return
    who = yield from several(g, g.state)
    yield from contest(g, who, attribute, named)


def call_surprise_contest(g: G, _seat: Seat) -> Rule[None]:
    """DYW-SURPRISE-2: an unseen attack."""
    attribute, named = yield from what_counts(g)
    if cannot_be_surprised(g.state, DEALER):
        return
    surprised = yield from who_is_surprised(g)
    against = yield from opponents(g, surprised)
    who = tuple(name for name in g.state.characters if name in surprised or name in against)
    if len(who) > 1:
        yield from contest(g, who, attribute, named, surprised)


def what_counts(g: G) -> Rule[tuple[str, str]]:
    """Ask for an attribute with its usual suit in one tap, or for another suit (DYW-TEST-3)."""
    usual = g.state.book.attributes
    pairs = [Option(name, joined(", ", [attribute_text(name), SUIT_NAMES[suit]])) for name, suit in usual.items()]
    title, ways = _("name the Attribute and the Suit"), [*pairs, Option(OTHER_SUIT, _("Another suit"))]
    chosen = yield from g.one(choose(DEALER, title, ways, rule="DYW-TEST-3", key="test.pair"))
    if chosen != OTHER_SUIT:
        return chosen, usual[chosen]
    names = [Option(name, attribute_text(name)) for name in usual]
    suits = [Option(suit, name) for suit, name in SUIT_NAMES.items()]
    attribute = yield from g.one(
        choose(DEALER, _("name the Attribute"), names, rule="DYW-TEST-3", key="test.attribute")
    )
    suit_title = _("name the Suit for {attribute}", attribute=attribute_text(attribute))
    return attribute, (yield from g.one(choose(DEALER, suit_title, suits, rule="DYW-X-ATTR-1", key="test.suit")))


def one_player(g: G, surprise: bool) -> Rule[str]:
    """Ask for the player of the test."""
    s = g.state
    no = cannot_turn if surprise else cannot_play
    who = [Option(n, s.characters[n].display_name, no(s, n)) for n in players(s)]
    return (yield from g.one(choose(DEALER, _("say whose test it is"), who, rule="DYW-SKILL-1", key="test.player")))


def several(g: G, s: State) -> Rule[tuple[str, ...]]:
    """Ask for all characters involved. Return them in the order of the table."""
    who = [Option(n, s.characters[n].display_name, cannot_play(s, n)) for n in characters_in_scene(s)]
    title = _("say who takes part")
    while True:
        prompt = choose(DEALER, title, who, 2, len(who), rule="DYW-CONTEST-5", key="contest.characters")
        given = yield from g.some(prompt)
        names = tuple(name for name in s.characters if name in given)
        if enough(g.state, names) == names:
            return names
        title = too_few(g.state)


def too_few(s: State) -> Text:
    """Return the title of the repeated prompt."""
    cards = s.held.cards if s.held is not None else 0
    return ngettext(
        "you hold {n} card: say who takes part, no more of your own than that",
        "you hold {n} cards: say who takes part, no more of your own than that",
        cards,
    )


def who_is_surprised(g: G) -> Rule[tuple[str, ...]]:
    """Ask for players' characters, at least one, and at most the number of cards in the Library."""
    s = g.state
    who = [Option(n, s.characters[n].display_name, cannot_turn(s, n)) for n in players(s)]
    title, most = _("say who is surprised"), most_turned(s, players(s))
    return (yield from g.some(choose(DEALER, title, who, 1, most, rule="DYW-SURPRISE-3", key="contest.surprised")))


def opponents(g: G, surprised: Sequence[str]) -> Rule[tuple[str, ...]]:
    """Ask for the opponents. Several surprised characters need none."""
    s = g.state
    who = [
        Option(n, s.characters[n].display_name, cannot_play(s, n)) for n in characters_in_scene(s) if n not in surprised
    ]
    able = sum(option.refused is None for option in who)
    least = 0 if len(surprised) > 1 else 1
    if able < max(1, least):
        return ()
    prompt = choose(
        DEALER, _("say whom they meet"), who, least, len(who), rule="DYW-CONTEST-1", key="contest.opponents"
    )
    return (yield from g.some(prompt))


def cannot_test(s: State, _seat: Seat) -> Refusal | None:
    """Refuse where no player can play a card."""
    refusals = [cannot_play(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None


def cannot_contest(s: State, _seat: Seat) -> Refusal | None:
    """Refuse unless two characters can play a card."""
    there = characters_in_scene(s)
    refusals = [no for name in there if (no := cannot_play(s, name)) is not None]
    if len(there) - len(refusals) >= 2:
        return None
    nobody = Refusal("NOBODY_THERE", _("Nobody else is here for a Contest."), "DYW-CONTEST-1")
    return refusals[0] if refusals else nobody


def cannot_be_surprised(s: State, _seat: Seat) -> Refusal | None:
    """Refuse where no player's Library has a card."""
    refusals = [cannot_turn(s, name) for name in players(s)]
    return refusals[0] if all(refusals) else None
