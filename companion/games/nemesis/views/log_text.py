"""Log lines of all facts, without another seat's secrets."""

from __future__ import annotations

from typing import assert_never

from companion.engine import face_text
from companion.games.nemesis import facts
from companion.games.nemesis.rules.names import (
    ends_of,
    gone_words,
    injuries_words,
    kind_name,
    kind_words,
    object_name,
    object_words,
    room_words,
    row,
    row_of,
    who,
)
from companion.games.nemesis.state import State
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Faces, Seat, Words


def tell_crew(s: State, event: facts.CrewFact, seat: Seat) -> Text:
    match event:
        case facts.Healed(one, light, serious):
            return _("{who} heals {wounds}.", who=who(s, one), wounds=_wounds(light, serious))
        case facts.SlimeCleaned(one):
            return _("{who} is clean of slime.", who=who(s, one))
        case facts.LarvaGained(one):
            return _("{who} carries a larva.", who=who(s, one))
        case facts.LarvaLost(one):
            return _("{who} is rid of the larva.", who=who(s, one))
        case facts.CardsDiscarded(one, cards):
            return _("{who} discards {cards}.", who=who(s, one), cards=row_of(cards))
        case facts.Scanned(one, clean, infected):
            return _scanned(s, one, clean, infected, seat)
        case facts.ContaminationLost(one):
            return _("{who} loses a Contamination card.", who=who(s, one))
        case facts.ItemLost(one, item):
            return _("{who} discards {item}.", who=who(s, one), item=from_data(item))
        case facts.WeaponGained(one, weapon, ammo):
            return _("{who} takes up {weapon}, ammo {ammo}.", who=who(s, one), weapon=from_data(weapon), ammo=ammo)
        case facts.WeaponLost(one, weapon):
            return _("{who} is without {weapon}.", who=who(s, one), weapon=from_data(weapon))
        case facts.AmmoSet(one, weapon, ammo):
            return _("{who} has {weapon} with ammo {ammo}.", who=who(s, one), weapon=from_data(weapon), ammo=ammo)
        case facts.ObjectDropped(one, name):
            return _("{who} puts down the {thing}.", who=who(s, one), thing=object_words(s, name))
        case facts.ObjectPut(_, kind, room, one):
            if room:
                return _("The {thing} is in {room}.", thing=object_name(kind), room=room_words(s, room))
            return _("The {thing} is with {who}.", thing=object_name(kind), who=who(s, one))
        case facts.ObjectGone(name):
            return _("The {thing} is gone.", thing=gone_words(s, name))
        case facts.IntruderHurt(intruder, injuries) if injuries < 0:
            return _("The {kind} heals {injuries}.", kind=kind_words(s, intruder), injuries=injuries_words(-injuries))
        case facts.IntruderHurt(intruder, injuries):
            return _("The {kind} suffers {injuries}.", kind=kind_words(s, intruder), injuries=injuries_words(injuries))
        case facts.IntruderRemoved(intruder):
            return _("The {kind} is gone.", kind=kind_words(s, intruder))
        case facts.ActionsSet(one, actions):
            return ngettext("{who} has {n} action left.", "{who} has {n} actions left.", actions, who=who(s, one))
    assert_never(event)


def _wounds(light: int, serious: int) -> Text:
    parts = (
        ngettext("{n} light wound", "{n} light wounds", light) if light else NOTHING,
        ngettext("{n} serious wound", "{n} serious wounds", serious) if serious else NOTHING,
    )
    return listed(part for part in parts if part) or _("no wound")


def _scanned(s: State, one: Seat, clean: int, infected: int, seat: Seat) -> Text:
    """Only the owner reads how many were infected. The cards that leave the hand are public."""
    left = ngettext("{n} Contamination card leaves the hand", "{n} Contamination cards leave the hand", clean)
    if seat == one:
        return _("The scan: {infected} infected, {clean} clean; {left}.", infected=infected, clean=clean, left=left)
    return _("{who} is scanned: {left}.", who=who(s, one), left=left)


