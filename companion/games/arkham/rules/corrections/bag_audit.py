"""The bag audit: all tokens are laid under the camera, a handful at a time, and counted against the bag we know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.engine.play import Rule, choose, done, show
from companion.games.arkham.content.terms import TOKENS
from companion.games.arkham.facts.events import AuditEnded, G, HandfulCounted, TokenAdded, TokenRemoved
from companion.games.arkham.rules.corrections.chaos_bag import last_refused, too_many
from companion.games.arkham.rules.skill_test.values import NAMES
from companion.games.arkham.state import State
from companion.schema.prompt import TABLE, Faces, Option, Prompt, Seat

MOST = 24  # tokens that a tray can show at once
RULE = "Bag"


def begin(g: G, seat: Seat) -> Rule[None]:  # noqa: ARG001  of every action's shape
    """Tokens that are sealed stay on their cards; all others are laid down."""
    g.emit(HandfulCounted(()))
    yield from done()


def handful(g: G) -> Rule[None]:
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
