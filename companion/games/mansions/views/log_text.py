"""Log sentences of facts. Empty where the page shows the fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import assert_never

from companion.games.mansions import facts as f
from companion.games.mansions.content import WHAT_HAPPENS, Component, Facing, Injury, spoken
from companion.games.mansions.named import harm_of, monster_name
from companion.games.mansions.rules.skill_test import verdict_sentence
from companion.games.mansions.rules.story import (
    START,
    beginning,
    component_name,
    component_title,
    find_component,
    place_title,
    resolve_text,
)
from companion.games.mansions.state import Shown, State
from companion.games.mansions.views.puzzle import tell_puzzle
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext, pgettext
from companion.schema import Faces, Seat, Words

PHASES: Mapping[str, Text] = {
    "fire": _("The mythos phase begins."),
    "mythos": NOTHING,
    "monsters": _("The monsters activate."),
    "horror": _("Horror checks."),
    "end": _("The round ends."),
    "investigator": NOTHING,
}
AT_ONCE = _("What says Resolve Immediately is resolved now.")  # MOM-DMG-4
MOST_LISTED = 4  # pieces that are listed one by one


def tell_table(s: State, fact: f.TableFact) -> Text:
    """Return the log sentence, equal for all seats; empty where the page shows the fact."""
    match fact:
        case f.TextRead():
            return NOTHING
        case f.MonsterDefeated(monster):
            return _("{monster} is defeated.", monster=monster_name(monster))
        case f.MonsterSeen(monster, space):
            return _stands(monster_name(monster), place_title(s, space)) if space else NOTHING
        case f.DamageHealed(monster, number):
            name = monster_name(monster)
            return ngettext("{monster} has {n} damage less.", "{monster} has {n} damage less.", number, monster=name)
        case f.FireRemoved(space):
            return _("The Fire in {place} is out.", place=place_title(s, space))
        case f.DarknessRemoved(space):
            return _("The Darkness in {place} is gone.", place=place_title(s, space))
        case f.CluesLost(seat, number):
            return ngettext("{who} loses {n} clue.", "{who} loses {n} clues.", number, who=_name(s, seat))
        case f.ItemGained(seat, item):
            return _("{who} gains {item}.", who=_name(s, seat), item=from_data(item))
        case f.ItemDiscarded(seat, item):
            return _("{who} puts {item} back.", who=_name(s, seat), item=from_data(item))
        case f.SpellFlipped(seat, spell):
            who, card = _name(s, seat), from_data(spell)
            return _("{who} flips {spell} and resolves what stands on its back.", who=who, spell=card)
        case f.ConditionDiscarded(seat, condition):
            return _("{who} is not {condition} any more.", who=_name(s, seat), condition=from_data(condition))
        case f.ActionsGiven(seat, number) if number > 0:
            return ngettext("{who} has {n} action more.", "{who} has {n} actions more.", number, who=_name(s, seat))
        case f.ActionsGiven(seat, number):
            return ngettext("{who} has {n} action less.", "{who} has {n} actions less.", -number, who=_name(s, seat))
        case f.FigurePlaced(seat, space):
            return _stands(_name(s, seat), place_title(s, space)) if space else NOTHING
        case f.StepsTaken():
            return NOTHING
    assert_never(fact)


def _stands(who: Words, place: Words) -> Text:
    return _("{who} stands in {place}.", who=who, place=place)


def log_sentence(s: State, event: f.Event, seat: Seat) -> Words:
    """Return the log sentence for one seat, given the state after the fact."""
    if isinstance(event, f.StoryFact):
        return tell_story(s, event)
    if isinstance(event, f.TableFact):
        return tell_table(s, event)
    if isinstance(event, f.PuzzleFact):
        return tell_puzzle(s, event)
    match event:
        case f.TestAnnounced():  # shown by the roll
            return NOTHING
        case f.DiceRolled(task, faces, used):
            if not used:  # shown by the line of the answer
                return NOTHING
            name, dice = _name(s, task.seat), _faces(faces)
            return _("{who} rolls with the {item}: {dice}.", who=name, item=spoken(used), dice=dice)
        case f.DiceKept(who, kept):
            return _("{who} keeps {dice}.", who=_name(s, who), dice=_faces(kept) or _("no die"))
        case f.CluesSpent(who, number):
            return ngettext("{who} spends {n} clue.", "{who} spends {n} clues.", number, who=_name(s, who))
        case f.CluesGained(who, number):
            return ngettext("{who} gains {n} clue.", "{who} gains {n} clues.", number, who=_name(s, who))
        case f.TestResolved(last):
            return verdict_sentence(s, last)
        case f.InsaneTaken(who, copy, redrawn):
            if seat != who:  # MOM-INSANE-4
                return _("{who} reads the back of the Insane condition.", who=_name(s, who))
            before = listed(redrawn, ", ") or pgettext("conditions", "none")
            return _("Your Insane condition is {copy}; replaced before: {before}.", copy=copy, before=before)
        case f.CardsSuffered(who, injury, number, "down"):
            return _("{who} takes {cards}, facedown.", who=_name(s, who), cards=_cards(injury, number))
        case f.CardsSuffered(who, injury, number):
            taken = _("{who} takes {cards}, faceup.", who=_name(s, who), cards=_cards(injury, number))
            return joined(" ", (taken, AT_ONCE))
        case f.CardResolved(who, card):
            return _("{who} resolves {card}.", who=_name(s, who), card=from_data(card))
        case f.CardsFlipped(who, injury, number):
            cards = _cards(injury, number)
            turned = _("{who} turns {cards} faceup, taken at random.", who=_name(s, who), cards=cards)
            return joined(" ", (turned, AT_ONCE))
        case f.CardDiscarded(who, injury, facing):
            return _("{who} discards {card}.", who=_name(s, who), card=_one_card(injury, facing))
        case f.ConditionGained(who, condition):
            return _("{who} is {condition} now.", who=_name(s, who), condition=from_data(condition))
        case f.FacedownDiscarded(who, "damage"):
            return _("{who} discards all facedown damage cards.", who=_name(s, who))
        case f.FacedownDiscarded(who):
            return _("{who} discards all facedown horror cards.", who=_name(s, who))
        case f.InvestigatorEliminated(who):
            return _("{who} is eliminated.", who=_name(s, who))
        case _:
            return _map(s, event)


def _faces(faces: Faces) -> Text:
    return listed(map(from_data, faces), ", ")


def _cards(injury: Injury, number: int) -> Text:
    if injury == "damage":
        return ngettext("{n} damage card", "{n} damage cards", number)
    return ngettext("{n} horror card", "{n} horror cards", number)


def _one_card(injury: Injury, facing: Facing) -> Text:
    if facing == "up":
        return _("one faceup damage card") if injury == "damage" else _("one faceup horror card")
    return _("one facedown damage card") if injury == "damage" else _("one facedown horror card")


def _map(s: State, event: f.RuleFact) -> Text:
    match event:
        case f.ActionSpent(who, action):
            return _("{who}: {action}.", who=_name(s, who), action=action)
        case f.ActionForfeited(who, action):
            return _("{who} forfeits the action: {action}.", who=_name(s, who), action=action)
        case f.EvadeResolved(who, monster):
            name, foe = _name(s, who), monster_name(monster)
            return _("{who} has resolved the evade check against {monster}.", who=name, monster=foe)
        case f.EvadeOwed(who, monster):
            return _("{who} meets {monster} as the story tells it.", who=_name(s, who), monster=monster_name(monster))
        case f.MoveBegan():
            return NOTHING
        case f.Stepped(seat=who, to=to):
            return _moved(_name(s, who), place_title(s, to))
        case f.MonsterMoved(monster, ""):
            return _("Nobody says where {monster} stands.", monster=monster_name(monster))
        case f.MonsterMoved(monster, to):
            return _moved(monster_name(monster), place_title(s, to))
        case f.MonsterHurt(monster, number):
            return _("{monster} suffers {harm}.", monster=monster_name(monster), harm=harm_of(number, "damage"))
        case f.MonsterRolled(monster, faces):
            return _("For {monster}: {dice}.", monster=monster_name(monster), dice=_faces(faces))
        case f.BarricadeDestroyed(ends):
            one, other = (place_title(s, place) for place in ends)
            return _("The barricade between {one} and {other} is destroyed.", one=one, other=other)
        case f.BarricadeMoved(ends, True):
            one, other = (place_title(s, place) for place in ends)
            return _("The barricade between {one} and {other} blocks the way.", one=one, other=other)
        case f.BarricadeMoved(ends):
            one, other = (place_title(s, place) for place in ends)
            return _("The barricade between {one} and {other} is out of the way.", one=one, other=other)
        case f.ExtinguishTested(who, successes):
            return _("{who} may discard Fire this round: {n}.", who=_name(s, who), n=successes)
        case f.FireDiscarded(space=space):
            return _("The Fire in {place} is out.", place=place_title(s, space))
        case f.FirePlaced(space):
            return _("Fire burns in {place}.", place=place_title(s, space))
        case f.DarknessPlaced(space):
            return _("Darkness lies in {place}.", place=place_title(s, space))
        case f.PossessionGiven(who, to, item):
            return _("{who} gives {item} to {whom}.", who=_name(s, who), item=from_data(item), whom=_name(s, to))
        case f.PossessionDropped(who, item):
            return _("{who} drops {item}.", who=_name(s, who), item=from_data(item))
        case f.PossessionPickedUp(who, item):
            return _("{who} picks up {item}.", who=_name(s, who), item=from_data(item))
        case f.MythosBegan():
            return _("The mythos phase begins.")
    assert_never(event)


def _moved(who: Words, place: Words) -> Text:
    return _("{who} moves to {place}.", who=who, place=place)


def _name(s: State, seat: Seat) -> str:
    return s.seats[seat].name


def tell_story(s: State, fact: f.StoryFact) -> Words:
    """Return the log sentence, equal for all seats, given the state after the fact."""
    match fact:
        case f.PiecesPlaced(names):
            return _several(s, fact, names)
        case f.PiecesRemoved(names):
            return _several(s, fact, names)
        case f.EventShown(shown):
            component = find_component(s, shown.event) if not shown.tested and shown.which is None else None
            return beginning(read_out(s, component, shown)) if component is not None else NOTHING
        case f.EventLeft(event, label):
            return _("{label}.", label=label) if label and _says_something(s, event) else NOTHING
        case f.InvestigatorsPicked(seats=seats):
            return _("Picked: {people}.", people=_names(s, seats) or _("nobody"))
        case f.QuotaCounted(total=total):
            return _("Counted so far: {n}.", n=total) if total else NOTHING
        case f.EventsDropped():
            return _("The scenario ran in a circle: what waited there is dropped.")
        case f.StoryEnded(sentence=said):
            return said
        case f.ItemFound(item):
            return _("Found: {item}.", item=component_title(s, item))
        case f.ItemTaken(seat="", card=card):
            return _("{item} stays on the table.", item=from_data(card.name))
        case f.ItemTaken(seat=seat, card=card):
            return _("{who} takes {item}.", who=_name(s, seat), item=from_data(card.name))
        case f.ItemLost(title=title):
            return _("Lost: {item}.", item=from_data(title))
        case f.MonsterCame(monster):
            return _("{monster} comes, health {n}.", monster=monster_name(monster.name), n=monster.health or 0)
        case f.MonsterLeft(name):
            return _("{monster} leaves the map.", monster=monster_name(name))
        case f.TurnBegan(seat):
            return _("{who}'s turn.", who=_name(s, seat))
        case f.TurnEnded(seat):
            return _("{who}'s turn is over.", who=_name(s, seat))
        case f.EliminationReported(seats):
            return _("The elimination of {people} takes effect.", people=_names(s, seats))
        case f.PhaseBegan(phase):
            return PHASES[phase]
        case f.RoundBegan(number):
            return _("Round {n} begins.", n=number)
        case f.VariablesSet() | f.EventQueued() | f.EventRun() | f.ItemsChosen() | f.LineDrawn() | f.DefeatTold():
            return NOTHING
        case f.MonsterActivated() | f.HorrorChecked():
            return NOTHING
    assert_never(fact)


def _says_something(s: State, event: str) -> bool:
    """Return whether there is a count, or a button that says more than to go on."""
    component = find_component(s, event)
    return component is not None and (bool(component.quota) or not all(button.goes_on for button in component.buttons))


def _several(s: State, fact: f.PiecesPlaced | f.PiecesRemoved, names: tuple[str, ...]) -> Text:
    """List placed or removed pieces, without overlays and start tokens."""
    often = Counter(component_name(s, name) for name in names if _is_a_thing(s, name))
    if not often:
        return NOTHING
    titles = [_("{n} × {piece}", n=n, piece=from_data(name)) if n > 1 else from_data(name) for name, n in often.items()]
    pieces, more = listed(titles[:MOST_LISTED], ", "), len(titles) - MOST_LISTED
    if more > 0:
        pieces = ngettext("{pieces} and {n} more", "{pieces} and {n} more", more, pieces=pieces)
    if isinstance(fact, f.PiecesPlaced):
        return _("Placed: {pieces}.", pieces=pieces)
    return _("Taken away: {pieces}.", pieces=pieces)


def _is_a_thing(s: State, name: str) -> bool:
    component = s.story.component(name) if s.story else None
    return component is None or (component.kind != "ui" and getattr(component.part, "type", "") != START)


def read_out(s: State, component: Component, shown: Shown) -> Text:
    text = resolve_text(s, component.text, shown)
    effects = WHAT_HAPPENS.get(component.name)
    return _("{text}\n\n<b>{effects}</b>", text=text, effects=effects) if effects else text


def _names(s: State, seats: Iterable[Seat]) -> Text:
    return listed((_name(s, seat) for seat in seats), ", ")