PHASE_WORDS = {
    "preparing": _("The ship is laid out."),
    "players": NOTHING,  # TurnBegan has a line
    "event": _("The event phase begins."),
    "drawing": _("Everybody draws."),
    "over": _("It is over."),
}


def tell_course(s: State, event: facts.CourseFact, seat: Seat) -> Words:
    match event:
        case facts.RoomLaid() | facts.EngineLaid() | facts.CourseLaid() | facts.DeckDrawn() | facts.EventStepDone():
            return NOTHING  # face down, or visible by another fact
        case facts.ObjectivesDealt(one, objectives):
            n = len(objectives)
            return ngettext("{who} looks at {n} objective.", "{who} looks at {n} objectives.", n, who=who(s, one))
        case facts.ObjectiveKept(one, objective):
            if seat == one:
                return _(
                    "You keep {objective}.",
                    objective=from_data(
                        next((one.title for one in s.ship.objectives if one.id == objective), objective)
                    ),
                )
            return _("{who} keeps one objective.", who=who(s, one))
        case facts.DeckShuffled():
            return _("A deck is shuffled anew.")
        case facts.CardTold(title, text):
            return _("{title}: {text}", title=title, text=text) if text else _("{title}.", title=title)
        case facts.PhaseBegan(phase):
            return PHASE_WORDS[phase]
        case facts.TimePassed():
            left = max(0, s.turns)
            passes = ngettext("Time passes: {n} turn left.", "Time passes: {n} turns left.", left)
            return joined(" ", (passes, _alarm(s)))
        case facts.CharacterDied(one):
            return _("{who} is dead.", who=who(s, one))
        case facts.GameEnded(sentence, _):
            return sentence
    assert_never(event)


def _alarm(s: State) -> Text:
    if s.self_destruct is None:
        return NOTHING
    left = max(0, s.self_destruct)
    return ngettext("Self-destruction in {n} turn.", "Self-destruction in {n} turns.", left)


def tell_ship(s: State, event: facts.ShipFact, seat: Seat) -> Text:
    match event:
        case facts.EngineSeen(one, engine):
            if seat != one:
                return _("{who} looks at engine {engine}.", who=who(s, one), engine=engine)
            if s.engines[engine].works:
                return _("You see: engine {engine} works.", engine=engine)
            return _("You see: engine {engine} is broken.", engine=engine)
        case facts.EngineTurned(one, engine, works):
            if seat != one:
                return _("{who} works on engine {engine}.", who=who(s, one), engine=engine)
            return (
                _("You repair engine {engine}.", engine=engine)
                if works
                else _("You break engine {engine}.", engine=engine)
            )
        case facts.CourseSeen(one):
            return _("You read the course.") if seat == one else _("{who} reads the course.", who=who(s, one))
        case facts.CourseSet(one, letter):
            return _("{who} sets the course to {letter}.", who=who(s, one), letter=letter)
        case facts.SignalSent(one):
            return _("{who} sends the signal.", who=who(s, one))
        case facts.AlarmSet(turns):
            if turns is None:
                return _("Self-destruction is stopped.")
            return ngettext("Self-destruction in {n} turn!", "Self-destruction in {n} turns!", turns)
        case facts.PodSet(pod, locked):
            return _("Escape pod {pod} is locked.", pod=pod) if locked else _("Escape pod {pod} is unlocked.", pod=pod)
        case facts.PodEntered(one, pod):
            return _("{who} climbs into escape pod {pod}.", who=who(s, one), pod=pod)
        case facts.PodLaunched(pod):
            return _("Escape pod {pod} leaves the ship.", pod=pod)
        case facts.FellAsleep(one):
            return _("{who} falls asleep for the jump.", who=who(s, one))
        case facts.DoorSet(corridor, closed, broken):
            return _door(ends_of(s, corridor), closed=closed, broken=broken)
        case facts.NoiseTaken(corridor):
            if s.corridors[corridor].technical:
                return _("It falls silent in the technical corridor.")
            return _("It falls silent between {one} and {other}.", **ends_of(s, corridor))
        case facts.MarkTaken(room, mark):
            where = room_words(s, room)
            if mark == "fire":
                return _("The fire is out in {room}.", room=where)
            return _("The malfunction is repaired in {room}.", room=where)
        case facts.ItemsLeft(room, items):
            if not s.rooms[room].explored:
                return NOTHING
            return _("Items to be found in {room}: {n}.", room=room_words(s, room), n=items)
        case facts.TurnsSet(turns):
            return ngettext(
                "The time track is put right: {n} turn left.", "The time track is put right: {n} turns left.", turns
            )
        case facts.TokenTaken(token):
            return _("{token.cap} is taken out of the bag.", token=face_text(token))
        case facts.EggsLeft(eggs):
            return ngettext("{n} egg in the nest.", "{n} eggs in the nest.", eggs)
    assert_never(event)


