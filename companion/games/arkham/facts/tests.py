"""Facts of a skill test, from its beginning to its end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine import Bag, without
from companion.games.arkham.content import AUTO_FAIL, BLESS, ELDER_SIGN, POOL
from companion.games.arkham.facts.base import out_of_hand
from companion.games.arkham.names import NAMELESS, UNKNOWN, card_text, token_text
from companion.games.arkham.state import Committed, Event, State, Test, TestModifier, Verdict
from companion.i18n import Text, _, from_data, joined, ngettext
from companion.schema import Cue, Seat, Term, Tone, Words

BENIGN_TOKENS = (ELDER_SIGN, BLESS)


@dataclass(frozen=True, slots=True)
class TestBegan(Event):
    __test__ = False

    performer: Seat
    skill: str
    difficulty: int
    title: Words

    def apply(self, s: State) -> State:
        test = Test(self.performer, self.skill, self.difficulty, self.title, "ST.2")
        return replace(s, test=test, last=None)

    def line(self, s: State) -> Words:
        names = {"title": self.title, "who": s.seats[self.performer].name, "skill": from_data(self.skill)}
        return _("{title}: {who} tests {skill} against {difficulty}.", **names, difficulty=self.difficulty)


@dataclass(frozen=True, slots=True)
class Modified(Event):
    """A card or an ability changes the test under way, or is no longer active."""

    modifier: TestModifier

    def apply(self, s: State) -> State:
        return replace(s, modifiers=(*s.modifiers, self.modifier))

    def line(self, s: State) -> Words:
        source, add, auto = self.modifier.source, self.modifier.add, self.modifier.auto
        if self.modifier.is_stop:
            return ""
        if auto == "success":
            return _("{card}: automatic success.", card=source)
        if auto:
            return _("{card}: automatic failure.", card=source)
        return _("{card}: {n:+}.", card=source, n=add) if add else _("{card} changes the test.", card=source)


@dataclass(frozen=True, slots=True)
class CardsCommitted(Event):
    """The committed cards of all seats."""

    cards: tuple[Committed, ...]

    def apply(self, s: State) -> State:
        after, test = s, _test(s)
        for committed in self.cards:
            who, is_unknown = after.seats[committed.by], committed.card.startswith(UNKNOWN)
            less = replace(who, unknown=who.unknown - 1) if is_unknown else out_of_hand(who, committed.card)
            after = after.with_seat(committed.by, less)
        return replace(after, test=replace(test, committed=test.committed + self.cards, step="ST.3"))

    def line(self, s: State) -> Words:
        return joined(" ", (_commit_line(s.seats[committed.by].name, committed.card) for committed in self.cards))


def _commit_line(who: str, card: str) -> Text:
    if card.startswith(UNKNOWN):
        icons = int(card.removeprefix(UNKNOWN))
        return ngettext("{who} commits a card with {n} icon.", "{who} commits a card with {n} icons.", icons, who=who)
    return _("{who} commits {card}.", who=who, card=card_text(card))


@dataclass(frozen=True, slots=True)
class TokenRevealed(Event):
    token: str

    def apply(self, s: State) -> State:
        test = _test(s)
        revealed = replace(test, revealed=(*test.revealed, self.token), step="ST.4")
        return replace(s, bag=s.bag.drawn(self.token), test=revealed)

    def line(self, s: State) -> Words:
        return _("Token: {token}.", token=token_text(self.token))

    def cue(self, s: State) -> Cue:
        tone: Tone = "bad" if self.token == AUTO_FAIL else "good" if self.token in BENIGN_TOKENS else "plain"
        return Cue("token", self.line(s), tone, (self.token,), "token")


@dataclass(frozen=True, slots=True)
class TokenCancelled(Event):
    """A revealed token is set aside without effect until the test ends. Another is revealed where `again`."""

    token: str
    again: bool

    def apply(self, s: State) -> State:
        test = _test(s)
        less = replace(test, revealed=without(test.revealed, self.token), cancelled=(*test.cancelled, self.token))
        return replace(s, test=replace(less, spared=less.spared + (not self.again)))

    def line(self, s: State) -> Words:
        token = token_text(self.token)
        if self.again:
            return _("{token} is set aside, another is revealed.", token=token)
        return _("{token} is set aside.", token=token)


@dataclass(frozen=True, slots=True)
class SymbolResolved(Event):
    """The ability of a symbol starts; for the elder sign it is that of the performer's card."""

    symbol: str
    performer: Seat

    def apply(self, s: State) -> State:
        test = _test(s)
        return replace(s, test=replace(test, resolved=len(test.revealed)))

    def line(self, s: State) -> Words:
        return _("The {token} takes effect.", token=token_text(self.symbol))


@dataclass(frozen=True, slots=True)
class TestResolved(Event):
    __test__ = False

    verdict: Verdict

    def apply(self, s: State) -> State:
        return replace(s, last=self.verdict, test=replace(_test(s), step="ST.7"))

    def line(self, s: State) -> Words:
        return verdict_text(s, self.verdict)


@dataclass(frozen=True, slots=True)
class ResultApplied(Event):
    """One of several consequences, in the performer's order. AH-ST-7-3."""

    result: str

    def apply(self, s: State) -> State:
        return s


@dataclass(frozen=True, slots=True)
class TestEnded(Event):
    __test__ = False

    performer: Seat

    def apply(self, s: State) -> State:
        """Discard committed cards and return tokens. AH-ST-8-1, AH-X-COMMIT-1, AH-ST-8-2, AH-ST-8-3.

        Bless and curse tokens go to the token pool, not into the bag.
        """
        back = tuple(token for token in s.bag.out if token not in POOL)
        left = tuple(m for m in s.modifiers if not m.test)
        after = replace(s, bag=Bag(s.bag.inside + back, (), s.bag.aside), test=None, modifiers=left)
        for committed in _test(s).committed:
            who = after.seats[committed.by]
            card = NAMELESS if committed.card.startswith(UNKNOWN) and who.list else committed.card
            after = after.with_seat(committed.by, replace(who, discard=(*who.discard, card)))
        return after


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way")
    return s.test


def verdict_text(s: State, last: Verdict) -> Text:
    """Return a line with the sum, the difficulty and the margin."""
    name, outcome = s.seats[last.performer].name, _outcome(last)
    if last.auto == "success":
        return _("{who}: automatic success, {outcome}.", who=name, outcome=outcome)
    if last.auto:
        return _("{who}: automatic failure, {outcome}.", who=name, outcome=outcome)
    first, *others = last.terms
    terms = (_("{label} {value}", label=first.label, value=first.value), *map(_term, others))
    args = {"who": name, "sum": joined(" ", terms), "total": last.total, "needed": last.difficulty, "outcome": outcome}
    if last.value == last.total:
        return _("{who}: {sum} = {total}, {needed} needed: {outcome}.", **args)
    return _("{who}: {sum} = {total} (counts as {value}), {needed} needed: {outcome}.", **args, value=last.value)


def _outcome(last: Verdict) -> Text:
    """Return the end of the sentence."""
    if last.passed:
        return _("passed by {n}", n=last.by) if last.by else _("passed by 0")
    return _("failed by {n}", n=last.by) if last.by else _("failed by 0")


def _term(term: Term) -> Text:
    if term.text:
        return _("({label} {text})", label=term.label, text=term.text)
    if term.value < 0:
        return _("− {label} {value}", label=term.label, value=-term.value)
    return _("+ {label} {value}", label=term.label, value=term.value)
