"""The chaos bag by hand: tokens come and go, are sealed on cards and released. The bag is a physical thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.engine.answer_check import begun, named
from companion.engine.play import Rule, choose, distinct
from companion.games.arkham.content.terms import MOST_OF, TOKENS
from companion.games.arkham.facts.events import G, TokenAdded, TokenReleased, TokenRemoved, TokenSealed
from companion.games.arkham.rules.skill_test.values import NAMES
from companion.games.arkham.state import State
from companion.schema.prompt import Option, Refusal, Seat

MOST_OF_A_FACE = 20  # more of one face than any box holds


def menu(g: G, seat: Seat) -> Rule[None]:
    """What is done to the bag, and with which token."""
    s, name = g.state, g.state.seats[seat].name
    wishes = [
        Option("add", "put a token into the bag"),
        Option("remove", "take a token out of the game", last_refused(s, 1)),
        Option("seal", "seal a token on a card", last_refused(s, 1)),
        Option("release", "release a sealed token", _empty(s.bag.aside, "No token is sealed.")),
    ]
    wish = yield from g.one(choose(seat, f"{name}: what happens to the chaos bag?", wishes, rule="Bag"))
    faces, refuse, say = {
        "add": (TOKENS, add_refused, "goes into the bag"),
        "remove": (s.bag.inside, lambda _s, _t: None, "leaves the game"),
        "seal": (s.bag.inside, lambda _s, _t: None, "is sealed"),
        "release": (s.bag.aside, lambda _s, _t: None, "is released"),
    }[wish]
    tokens = [Option(face, NAMES.get(face, face), refuse(s, face)) for face in distinct(faces)]
    token = yield from g.one(choose(seat, f"{name}: which token {say}?", tokens, rule="Bag"))
    CHANGES[wish](g, token)


def add_refused(s: State, token: str) -> Refusal | None:
    """Why no more of this token may be in the bag, or None."""
    if token not in TOKENS:
        return Refusal("UNKNOWN_FACE", f"There is no token {token}; there are {', '.join(map(named, TOKENS))}.", "Bag")
    return too_many(s, token, 1)


def too_many(s: State, token: str, more: int) -> Refusal | None:
    """Why so many more of a token cannot be there, or None."""
    there = Counter(s.bag.all)[token] + more
    if there > MOST_OF.get(token, MOST_OF_A_FACE):
        if token in MOST_OF:
            return Refusal("TOO_MANY", f"There are {MOST_OF[token]} {named(token)} tokens and no more.", "Bag")
        return Refusal("TOO_MANY", f"{there} of {named(token)} is more than any box holds.", "Bag")
    return None


def last_refused(s: State, number: int) -> Refusal | None:
    """Why so many tokens cannot leave the bag, or None: with an empty one nothing can be tested."""
    if len(s.bag.inside) > number:
        return None
    return Refusal("LAST_TOKEN", "One token at least stays in the bag.", "Bag")


def add(g: G, token: str) -> None:
    refused = add_refused(g.state, token)
    if refused is not None:
        raise refused.error()
    g.emit(TokenAdded(token))


def remove(g: G, token: str) -> None:
    """Raises Refused where it is not in the bag."""
    _inside(g.state, token)
    g.emit(TokenRemoved(token))


def seal(g: G, token: str) -> None:
    """Raises Refused where it is not in the bag."""
    _inside(g.state, token)
    g.emit(TokenSealed(token))


def release(g: G, token: str) -> None:
    """Raises Refused where it is not sealed."""
    if token not in g.state.bag.aside:
        raise Refusal("TOKEN_NOT_SEALED", f"{begun(named(token))} is not sealed on a card.", "Bag").error()
    g.emit(TokenReleased(token))


CHANGES: dict[str, Callable[[G, str], None]] = {"add": add, "remove": remove, "seal": seal, "release": release}


def _inside(s: State, token: str) -> None:
    if token not in s.bag.inside:
        there = ", ".join(map(named, distinct(s.bag.inside)))
        raise Refusal(
            "TOKEN_NOT_IN_BAG",
            f"{begun(named(token))} is not in the bag; there {'are' if ',' in there else 'is'} {there or 'nothing'}.",
            "Bag",
        ).error()


def _empty(faces: tuple[str, ...], words: str) -> Refusal | None:
    return None if faces else Refusal("NO_TARGET", words, "Bag")
