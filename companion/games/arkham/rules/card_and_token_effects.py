"""Effects of cards and chaos tokens: carried out sentence by sentence, counted, and said in words. Their vocabulary: `content/effects.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType

from companion.engine import Rule, choose
from companion.games.arkham.content import Auto, Condition, Counted, Effect, Enemy, Subject, SymbolEffect
from companion.games.arkham.facts import (
    ActionsLost,
    CluesFound,
    DoomPlaced,
    G,
    ResourcesChanged,
    Told,
)
from companion.games.arkham.rules.endings import end
from companion.games.arkham.rules.in_play import (
    discard,
    draw_cards,
    enemies_at,
    engage_those_here,
    engaged_with,
    enter,
    enter_play,
    hurt_enemy,
    suffer,
)
from companion.games.arkham.state import State, Verdict
from companion.i18n import N_, NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Option, Seat


def carry_out(g: G, seat: Seat, effects: Iterable[Effect]) -> Rule[None]:
    """All of them in their order, each where its condition holds when its turn comes."""
    for effect in effects:
        if not holds(g.state, seat, effect.condition):
            continue
        for who in _concerned(g.state, seat, effect):
            yield from _on(g, who, effect)
        if effect.doom:
            g.emit(DoomPlaced(effect.doom * times(g.state, seat, effect)))
        if effect.text:
            g.emit(Told(from_data(effect.text)))
        if effect.ending:
            end(g, effect.ending)
            return


def due(effects: Iterable[Effect], verdict: Verdict) -> tuple[Effect, ...]:
    """The sentences about success or failure that this result brings. AH-X-FAILBY-1."""
    when = "success" if verdict.passed else "failure"
    return tuple(e for e in effects if e.when == when and verdict.by >= e.by)


def words(effects: Iterable[Effect]) -> Text:
    """What they do, in a few words for a button: "1 horror, gain 1 clue"."""
    return joined("; ", (listed(done, ", ") for done in map(_words, effects)))


def _concerned(s: State, seat: Seat, effect: Effect) -> tuple[Seat, ...]:
    people = tuple(s.seats) if effect.all else (seat,)
    return tuple(who for who in people if not s.seats[who].defeated)


def _on(g: G, seat: Seat, effect: Effect) -> Rule[None]:
    """One sentence upon one investigator."""
    often = times(g.state, seat, effect)
    yield from suffer(g, seat, effect.damage * often, effect.horror * often)
    if g.state.seats[seat].defeated:
        return
    _counters(g, seat, effect, often)
    if effect.cards > 0:
        yield from draw_cards(g, seat, effect.cards * often)
    elif effect.cards < 0:
        yield from discard(g, seat, -effect.cards * often)
    if effect.hit and often:
        yield from _hit(g, seat, effect.hit * often)
    if effect.enemy in g.state.enemies:
        yield from enter_play(g, effect.enemy, seat)
    to = g.state.locations.get(effect.to)
    if to is not None and not to.hidden and effect.to != g.state.seats[seat].location:
        enter(g, seat, effect.to)
        engage_those_here(g, seat)


def _counters(g: G, seat: Seat, effect: Effect, often: int) -> None:
    """Nothing goes below zero, and no more clues are found than lie there."""
    who = g.state.seats[seat]
    resources = max(-who.resources, effect.resources * often)
    if resources:
        g.emit(ResourcesChanged(seat, resources))
    here = g.state.locations.get(who.location)
    clues = max(-who.clues, min(here.clues if here else 0, effect.clues * often))
    if clues:
        g.emit(CluesFound(seat, who.location, clues))
    if effect.actions < 0 and who.actions:
        g.emit(ActionsLost(seat, min(who.actions, -effect.actions * often)))  # AH-ACT-TURN-5
    elif effect.actions > 0:
        g.emit(ActionsLost(seat, -effect.actions * often))


def _hit(g: G, seat: Seat, damage: int) -> Rule[None]:
    """One enemy in the place takes it; which, its owner says where there are several."""
    here = enemies_at(g.state, g.state.seats[seat].location)
    if not here:
        return
    enemy = here[0]
    if len(here) > 1:
        enemies = [Option(name, from_data(g.state.enemies[name].title)) for name in here]
        title = _("{n} damage to which enemy?", n=damage)
        enemy = yield from g.one(choose(seat, title, enemies, key="hit", about=str(damage)))
    hurt_enemy(g, enemy, damage)


def _words(effect: Effect) -> list[Text]:
    """Each thing that it does."""
    harm = (_harm(what, n) for what in HARM if (n := getattr(effect, what)))
    moved = (_moved(what, n) for what in MOVED if (n := getattr(effect, what)))
    return [*harm, *moved, *([from_data(effect.text)] if effect.text else [])]


MOST_TIMES = 20
"""Effects that count what they give themselves would else grow without end, and the table with them."""


def many(s: State, seat: Seat, what: Subject, of: str = "") -> int:
    """How many there are, as this investigator sees it; `of`: with this trait, or at this location."""
    who = s.seats[seat]
    match what:
        case "enemies_here":
            return sum(_is(s.enemies[name], of) for name in enemies_at(s, who.location))
        case "enemies_in_play":
            return sum(_is(enemy, of) for enemy in s.enemies.values() if enemy.location and not enemy.defeated)
        case "enemies_engaged":
            return sum(_is(s.enemies[name], of) for name in engaged_with(s, seat))
        case "clues_here":
            return s.locations[who.location].clues if who.location in s.locations else 0
        case "clues_held":
            return who.clues
        case "damage":
            return who.damage
        case "horror":
            return who.horror
        case "resources":
            return who.resources
        case "cards_in_hand":
            return len(who.hand) + who.unknown
        case "cards_in_play":
            return sum(not of or (card in s.cards and of in s.cards[card].traits) for card in who.in_play)
        case "doom":
            return s.doom
        case "here":
            return int(who.location == of)


def worth(s: State, seat: Seat, counted: Counted) -> int:
    """X times what each is worth."""
    number = many(s, seat, counted.what, counted.of)
    return counted.each * (number if counted.most is None else min(number, counted.most))


def holds(s: State, seat: Seat, condition: Condition | None) -> bool:
    """Whether what a card asks for is so."""
    if condition is None:
        return True
    number = many(s, seat, condition.what, condition.of)
    return condition.least <= number and (condition.most is None or number <= condition.most)


def times(s: State, seat: Seat, effect: Effect) -> int:
    """How often the numbers of an effect count: not at all, up to MOST_TIMES."""
    return 1 if effect.times is None else min(MOST_TIMES, max(0, worth(s, seat, effect.times)))


def _is(enemy: Enemy, trait: str) -> bool:
    return not trait or trait in enemy.traits


SUBJECTS: Mapping[Subject, Text] = MappingProxyType(
    {
        "enemies_here": _("enemy here"),
        "enemies_in_play": _("enemy in play"),
        "enemies_engaged": _("enemy engaged with you"),
        "clues_here": _("clue on your location"),
        "clues_held": _("clue you have"),
        "damage": _("damage on you"),
        "horror": _("horror on you"),
        "resources": _("resource you have"),
        "cards_in_hand": _("card in your hand"),
        "cards_in_play": _("card you have in play"),
        "doom": _("doom"),
    }
)
"""One of what is counted."""
SUBJECTS_OF: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{of} enemy here"),
        "enemies_in_play": N_("{of} enemy in play"),
        "enemies_engaged": N_("{of} enemy engaged with you"),
        "cards_in_play": N_("{of} card you have in play"),
        "here": N_("one if you are at {of}"),
    }
)
"""One with this trait, or at this location."""


def symbol_words(told: SymbolEffect) -> Text:
    """As in "-1, and -1 for each Drowned enemy here. If you fail: 1 horror."."""
    numbers = [_("{n:+}", n=told.modifier)] if told.modifier or not (told.counts or told.reveal or told.auto) else []
    numbers += [_("{n:+} for each {subject}", n=one.each, subject=_subject(one.what, one.of)) for one in told.counts]
    at_once = [*([reduce(_and, numbers)] if numbers else []), *([_("reveal another token")] if told.reveal else [])]
    sentences = (_("{words.cap}.", words=one) for one in (*at_once, *_decided(told.auto)))
    return joined(" ", (*sentences, *map(_sentence, told.effects)))


def _and(first: Text, other: Text) -> Text:
    return _("{first}, and {other}", first=first, other=other)


def _decided(auto: Auto) -> list[Text]:
    """The result that comes by itself, if one does."""
    if not auto:
        return []
    return [_("automatic success") if auto == "success" else _("automatic failure")]


def _sentence(effect: Effect) -> Text:
    """What a card says for the people ends with a stop of its own."""
    said = _effect(effect)
    if not said:
        return NOTHING
    has_stop = effect.text.endswith(".") and effect.times is None
    return _("{words.cap}", words=said) if has_stop else _("{words.cap}.", words=said)


def _subject(what: Subject, of: str) -> Text:
    return from_data(SUBJECTS_OF[what], of=from_data(of)) if of and what in SUBJECTS_OF else SUBJECTS[what]


def _effect(effect: Effect) -> Text:
    changes = [_("{n:+}", n=effect.modifier)] if effect.modifier else []
    done = listed([*changes, *_decided(effect.auto), *_words(effect)], ", ")
    if done and effect.times is not None:
        done = _("{words} for each {subject}", words=done, subject=_subject(effect.times.what, effect.times.of))
    if not done:
        return NOTHING
    return _when(effect, done) if effect.condition is None else _when_there_is(effect, _least(effect.condition), done)


def _when(effect: Effect, words: Text) -> Text:
    if effect.by:
        if effect.when == "failure":
            return _("if you fail by {n} or more: {words}", n=effect.by, words=words)
        return _("if you succeed by {n} or more: {words}", n=effect.by, words=words)
    match effect.when:
        case "failure":
            return _("if you fail: {words}", words=words)
        case "success":
            return _("if you succeed: {words}", words=words)
        case "now":
            return words


def _when_there_is(effect: Effect, what: Text, words: Text) -> Text:
    if effect.by:
        if effect.when == "failure":
            return _("if you fail by {n} or more: where there is {what}, {words}", n=effect.by, what=what, words=words)
        return _("if you succeed by {n} or more: where there is {what}, {words}", n=effect.by, what=what, words=words)
    match effect.when:
        case "failure":
            return _("if you fail: where there is {what}, {words}", what=what, words=words)
        case "success":
            return _("if you succeed: where there is {what}, {words}", what=what, words=words)
        case "now":
            return _("where there is {what}, {words}", what=what, words=words)


def _least(condition: Condition) -> Text:
    """What must be there, as in "a Drowned enemy here"."""
    subject = _subject(condition.what, condition.of)
    return (
        _("{n} times {what}", n=condition.least, what=subject) if condition.least > 1 else _("a {what}", what=subject)
    )


HARM = ("damage", "horror", "doom", "hit")
MOVED = ("resources", "cards", "clues", "actions")


def _harm(what: str, n: int) -> Text:
    """Healed where it is negative."""
    match what:
        case "damage":
            return _("{n} damage", n=n) if n > 0 else _("heal {n} damage", n=-n)
        case "horror":
            return _("{n} horror", n=n) if n > 0 else _("heal {n} horror", n=-n)
        case "doom":
            return _("{n} doom", n=n) if n > 0 else _("heal {n} doom", n=-n)
        case _hit:
            return _("{n} damage to an enemy", n=n) if n > 0 else _("heal {n} damage to an enemy", n=-n)


def _moved(what: str, n: int) -> Text:
    return _gained(what, n) if n > 0 else _lost(what, -n)


def _gained(what: str, n: int) -> Text:
    match what:
        case "resources":
            return ngettext("gain {n} resource", "gain {n} resources", n)
        case "cards":
            return ngettext("gain {n} card", "gain {n} cards", n)
        case "clues":
            return ngettext("gain {n} clue", "gain {n} clues", n)
        case _actions:
            return ngettext("gain {n} action", "gain {n} actions", n)


def _lost(what: str, n: int) -> Text:
    match what:
        case "resources":
            return ngettext("lose {n} resource", "lose {n} resources", n)
        case "cards":
            return ngettext("lose {n} card", "lose {n} cards", n)
        case "clues":
            return ngettext("lose {n} clue", "lose {n} clues", n)
        case _actions:
            return ngettext("lose {n} action", "lose {n} actions", n)
