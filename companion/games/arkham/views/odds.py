"""The chances before the draw, and the bag they are of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.arkham.content.terms import TOKENS
from companion.games.arkham.rules.actions.basic_actions import fight_refused
from companion.games.arkham.rules.enemies import evade_refused
from companion.games.arkham.rules.odds import by_token, chance, needed, table
from companion.games.arkham.rules.skill_test.values import NAMES, icons
from companion.games.arkham.state import State, Test
from companion.schema.prompt import Seat
from companion.schema.view import BagFace, BagView, Bar, Odds

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
