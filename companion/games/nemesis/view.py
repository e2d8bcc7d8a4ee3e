"""What each seat sees: built up from nothing. A hand is its owner's; unexplored rooms and the deck are nobody's."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from companion.games.nemesis.checks import corridor_words, injuries
from companion.games.nemesis.course_facts import CourseFact
from companion.games.nemesis.crew_facts import CrewFact
from companion.games.nemesis.encounters import room_words, token_words
from companion.games.nemesis.events import (
    ActionPaid,
    AmmoSpent,
    CardsDrawn,
    CombatRolled,
    ContaminationGained,
    CorridorClosed,
    Crafted,
    DeckRenewed,
    Event,
    Explored,
    IntruderAttacked,
    IntruderCame,
    IntruderDied,
    IntruderMoved,
    ItemGained,
    ItemUsed,
    Moved,
    NoiseCleared,
    NoiseMade,
    NoiseRolled,
    ObjectTaken,
    Passed,
    RollBegan,
    RoomMarked,
    RoomUsed,
    RoundEnded,
    SectionDone,
    SlimeGained,
    Swapped,
    TokenAdded,
    TokenDrawn,
    TurnBegan,
    TurnEnded,
    Wounded,
)
from companion.games.nemesis.ship_facts import ShipFact
from companion.games.nemesis.state import (
    State,
    Test,
    Verdict,
    actions_left,
    characters_in,
    corridors_of,
    intruders_in,
    neighbours,
)
from companion.games.nemesis.things import OBJECT_NAMES
from companion.rules.pool import distribution
from companion.wire import view as blocks
from companion.wire.prompt import TABLE, Seat
from companion.wire.view import Block, View


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat."""
    now = (_steps(s.test), _odds(s, s.test)) if s.test else ()
    last = (_verdict(s, s.last),) if s.last else ()
    hand = (_hand(s, seat), *_items(s, seat)) if seat in s.characters else ()
    return (_heading(s), *now, *last, _graph(s, seat), *hand, *(_counters(s, name) for name in s.characters), _ship(s))


def _heading(s: State) -> Block:
    character = s.characters[s.active]
    if s.phase == "drawing":
        return blocks.Heading("A new turn", "All draw cards")
    if s.test is None:
        return blocks.Heading(f"{character.name} in {room_words(s, character.room)}", actions_left(character))
    who, what = s.characters[s.test.seat], {"noise": "Noise roll", "shoot": "Shoot", "melee": "Melee Attack"}
    against = f" · {s.intruders[s.test.target].kind}" if s.test.target else ""
    return blocks.Heading(f"{what[s.test.kind]}{against}", f"{who.name} in {room_words(s, s.test.room)}")


def _steps(test: Test) -> Block:
    """A test waits for its die: all before is done."""
    names = (
        ("Choose", "Pay", "Move", "Roll", "Resolve") if test.kind == "noise" else ("Choose", "Pay", "Roll", "Resolve")
    )
    at = names.index("Roll")
    steps = [
        blocks.Step(name, "done" if place < at else "now" if place == at else "todo")
        for place, name in enumerate(names)
    ]
    return blocks.Steps("The action", tuple(steps))


def _odds(s: State, test: Test) -> Block:
    return _noise_odds(s, test) if test.kind == "noise" else _combat_odds(s, test)


def _noise_odds(s: State, test: Test) -> Block:
    """One row for each thing that can happen."""
    shares: dict[str, Fraction] = {}
    for face, share in s.noise_die.shares.items():
        words = _what_follows(s, test, face)
        shares[words] = shares.get(words, Fraction(0)) + share
    bars = tuple(blocks.Bar(words, float(share), counts=words == _MEET) for words, share in shares.items())
    meet = float(shares.get(_MEET, Fraction(0)))
    return blocks.Odds("Before the roll", "the noise die", bars, meet, "an encounter", "rows")


_MEET = "Encounter"


def _what_follows(s: State, test: Test, face: str) -> str:
    if face == "silence":
        return "Danger" if s.characters[test.seat].slime else "Silence"
    if face == "danger":
        return "Danger"
    for name in corridors_of(s, test.room):
        if face in s.corridors[name].numbers.get(test.room, ()):
            return _MEET if s.corridors[name].noise else f"Noise: {corridor_words(s, test.room, name)}"
    return f"Number {face}"


