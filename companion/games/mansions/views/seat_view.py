"""The view of a seat, with the due test and its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from companion.engine import distribution, mark_result, rank_text, roll_chances
from companion.games.mansions.content import (
    DIE,
    INSANE,
    INVESTIGATION,
    SKILLS,
    SUCCESS,
    Component,
    Item,
    condition_meaning,
)
from companion.games.mansions.named import SKILL_WORDS, WEAPON_WORDS, clues_of, dice_of, harm_of, successes
from companion.games.mansions.rules.skill_test import dice_pool, spendable, verdict_sentence, wanted_words
from companion.games.mansions.rules.story import (
    find_component,
    find_due_task,
    part_of,
    plain,
    puzzle_title,
    resolve_text,
    title_of,
)
from companion.games.mansions.state import Investigator, State, Story, Task, Test, Verdict
from companion.games.mansions.views.log_text import read_out
from companion.games.mansions.views.map import board, foes, overlay
from companion.games.mansions.views.puzzle import puzzle_view
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import (
    Bar,
    Block,
    Card,
    Cards,
    Count,
    Counters,
    Faces,
    Heading,
    Odds,
    Prompt,
    Seat,
    Step,
    Steps,
    Sum,
    Term,
    View,
    Words,
)
from companion.schema import Story as Told


def lost(s: State) -> frozenset[Seat]:
    return frozenset(seat for seat, who in s.seats.items() if who.eliminated or INSANE in who.conditions)


def faceless(s: State) -> State:
    """Return the state without the faces of the last verdict, as they do not matter beyond the needed successes."""
    if s.last is None:
        return s
    task, enough = s.last.task, s.last.task.amount if s.last.task.injury else s.last.task.needed
    counts_all = enough is None or task.surplus
    result = s.last.result if counts_all else min(s.last.result, enough or 0)
    return replace(s, last=replace(s.last, faces=(), result=result))


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """Return the odds of a roll with its outcome, given the state before it. None for rerolls."""
    task = find_due_task(s)
    if task is None or s.test is not None or prompt.kind != "roll":
        return None
    before = odds(s, task)
    came = min(faces.count(SUCCESS), len(before.bars) - 1)
    return mark_result(before, came, rank_text(s.seats[task.seat].name, [bar.share for bar in before.bars], came))


def test_blocks(s: State) -> Iterator[Block]:
    """Yield the odds before a roll, the rolled dice, or the last verdict."""
    task = find_due_task(s)
    if s.test is not None:
        yield undecided(s.test)
    elif task is not None:
        yield odds(s, task)
    elif s.last is not None:
        yield verdict(s, s.last)
        if s.last.text and (s.story is None or s.story.shown is None):
            yield Told(s.last.title, resolve_text(s, s.last.text))


def odds(s: State, task: Task) -> Odds:
    """Return the exact odds before a roll, and those with clues. MOM-X-DIE-1."""
    dice = dice_pool(s, task.seat, task.skill, task.more)
    needed = task.amount if task.injury else task.needed
    chances = distribution(DIE, dice, lambda faces: faces.count(SUCCESS))
    bars = tuple(
        Bar(str(n), float(share), needed is not None and n >= needed, n == needed) for n, share in chances.items()
    )
    subtitle = listed((dice_of(dice), wanted_words(task)), ", ")
    before = Odds(_("Odds before the roll"), subtitle, bars, chips=_chips(s, task, dice))
    if needed is None:
        return before
    chance = float(sum((share for n, share in chances.items() if n >= needed), Fraction(0)))
    return replace(before, chance=chance, sentence=_sentence(s, task, dice, needed))


def _chips(s: State, task: Task, dice: int) -> tuple[Words, ...]:
    """Return the terms of the roll: skill, modifiers, clues and requirement."""
    skill = s.seats[task.seat].skills[task.skill]
    more = dice - skill
    clues = s.seats[task.seat].clues
    return (
        _("{skill} {n}", skill=SKILL_WORDS[task.skill], n=skill),
        *((ngettext("{n:+} die", "{n:+} dice", more),) if more else ()),
        *((ngettext("{n} clue to turn", "{n} clues to turn", clues),) if clues else ()),
        wanted_words(task),
    )


def _sentence(s: State, task: Task, dice: int, needed: int) -> Text:
    clues = spendable(s, task.seat, (INVESTIGATION,) * dice)
    if not clues:
        return _("{n} or more", n=needed)
    counted = (
        (faces.count(SUCCESS) + min(clues, faces.count(INVESTIGATION)), share)
        for faces, share in roll_chances(DIE, dice)
    )
    reach = sum((share for count, share in counted if count >= needed), Fraction(0))
    return _("{n} or more; with {clues} {share:%}", n=needed, clues=clues_of(clues), share=float(reach))


def undecided(test: Test) -> Sum:
    """Return the faces so far, before rerolls and clues."""
    have = test.faces.count(SUCCESS)
    return Sum(
        _("The dice lie there"),
        (Term(_("successes"), have, rule="MOM-X-TEST-1"),),
        have,
        test.task.needed,
        sentence=listed((successes(have), wanted_words(test.task)), ", "),
        faces=test.faces,
        object=DIE.kind,
        rule="MOM-X-TEST-1",
    )


def verdict(s: State, last: Verdict) -> Sum:
    have = last.result - last.clues
    clues = (Term(_("clues"), last.clues, rule="MOM-CLUE-2"),) if last.clues else ()
    terms = (Term(_("successes"), have, rule="MOM-X-TEST-1"), *clues)
    shown: Literal["done", "passed", "failed"] = "passed" if last.passed else "failed"
    shown = "done" if last.passed is None else shown
    needed, words = last.task.needed, verdict_sentence(s, last)
    return Sum(last.title, terms, last.result, needed, shown, words, last.faces, DIE.kind, rule="MOM-X-TEST-2")


PHASES = (
    ("investigator", _("Investigators"), "MOM-X-TURN-1"),
    ("fire", _("Fire"), "MOM-FIRE-7"),
    ("mythos", _("Mythos"), "MOM-X-PHASE-1"),
    ("monsters", _("Monsters"), "MOM-X-PHASE-1"),
    ("horror", _("Horror"), "MOM-HORROR-1"),
)
INSANE_BACK = "insane back"
OPEN_TEXT = _("The story goes on.")


def view(s: State, seat: Seat) -> View:
    """Return the round, the test, the story, the map, the monsters and the seats."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    return (_possessions(s, seat, s.seats[seat], is_own=True),) if seat in s.seats else ()


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    yield from _phases(s)
    yield from test_blocks(s)
    if s.story is not None:
        yield from _story(s, s.story)
        yield from _map(s)
    for other, who in s.seats.items():
        yield _counters(other, who)
        yield _possessions(s, other, who, is_own=other == seat)


