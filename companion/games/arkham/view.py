"""What one seat sees, built up from nothing: of another's hand the number of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.games.arkham import acts, audit
from companion.games.arkham.campaign import person, summary
from companion.games.arkham.deeds import fight_refused
from companion.games.arkham.endings import resolution
from companion.games.arkham.enemies import engaged_with, evade_refused, health
from companion.games.arkham.events import UNKNOWN
from companion.games.arkham.odds import by_token, chance, needed, table
from companion.games.arkham.places import move_refused
from companion.games.arkham.preparing import preparations
from companion.games.arkham.skill import NAMES, holdable, icons, judged, still_to_reveal
from companion.games.arkham.state import ACTIONS_A_TURN, TOKENS, Enemy, InPlay, Investigator, State, Test, Verdict
from companion.games.arkham.wording import symbol_words
from companion.wire.graph import Corridor, Graph, Lurker, Room
from companion.wire.prompt import Seat
from companion.wire.view import (
    BagFace,
    BagView,
    Bar,
    Block,
    Card,
    Cards,
    Count,
    Counters,
    Heading,
    Odds,
    Step,
    Steps,
    Story,
    Sum,
    Text,
    Track,
    View,
)

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
PHASES = ("mythos", "investigation", "enemy", "upkeep")
MOST_ICONS_SHOWN = 4


def view(s: State, seat: Seat) -> View:
    """The test now with its chances, the last verdict, story, act and agenda, bag, map, enemies, seats, and the own hand."""
    return tuple(_blocks(s, seat))


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    if s.counted is not None:  # nothing else matters while the bag is counted
        yield Text(audit.progress(s))
        yield bag_view(s)
        return
    if s.test is not None:
        yield _steps(s, s.test)
        yield from _now(s, s.test)
    if s.last is not None:
        yield verdict(s, s.last)
    yield from _told(s)
    yield from _glance(s)
    yield from _progress(s)
    yield bag_view(s)
    if s.locations:
        yield places(s)
    yield from _enemies(s)
    for name, who in s.seats.items():
        yield _counters(s, name, who)
        yield from _in_play(s, name)
    if seat in s.seats:
        yield _hand(s, seat)
    yield from _reference(s)
    if s.test is None:
        yield from _campaign(s)


def _told(s: State) -> Iterator[Block]:
    """What is read aloud now, and before the first turn what is laid ready."""
    if s.ending is not None:
        yield from _end(s)
    elif s.story and (s.test is None or s.phase == "mythos"):  # what a treachery costs is read before its test
        yield Story(s.scenario.title or "The story", s.story)
    yield from preparations(s)


def _heading(s: State) -> Heading:
    if s.test is None:
        turn = f"{s.seats[s.active].name}'s turn" if s.active else ""
        return Heading(f"Round {s.round} · {s.phase.capitalize()}", turn or s.scenario.title)
    who = s.seats[s.test.performer]
    title = f"{s.test.skill.capitalize()} test · {s.test.title}"
    return Heading(title, f"{who.name} · {s.test.skill} {who.skills[s.test.skill]} · {s.test.difficulty} needed")


def _progress(s: State) -> Iterator[Block]:
    """Phase, agenda and act; during a test they stand back."""
    if s.test is not None:
        return
    yield Track(f"Round {s.round}", tuple(p.capitalize() for p in PHASES), PHASES.index(s.phase))
    agenda, act = acts.agenda(s), acts.act(s)
    items = [Count("Doom", s.doom, agenda.doom or None, "doom")] if agenda is not None else []
    if act is not None and act.clues:
        held = s.spent + sum(who.clues for who in s.seats.values() if not who.defeated)
        items.append(Count("Clues for the act", held, acts.needed(s), "clue"))
    if s.deck.all:
        items.append(Count("Encounter deck", len(s.deck.inside), icon="card"))
    if items:
        yield Counters(
            " · ".join(card.title for card in (agenda, act) if card is not None) or "The scenario", tuple(items)
        )
    if act is not None and act.story:
        yield Text(f"{act.title}: {act.story}")


def _end(s: State) -> Iterator[Block]:
    """How it ended, and what everybody carries on."""
    told = resolution(s)
    yield Story(s.ending.title if s.ending else "", told.story if told is not None else "")
    people = (Card(seat, who.name, ", ".join(carried(s, seat))) for seat, who in s.seats.items())
    yield Cards("What is carried on", tuple(people))


def carried(s: State, seat: Seat) -> Iterator[str]:
    """As in "3 experience", "1 physical trauma"."""
    for what, number in person(s, seat).items():
        if number:
            yield f"{number} {what if what == 'experience' else f'{what} trauma'}"


def _campaign(s: State) -> Iterator[Block]:
    """The campaign log: what was played, and what was written down."""
    lines = (*s.campaign.played, *((summary(s),) if s.ending is not None else ()), *s.campaign.notes)
    told = resolution(s)
    lines += (told.note,) if told is not None and told.note else ()
    if lines:
        title = f"Campaign log · {s.campaign.name}" if s.campaign.name else "Campaign log"
        yield Cards(title, tuple(Card(str(n), line) for n, line in enumerate(lines)))


def _enemies(s: State) -> Iterator[Cards]:
    """Every enemy in play with its numbers; who is engaged with it stands beside."""
    foes = [(name, foe) for name, foe in s.enemies.items() if foe.location and not foe.defeated]
    if foes:
        yield Cards("Enemies", tuple(Card(name, foe.title, enemy_note(s, foe)) for name, foe in foes))


def enemy_note(s: State, foe: Enemy) -> str:
    """As in "fight 3 · health 2 of 4 · evade 3 · engaged with Ann"."""
    left = "" if foe.health is None else f"health {health(s, foe) - foe.damage} of {health(s, foe)}"
    where = s.locations[foe.location].title if foe.location in s.locations else ""
    with_whom = f"engaged with {', '.join(s.seats[seat].name for seat in foe.engaged)}" if foe.engaged else where
    parts = [
        f"fight {foe.fight}",
        left,
        f"evade {foe.evade}",
        *words_of(foe),
        "exhausted" if foe.exhausted else "",
        with_whom,
    ]
    return " · ".join(part for part in parts if part)


def words_of(foe: Enemy) -> tuple[str, ...]:
    """Its keywords."""
    return tuple(word for word in ("aloof", "alert", "hunter", "massive", "retaliate") if foe.has(word))


def _steps(s: State, test: Test) -> Steps:
    now = next(place for place, (name, _) in enumerate(STEPS) if name == test.step)
    notes = {
        "ST.2": _icons(_committed(s, test)) if test.committed else "",
        "ST.3": ", ".join(NAMES.get(token, token) for token in test.revealed),
    }
    steps = (Step(text, _reached(place, now), notes.get(name, ""), name) for place, (name, text) in enumerate(STEPS))
    return Steps("Steps", tuple(steps))


def _icons(number: int) -> str:
    return f"{number} icon{'' if number == 1 else 's'}"


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def card_words(card: str) -> str:
    """A card known only by its icons is worded by them."""
    return f"a card ({card.replace(':', ' ')})" if card.startswith(UNKNOWN) else card


def _committed(s: State, test: Test) -> int:
    return sum(icons(s, one.card, test.skill) for one in test.committed)


def _now(s: State, test: Test) -> Iterator[Block]:
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


def odds(s: State, test: Test) -> Odds:
    """Rows by icons committed, exact over what is in the bag."""
    have = _committed(s, test)
    first = max(0, have - MOST_ICONS_SHOWN + 1)
    bare = replace(test, committed=())
    rows = table(s, bare, range(first, first + MOST_ICONS_SHOWN + 1))
    bars = tuple(Bar(_icons(n), float(share), counts=n == have, now=n == have) for n, share in rows)
    pull = needed(s, test)
    skill = f"{test.skill} {s.seats[test.performer].skills[test.skill]}"
    return Odds(
        "Odds before the draw",
        f"{skill}, {test.difficulty} needed",
        bars,
        float(chance(s, test)),
        f"pull {pull} or better" if pull else "",
        "rows",
        chips=(skill, *((_icons(have),) if have else ()), f"{test.difficulty} needed"),
    )


def _glance(s: State) -> Iterator[Odds]:
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


def decides(last: Verdict) -> str:
    """The clause by which the last test came out so."""
    if last.auto:
        return "AH-ST-6-3" if last.auto == "success" else "AH-ST-6-5"
    return "AH-ST-6-2" if last.passed else "AH-ST-6-4"


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


def bag_view(s: State) -> BagView:
    """What is inside by face, and what lies outside at present: drawn, or sealed on a card."""
    out = Counter(s.bag.out + s.bag.aside)
    inside = Counter(s.bag.inside)
    there = sorted(set(s.bag.all), key=TOKENS.index)  # a token that comes back lies where it lay
    passes = {} if s.test is None or s.last is not None else {face: by for face, _, by in by_token(s, s.test)}
    faces = tuple(BagFace(face, inside[face], out[face], passes.get(face, "")) for face in there)
    sealed = f", {', '.join(NAMES.get(face, face) for face in s.bag.aside)} sealed" if s.bag.aside else ""
    return BagView(f"In the bag · {len(s.bag.inside)} of {len(s.bag.all)}{sealed}", faces)


def places(s: State) -> Graph:
    """The locations in play and the ways between them."""
    shown = {name: place for name, place in s.locations.items() if not place.hidden}
    ways = {tuple(sorted((a, b))) for a, place in shown.items() for b in place.connects if b in shown}
    corridors = tuple(Corridor(f"{a}-{b}", (a, b)) for a, b in sorted(ways))
    return Graph("Locations", tuple(_room(s, name) for name in shown), corridors)


def _room(s: State, name: str) -> Room:
    """A location; `option` where a tap on it answers where the active seat moves."""
    place = s.locations[name]
    foes = ((enemy, foe) for enemy, foe in s.enemies.items() if foe.location == name and not foe.defeated)
    return Room(
        name,
        place.title,
        place.x,
        place.y,
        ("clue",) * place.clues,
        tuple(seat for seat, who in s.seats.items() if who.location == name and not who.left),
        name if s.active and move_refused(s, s.seats[s.active].location, name) is None else "",
        known=place.revealed,
        lurkers=tuple(Lurker(enemy, foe.title, "monster", foe.damage) for enemy, foe in foes),
        note=f"shroud {place.shroud} · clues {place.clues}" if place.revealed else "Nobody has looked in yet.",
    )


def _counters(s: State, seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Actions", who.actions, max(ACTIONS_A_TURN, who.actions), "action"),
        Count("Clues", who.clues, icon="clue"),
        Count("Resources", who.resources, icon="resource"),
        Count("Damage", who.damage, who.health, "damage"),
        Count("Horror", who.horror, who.sanity, "horror"),
        Count("Cards in hand", len(who.hand) + who.unknown, icon="card"),
        Count("Enemies engaged", len(engaged_with(s, seat)), icon="enemy"),
    )
    role = f" · {who.title}" if who.title and who.title != who.name else ""
    gone = {"killed": ", defeated", "insane": ", driven insane", "resigned": ", resigned"}.get(who.left, "")
    return Counters(f"{who.name}{role}{gone}", items, seat)


def _in_play(s: State, seat: Seat) -> Iterator[Cards]:
    """For everybody: it lies open on the table."""
    who = s.seats[seat]
    cards = tuple(Card(card, card, in_play_note(s, who, card)) for card in dict.fromkeys(who.in_play))
    if cards:
        yield Cards(f"{who.name}: in play", cards, seat)


def _hand(s: State, seat: Seat) -> Cards:
    """For its owner alone: what is known to be in it."""
    who = s.seats[seat]
    known = tuple(Card(card, card, " · ".join(s.cards[card].icons)) for card in who.hand if card in s.cards)
    others = (Card("unknown", f"{who.unknown} more in the hand", _may_be(s, seat)),) if who.unknown else ()
    return Cards("Your hand", known + others, seat)


def _reference(s: State) -> Iterator[Cards]:
    """The scenario reference card in words, and everybody's elder sign."""
    cards = [Card(name, NAMES[name], symbol_words(effect)) for name, effect in s.symbols.items()]
    for seat, who in s.seats.items():
        if who.elder_sign is not None:
            cards.append(Card(f"elder {seat}", f"elder sign, {who.name}", symbol_words(who.elder_sign)))
    if cards:
        yield Cards("The symbols", tuple(cards))


def in_play_note(s: State, who: Investigator, card: str) -> str:
    """What lies on it, and what it says."""
    facts, lying = s.cards.get(card), who.assets.get(card, InPlay())
    if facts is None:
        return ""
    parts = [f"{lying.uses} uses left" if facts.uses else "", f"{lying.damage} damage" if lying.damage else ""]
    return " · ".join(part for part in (*parts, f"{lying.horror} horror" if lying.horror else "", facts.text) if part)


def _may_be(s: State, seat: Seat) -> str:
    who = s.seats[seat]
    unseen = len(holdable(s, seat)) - len(who.hand)
    return f"of {unseen} of the own deck" if who.list else ""
