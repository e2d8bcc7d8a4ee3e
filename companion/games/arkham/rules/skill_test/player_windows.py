"""The player windows of a skill test: fast cards and free abilities before ST.2 and ST.3, and after a reveal.

Players need not pass. The window before ST.3 stays open next to the draw, and the revealed token closes it.
"""

from __future__ import annotations

from fractions import Fraction

from companion.engine import Rule, choose, count, distinct
from companion.games.arkham.content import AUTO_FAIL, Auto
from companion.games.arkham.facts import Modified, TokenCancelled
from companion.games.arkham.names import token_text
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.skill_test.odds import after_open_abilities
from companion.games.arkham.rules.skill_test.skill_values import judge, still_to_reveal
from companion.games.arkham.state import STOP_SOURCE, G, State, Test, TestModifier, Verdict, holdable, names_are_secret
from companion.i18n import Text, _, from_data
from companion.schema import Option, Prompt, Seat

FIRST = "first"
"""Opens the window before ST.2."""
WINDOW_RULE = "AH-X-FASTWIN-1"
LEAST_CHANGE, MOST_CHANGE = -10, 10  # change of a skill by one card

MODIFIER_OPTIONS = (
    Option("add", _("a card or an ability changes the skill")),
    Option("double", _("the skill is doubled")),
    Option("halve", _("the skill is halved")),
    Option("success", _("automatic success")),
    Option("fail", _("automatic failure")),
)
STOP_OPTION = Option("stop", _("wait after the token"))
FACTORS = {"double": Fraction(2), "halve": Fraction(1, 2)}


def in_window(s: State) -> tuple[Prompt, ...]:
    """Return the prompts of all seats before the token is revealed."""
    return tuple(window_prompt(s, seat) for seat, who in s.seats.items() if not who.defeated)


def window_prompt(s: State, seat: Seat) -> Prompt:
    """Offer fast cards, free abilities, and the effect of an unknown card."""
    ways = (*fast(s, seat), *MODIFIER_OPTIONS, STOP_OPTION)
    title = _("a fast card or an ability")
    return choose(seat, title, ways, rule=WINDOW_RULE, secret=names_are_secret(s), key="window")


def fast(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return the known fast cards and free abilities of this investigator. AH-X-AOO-3."""
    cards = distinct(c for c in holdable(s, seat) if c in s.cards and s.cards[c].fast)
    options = [
        Option(f"play:{card}", _("play {card}", card=from_data(card)), card_play.fast_refusal(s, seat, card))
        for card in cards
    ]
    options += [
        Option(f"use:{in_play.key}", in_play.text, card_play.ability_refusal(s, seat, in_play))
        for in_play in card_play.abilities_in_play(s, seat)
        if in_play.ability.kind == "free"
    ]
    return tuple(options)


def window(g: G, seat: Seat, choice: str = "") -> Rule[None]:
    """Take one step in a window."""
    if not choice:
        choice = yield from g.one(window_prompt(g.state, seat))
    what, _colon, which = choice.partition(":")
    if what == "play":
        card_play.pay_card(g, seat, which)
        yield from card_play.play_card(g, seat, which)
    elif what == "use":
        in_play = card_play.find_ability(g.state, seat, which)
        card_play.pay_ability(g, seat, in_play)
        yield from card_play.resolve_ability(g, seat, in_play)
    else:
        yield from change(g, seat, what)


def change(g: G, seat: Seat, what: str) -> Rule[None]:
    """Change the test by an unknown card. AH-ST-5-2, AH-ST-6-3, AH-ST-6-5."""
    test, source = g.state.test, _("{who}'s card", who=g.state.seats[seat].name)
    after = test is not None and test.is_revealed
    if what == "add":
        title = _("the skill changes by how much?")
        add = yield from g.number(count(seat, title, LEAST_CHANGE, MOST_CHANGE, "ST.5", key="skill.add"))
        g.emit(Modified(TestModifier(source, add=add, after_reveal=after, test=True)))
    elif what in FACTORS:
        g.emit(Modified(TestModifier(source, times=FACTORS[what], after_reveal=after, test=True)))
    elif what == STOP_OPTION.id:
        g.emit(Modified(TestModifier(STOP_SOURCE, after_reveal=True, test=True)))
    else:
        auto: Auto = "success" if what == "success" else "fail"
        g.emit(Modified(TestModifier(source, auto=auto, after_reveal=after, test=True)))


def after_reveal(g: G, token: str) -> Rule[None]:
    """Let players respond to the token: set it aside, change the skill, or accept it."""
    while waits(g.state):
        test = g.state.test
        assert test is not None
        others = (p for p in in_window(g.state) if p.seat != test.performer)
        prompt, (choice,) = yield from g.first(answer_prompt(g.state, test, token), *others)
        if choice == "go":
            return
        if choice in ("cancel", "again"):
            g.emit(TokenCancelled(token, again=choice == "again"))
            return
        yield from window(g, prompt.seat, choice)


def waits(s: State) -> bool:
    """Return whether players want to respond: always, before a failure, or this time."""
    test = s.test
    if test is None:
        return False
    is_stopped = any(modifier.is_stop and modifier.test for modifier in s.modifiers)
    would_fail = still_to_reveal(s, test) < 1 and not _expected_verdict(s, test).passed
    return is_stopped or s.pause == "always" or (would_fail and s.pause == "failure")


def answer_prompt(s: State, test: Test, token: str) -> Prompt:
    """Ask the performer. The other seats have their own windows."""
    seat, face = test.performer, token_text(token)
    answers = (
        Option("go", _("take it: {outcome}", outcome=_outcome(s, test))),
        Option("again", _("set {token} aside and reveal another", token=face)),
        Option("cancel", _("set {token} aside, no other", token=face)),
    )
    ways, secret = (*answers, *fast(s, seat), *MODIFIER_OPTIONS), names_are_secret(s)
    title = _("{token} was revealed. Anything against it?", token=face)
    return choose(seat, title, ways, rule=WINDOW_RULE, secret=secret, key="token.answer")


def _expected_verdict(s: State, test: Test) -> Verdict:
    """Return the result as it stands, with the token's open ability. AH-ST-4-1 comes before ST.6."""
    return judge(after_open_abilities(s, test), test)


def _outcome(s: State, test: Test) -> Text:
    if still_to_reveal(s, test) > 0 and AUTO_FAIL not in test.revealed:
        return _("another token follows")
    would = _expected_verdict(s, test)
    if not would.passed:
        return _("failure by {n}", n=would.by)
    return _("success by {n}", n=would.by) if would.by else _("success by 0")