def _door(ends: dict[str, Text], *, closed: bool, broken: bool) -> Text:
    if broken:
        return _("The door between {one} and {other} is broken for good.", **ends)
    if closed:
        return _("The door between {one} and {other} closes.", **ends)
    return _("The door between {one} and {other} opens.", **ends)


def log_line(s: State, event: facts.Event, seat: Seat) -> Words:
    """Return the line of a fact for a seat, in the state after it."""
    if isinstance(event, facts.CourseFact):
        return tell_course(s, event, seat)
    if isinstance(event, facts.CrewFact):
        return tell_crew(s, event, seat)
    return tell_ship(s, event, seat) if isinstance(event, facts.ShipFact) else _ruled(s, event, seat)


COUNTS = {"noise": _("noise"), "silence": _("silence"), "danger": _("danger"), "encounter": _("encounter")}
WHY = {"surprise": _("surprise"), "escape": _("escape"), "event": _("event")}


def _ruled(s: State, event: facts.RoundFact | facts.ThreatFact | facts.DeedFact, seat: Seat) -> Text:
    match event:
        case facts.ActionPaid(one, _, cards):
            paid = _("{who} discards {cards}.", who=who(s, one), cards=row_of(cards))
            return paid if cards else NOTHING  # NEM-COST-2: face up
        case facts.Moved(one, to):
            return _("{who} enters {room}.", who=who(s, one), room=room_words(s, to))
        case facts.Explored(room):
            return _("It is {room}.", room=room_words(s, room))
        case facts.RoomMarked(room, mark):
            where = room_words(s, room)
            return _("Fire in {room}.", room=where) if mark == "fire" else _("Malfunction in {room}.", room=where)
        case facts.CorridorClosed(corridor):
            return _("A door closes between {one} and {other}.", **ends_of(s, corridor))
        case facts.NoiseRolled(one, face, counts, _):
            came = face_text(face)
            if counts == face:
                return _("{who} rolls {face}.", who=who(s, one), face=came)
            return _("{who} rolls {face}: {counts}.", who=who(s, one), face=came, counts=COUNTS[counts])
        case facts.NoiseMade(corridor):
            if s.corridors[corridor].technical:
                return _("Noise in the technical corridor.")
            return _("Noise between {one} and {other}.", **ends_of(s, corridor))
        case facts.NoiseCleared(room):
            return _("The corridors of {room} fall silent.", room=room_words(s, room))
        case facts.TokenDrawn(one, token, _, surprise):
            if surprise:
                return _("{who} draws {token}: a surprise.", who=who(s, one), token=face_text(token))
            return _("{who} draws {token}.", who=who(s, one), token=face_text(token))
        case facts.TokenAdded(token):
            return _("{token.cap} goes into the bag.", token=face_text(token))
        case facts.TokenReturned(token):
            return _("{token.cap} goes back into the bag.", token=face_text(token))
        case facts.IntruderCame(_, kind, room):
            return _("The {kind} is in {room}.", kind=kind_name(kind), room=room_words(s, room))
        case facts.IntruderMoved(intruder, to):
            return _("The {kind} moves to {room}.", kind=kind_words(s, intruder), room=room_words(s, to))
        case facts.IntruderAttacked(intruder, one, why):
            by = kind_words(s, intruder)
            return _("The {kind} attacks {who} ({why}).", kind=by, who=who(s, one), why=WHY[why])
        case facts.IntruderDied(intruder):
            return _("The {kind} is dead.", kind=kind_words(s, intruder))
        case facts.Wounded(one, wound):
            if wound == "light":
                return _("{who} suffers a light wound.", who=who(s, one))
            return _("{who} suffers a serious wound.", who=who(s, one))
        case facts.ContaminationGained(one, _):
            return _("{who} takes a Contamination card.", who=who(s, one))
        case facts.SlimeGained(one):
            return _("{who} is covered in slime.", who=who(s, one))
        case facts.CombatRolled(one, face, _, hurt):
            made = injuries_words(hurt)
            return _("{who} rolls {face}: {injuries}.", who=who(s, one), face=face_text(face), injuries=made)
        case facts.ObjectTaken(one, name):
            return _("{who} picks up the {thing}.", who=who(s, one), thing=object_words(s, name))
        case facts.Swapped(one, other, gives, takes):
            is_theirs = seat in (one, other)
            given, taken = (_handed(s, things, is_theirs=is_theirs) for things in (gives, takes))
            return _(
                "{who} gives {given}, {other} gives {taken}.",
                who=who(s, one),
                given=given,
                other=who(s, other),
                taken=taken,
            )
        case facts.Crafted(one, item, components):
            parts = row_of(components)
            return _("{who} crafts {item} of {parts}.", who=who(s, one), item=from_data(item), parts=parts)
        case facts.ItemGained(one, item):
            if seat == one:
                return _("{who} gains {item}.", who=who(s, one), item=from_data(item))
            return _("{who} gains an item.", who=who(s, one))
        case facts.ItemUsed(one, item):
            return _("{who} uses {item}.", who=who(s, one), item=from_data(item))
        case facts.SectionDone(one, section, words):
            return _("{who}: {does}.", who=who(s, one), does=words or from_data(section))
        case facts.RoomUsed(one, room):
            return _("{who} uses the action of {room}.", who=who(s, one), room=room_words(s, room))
        case facts.Passed(one):
            return _("{who} passes.", who=who(s, one))
        case facts.RoundEnded(following):
            return _("{who} is next.", who=who(s, following))
        case facts.TurnEnded():
            return _("All have passed.")
        case facts.CardsDrawn(one, cards):
            if seat == one:
                return _("You draw {cards}.", cards=row_of(cards))
            return ngettext("{who} draws {n} card.", "{who} draws {n} cards.", len(cards), who=who(s, one))
        case facts.TurnBegan():
            return _("A new turn begins.")
        case facts.RollBegan() | facts.AmmoSpent() | facts.DeckRenewed() | facts.BagDeveloped():
            return NOTHING  # shown otherwise, or a CardTold follows
    assert_never(event)


def _handed(s: State, things: Faces, *, is_theirs: bool) -> Text:
    """Name the swapped things. Only the two traders read the items (NEM-TRADE-2)."""
    weapons = [weapon.name for c in s.characters.values() for weapon in c.weapons]
    seen = tuple(one for one in things if is_theirs or one in weapons or one in s.objects)
    hidden = len(things) - len(seen)
    rest = (ngettext("{n} item", "{n} items", hidden),) if hidden else ()
    return row((*(object_words(s, one) for one in seen), *rest))
