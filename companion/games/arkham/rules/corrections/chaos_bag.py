"""Correct the chaos bag by hand, or by counting its tokens on the tray."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.engine import Rule, begun, choose, distinct, done, named, show
from companion.games.arkham.content import MOST_OF, TOKENS
from companion.games.arkham.facts import (
    AuditEnded,
    G,
    HandfulCounted,
    TokenAdded,
    TokenReleased,
    TokenRemoved,
    TokenSealed,
)
from companion.games.arkham.rules.skill_test import NAMES
from companion.games.arkham.state import State
from companion.schema import TABLE, Faces, Option, Prompt, Refusal, Seat

MOST_OF_A_FACE = 20  # more of one face than any box holds


def change_bag(g: G, seat: Seat) -> Rule[None]:
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


MOST = 24  # tokens that a tray can show at once
RULE = "Bag"


def begin_count(g: G, seat: Seat) -> Rule[None]:  # noqa: ARG001  of every action's shape
    """Tokens that are sealed stay on their cards; all others are laid down."""
    g.emit(HandfulCounted(()))
    yield from done()


def count_handful(g: G) -> Rule[None]:
    """One handful, or that this was all; then what is wrong is named, and mended as the people say."""
    prompt, values = yield from g.first(handful_prompt(g.state), end_prompt(g.state))
    if prompt.kind == "show":
        yield from counted(g, values)
        return
    found = so_far(g.state)
    if values == ("stop",):
        g.emit(AuditEnded(g.state.audited))
        return
    yield from mend(g, found)
    g.emit(AuditEnded(found))


def counted(g: G, tokens: Faces) -> Rule[None]:
    """A token is counted once: where those of the last look may still lie among these, somebody says so."""
    more = Counter(tokens) - Counter(g.state.lying)
    again = len(tokens) - more.total()
    new = tokens
    if again * 2 > len(g.state.lying):  # a few faces come twice in any bag; most of a handful do not
        lies = [
            Option("away", f"they were taken away: count {len(tokens)} more"),
            Option("still", f"they lie there still: count {more.total()} more"),
        ]
        title = f"Everyone: {again} of these lay there before, or look alike. Were those taken away?"
        if (yield from g.one(choose(TABLE, title, lies, rule=RULE))) == "still":
            new = tuple(more.elements())
    g.emit(HandfulCounted(new, tokens))
    found = so_far(g.state)
    if not any(difference(g.state, found)):  # the bag is right: nobody has to say that this was all
        g.emit(AuditEnded(found))


def handful_prompt(s: State) -> Prompt:
    """Any tokens may lie there, also such as the bag should not hold: that is what the audit is for."""
    there = len(so_far(s))
    wanted = len(s.bag.inside)
    lay = "take these away and lay the next handful" if there else "lay a handful of tokens on the tray"
    faces = tuple(face for face in TOKENS for _ in range(MOST))
    return replace(show(TABLE, f"Everyone: {lay}, {there} of {wanted} counted", faces, RULE, ("token",)), most=MOST)


def end_prompt(s: State) -> Prompt:
    """What else may be said meanwhile."""
    there = len(so_far(s))
    ends = [Option("all", f"that was all: {there} of {len(s.bag.inside)}"), Option("stop", "stop counting")]
    return choose(TABLE, "Everyone: was that the whole bag?", ends, rule=RULE)


def so_far(s: State) -> Faces:
    """All tokens counted in this audit."""
    return tuple(token for handful in s.counted or () for token in handful)


def difference(s: State, found: Faces) -> tuple[Counter[str], Counter[str]]:
    """(missing, too many), against what should be in the bag."""
    should, came = Counter(s.bag.inside), Counter(found)
    return should - came, came - should


def progress(s: State) -> str:
    """While it goes on: what is still to come is not called missing."""
    found = so_far(s)
    _, more = difference(s, found)
    return f"{len(found)} of {len(s.bag.inside)} counted" + (f", {_list(more)} too many" if more else "")


def verdict(s: State, found: Faces) -> str:
    """As in "17 of 16: one -3 too many"."""
    missing, more = difference(s, found)
    head = f"{len(found)} of {len(s.bag.inside)}"
    parts = [f"{_list(missing)} missing"] if missing else []
    parts += [f"{_list(more)} too many"] if more else []
    return f"{head}: {', '.join(parts)}" if parts else f"{head}: the bag is right"


def mend(g: G, found: Faces) -> Rule[None]:
    """For each kind of token that is wrong: the bag is put right, or the count of the bag is."""
    missing, more = difference(g.state, found)
    for token, number in (missing + more).items():
        is_more = token in more
        word, name = ("too many" if is_more else "missing"), NAMES.get(token, token)
        bag = "take it out of the bag" if is_more else "put it into the bag"
        refused = too_many(g.state, token, number) if is_more else last_refused(g.state, number)
        ways = [
            Option("bag", bag),
            Option("list", "the bag is right: from now on it is counted so", refused),
        ]
        title = f"Everyone: {number} × {name} {word}. What is to be done?"
        if (yield from g.one(choose(TABLE, title, ways, rule=RULE))) == "list":
            for _ in range(number if is_more else min(number, g.state.bag.inside.count(token))):
                g.emit(TokenAdded(token) if is_more else TokenRemoved(token))


def _list(tokens: Counter[str]) -> str:
    return ", ".join(f"{number} × {NAMES.get(token, token)}" for token, number in tokens.items())
