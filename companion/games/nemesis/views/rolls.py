"""Chances before a roll or a draw, and the result afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias, assert_never

from companion.engine import face_text, mark_result, rank_text
from companion.games.nemesis.content.ship import KINDS
from companion.games.nemesis.names import (
    KIND_TITLES,
    cards_words,
    corridor_words,
    injuries_words,
    kind_name,
    number_of,
    room_words,
    token_kind,
    who,
)
from companion.games.nemesis.rules.intruders.combat import injuries_of_hit
from companion.games.nemesis.rules.intruders.noise import cards_counted
from companion.games.nemesis.rules.odds import (
    NOISE_RESULTS,
    NoiseResult,
    attack_chances,
    injury_chances,
    is_surprise,
    move_chances,
    noise_result,
    token_chances,
)
from companion.games.nemesis.state import Outcome, State, Test, Verdict, intruders_in, is_in_combat, neighbours
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import BagFace, BagView, Bar, Block, Faces, Odds, Prompt, Seat, Sum, Term

ENCOUNTER: NoiseResult = "encounter"


def odds(s: State) -> Odds | None:
    """Return the chances of the pending roll, or in combat of an attack."""
    if s.test is not None:
        return _before_noise(s, s.test) if s.test.kind == "noise" else _before_combat(s, s.test)
    return _attacks(s) if s.phase == "players" and not must_draw_token(s) and is_in_combat(s, s.active) else None


def must_draw_token(s: State) -> bool:
    """Return whether a token must be drawn."""
    return s.last is not None and s.last.outcome == "encounter"


def ways(s: State) -> Iterator[Odds]:
    """Yield the chances of an encounter in each adjacent room before an action, the others as notes."""
    near = neighbours(s, s.characters[s.active].room)
    if s.test is not None or s.phase != "players" or must_draw_token(s) or not near:
        return
    bars = []
    for room in near:
        chances = move_chances(s, s.active, room)
        others = (
            chance_words(what, rounded(chances[what])) for what in NOISE_RESULTS if chances[what] and what != ENCOUNTER
        )
        bars.append(Bar(short_room_name(s, room), float(chances[ENCOUNTER]), True, note=listed(others, ", ")))
    yield Odds(_("If you move"), _("chance of an encounter"), tuple(bars), None, "", "rows")


def _before_noise(s: State, test: Test) -> Odds:
    shares = noise_rows(s, test)
    bars = tuple(
        Bar(row_words(s, test, row), float(share), counts=row[0] == ENCOUNTER) for row, share in shares.items()
    )
    meet = float(shares.get((ENCOUNTER, ""), Fraction(0)))
    return Odds(_("Before the roll"), _("the noise die"), bars, meet, _("an encounter"), "rows")


NoiseRow: TypeAlias = tuple[NoiseResult, str]
"""Result, and its corridor for noise or its face for silence."""


def noise_rows(s: State, test: Test) -> Mapping[NoiseRow, Fraction]:
    shares: dict[NoiseRow, Fraction] = {}
    for face, share in s.noise_die.shares.items():
        row = noise_row(s, test, face)
        shares[row] = shares.get(row, Fraction(0)) + share
    return shares


def noise_row(s: State, test: Test, face: str) -> NoiseRow:
    what = noise_result(s, test.room, face, slime=s.characters[test.seat].slime)
    if what == "noise":
        return what, next(name for name, corridor in s.corridors.items() if face in corridor.numbers.get(test.room, ()))
    return what, face if what == "silence" else ""


def row_words(s: State, test: Test, row: NoiseRow) -> Text:
    what, which = row
    match what:
        case "encounter":
            return _("Encounter")
        case "danger":
            return _("Danger")
        case "silence":
            return _("Silence") if which == "silence" else _("Number {face}", face=which)
        case "noise":
            return _noise_words(s, test.room, which)


def _noise_words(s: State, room: str, corridor: str) -> Text:
    """Return a short label: "Noise 1·3, Galley"."""
    way = s.corridors[corridor]
    numbers = "·".join(way.numbers.get(room, ()))
    if way.technical:
        return _("Noise {numbers}, technical corridor", numbers=numbers)
    beyond = short_room_name(s, next(end for end in way.ends if end != room))
    return _("Noise {numbers}, {room}", numbers=numbers, room=beyond)


def _before_combat(s: State, test: Test) -> Odds:
    kind = s.intruders[test.target].kind
    chances = injury_chances(s, kind, test.weapon)
    bars = tuple(Bar(str(n), float(share), counts=n > 0) for n, share in chances.items())
    chance = attack_chances(s, test.target, test.weapon)
    kills = None if chance.kills is None else _("to hurt it, {share:%} to kill", share=rounded(chance.kills))
    against = _("the combat die against the {kind}", kind=kind_name(kind))
    return Odds(_("Before the roll"), against, bars, float(chance.hits), kills or _("to hurt it"))


def _attacks(s: State) -> Odds:
    """Return the chances against each Intruder of the room with each weapon in hand."""
    character = s.characters[s.active]
    arms = [weapon.name for weapon in character.weapons if weapon.ammo] + [""]
    bars = tuple(_attack(s, name, weapon) for name in intruders_in(s, character.room) for weapon in arms)
    return Odds(_("To hurt it"), _("with one roll"), bars, None, "", "rows")


def _attack(s: State, intruder: str, weapon: str) -> Bar:
    chance, hurt = attack_chances(s, intruder, weapon), s.intruders[intruder]
    kills = NOTHING if chance.kills is None else _("{share:%} to kill", share=rounded(chance.kills))
    so_far = _("has {injuries}", injuries=injuries_words(hurt.injuries)) if hurt.injuries else NOTHING
    label = listed((KIND_TITLES[hurt.kind], from_data(weapon) or _("bare hands")), ", ")
    return Bar(label, float(chance.hits), counts=True, note=joined(", ", (kills, so_far)))


def short_room_name(s: State, room: str) -> Text:
    if s.rooms[room].explored:
        return from_data(s.rooms[room].title)
    return _("Room {number}", number=number_of(room))


def chance_words(result: NoiseResult, share: float) -> Text:
    match result:
        case "encounter":
            return _("encounter {share:%}", share=share)
        case "noise":
            return _("noise {share:%}", share=share)
        case "danger":
            return _("danger {share:%}", share=share)
        case "silence":
            return _("nothing {share:%}", share=share)


def rounded(share: Fraction) -> float:
    """Round to whole percents.

    >>> rounded(Fraction(1, 3))
    0.33
    """
    return round(share * 100) / 100


def bag(s: State, seat: Seat) -> Iterator[Block]:
    """Yield the bag, and the chances of the next token against a hand."""
    counts = {face: s.bag.inside.count(face) for face in dict.fromkeys(s.bag.inside)}
    yield BagView(_("Intruder bag"), tuple(BagFace(face, n) for face, n in counts.items()), "token")
    if s.test is None and s.phase in {"players", "event"} and s.bag.inside:
        yield _next_token(s, _hand_to_compare(s, seat))


def _hand_to_compare(s: State, seat: Seat) -> Seat:
    """Return whose hand the next token is compared with, "" for none.

    The size of a hand is public. The number of Contamination cards in it is not (NEM-AMB-8).
    """
    holder = seat if seat in s.characters and not must_draw_token(s) else s.active
    known = s.settings.contamination_counts or seat == holder
    return holder if known and s.phase == "players" and s.characters[holder].fate == "aboard" else ""


KIND_ORDER = ("blank", *KINDS)


def _next_token(s: State, holder: Seat) -> Odds:
    """Chances of each kind, with the tokens that surprise, or with the development of the bag."""
    kinds = Counter(token_kind(inside) for inside in s.bag.inside)
    order = sorted(kinds, key=lambda kind: KIND_ORDER.index(kind) if kind in KIND_ORDER else len(KIND_ORDER))
    bars = tuple(
        Bar(
            KIND_TITLES.get(kind) or from_data(kind),
            kinds[kind] / len(s.bag.inside),
            note=_next_token_note(s, kind, holder),
        )
        for kind in order
    )
    if not holder:
        return Odds(_("The next token"), "", bars, None, "", "rows")
    cards = cards_counted(s, holder)
    sentence = _("a surprise for {who}, {cards} in hand", who=who(s, holder), cards=cards_words(cards))
    return Odds(_("The next token"), "", bars, float(token_chances(s, cards).surprise), sentence, "rows")


DEVELOPMENT_NOTES = {
    "blank": _("one more adult comes in"),
    "larva": _("an adult comes in for it"),
    "creeper": _("a breeder comes in for it"),
    "adult": _("noise for who is not in combat"),
    "breeder": _("noise for who is not in combat"),
    "queen": _("she comes into the nest, or an egg"),
}
"""NEM-X-BAGDEV-1."""


def _next_token_note(s: State, kind: str, holder: Seat) -> Text:
    if s.phase == "event":
        return DEVELOPMENT_NOTES.get(kind, NOTHING)
    of_kind = [inside for inside in s.bag.inside if token_kind(inside) == kind and holder]
    surprises = sum(is_surprise(inside, cards_counted(s, holder)) for inside in of_kind)
    return ngettext("{n} by surprise", "{n} by surprise", surprises) if surprises else NOTHING


def lost(s: State) -> frozenset[Seat]:
    return frozenset(seat for seat, who in s.characters.items() if who.fate == "dead")


def faceless(s: State) -> State:
    """Remove the drawn face from the last verdict, to compare outcomes."""
    return s if s.last is None else replace(s, last=replace(s.last, face=""))


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """Mark the outcome among the chances of the state `s` before the roll."""
    test, before = s.test, odds(s)
    if test is None or before is None or prompt.kind != "roll":
        return None
    shares = [bar.share for bar in before.bars]
    if test.kind == "noise":
        rows = [*noise_rows(s, test)]
        row = rows.index(noise_row(s, test, faces[0]))
        return mark_result(before, row, _("The chance of this was {share:%}.", share=shares[row]))
    kind = s.intruders[test.target].kind
    row = [*injury_chances(s, kind, test.weapon)].index(injuries_of_hit(s, faces[0], kind, test.weapon))
    return mark_result(before, row, rank_text(s.characters[test.seat].name, shares, row))


Stamp: TypeAlias = Literal["passed", "failed", "done"]


OUTCOME_STAMPS: Mapping[Outcome, tuple[Stamp, Text, str]] = {
    "noise": ("done", _("Heard"), "NEM-X-NOISE-1"),
    "silence": ("passed", _("Unheard"), "NEM-X-NOISE-3"),
    "danger": ("failed", _("Danger"), "NEM-X-NOISE-2"),
    "encounter": ("failed", _("Found"), "NEM-X-NOISE-1"),
    "hit": ("passed", _("Hit"), "NEM-X-COMBATDIE-1"),
    "missed": ("failed", _("Missed"), "NEM-X-COMBATDIE-1"),
    "came": ("failed", _("Here"), "NEM-X-ENC-1"),
    "blank": ("passed", _("Nothing"), "NEM-X-ENC-2"),
}
"""Outcome -> its stamp, the word on it, and its clause."""


def verdict(s: State, last: Verdict) -> Sum:
    title, sentence = words(s, last)
    stamp, word, rule = OUTCOME_STAMPS[last.outcome]
    if last.outcome in {"hit", "missed"}:
        terms, kind = (Term(_("injuries"), last.injuries, rule=rule),), s.combat_die.kind
        return Sum(title, terms, last.injuries, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)
    kind = "token" if last.outcome in {"came", "blank"} else s.noise_die.kind
    return Sum(title, (), 0, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)


ARRIVALS: Mapping[str, Text] = {
    "larva": _("A larva comes"), "creeper": _("A creeper comes"), "adult": _("An adult comes"),
    "breeder": _("A breeder comes"), "queen": _("A queen comes"),
}  # fmt: skip


def words(s: State, last: Verdict) -> tuple[Text, Text]:
    name, room = who(s, last.seat), room_words(s, last.room)
    where = corridor_words(s, last.room, last.corridor) if last.corridor else NOTHING
    match last.outcome:
        case "noise":
            return _("Something was heard"), _("A {face}: a Noise marker. {where}.", face=last.face, where=where)
        case "silence":
            return _("Silence"), _("Nobody hears {who} in {room}.", who=name, room=room)
        case "danger":
            comes = _("What is near comes to {room}, or every corridor is noisy.", room=room)
            slime = _("The slime turns Silence into Danger.") if last.face == "silence" else NOTHING
            return _("Danger"), joined(" ", (comes, slime))
        case "encounter":
            return _("Encounter"), _("A {face}, and there was noise already. {where}.", face=last.face, where=where)
        case "hit":
            made, kind = injuries_words(last.injuries), kind_name(last.target)
            return _("A hit"), _("{who} hurts the {kind}: {injuries}.", who=name, kind=kind, injuries=made)
        case "missed":
            return _("No hit"), _("{who} does not hurt the {kind}.", who=name, kind=kind_name(last.target))
        case "came":
            enough = _("{who} holds enough cards: no surprise.", who=name)
            surprise = _("It attacks by surprise.") if last.surprise else enough
            return ARRIVALS[last.target], joined(" ", (_("Token: {token}.", token=face_text(last.face)), surprise))
        case "blank":
            return _("Only the dark"), _("A blank token: noise in every corridor of {room}.", room=room)
    assert_never(last.outcome)