def _combat_odds(s: State, test: Test) -> Block:
    """Exact: how many injuries the die makes."""
    kind = s.intruders[test.target].kind
    chances = distribution(s.combat_die, 1, lambda faces: injuries(faces[0], kind))
    bars = tuple(blocks.Bar(str(n), float(share), counts=n > 0) for n, share in chances.items())
    hit = float(sum(share for n, share in chances.items() if n))
    return blocks.Odds("Before the roll", f"the combat die against the {kind}", bars, hit, "one injury or more")


def _verdict(s: State, last: Verdict) -> Block:
    title, sentence = _words(s, last)
    if last.outcome in {"hit", "missed"}:
        terms = (blocks.Term("injuries", last.injuries),)
        die, faces = s.combat_die.kind, (last.face,)
        if last.outcome == "hit":
            return blocks.Sum(title, terms, last.injuries, None, "passed", sentence, faces, die)
        return blocks.Sum(title, terms, last.injuries, None, "failed", sentence, faces, die)
    kind = "token" if last.outcome in {"came", "blank"} else s.noise_die.kind
    return blocks.Sum(title, (), 0, None, "done", sentence, (last.face,), kind)


def _words(s: State, last: Verdict) -> tuple[str, str]:
    """Title and sentence of a verdict."""
    name, room = s.characters[last.seat].name, room_words(s, last.room)
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
            return "A hit", f"{name} hurts the {last.target}: {last.injuries} injuries."
        case "missed":
            return "No hit", f"{name} does not hurt the {last.target}."
        case "came":
            surprise = " It attacks by surprise." if last.surprise else " No surprise."
            return f"A {last.target} comes", f"Token: {token_words(last.face)}.{surprise}"
        case "blank":
            return "Only the dark", f"A blank token: noise in every corridor of {room}."
    assert_never(last.outcome)


def _graph(s: State, seat: Seat) -> Block:
    """The ship; a tap on a neighbouring room is the active character's Movement.

    The option hangs on the map alone: whether the hand can pay is for its owner to know.
    """
    may_tap = seat in {s.active, TABLE} and s.test is None and s.phase == "players"
    near = neighbours(s, s.characters[s.active].room) if may_tap else ()
    rooms = tuple(_room(s, name, f"move:{name}" if name in near else "") for name in s.rooms)
    corridors = tuple(
        blocks.Corridor(name, (c.ends[0], c.ends[1]), _numbers(s, name), c.noise, c.closed)
        for name, c in s.corridors.items()
        if not c.technical
    )
    return blocks.Graph("The ship", rooms, corridors)


def _room(s: State, name: str, option: str) -> blocks.Room:
    room = s.rooms[name]
    marks = tuple(s.intruders[i].kind for i in intruders_in(s, name)) + room.marks
    marks += tuple(o.kind for o in s.objects.values() if o.room == name)
    hidden = () if room.explored else ("unexplored",)
    title = room.title if room.explored else "?"
    return blocks.Room(name, title, room.x, room.y, marks + hidden, characters_in(s, name), option)


def _numbers(s: State, corridor: str) -> str:
    """The printed numbers, "3·4"; where the two ends differ, both: "1·2 | 2"."""
    c = s.corridors[corridor]
    ends = tuple("·".join(c.numbers.get(end, ())) for end in c.ends)
    return ends[0] if ends[0] == ends[1] else " | ".join(ends)


def _hand(s: State, seat: Seat) -> Block:
    cards = tuple(
        blocks.Card(f"{place}", card, "pays for nothing" if card in s.contamination else "")
        for place, card in enumerate(s.characters[seat].hand)
    )
    return blocks.Cards("Your hand", cards, seat)


def _items(s: State, seat: Seat) -> tuple[Block, ...]:
    """Items are hidden until shown; a heavy object everybody sees."""
    cards = tuple(blocks.Card(f"i{place}", item) for place, item in enumerate(s.characters[seat].items))
    return (blocks.Cards("Your items", cards, seat),) if cards else ()


def _counters(s: State, seat: Seat) -> Block:
    c = s.characters[seat]
    signs = (("Slime", int(c.slime)), ("Light wounds", c.light_wounds), ("Serious wounds", c.serious_wounds))
    items = (
        blocks.Count("Actions", c.actions if seat == s.active else 0, 2),
        blocks.Count("Cards in hand", len(c.hand)),
        *(blocks.Count(f"Ammo, {w.name}", w.ammo) for w in c.weapons),
        *(blocks.Count(_object(s, name), 1) for name in c.heavy if name in s.objects),
        *(blocks.Count(label, n) for label, n in signs if n),
    )
    return blocks.Counters(f"{c.name} (passed)" if c.passed else c.name, items, seat)


