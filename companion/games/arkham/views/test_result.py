"""A skill test in the view: its sum, odds and result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.engine import mark_result
from companion.games.arkham.content import TOKENS
from companion.games.arkham.facts import verdict_text
from companion.games.arkham.names import card_text, token_text
from companion.games.arkham.rules.actions import fight_refusal
from companion.games.arkham.rules.in_play import evade_refusal
from companion.games.arkham.rules.skill_test import (
    by_token,
    chance,
    icons,
    is_drawn,
    judge,
    needed,
    still_to_reveal,
    table,
)
from companion.games.arkham.state import State, Test, Verdict
from companion.i18n import NOTHING, Text, _, from_data, listed, ngettext
from companion.schema import (
    BagFace,
    BagView,
    Bar,
    Block,
    Card,
    Cards,
    Faces,
    Odds,
    Prompt,
    Seat,
    Step,
    Steps,
    Sum,
)


def verdict(s: State, last: Verdict) -> Sum:
    """Show the last test with its terms."""
    return Sum(
        title=_title(last),
        terms=last.terms,
        total=last.value,
        needed=last.difficulty,
        verdict="passed" if last.passed else "failed",
        sentence=verdict_text(s, last),
        faces=last.tokens,
        object="token",
        rule=deciding_clause(last),
    )


def _title(last: Verdict) -> Text:
    """Return the title. 0 has its own message, because a language may have a special word for it."""
    if last.passed:
        return _("Success by {n}", n=last.by) if last.by else _("Success by 0")
    return _("Failure by {n}", n=last.by) if last.by else _("Failure by 0")


def deciding_clause(last: Verdict) -> str:
    """Return the clause of the result."""
    if last.auto:
        return "AH-ST-6-3" if last.auto == "success" else "AH-ST-6-5"
    return "AH-ST-6-2" if last.passed else "AH-ST-6-4"


MOST_ICONS_SHOWN = 4


def odds(s: State, test: Test) -> Odds:
    """Return the odds by committed icons, exact for the bag."""
    have = committed_icons(s, test)
    first = max(0, have - MOST_ICONS_SHOWN + 1)
    bare = replace(test, committed=())
    rows = table(s, bare, range(first, first + MOST_ICONS_SHOWN + 1))
    bars = tuple(Bar(icon_words(n), float(share), counts=n == have, now=n == have) for n, share in rows)
    pull = needed(s, test)
    value = s.seats[test.performer].skills[test.skill]
    skill = _("{skill} {value}", skill=from_data(test.skill), value=value)
    return Odds(
        _("Odds before the draw"),
        _("{skill}, {n} needed", skill=skill, n=test.difficulty),
        bars,
        float(chance(s, test)),
        _("pull {token} or better", token=pull) if pull else NOTHING,
        "rows",
        chips=(skill, *((icon_words(have),) if have else ()), _("{n} needed", n=test.difficulty)),
    )


def glance(s: State) -> Iterator[Odds]:
    """Show the odds of possible tests of this turn, without cards and with the current bag."""
    if s.test is not None or not s.active or s.ending is not None:
        return
    tests = tuple(possible_tests(s, s.active))
    if tests:
        bars = tuple(Bar(label, float(chance(s, test))) for label, test in tests)
        yield Odds(_("Chances"), _("{who}, without a card", who=s.seats[s.active].name), bars, shape="rows")


def possible_tests(s: State, seat: Seat) -> Iterator[tuple[Text, Test]]:
    """Return the tests of possible actions, as "Fight The Wet Porter"."""
    who = s.seats[seat]
    here = s.locations.get(who.location)
    if here is not None and here.clues:
        yield _("Investigate"), Test(seat, "intellect", here.shroud)
    for name, foe in s.enemies.items():
        if fight_refusal(s, seat, name) is None:
            yield _("Fight {enemy}", enemy=from_data(foe.title)), Test(seat, "combat", foe.fight)
        if evade_refusal(s, seat, name) is None:
            yield _("Evade {enemy}", enemy=from_data(foe.title)), Test(seat, "agility", foe.evade)


def bag_view(s: State) -> BagView:
    """Show the tokens in the bag by face, and those outside: drawn, or sealed on a card."""
    out = Counter(s.bag.out + s.bag.aside)
    inside = Counter(s.bag.inside)
    there = sorted(set(s.bag.all), key=TOKENS.index)  # a returned token keeps its place
    passes = {} if s.test is None or s.last is not None else {face: by for face, _n, by in by_token(s, s.test)}
    faces = tuple(BagFace(face, inside[face], out[face], passes.get(face, "")) for face in there)
    return BagView(_bag_title(len(s.bag.inside), len(s.bag.all), s.bag.aside), faces)


def _bag_title(inside: int, all_there: int, sealed: Faces) -> Text:
    if not sealed:
        return _("In the bag · {n} of {all}", n=inside, all=all_there)
    tokens = listed(map(token_text, sealed), ", ")
    return _("In the bag · {n} of {all}, {tokens} sealed", n=inside, all=all_there, tokens=tokens)


def committed_icons(s: State, test: Test) -> int:
    """Return the icons of committed cards that count."""
    return sum(icons(s, entry.card, test.skill) for entry in test.committed)


def icon_words(number: int) -> Text:
    return ngettext("{n} icon", "{n} icons", number)


STEP_TEXTS = (
    ("ST.1", _("Choose the skill")),
    ("ST.2", _("Commit cards")),
    ("ST.3", _("Reveal a token")),
    ("ST.4", _("Token effect")),
    ("ST.5", _("Add it up")),
    ("ST.6", _("Compare")),
    ("ST.7", _("Apply results")),
    ("ST.8", _("End the test")),
)


def steps(s: State, test: Test) -> Steps:
    """Show finished steps with their results."""
    now = next(place for place, (name, _text) in enumerate(STEP_TEXTS) if name == test.step)
    notes = {
        "ST.2": icon_words(committed_icons(s, test)) if test.committed else NOTHING,
        "ST.3": listed(map(token_text, test.revealed), ", "),
    }
    return Steps(
        _("Steps"),
        tuple(
            Step(text, _step_status(place, now), notes.get(name, NOTHING), name)
            for place, (name, text) in enumerate(STEP_TEXTS)
        ),
    )


def test_blocks(s: State, test: Test) -> Iterator[Block]:
    """Show committed cards, odds and the current sum before the result."""
    if test.committed:
        cards = tuple(
            Card(entry.card, card_text(entry.card), _("{who}, {n:+}", who=s.seats[entry.by].name, n=worth))
            for entry, worth in ((entry, icons(s, entry.card, test.skill)) for entry in test.committed)
        )
        yield Cards(_("Committed"), cards)
    if s.last is None and still_to_reveal(s, test) > 0:
        yield odds(s, test)
    if test.revealed and s.last is None:
        yield replace(verdict(s, judge(s, test)), title=_("The token lies there"), verdict="", sentence="")


def _step_status(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def lost_seats(s: State) -> frozenset[Seat]:
    """Return the seats that were killed or driven insane. Resigned seats are not lost."""
    return frozenset(seat for seat, who in s.seats.items() if who.defeated and who.left != "resigned")


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:  # noqa: ARG001  as every game's
    """Mark the row of the committed icons, given the state before the draw."""
    if s.test is None or s.test.revealed or prompt.kind != "draw" or not is_drawn(s, s.test):
        return None
    before = odds(s, s.test)
    row = next((place for place, bar in enumerate(before.bars) if bar.now), None)
    if row is None or before.chance is None:
        return None
    return mark_result(before, row, _("The chance to pass was {chance:%}.", chance=_round_percent(before.chance)))


def _round_percent(share: float) -> float:
    """Round to whole percent as the page does: a half upwards."""
    return int(share * 100 + 0.5) / 100
