"""Texts of a scenario: resolve marks and find tests. Symbols and `<b>`, `<i>` stay for the page.

A test is written explicitly in our scenarios, and found in the words of community texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from companion.games.mansions.content import (
    PERILS,
    SKILLS,
    Component,
    ItemPart,
    MonsterKind,
    SkillTestMark,
    SkillTestMention,
    SpawnPart,
    TilePart,
    TokenPart,
    Trial,
    asked,
    official_names,
    replace_marks,
)
from companion.games.mansions.named import SIGN_WORDS, test_title
from companion.games.mansions.rules.map import space_title
from companion.games.mansions.rules.story.puzzle_visit import puzzle_test
from companion.games.mansions.state import Shown, State, Story, Task, story_of
from companion.i18n import N_, NOTHING, Text, filters, from_data, listed
from companion.i18n.filters import BRIEF
from companion.schema import Option, Seat, Words

SYMBOLS = (*SKILLS, "success", "investigation", "clue", "action")  # the page draws these
DEEP = 8  # nesting of own strings
MOST_LETTERS = 20_000  # letters of a text, as strings may name each other without end; real texts have 3 000
MARK = re.compile(r"\{(qst|ffg|val|c|var|rnd):([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
SLOT = re.compile(r":(\{\d+\}):((?:[^{}:]|\{[^{}]*\})*)")  # "{qst:KEY:{0}:words}": the value of {0} in the text of KEY
HOLE = re.compile(r"\{(var|rnd|c):(\w+)\}")
BRACES = re.compile(r"\{([^\W\d]\w*)\}")  # a placeholder, or a sign
SIGNS = re.compile(r"[<\[{\n]|  ")  # found in a text of more than one plain line
VALKYRIE = MappingProxyType(
    {"CONTINUE": N_("Continue"), "PASS": N_("Pass"), "FAIL": N_("Fail"), "YES": N_("Yes"), "NO": N_("No"), "OK": "OK"}
)
TYPE = "{type}"  # kind of monster, in the text of its spawn
ANYBODY = N_("a random investigator")
UNNAMED: Mapping[str, Any] = MappingProxyType({})


def words(s: State, raw: Words, shown: Shown | None = None, named: Mapping[str, Any] = UNNAMED) -> Text:
    """Resolve the marks of a text; symbols and tags stay. `named` fills further marks."""
    if isinstance(raw, Text):
        return raw
    here = {mark: said for mark, said in named.items() if f"{{{mark}}}" in raw}
    if s.story is None or not MARK.search(raw):
        return from_data(_resolve(s, raw, shown), **here)
    return _with_placeholders(s, raw, shown, here) or from_data(_resolve(s, raw, shown), **here)


def _with_placeholders(s: State, raw: str, shown: Shown | None, named: Mapping[str, Any]) -> Text:
    """Turn the marks of our scenarios into placeholders: `{var:flood}` is `{var_flood}`. Empty for a text with other marks."""
    message = HOLE.sub(r"{\1_\2}", raw)
    left = BRACES.sub("", message)
    if story_of(s).scenario.format or TYPE in raw or "{" in left or "}" in left:
        return NOTHING
    holes: dict[str, Any] = {f"{kind}_{name}": _argument(s, kind, name, shown) for kind, name in HOLE.findall(raw)}
    return from_data(_with_line_breaks(message), **holes, **named)


def _argument(s: State, kind: str, name: str, shown: Shown | None) -> Words:
    if kind == "c":
        return component_title(s, name, shown)
    return from_data(ANYBODY) if kind == "rnd" and not _hero(shown) else _resolve_mark(s, kind, name, shown)


def _resolve(s: State, raw: str, shown: Shown | None = None) -> str:
    if s.story is None or "{" not in raw:
        return _with_line_breaks(raw)
    text = raw.replace(TYPE, _monster_of_event(s, shown)) if TYPE in raw else raw
    for _depth in range(DEEP):
        resolved = replace_marks(MARK, lambda found: _resolve_mark(s, found[1], found[2], shown), text, MOST_LETTERS)
        if resolved == text:
            break
        text = resolved
    return _with_line_breaks(text)


def _monster_of_event(s: State, shown: Shown | None) -> str:
    """Return the name of the monster that the shown event brought."""
    came = [m for m in s.monsters.values() if shown is not None and m.spawn == shown.event]
    return monster_kind(story, came[-1].kind) if came and (story := s.story) is not None else "monster"


def plain(text: Words) -> Text:
    """Return a text without tags and with symbols as words, for a title or the log.

    >>> str(plain("{action} <b>Search</b>"))
    'Search'
    """
    marked = _as_text(text)
    return marked if _is_plain(marked) else from_data("{text.plain}", text=_spell_signs(marked))


def _is_plain(text: Text) -> bool:
    filled = dict(text.args)
    left = BRACES.sub(lambda found: "" if found[1] in filled else found[0], text.msgid)
    return not (text.items or SIGNS.search(left))


def first_sentence(text: Words) -> Text:
    """Return the first sentence, for lists.

    >>> str(first_sentence("The sea is <b>quiet</b>. You row home."))
    'The sea is quiet.'
    """
    return from_data("{text.plain.first}", text=_spell_signs(_as_text(text))) if text else NOTHING


def beginning(text: Words) -> Text:
    """Return the beginning of a text, for the log. A short text stays equal to the one on the screen."""
    marked = _as_text(text)
    if len(marked.msgid) <= BRIEF and _is_plain(marked):
        return marked
    return from_data("{text.plain.brief}", text=_spell_signs(marked))


def _as_text(text: Words) -> Text:
    return text if isinstance(text, Text) else from_data(text)


def _spell_signs(text: Text) -> Text:
    """Return a text whose signs are arguments, so that they read as words."""
    items = tuple(_spell_signs(one) if isinstance(one, Text) else one for one in text.items)
    signs = {name: SIGN_WORDS.get(name, NOTHING) for name in BRACES.findall(text.msgid) if name in SYMBOLS}
    filled = {name: _spell_signs(one) if isinstance(one, Text) else one for name, one in text.args}
    return replace(text, items=items, args=tuple(sorted({**signs, **filled}.items())))


def _with_line_breaks(text: str) -> str:
    return text.replace("\\n", "\n").strip()


def _resolve_mark(s: State, kind: str, inner: str, shown: Shown | None) -> str:
    story = s.story
    if story is None:
        return inner
    key = inner.partition(":")[0]
    match kind:
        case "qst":
            return _fill_slots(story.scenario.words.get(key, official_names.official(key)), inner)
        case "ffg":
            return official_names.official(key)
        case "val":
            return VALKYRIE.get(key, official_names.official(key))
        case "c":
            return component_name(s, inner, shown)
        case "var":
            number = story.variables.get(inner, 0.0)
            return str(int(number)) if number == int(number) else f"{number:g}"
        case _:
            return _hero(shown) or ANYBODY


def _hero(shown: Shown | None) -> str:
    return _without_braces(shown.hero) if shown is not None else ""


def _without_braces(name: str) -> str:
    """Return a player's name without braces: a typed name must not act as a mark."""
    return name.replace("{", "(").replace("}", ")")


