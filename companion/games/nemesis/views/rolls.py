"""The chances before a roll or a draw, how lucky it was, and what it led to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.engine import marked, named, percent, ranked
from companion.games.nemesis.content import KINDS
from companion.games.nemesis.rules.intruders import cards_counted, harmed
from companion.games.nemesis.rules.names import an, corridor_words, counted, injuries_words, number_of, room_words, who
from companion.games.nemesis.rules.odds import HEARD, Chances, blow, is_surprise, noise_chances, shot, step, token
from companion.games.nemesis.state import Outcome, State, Test, Verdict, intruders_in, is_in_combat, neighbours
from companion.schema import BagFace, BagView, Bar, Block, Faces, Odds, Prompt, Seat, Sum, Term

MEET = "Encounter"
WORDS = {"encounter": MEET, "noise": "noise", "danger": "danger", "silence": "nothing"}


def odds(s: State) -> Iterator[Block]:
    """Before a roll or a draw its chances; before an action in combat those of a blow."""
    if s.test is not None:
        yield _before_noise(s, s.test) if s.test.kind == "noise" else _before_combat(s, s.test)
    elif s.phase == "players" and not is_met(s) and is_in_combat(s, s.active):
        yield _blows(s)


def is_met(s: State) -> bool:
    """A token is to be drawn."""
    return s.last is not None and s.last.outcome == "encounter"


def ways(s: State) -> Iterator[Odds]:
    """Before an action: what a step into each room next door may bring."""
    if s.test is None and s.phase == "players" and not is_met(s):
        yield from _steps(s)


def _before_noise(s: State, test: Test) -> Odds:
    """One row for each thing that can happen."""
    shares: dict[str, Fraction] = {}
    for face, share in s.noise_die.shares.items():
        words = what_follows(s, test, face)
        shares[words] = shares.get(words, Fraction(0)) + share
    bars = tuple(Bar(words, float(share), counts=words == MEET) for words, share in shares.items())
    meet = float(shares.get(MEET, Fraction(0)))
    return Odds("Before the roll", "the noise die", bars, meet, "an encounter", "rows")


def what_follows(s: State, test: Test, face: str) -> str:
    """The row of a face of the noise die."""
    what = noise_chances(s, test.room, face, slime=s.characters[test.seat].slime)
    if what != "noise":
        return {"encounter": MEET, "danger": "Danger"}.get(what, "Silence" if face == "silence" else f"Number {face}")
    around = [name for name, c in s.corridors.items() if face in c.numbers.get(test.room, ())]
    return f"Noise {_way(s, test.room, around[0])}"


def _way(s: State, room: str, corridor: str) -> str:
    """A corridor in few words: "1·3, Galley"."""
    way = s.corridors[corridor]
    beyond = "technical corridor" if way.technical else short(s, next(end for end in way.ends if end != room))
    return f"{'·'.join(way.numbers.get(room, ()))}, {beyond}"


def _before_combat(s: State, test: Test) -> Odds:
    """How many injuries the die makes."""
    kind = s.intruders[test.target].kind
    chances = blow(s, kind, test.weapon)
    bars = tuple(Bar(str(n), float(share), counts=n > 0) for n, share in chances.items())
    chance = shot(s, test.target, test.weapon)
    kills = "" if chance.kills is None else f", {percent_words(chance.kills)} to kill"
    return Odds("Before the roll", f"the combat die against the {kind}", bars, float(chance.hits), f"to hurt it{kills}")


def _blows(s: State) -> Odds:
    """One row for each Intruder of the room and whatever is in hand against it: how sure a hit is."""
    c = s.characters[s.active]
    arms = [weapon.name for weapon in c.weapons if weapon.ammo] + [""]
    here = intruders_in(s, c.room)
    bars = tuple(_blow(s, name, weapon) for name in here for weapon in arms)
    return Odds("To hurt it", "with one roll", bars, None, "", "rows")


def _blow(s: State, intruder: str, weapon: str) -> Bar:
    chance, hurt = shot(s, intruder, weapon), s.intruders[intruder]
    kills = "" if chance.kills is None else f"{percent_words(chance.kills)} to kill"
    so_far = f"has {injuries_words(hurt.injuries)}" if hurt.injuries else ""
    note = ", ".join(part for part in (kills, so_far) if part)
    return Bar(f"{hurt.kind.capitalize()}, {weapon or 'bare hands'}", float(chance.hits), counts=True, note=note)


def _steps(s: State) -> Iterator[Odds]:
    """One row for each room next door: the chance to meet something there, and what else may be heard."""
    near = neighbours(s, s.characters[s.active].room)
    if not near:
        return
    bars = []
    for room in near:
        chances = step(s, s.active, room)
        bars.append(Bar(short(s, room), float(chances["encounter"]), True, note=_rest(chances)))
    yield Odds("If you move", "chance of an encounter", tuple(bars), None, "", "rows")


def short(s: State, room: str) -> str:
    """The name of a room as it stands on the map."""
    return s.rooms[room].title if s.rooms[room].explored else f"Room {number_of(room)}"


def _rest(chances: Chances) -> str:
    return ", ".join(f"{WORDS[what]} {percent_words(chances[what])}" for what in HEARD[1:] if chances[what])


def percent_words(share: Fraction) -> str:
    """A chance in words.

    >>> percent_words(Fraction(2, 5))
    '40%'
    """
    return f"{round(share * 100)}%"


def bag(s: State, seat: Seat) -> Iterator[Block]:
    """What is in the bag; for the seat itself what the next token would be to its hand."""
    counts = {face: s.bag.inside.count(face) for face in dict.fromkeys(s.bag.inside)}
    yield BagView("Intruder bag", tuple(BagFace(face, n) for face, n in counts.items()), "token")
    if s.test is None and s.phase in {"players", "event"} and s.bag.inside:
        yield _next_token(s, _counting(s, seat))


def _counting(s: State, seat: Seat) -> Seat:
    """Whose hand the next token is compared with, "" = nobody's.

    How many cards a hand holds everybody sees; how many of them are Contamination, its owner alone (NEM-AMB-8).
    """
    whose = seat if seat in s.characters and not is_met(s) else s.active
    known = s.settings.contamination_counts or seat == whose
    return whose if known and s.phase == "players" and s.characters[whose].fate == "aboard" else ""


ORDER = ("blank", *KINDS)


def _next_token(s: State, whose: Seat) -> Odds:
    """What comes by its kind, and by how many tokens of it a hand would be surprised; of the development, what it does."""
    kinds = sorted(
        {one.partition("-")[0] for one in s.bag.inside},
        key=lambda kind: ORDER.index(kind) if kind in ORDER else len(ORDER),
    )
    bars = tuple(Bar(kind.capitalize(), _share(s, kind), note=_comes_to(s, kind, whose)) for kind in kinds)
    if not whose:
        return Odds("The next token", "", bars, None, "", "rows")
    cards = cards_counted(s, whose)
    sentence = f"a surprise for {who(s, whose)}, {counted(cards, 'card')} in hand"
    return Odds("The next token", "", bars, float(token(s, cards).surprise), sentence, "rows")


def _share(s: State, kind: str) -> float:
    return sum(1 for one in s.bag.inside if one.partition("-")[0] == kind) / len(s.bag.inside)


DEVELOPS = {
    "blank": "one more adult comes in",
    "larva": "an adult comes in for it",
    "creeper": "a breeder comes in for it",
    "adult": "noise for who is not in combat",
    "breeder": "noise for who is not in combat",
    "queen": "she comes into the nest, or an egg",
}
"""NEM-X-BAGDEV-1."""


def _comes_to(s: State, kind: str, whose: Seat) -> str:
    if s.phase == "event":
        return DEVELOPS.get(kind, "")
    some = [one for one in s.bag.inside if one.partition("-")[0] == kind and whose]
    surprises = sum(1 for one in some if is_surprise(one, cards_counted(s, whose)))
    return f"{surprises} by surprise" if surprises else ""


def lost(s: State) -> frozenset[Seat]:
    """Who is dead."""
    return frozenset(seat for seat, who in s.characters.items() if who.fate == "dead")


def faceless(s: State) -> State:
    """The last verdict keeps the face to be drawn; what it led to stands beside."""
    return s if s.last is None else replace(s, last=replace(s.last, face=""))


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """`s`: before the roll."""
    before = next((block for block in odds(s) if isinstance(block, Odds)), None)
    if s.test is None or before is None or prompt.kind != "roll":
        return None
    return _noise(s, s.test, before, faces[0]) if s.test.kind == "noise" else _combat(s, s.test, before, faces[0])


def _noise(s: State, test: Test, before: Odds, face: str) -> Odds | None:
    words = what_follows(s, test, face)
    came = next((place for place, bar in enumerate(before.bars) if bar.label == words), None)
    if came is None:
        return None
    return marked(before, came, f"The chance of this was {percent(before.bars[came].share)}.")


def _combat(s: State, test: Test, before: Odds, face: str) -> Odds | None:
    made = str(harmed(s, face, s.intruders[test.target].kind, test.weapon))
    came = next((place for place, bar in enumerate(before.bars) if bar.label == made), None)
    if came is None:
        return None
    return marked(before, came, ranked(s.characters[test.seat].name, [bar.share for bar in before.bars], came))


Stamp: TypeAlias = Literal["passed", "failed", "done"]


STAMPS: Mapping[Outcome, tuple[Stamp, str]] = MappingProxyType(
    {
        "noise": ("done", "Heard"),
        "silence": ("passed", "Unheard"),
        "danger": ("failed", "Danger"),
        "encounter": ("failed", "Found"),
        "hit": ("passed", "Hit"),
        "missed": ("failed", "Missed"),
        "came": ("failed", "Here"),
        "blank": ("passed", "Nothing"),
    }
)
"""How each way it can come out is stamped."""

RULES: Mapping[Outcome, str] = MappingProxyType(
    {
        "noise": "NEM-X-NOISE-1",
        "silence": "NEM-X-NOISE-3",
        "danger": "NEM-X-NOISE-2",
        "encounter": "NEM-X-NOISE-1",
        "hit": "NEM-X-COMBATDIE-1",
        "missed": "NEM-X-COMBATDIE-1",
        "came": "NEM-X-ENC-1",
        "blank": "NEM-X-ENC-2",
    }
)
"""The clause that decides each of them."""


def verdict(s: State, last: Verdict) -> Sum:
    title, sentence = words(s, last)
    stamp, word = STAMPS[last.outcome]
    rule = RULES[last.outcome]
    if last.outcome in {"hit", "missed"}:
        terms, kind = (Term("injuries", last.injuries, rule=rule),), s.combat_die.kind
        return Sum(title, terms, last.injuries, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)
    kind = "token" if last.outcome in {"came", "blank"} else s.noise_die.kind
    return Sum(title, (), 0, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)


def words(s: State, last: Verdict) -> tuple[str, str]:
    """Title and sentence of a verdict."""
    name, room = who(s, last.seat), room_words(s, last.room)
    where = corridor_words(s, last.room, last.corridor) if last.corridor else ""
    match last.outcome:
        case "noise":
            return "Something was heard", f"A {last.face}: a Noise marker. {where}."
        case "silence":
            return "Silence", f"Nobody hears {name} in {room}."
        case "danger":
            slime = " The slime turns Silence into Danger." if last.face == "silence" else ""
            return "Danger", f"What is near comes to {room}, or every corridor is noisy.{slime}"
        case "encounter":
            return "Encounter", f"A {last.face}, and there was noise already. {where}."
        case "hit":
            return "A hit", f"{name} hurts the {last.target}: {injuries_words(last.injuries)}."
        case "missed":
            return "No hit", f"{name} does not hurt the {last.target}."
        case "came":
            surprise = "It attacks by surprise." if last.surprise else f"{name} holds enough cards: no surprise."
            return f"{an(last.target)} comes", f"Token: {named(last.face)}. {surprise}"
        case "blank":
            return "Only the dark", f"A blank token: noise in every corridor of {room}."
    assert_never(last.outcome)
