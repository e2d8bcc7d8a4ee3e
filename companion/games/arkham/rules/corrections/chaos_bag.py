"""Correct the chaos bag by hand, or by counting its tokens on the tray."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.engine import Rule, choose, distinct, require_allowed, show
from companion.games.arkham.content import MOST_OF, TOKENS
from companion.games.arkham.facts import (
    AuditEnded,
    HandfulCounted,
    TokenAdded,
    TokenReleased,
    TokenRemoved,
    TokenSealed,
    difference,
    token_list,
)
from companion.games.arkham.names import EVERYONE, token_text
from companion.games.arkham.state import G, State
from companion.i18n import Text, _, listed, ngettext
from companion.schema import TABLE, Faces, Option, Prompt, Refusal, Seat, Words

MOST_OF_A_FACE = 20  # more of one face than any box holds


def change_bag(g: G, seat: Seat) -> Rule[None]:
    """Ask for the change of the bag, and for the token."""
    s = g.state
    wishes = [
        Option("add", _("put a token into the bag")),
        Option("remove", _("take a token out of the game"), last_token_refusal(s, 1)),
        Option("seal", _("seal a token on a card"), last_token_refusal(s, 1)),
        Option("release", _("release a sealed token"), _empty_refusal(s.bag.aside, _("No token is sealed."))),
    ]
    wish = yield from g.one(choose(seat, _("what happens to the chaos bag?"), wishes, rule="Bag", key="bag"))
    faces, title = {
        "add": (TOKENS, _("which token goes into the bag?")),
        "remove": (s.bag.inside, _("which token leaves the game?")),
        "seal": (s.bag.inside, _("which token is sealed?")),
        "release": (s.bag.aside, _("which token is released?")),
    }[wish]
    tokens = [
        Option(face, token_text(face), add_refusal(s, face) if wish == "add" else None) for face in distinct(faces)
    ]
    token = yield from g.one(choose(seat, title, tokens, rule="Bag", key=f"bag.{wish}"))
    BAG_CHANGES[wish](g, token)


def add_refusal(s: State, token: str) -> Refusal | None:
    """Return why no more of this token may be in the bag, or None."""
    if token not in TOKENS:
        there = listed(map(token_text, TOKENS), ", ")
        return Refusal(
            "UNKNOWN_FACE", _("There is no token {token}; there are {tokens}.", token=token, tokens=there), "Bag"
        )
    return too_many_refusal(s, token, 1)


def too_many_refusal(s: State, token: str, more: int) -> Refusal | None:
    """Return why `more` tokens of a face cannot exist, or None."""
    there = Counter(s.bag.all)[token] + more
    if there > MOST_OF.get(token, MOST_OF_A_FACE):
        if token in MOST_OF:
            sentence = _("There are {n} of {token} and no more.", n=MOST_OF[token], token=token_text(token))
            return Refusal("TOO_MANY", sentence, "Bag")
        sentence = _("{n} of {token} is more than any box holds.", n=there, token=token_text(token))
        return Refusal("TOO_MANY", sentence, "Bag")
    return None


def last_token_refusal(s: State, number: int) -> Refusal | None:
    """Return why so many tokens cannot leave the bag, or None. An empty bag allows no test."""
    if len(s.bag.inside) > number:
        return None
    return Refusal("LAST_TOKEN", _("One token at least stays in the bag."), "Bag")


def add(g: G, token: str) -> None:
    require_allowed(add_refusal(g.state, token))
    g.emit(TokenAdded(token))


def remove(g: G, token: str) -> None:
    """Remove a token. Raises Refused if it is not in the bag."""
    _require_inside(g.state, token)
    g.emit(TokenRemoved(token))


def seal(g: G, token: str) -> None:
    """Seal a token. Raises Refused if it is not in the bag."""
    _require_inside(g.state, token)
    g.emit(TokenSealed(token))


def release(g: G, token: str) -> None:
    """Release a token. Raises Refused if it is not sealed."""
    if token not in g.state.bag.aside:
        sentence = _("{token.cap} is not sealed on a card.", token=token_text(token))
        raise Refusal("TOKEN_NOT_SEALED", sentence, "Bag").error()
    g.emit(TokenReleased(token))


BAG_CHANGES: dict[str, Callable[[G, str], None]] = {"add": add, "remove": remove, "seal": seal, "release": release}


def _require_inside(s: State, token: str) -> None:
    if token not in s.bag.inside:
        raise Refusal("TOKEN_NOT_IN_BAG", _not_inside(token_text(token), distinct(s.bag.inside)), "Bag").error()


def _not_inside(token: Words, inside: Faces) -> Text:
    if not inside:
        return _("{token.cap} is not in the bag; there is nothing.", token=token)
    names = {"token": token, "there": listed(map(token_text, inside), ", ")}
    return ngettext(
        "{token.cap} is not in the bag; there is {there}.",
        "{token.cap} is not in the bag; there are {there}.",
        len(inside),
        **names,
    )


def _empty_refusal(faces: tuple[str, ...], words: Words) -> Refusal | None:
    return None if faces else Refusal("NO_TARGET", words, "Bag")


MOST_AT_ONCE = 24  # tokens on a tray at once
BAG_RULE = "Bag"


def begin_count(g: G, _seat: Seat) -> None:
    """Begin a count. Sealed tokens stay on their cards."""
    g.emit(HandfulCounted(()))


def count_handful(g: G) -> Rule[None]:
    """Take a handful, or the end of the count. Then name wrong tokens and correct them."""
    prompt, values = yield from g.first(handful_prompt(g.state), end_prompt(g.state))
    if prompt.kind == "show":
        yield from count_tokens(g, values)
        return
    tokens = counted_so_far(g.state)
    if values == ("stop",):
        g.emit(AuditEnded(g.state.audited))
        return
    yield from correct_difference(g, tokens)
    g.emit(AuditEnded(tokens))


def count_tokens(g: G, tokens: Faces) -> Rule[None]:
    """Count the tokens of a handful. Ask whether tokens of the last handful are still on the tray."""
    more = Counter(tokens) - Counter(g.state.lying)
    again = len(tokens) - more.total()
    new = tokens
    if again * 2 > len(g.state.lying):  # two handfuls seldom share most of their faces
        lies = [
            Option("away", _("they were taken away: count {n} more", n=len(tokens))),
            Option("still", _("they lie there still: count {n} more", n=more.total())),
        ]
        title = _("{n} of these lay there before, or look alike. Were those taken away?", n=again)
        answer = yield from g.one(choose(TABLE, title, lies, rule=BAG_RULE, key="audit.again", whom=EVERYONE))
        if answer == "still":
            new = tuple(more.elements())
    g.emit(HandfulCounted(new, tokens))
    counted_tokens = counted_so_far(g.state)
    if not any(difference(g.state, counted_tokens)):  # the bag is right, so the count ends by itself
        g.emit(AuditEnded(counted_tokens))


def handful_prompt(s: State) -> Prompt:
    """Accept any tokens, because the audit must find surplus ones."""
    title = _handful_title(len(counted_so_far(s)), len(s.bag.inside))
    faces = tuple(face for face in TOKENS for _copy in range(MOST_AT_ONCE))
    return replace(
        show(TABLE, title, faces, BAG_RULE, ("token",), key="audit.handful", whom=EVERYONE), most=MOST_AT_ONCE
    )


def _handful_title(there: int, wanted: int) -> Text:
    if there:
        return _("take these away and lay the next handful, {n} of {wanted} counted", n=there, wanted=wanted)
    return _("lay a handful of tokens on the tray, {n} of {wanted} counted", n=there, wanted=wanted)


def end_prompt(s: State) -> Prompt:
    """Offer to end or to stop the count."""
    there = len(counted_so_far(s))
    ends = [
        Option("all", _("that was all: {n} of {wanted}", n=there, wanted=len(s.bag.inside))),
        Option("stop", _("stop counting")),
    ]
    return choose(TABLE, _("was that the whole bag?"), ends, rule=BAG_RULE, key="audit.end", whom=EVERYONE)


def counted_so_far(s: State) -> Faces:
    """Return all tokens of this count."""
    return tuple(token for handful in s.counted or () for token in handful)


def progress(s: State) -> Text:
    """Return the progress. Tokens that are not shown yet are not called missing."""
    tokens = counted_so_far(s)
    more = difference(s, tokens)[1]
    numbers = {"n": len(tokens), "wanted": len(s.bag.inside)}
    if more:
        return _("{n} of {wanted} counted, {more} too many", **numbers, more=token_list(more))
    return _("{n} of {wanted} counted", **numbers)


def correct_difference(g: G, tokens: Faces) -> Rule[None]:
    """Ask about each wrong token whether to correct the bag or its record."""
    missing, more = difference(g.state, tokens)
    for token, number in (missing + more).items():
        is_more = token in more
        bag = _("take it out of the bag") if is_more else _("put it into the bag")
        refused = too_many_refusal(g.state, token, number) if is_more else last_token_refusal(g.state, number)
        ways = [
            Option("bag", bag),
            Option("list", _("the bag is right: from now on it is counted so"), refused),
        ]
        title = (
            _("{n} × {token} too many. What is to be done?", n=number, token=token_text(token))
            if is_more
            else _("{n} × {token} missing. What is to be done?", n=number, token=token_text(token))
        )
        way = yield from g.one(choose(TABLE, title, ways, rule=BAG_RULE, key="audit.mend", about=token, whom=EVERYONE))
        if way == "list":
            for _copy in range(number if is_more else min(number, g.state.bag.inside.count(token))):
                g.emit(TokenAdded(token) if is_more else TokenRemoved(token))