def _fill_slots(text: str, inner: str) -> str:
    for slot, given in SLOT.findall(inner):
        enough = 1 + MOST_LETTERS // max(1, len(given))
        text = text.replace(slot, given, enough)[:MOST_LETTERS]
    return text


def component_title(s: State, name: str, shown: Shown | None = None) -> Words:
    """Return the title of a component: its item card, monster or tile."""
    people = _picked_names(s, name)
    if people is not None:
        return listed(people, ", ") or from_data(ANYBODY)
    said = _own_name(s, name)
    return from_data(said) if said else _hero(shown) or from_data(official_names.official_title(name))


def component_name(s: State, name: str, shown: Shown | None = None) -> str:
    """Return the same in the language of the scenario: the name of its card."""
    people = _picked_names(s, name)
    if people is not None:
        return ", ".join(people) or ANYBODY
    return _own_name(s, name) or _hero(shown) or official_names.official_title(name)


def _picked_names(s: State, name: str) -> list[str] | None:
    """Return the names of the seats that an event picked; None if it picks none."""
    story = s.story
    if story is None or name in story.scenario.monsters or name not in story.picked:
        return None
    return [_without_braces(s.seats[seat].name) for seat in story.picked[name]]


def _own_name(s: State, name: str) -> str:
    story = s.story
    if story is not None and name in story.scenario.monsters:
        return monster_kind(story, name)
    one = story.component(name) if story is not None else None
    return name_of(story, one) if story is not None and one is not None else official_names.official_title(name)


def title_of(story: Story, one: Component) -> Text:
    return from_data(name_of(story, one))


def name_of(story: Story, one: Component) -> str:
    """Return the same in the language of the scenario: the name of its card."""
    match one.part:
        case ItemPart(title=title):
            return title or one.title or official_names.official_title(story.items.get(one.name) or one.name)
        case SpawnPart(title=title, unique=True) if title:
            return title
        case SpawnPart(monsters=monsters):
            return monster_kind(story, monsters[0]) if monsters else one.title
        case TilePart(title=title, side=side):
            return title or one.title or official_names.official_title(side or one.name)
        case TokenPart(type=kind):
            return one.title or official_names.official_title(kind)
    return one.title


def monster_kind(story: Story, kind: str) -> str:
    titled = titled_kind(story, kind)
    return titled.title if titled else official_names.official_title(story.scenario.lineage(kind)[-1])


