"""The skill test, ST.1 to ST.8, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule, choose, draw
from companion.games.arkham.facts import (
    CardsCommitted,
    SymbolResolved,
    TestBegan,
    TestEnded,
    TestResolved,
    TokenRevealed,
)
from companion.games.arkham.names import UNKNOWN
from companion.games.arkham.rules.card_and_token_effects import carry_out
from companion.games.arkham.rules.skill_test.consequences import Consequence, apply_results, of_tokens
from companion.games.arkham.rules.skill_test.player_windows import FIRST, after_reveal, in_window, window
from companion.games.arkham.rules.skill_test.skill_values import (
    commit_refusal,
    effect,
    icons,
    judge,
    known_before,
    still_to_reveal,
)
from companion.games.arkham.state import Committed, G, State, Test, Verdict, holdable, names_are_secret
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Option, Prompt, Refused, Seat, Words

MOST_ICONS = 4  # on one unknown card
MOST_ALIKE = 2  # unknown cards with equal icons in one commit


def skill_test(g: G, seat: Seat, skill: str, difficulty: int, title: Words, *results: Consequence) -> Rule[Verdict]:
    """Make a skill test. ST.1: the caller gives type and difficulty."""
    g.emit(TestBegan(seat, skill, difficulty, title))
    return (yield from go_on(g, *results))


def go_on(g: G, *results: Consequence) -> Rule[Verdict]:
    """Continue the test of the state from its step, ST.2 to ST.8."""
    performer = on_table(g.state).performer
    if on_table(g.state).step in ("ST.1", "ST.2"):
        yield from commit(g)  # ST.2, with the window before it
    if on_table(g.state).step in ("ST.3", "ST.4"):
        yield from reveal(g)  # the window before ST.3, ST.3 and ST.4
    verdict = judge(g.state, on_table(g.state))  # ST.5 and ST.6
    if not g.state.seats[performer].left and g.state.ending is None:  # defeat ends the test
        g.emit(TestResolved(verdict))
        yield from apply_results(g, verdict, (*results, *of_tokens(g.state, on_table(g.state), verdict)))  # ST.7
    g.emit(TestEnded(performer))  # ST.8
    return verdict


def commit(g: G) -> Rule[None]:
    """ST.2: ask all at once, the performer for any number of cards, the others at the location for one."""
    test = on_table(g.state)
    if test.step not in ("ST.1", "ST.2"):
        raise Refused("COMMIT_CLOSED", _("Cards are committed before the token is revealed, not afterwards."), "ST.2")
    too_many = False
    while not g.state.seats[test.performer].left:
        prompts = [commit_prompt(g.state, test, seat, too_many=too_many) for seat in helpers(g.state, test)]
        given = yield from g.ask(*prompts)
        early = [p.seat for p, cards in zip(prompts, given, strict=True) if FIRST in cards]
        for seat in early:  # AH-X-FASTWIN-1: the window before cards are committed
            yield from window(g, seat)
        chosen = tuple(Committed(p.seat, card) for p, cards in zip(prompts, given, strict=True) for card in cards)
        too_many = not early and not all_held(g.state, test, chosen)
        if not early and not too_many:
            g.emit(CardsCommitted(chosen))
            return


def all_held(s: State, test: Test, chosen: tuple[Committed, ...]) -> bool:
    """Return whether the hand can hold these cards together."""
    hands = {committed.by: tuple(c.card for c in chosen if c.by == committed.by) for committed in chosen}
    return all(commit_refusal(s, test, seat, cards) is None for seat, cards in hands.items())


def helpers(s: State, test: Test) -> Iterator[Seat]:
    """Yield all seats at the location, with or without cards, so that a prompt reveals no hand. AH-ST-2-1, AH-ST-2-2."""
    here = s.seats[test.performer].location
    return (
        seat for seat, who in s.seats.items() if seat == test.performer or (who.location == here and not who.defeated)
    )


def commit_prompt(s: State, test: Test, seat: Seat, *, too_many: bool = False) -> Prompt:
    """Ask one investigator for cards in ST.2."""
    who, is_performer = s.seats[seat], seat == test.performer
    cards = [
        Option(card, card_text(s, card, test.skill), commit_refusal(s, test, seat, (card,)))
        for card in holdable(s, seat)
    ]
    cards.sort(key=lambda option: option.refused is not None)
    if who.unknown:
        cards += [
            Option(f"{UNKNOWN}{n}", ngettext("a card with {n} matching icon", "a card with {n} matching icons", n))
            for n in range(1, MOST_ICONS + 1)
            for _card in range(min(who.unknown, MOST_ALIKE) if is_performer else 1)
        ]
    possible = sum(option.refused is None for option in cards)
    most = possible if is_performer else min(1, possible)
    title = (
        _own_commit(test.skill, too_many) if is_performer else _commit_to(test, s.seats[test.performer].name, too_many)
    )
    first = Option(FIRST, _("first a fast card or an ability"))
    return choose(seat, title, [*cards, first], 0, max(1, most), "ST.2", secret=names_are_secret(s), key="commit")


def _own_commit(skill: str, too_many: bool) -> Text:
    if too_many:
        return _("commit cards to the {skill} test, no more than the hand holds", skill=from_data(skill))
    return _("commit cards to the {skill} test", skill=from_data(skill))


def _commit_to(test: Test, who: str, too_many: bool) -> Text:
    """Return the title for a helper."""
    skill = from_data(test.skill)
    if too_many:
        return _("commit cards to {who}'s {skill} test, no more than the hand holds", who=who, skill=skill)
    return _("commit cards to {who}'s {skill} test", who=who, skill=skill)


def card_text(s: State, card: str, skill: str) -> Text:
    """Return the option of a card for its owner, as in "Lamp oil: +1"."""
    return _("{card}: {n:+}", card=from_data(card), n=icons(s, card, skill))


def reveal(g: G) -> Rule[None]:
    """ST.3 and ST.4: reveal a token and start its ability, which may reveal another. AH-X-REVEAL-1."""
    resolved = 0
    while True:
        for token in on_table(g.state).revealed[resolved:]:
            yield from resolve_symbol(g, token)  # ST.4
            resolved += 1
        test = on_table(g.state)
        skipped = not test.revealed and known_before(g.state)  # AH-X-AUTO-1
        fallen = g.state.seats[test.performer].left  # the token defeated the performer
        if (
            fallen
            or skipped
            or g.state.ending is not None
            or still_to_reveal(g.state, test) < 1
            or not g.state.bag.inside
        ):
            return
        drawn = yield from next_token(g)
        if drawn is not None:
            g.emit(TokenRevealed(drawn))  # ST.3
            yield from after_reveal(g, drawn)
            resolved = min(resolved, len(on_table(g.state).revealed))


def next_token(g: G) -> Rule[str | None]:
    """Return the token, or None after a player used the window before it. AH-X-FASTWIN-1."""
    draws = token_prompt(g.state, on_table(g.state))
    prompt, values = yield from g.first(draws, *in_window(g.state))
    if prompt.kind == "draw":
        return values[0]
    yield from window(g, prompt.seat, values[0])
    return None


def token_prompt(s: State, test: Test) -> Prompt:
    skill = from_data(test.skill)
    title = (
        _("reveal another chaos token, {skill}, {n} needed", skill=skill, n=test.difficulty)
        if test.revealed
        else _("reveal a chaos token, {skill}, {n} needed", skill=skill, n=test.difficulty)
    )
    lying = test.revealed + test.cancelled
    return draw(test.performer, title, s.bag.inside, "ST.3", of=("token", "tag"), locked=lying, key="token")


def resolve_symbol(g: G, token: str) -> Rule[None]:
    """Start the ability of a token. One without an ability ends the step. AH-ST-4-1 to AH-ST-4-4."""
    test = on_table(g.state)
    ability = effect(g.state, test, token)
    if ability is not None:
        g.emit(SymbolResolved(token, test.performer))
        yield from carry_out(g, test.performer, (e for e in ability.effects if e.when == "now"))


def nothing(_g: G) -> None:
    """Apply a result that players carry out with the cards on the table."""


def on_table(s: State) -> Test:
    """Return the test under way. Raises Refused without one."""
    if s.test is None:
        raise Refused("NO_TEST", _("No test is under way."))
    return s.test