def _heading(s: State) -> Heading:
    if s.story is None:
        return Heading(_("Mansions of Madness"))
    story, title = s.story, from_data(s.story.scenario.title)
    if story.ended or not story.active:
        return Heading(title, where(s))
    turn = _("{who}'s turn", who=s.seats[story.active].name)
    return Heading(title, joined(" · ", (where(s), turn)))


def _phases(s: State) -> Iterator[Steps]:
    if s.story is None or s.story.ended:
        return
    steps: list[Step] = []
    reached: Literal["done", "now", "todo"] = "done"
    for name, title, rule in PHASES:
        reached = "now" if name == s.story.phase else "todo" if reached == "now" else reached
        steps.append(Step(title, reached, rule=rule))
    yield Steps(_("Round {n}", n=s.story.round), tuple(steps))


def _story(s: State, story: Story) -> Iterator[Block]:
    if story.aloud is not None:
        yield Told(story.aloud.title, resolve_text(s, story.aloud.text))
    if story.shown is not None and (component := find_component(s, story.shown.event)) is not None:
        text = read_out(s, component, story.shown) or _text_of_silent_event(s, component)
        yield Told(_title(s, component), text, _picture(story, component))
    elif story.ended:
        component = story.component(story.ending)
        yield Told(_("The end"), resolve_text(s, component.text) if component is not None else story.ended)
    if story.open_puzzle:
        yield _puzzle(s, story, story.open_puzzle)