def titled_kind(story: Story, kind: str) -> MonsterKind | None:
    """Return the scenario's monster that gives a kind its title: itself, or its base."""
    own = story.scenario.monsters
    return next((own[name] for name in story.scenario.lineage(kind) if name in own and own[name].title), None)


def find(s: State, name: str) -> Component | None:
    return story_of(s).scenario.components.get(name) or PERILS.get(name)


def place_title(s: State, place: str) -> Words:
    is_tile = s.story is not None and place not in s.story.scenario.rooms
    return component_title(s, place) if is_tile else space_title(s, place)


def place_option(s: State, place: str) -> Option:
    return Option(place, place_title(s, place))


PASSED, FAILED = 0, 1  # indexes of the buttons of an explicit test


@dataclass(frozen=True, slots=True)
class DueTest:
    """A test that is still due. Players choose if `seat` is "" or if there are several `trials`."""

    seat: Seat
    trials: tuple[Trial, ...]

    def task(self, one: Component, shown: Shown) -> Task:
        trial = self.trials[0]
        return Task(
            seat=self.seat,
            skill=trial.skill,
            title=plain(one.title) or test_title(trial.skill),
            needed=None if trial.injury else trial.needed,
            injury=trial.injury,
            amount=trial.amount,
            surplus=bool(one.quota),
            event=shown.event,
            more=trial.more,
            facing=trial.facing,
        )


def skill_test_due(s: State, one: Component, shown: Shown) -> DueTest | None:
    """Return the test that is due, or None."""
    trials = (one.trial,) if one.trial else skill_test_in_text(s, one, shown)
    standing = s.standing
    if not trials or not standing:
        return None
    chosen = trials if shown.which is None else (trials[shown.which],)
    if trials[0].who == "each":
        left = [seat for seat in standing if seat not in shown.tested]
        return DueTest(left[0], chosen) if left else None
    return None if shown.tested else DueTest(_tested_seat(s, trials[0], shown, standing), chosen)


def _tested_seat(s: State, trial: Trial, shown: Shown, standing: tuple[Seat, ...]) -> Seat:
    to_choose = trial.who == "chosen" and shown.which is None  # not chosen yet
    seat = "" if to_choose else shown.seat or story_of(s).active
    return seat if seat in standing else standing[0] if len(standing) == 1 else ""


def skill_test_in_text(s: State, one: Component, shown: Shown) -> tuple[Trial, ...]:
    """Find the tests in the words. A token mostly describes and its button's event asks. A puzzle asks by itself."""
    asks = _mention_of(s, one)
    if asks is None or shown.item or (shown.cancel and not one.quota and asks.passed is None):
        return ()
    behind = (story_of(s).component(name) for button in one.buttons for name in button.next)
    if any(other is not None and other.kind == "puzzle" for other in behind):
        return ()
    return tuple(_trial_of_mention(asks, test) for test in asks.tests)


def _trial_of_mention(asks: SkillTestMention, test: SkillTestMark) -> Trial:
    who: Literal["acting", "each"] = "each" if asks.each else "acting"
    if asks.kind == "negates" and asks.injury is not None and asks.amount is not None:
        return Trial(test.skill, None, who, test.more, asks.injury, asks.amount, asks.facing)
    return Trial(test.skill, test.needed if asks.kind == "needed" else None, who, test.more)


def find_deciding_button(s: State, one: Component, shown: Shown) -> str:
    """Return the index of the button that follows from the outcome; "" where players decide."""
    if shown.passed is None:
        return ""
    if one.trial:
        return str(PASSED if shown.passed else FAILED) if len(one.buttons) > FAILED else ""
    asks = _mention_of(s, one)
    place = None if asks is None else asks.passed if shown.passed else asks.failed
    return "" if place is None else str(place)


def _mention_of(s: State, one: Component) -> SkillTestMention | None:
    labels = [raw_text(s, button.label) for button in one.buttons]
    return asked(raw_text(s, one.text), labels, quota=bool(one.quota))


def raw_text(s: State, raw: Words) -> str:
    """Return a text of the scenario. Our own messages are `Text` and word their tests elsewhere."""
    return "" if isinstance(raw, Text) else _resolve(s, raw)


def unmarked(s: State, raw: str) -> str:
    """Return the same as one line, without tags and signs."""
    return filters.plain(raw_text(s, raw))


def find_due_task(s: State) -> Task | None:
    """Return the test to roll now, if any."""
    if s.task is not None or s.story is None:
        return s.task
    if s.story.shown is None:
        return puzzle_test(s) if s.story.open_puzzle else None
    one = find(s, s.story.shown.event)
    test = skill_test_due(s, one, s.story.shown) if one is not None else None
    return test.task(one, s.story.shown) if one is not None and test is not None and test.seat else None