def _ship(s: State) -> Block:
    here = tuple(
        blocks.Count(f"{i.kind} in {room_words(s, i.room)}, injuries", i.injuries) for i in s.intruders.values()
    )
    return blocks.Counters(
        "The ship", (blocks.Count("Turns left", s.turns), blocks.Count("Tokens in the bag", len(s.bag.inside)), *here)
    )


def tell(s: State, event: Event, seat: Seat) -> str:
    """What a seat hears of a fact; "" where the counters say it."""
    if isinstance(event, CourseFact | CrewFact | ShipFact):
        return ""  # told in `tell.py`
    match event:
        case ActionPaid(who, _, cards):
            return f"{s.characters[who].name} discards {', '.join(cards)}." if cards else ""  # NEM-COST-2: face up
        case Moved(who, to):
            return f"{s.characters[who].name} enters {room_words(s, to)}."
        case Explored(room):
            return f"It is {room_words(s, room)}."
        case RoomMarked(room, mark):
            return f"{mark.capitalize()} in {room_words(s, room)}."
        case CorridorClosed(corridor):
            return f"A door closes: corridor between {_ends(s, corridor)}."
        case NoiseRolled(who, face, counts, _):
            return f"{s.characters[who].name} rolls {face}{': ' + counts if counts != face else ''}."
        case NoiseMade(corridor):
            return f"Noise between {_ends(s, corridor)}."
        case NoiseCleared(room):
            return f"The corridors of {room_words(s, room)} fall silent."
        case TokenDrawn(who, token, _, surprise):
            return f"{s.characters[who].name} draws {token_words(token)}{': a surprise' if surprise else ''}."
        case TokenAdded(token):
            return f"{token_words(token).capitalize()} goes into the bag."
        case IntruderCame(_, kind, room):
            return f"The {kind} is in {room_words(s, room)}."
        case IntruderMoved(intruder, to):
            return f"The {_kind(s, intruder)} moves to {room_words(s, to)}."
        case IntruderAttacked(intruder, who, why):
            return f"The {_kind(s, intruder)} attacks {s.characters[who].name} ({why})."
        case IntruderDied(intruder):
            return f"The {_kind(s, intruder)} is dead."
        case Wounded(who, wound):
            return f"{s.characters[who].name} suffers a {wound} wound."
        case ContaminationGained(who, _):
            return f"{s.characters[who].name} takes a Contamination card."
        case SlimeGained(who):
            return f"{s.characters[who].name} is covered in slime."
        case CombatRolled(who, face, _, hurt):
            return f"{s.characters[who].name} rolls {face}: {hurt} injuries."
        case ObjectTaken(who, name):
            return f"{s.characters[who].name} picks up the {_object(s, name)}."
        case Swapped(one, other, gives, takes):
            one_gives = f"{s.characters[one].name} gives {_listed(gives)}"
            return f"{one_gives}, {s.characters[other].name} gives {_listed(takes)}."
        case Crafted(who, item, components):
            return f"{s.characters[who].name} crafts {item} of {_listed(components)}."
        case ItemGained(who, item):
            return f"{s.characters[who].name} gains {item if seat == who else 'an item'}."
        case ItemUsed(who, item):
            return f"{s.characters[who].name} uses {item}."
        case SectionDone(who, section, _):
            return f"{s.characters[who].name}: {section.replace('_', ' ')}."
        case RoomUsed(who, room):
            return f"{s.characters[who].name} uses the action of {room_words(s, room)}."
        case Passed(who):
            return f"{s.characters[who].name} passes."
        case RoundEnded(following):
            return f"{s.characters[following].name} is next."
        case TurnEnded():
            return "All have passed."
        case CardsDrawn(who, cards):
            return (
                f"You draw {', '.join(cards)}."
                if seat == who
                else f"{s.characters[who].name} draws {len(cards)} card{'s' * (len(cards) > 1)}."
            )
        case TurnBegan():
            return "A new turn begins."
        case RollBegan() | AmmoSpent() | DeckRenewed():
            return ""
    assert_never(event)


def _object(s: State, name: str) -> str:
    kind = s.objects[name].kind
    return OBJECT_NAMES.get(kind, kind)


def _listed(things: tuple[str, ...]) -> str:
    return ", ".join(things) or "nothing"


def _kind(s: State, intruder: str) -> str:
    """Its kind, also of one that is dead by now."""
    return s.intruders[intruder].kind if intruder in s.intruders else intruder.rstrip("0123456789")


def _ends(s: State, corridor: str) -> str:
    return " and ".join(room_words(s, end) for end in s.corridors[corridor].ends)