def _puzzle(s: State, story: Story, name: str) -> Block:
    component = story.component(name)
    picture = story.scenario.pictures.get(part_of(story, name).picture, "")
    text = resolve_text(s, component.text) if component else NOTHING
    return puzzle_view(story.puzzles[name], puzzle_title(story, name), picture, text)


def _title(s: State, component: Component) -> Words:
    story = s.story
    if component.kind in ("token", "spawn", "item") and story is not None:
        return plain(title_of(story, component))
    return plain(resolve_text(s, component.title))


def _text_of_silent_event(s: State, component: Component) -> Text:
    """Return a placeholder text for a monster that comes without one."""
    if component.kind != "spawn" or s.story is None:
        return OPEN_TEXT if component.kind == "event" else NOTHING
    return _("{monster}: put it on the map.", monster=title_of(s.story, component))


def _picture(story: Story, component: Component) -> str:
    file = getattr(component.part, "picture", "")
    return story.scenario.pictures.get(file, "")


def _map(s: State) -> Iterator[Block]:
    """Yield the map, also an empty one: the page reserves its place."""
    yield board(s)
    over = overlay(s)
    if over is not None:
        yield over
    if s.monsters:
        yield foes(s)


PHASE_TITLES: Mapping[str, Text] = {
    "investigator": _("Investigators phase"),
    "fire": _("Fire phase"),
    "mythos": _("Mythos phase"),
    "monsters": _("Monsters phase"),
    "horror": _("Horror phase"),
    "end": _("End of the round"),
}


def _counters(seat: Seat, who: Investigator) -> Counters:
    items = (
        Count(_("Clues"), who.clues, icon="clue"),
        Count(_("Damage"), who.damage.total, who.health, "damage"),
        Count(_("Horror"), who.horror.total, who.sanity, "horror"),
    )
    return Counters(who.name, items, seat)


def _possessions(s: State, seat: Seat, who: Investigator, *, is_own: bool) -> Cards:
    """Return the possessions. Only the owner sees the back of an Insane condition. MOM-INSANE-4."""
    cards = tuple(Card(name, from_data(name), _note(s, name)) for name in who.possessions)
    meanings = ((name, from_data(condition_meaning(name))) for name in who.conditions)
    conditions = (Card(name, from_data(name), meaning or _("condition")) for name, meaning in meanings)
    back = (Card(INSANE_BACK, who.insane, _("the back of your Insane condition")),) if is_own and who.insane else ()
    return Cards(_("Before {who}", who=who.name), (_skills(who), *cards, *conditions, *back), seat)


def _skills(who: Investigator) -> Card:
    """Return the skills, "strength 3 · agility 4", for players without their printed card."""
    skills = (_("{skill} {n}", skill=SKILL_WORDS[skill], n=who.skills.get(skill, 0)) for skill in SKILLS)
    return Card("skills", _("Skills"), joined(" · ", skills))


def _note(s: State, name: str) -> Text:
    item = s.items.get(name)
    if item is None:
        return NOTHING
    light = _("light source") if item.light_source and not item.text else NOTHING
    return joined(" · ", (_arm(item), from_data(item.text), light))


def _arm(item: Item) -> Text:
    if not (item.weapon and item.damage):
        return NOTHING
    return _("{weapon}, {harm}", weapon=WEAPON_WORDS[item.weapon], harm=harm_of(item.damage, "damage"))


def where(s: State) -> Text:
    if s.story is None:
        return NOTHING
    if s.story.ended:
        return _("Over in round {n}", n=s.story.round)
    return joined(" · ", (_("Round {n}", n=s.story.round), PHASE_TITLES[s.story.phase]))


def round_of(s: State) -> int | None:
    return s.story.round if s.story is not None and not s.story.ended else None
