"""Facts of the chaos bag: its tokens, and how they are counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.arkham.names import token_text
from companion.games.arkham.state import Event, State
from companion.i18n import Text, _, listed, ngettext
from companion.schema import Faces, Words


@dataclass(frozen=True, slots=True)
class TokenAdded(Event):
    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.added([self.token]))

    def line(self, s: State) -> Words:
        return ngettext(
            "{token} goes into the bag: {n} token.",
            "{token} goes into the bag: {n} tokens.",
            len(s.bag.all),
            token=token_text(self.token),
        )


@dataclass(frozen=True, slots=True)
class TokenRemoved(Event):
    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.removed(self.token))

    def line(self, s: State) -> Words:
        return ngettext(
            "{token} leaves the bag: {n} token.",
            "{token} leaves the bag: {n} tokens.",
            len(s.bag.all),
            token=token_text(self.token),
        )


@dataclass(frozen=True, slots=True)
class TokenSealed(Event):
    """A token is set aside on a card: part of the composition, not in the bag."""

    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.sealed(self.token))

    def line(self, s: State) -> Words:
        return _("{token} is sealed.", token=token_text(self.token))


@dataclass(frozen=True, slots=True)
class TokenReleased(Event):
    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.released(self.token))

    def line(self, s: State) -> Words:
        return _("{token} is released into the bag.", token=token_text(self.token))


@dataclass(frozen=True, slots=True)
class HandfulCounted(Event):
    """Tokens that were not counted before. Without tokens the count begins."""

    tokens: Faces
    lying: Faces = ()  # all tokens on the tray

    def apply(self, s: State) -> State:
        counted = (*(s.counted or ()), *([self.tokens] if self.tokens else []))
        return replace(s, last=None, lying=self.lying, counted=counted)

    def line(self, s: State) -> Words:
        if not self.tokens:
            return _("The bag is counted.")
        return _("Counted: {tokens}.", tokens=listed(map(token_text, self.tokens), ", "))


@dataclass(frozen=True, slots=True)
class AuditEnded(Event):
    """All tokens that were counted."""

    tokens: Faces

    def apply(self, s: State) -> State:
        return replace(s, counted=None, audited=self.tokens)

    def line(self, s: State) -> Words:
        return count_text(s, self.tokens)


def difference(s: State, tokens: Faces) -> tuple[Counter[str], Counter[str]]:
    """Return (missing, too many), compared with the bag."""
    expected, counted = Counter(s.bag.inside), Counter(tokens)
    return expected - counted, counted - expected


def count_text(s: State, tokens: Faces) -> Text:
    """Return the result of a count, as in "The bag is counted, 17 of 16: 1 × -3 too many."."""
    missing, more = difference(s, tokens)
    numbers = {"n": len(tokens), "wanted": len(s.bag.inside)}
    match bool(missing), bool(more):
        case True, True:
            return _(
                "The bag is counted, {n} of {wanted}: {missing} missing, {more} too many.",
                **numbers,
                missing=token_list(missing),
                more=token_list(more),
            )
        case True, False:
            return _("The bag is counted, {n} of {wanted}: {missing} missing.", **numbers, missing=token_list(missing))
        case False, True:
            return _("The bag is counted, {n} of {wanted}: {more} too many.", **numbers, more=token_list(more))
        case _:
            return _("The bag is counted, {n} of {wanted}: the bag is right.", **numbers)


def token_list(tokens: Counter[str]) -> Text:
    several = (_("{n} × {token}", n=number, token=token_text(token)) for token, number in tokens.items())
    return listed(several, ", ")
