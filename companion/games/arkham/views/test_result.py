"""A skill test as it stands: its sum, its odds, its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.engine import marked, percent
from companion.games.arkham.content import TOKENS
from companion.games.arkham.facts import UNKNOWN
from companion.games.arkham.rules.actions import fight_refused
from companion.games.arkham.rules.in_play import evade_refused
from companion.games.arkham.rules.skill_test import (
    NAMES,
    by_token,
    chance,
    icons,
    is_drawn,
    judged,
    needed,
    still_to_reveal,
    table,
)
from companion.games.arkham.state import State, Test, Verdict
from companion.schema import BagFace, BagView, Bar, Block, Card, Cards, Faces, Odds, Prompt, Seat, Step, Steps, Sum


def verdict(s: State, last: Verdict) -> Sum:
    """The last test with its reasons."""
    return Sum(
        title=f"{'Success' if last.passed else 'Failure'} by {last.by}",
        terms=last.terms,
        total=last.value,
        needed=last.difficulty,
        verdict="passed" if last.passed else "failed",
        sentence=sentence(s, last),
        faces=last.tokens,
        object="token",
        rule=decides(last),
    )


def sentence(s: State, last: Verdict) -> str:
    """As in "Ann: intellect 4 + icons 2 - token 2 = 4, 3 needed: passed by 1."."""
    name = s.seats[last.performer].name
    end = f"{'passed' if last.passed else 'failed'} by {last.by}"
    if last.auto:
        return f"{name}: automatic {'success' if last.auto == 'success' else 'failure'}, {end}."
    first, *others = last.terms
    parts = [f"{first.label} {first.value}"]
    parts += [
        f"{t.label} {t.text}" if t.text else f"{'−' if t.value < 0 else '+'} {t.label} {abs(t.value)}" for t in others
    ]
    floor = f" (counts as {last.value})" if last.value != last.total else ""
    return f"{name}: {' '.join(parts)} = {last.total}{floor}, {last.difficulty} needed: {end}."


def decides(last: Verdict) -> str:
    """The clause by which the last test came out so."""
    if last.auto:
        return "AH-ST-6-3" if last.auto == "success" else "AH-ST-6-5"
    return "AH-ST-6-2" if last.passed else "AH-ST-6-4"


MOST_ICONS_SHOWN = 4


def odds(s: State, test: Test) -> Odds:
    """Rows by icons committed, exact over what is in the bag."""
    have = committed(s, test)
    first = max(0, have - MOST_ICONS_SHOWN + 1)
    bare = replace(test, committed=())
    rows = table(s, bare, range(first, first + MOST_ICONS_SHOWN + 1))
    bars = tuple(Bar(icon_words(n), float(share), counts=n == have, now=n == have) for n, share in rows)
    pull = needed(s, test)
    skill = f"{test.skill} {s.seats[test.performer].skills[test.skill]}"
    return Odds(
        "Odds before the draw",
        f"{skill}, {test.difficulty} needed",
        bars,
        float(chance(s, test)),
        f"pull {pull} or better" if pull else "",
        "rows",
        chips=(skill, *((icon_words(have),) if have else ()), f"{test.difficulty} needed"),
    )


def glance(s: State) -> Iterator[Odds]:
    """What the tests of this turn would be like, before anybody decides: without a card, over the bag as it is."""
    if s.test is not None or not s.active or s.ending is not None:
        return
    tests = tuple(possible_tests(s, s.active))
    if tests:
        bars = tuple(Bar(label, float(chance(s, test))) for label, test in tests)
        yield Odds("Chances", f"{s.seats[s.active].name}, without a card", bars, shape="rows")


def possible_tests(s: State, seat: Seat) -> Iterator[tuple[str, Test]]:
    """The tests that an action could be now, as in "Fight The Wet Porter"."""
    who = s.seats[seat]
    here = s.locations.get(who.location)
    if here is not None and here.clues:
        yield "Investigate", Test(seat, "intellect", here.shroud)
    for name, foe in s.enemies.items():
        if fight_refused(s, seat, name) is None:
            yield f"Fight {foe.title}", Test(seat, "combat", foe.fight)
        if evade_refused(s, seat, name) is None:
            yield f"Evade {foe.title}", Test(seat, "agility", foe.evade)


def bag_view(s: State) -> BagView:
    """What is inside by face, and what lies outside at present: drawn, or sealed on a card."""
    out = Counter(s.bag.out + s.bag.aside)
    inside = Counter(s.bag.inside)
    there = sorted(set(s.bag.all), key=TOKENS.index)  # a token that comes back lies where it lay
    passes = {} if s.test is None or s.last is not None else {face: by for face, _, by in by_token(s, s.test)}
    faces = tuple(BagFace(face, inside[face], out[face], passes.get(face, "")) for face in there)
    sealed = f", {', '.join(NAMES.get(face, face) for face in s.bag.aside)} sealed" if s.bag.aside else ""
    return BagView(f"In the bag · {len(s.bag.inside)} of {len(s.bag.all)}{sealed}", faces)


def committed(s: State, test: Test) -> int:
    """The icons that count, of the cards that are committed."""
    return sum(icons(s, one.card, test.skill) for one in test.committed)


def icon_words(number: int) -> str:
    return f"{number} icon{'' if number == 1 else 's'}"


STEPS = (
    ("ST.1", "Choose the skill"),
    ("ST.2", "Commit cards"),
    ("ST.3", "Reveal a token"),
    ("ST.4", "Token effect"),
    ("ST.5", "Add it up"),
    ("ST.6", "Compare"),
    ("ST.7", "Apply results"),
    ("ST.8", "End the test"),
)


def steps(s: State, test: Test) -> Steps:
    """Which are done, and what came of them."""
    now = next(place for place, (name, _) in enumerate(STEPS) if name == test.step)
    notes = {
        "ST.2": icon_words(committed(s, test)) if test.committed else "",
        "ST.3": ", ".join(NAMES.get(token, token) for token in test.revealed),
    }
    return Steps(
        "Steps",
        tuple(Step(text, _reached(place, now), notes.get(name, ""), name) for place, (name, text) in enumerate(STEPS)),
    )


def under_way(s: State, test: Test) -> Iterator[Block]:
    """Before the result: what is committed, the chances, and the sum as far as it is known."""
    if test.committed:
        cards = tuple(
            Card(c.card, card_words(c.card), f"{s.seats[c.by].name}, +{icons(s, c.card, test.skill)}")
            for c in test.committed
        )
        yield Cards("Committed", cards)
    if s.last is None and still_to_reveal(s, test) > 0:
        yield odds(s, test)
    if test.revealed and s.last is None:
        yield replace(verdict(s, judged(s, test)), title="The token lies there", verdict="", sentence="")


def card_words(card: str) -> str:
    """A card known only by its icons is worded by them."""
    return f"a card ({card.replace(':', ' ')})" if card.startswith(UNKNOWN) else card


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def lost(s: State) -> frozenset[Seat]:
    """Who was killed or has lost their mind; to resign is one's own choice."""
    return frozenset(seat for seat, who in s.seats.items() if who.defeated and who.left != "resigned")


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:  # noqa: ARG001  as every game's
    """`s`: before the draw. The row of the icons that were committed is marked."""
    if s.test is None or s.test.revealed or prompt.kind != "draw" or not is_drawn(s, s.test):
        return None
    before = odds(s, s.test)
    came = next((place for place, bar in enumerate(before.bars) if bar.now), None)
    if came is None or before.chance is None:
        return None
    return marked(before, came, f"The chance to pass was {percent(before.chance)}.")
