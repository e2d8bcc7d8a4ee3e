"""Dialogs of the shown event: a test that is rolled, successes that are counted, or buttons.

A test in the text opens as a roll, and players may take a button by hand instead. The button that follows from the
outcome is the golden one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.engine import Rule, choose, count
from companion.games.mansions.content import Button, Component, Trial
from companion.games.mansions.facts import (
    EventLeft,
    EventShown,
    G,
    InvestigatorsPicked,
    QuotaCounted,
    TurnBegan,
    VariablesSet,
)
from companion.games.mansions.named import CONTINUE, EVERYBODY, SKILL_WORDS, choose_together, successes
from companion.games.mansions.rules.actions import action_refused, drawer_ways, perform, token_refused
from companion.games.mansions.rules.skill_test import resolve_roll, roll_of
from companion.games.mansions.rules.story import (
    DueTest,
    carry_out,
    find_component,
    find_deciding_button,
    holds,
    plain,
    press,
    resolve_text,
    skill_test_due,
    successors,
    title_of,
)
from companion.games.mansions.state import Shown, State, Task, story_of
from companion.i18n import Text, _
from companion.schema import TABLE, Faces, Option, Prompt, Refusal, Seat, Words

CANCEL, GO, TESTS = "cancel", "go", "tests"
COSTS = "{action}"  # prefix in the label of a button that costs an action
LEAVE_IT = Option(CANCEL, _("Leave it"))
MOST_COUNTED = 10
CONDITION_UNMET = Refusal("NOT_NOW", _("The story does not allow this yet."))
NOBODY_LEFT = Refusal("NO_ACTIONS_LEFT", _("Everybody has had a turn in this round."), "MOM-X-TURN-1")


def dialog(g: G) -> Rule[None]:
    """Run one step of the shown event: a roll, a count, or a button."""
    shown = story_of(g.state).shown
    if shown is None:
        raise ValueError("nothing is shown")
    component = find_component(g.state, shown.event)
    if component is None:
        g.emit(EventLeft(shown.event))
        return
    test = skill_test_due(g.state, component, shown)
    if component.heroes and component.name not in story_of(g.state).picked:
        yield from _pick_investigators(g, component, component.heroes)
    elif test is not None:
        yield from _ask_for_test(g, component, shown, test)
    elif component.quota:
        yield from _ask_for_count(g, component, shown)
    else:
        yield from _ask_for_button(g, component, shown)


def _pick_investigators(g: G, component: Component, number: tuple[int, int]) -> Rule[None]:
    options = [Option(seat, g.state.seats[seat].name) for seat in g.state.standing]
    if not options:
        g.emit(InvestigatorsPicked(component.name, ()))
        return
    least, most = min(number[0], len(options)), min(max(number), len(options))
    who = choose_together(_("who is meant?"), options, least, most, key="story.who", about=component.name)
    answer = yield from _ask(g, who)
    if answer is not None:
        g.emit(InvestigatorsPicked(component.name, answer[1]))


def _ask_for_test(g: G, component: Component, shown: Shown, test: DueTest) -> Rule[None]:
    """Roll, or decide by hand."""
    if not test.seat or len(test.trials) > 1:
        yield from _ask_who_tests(g, component, shown, test)
        return
    task = test.task(component, shown)
    answer = yield from _ask(g, roll_of(g.state, task), *_prompts_by_hand(g.state, component, shown, test))
    if answer is None:
        return
    prompt, values = answer
    if prompt.kind == "roll":
        yield from _judge_roll(g, component, shown, task, values)
    elif prompt.kind == "count":
        yield from _take_count(g, component, int(values[0]), shown.seat)
    else:
        yield from _take_instead(g, component, shown, values[0])


def _ask(g: G, *prompts: Prompt) -> Rule[tuple[Prompt, Faces] | None]:
    """Ask a dialog; None if a monster's damage was corrected instead. MOM-ATTACK-6."""
    drawer = drawer_ways(g.state)
    prompt, values = yield from g.first(*prompts, *(way.prompt for way in drawer))
    if not prompt.at:
        return prompt, values
    yield from next(way for way in drawer if way.prompt is prompt).take(g, values) or ()
    return None


def _judge_roll(g: G, component: Component, shown: Shown, task: Task, faces: Faces) -> Rule[None]:
    """Judge a roll. If each seat tests, all must pass. A test of our scenarios goes on by itself."""
    verdict = yield from resolve_roll(g, task, faces)
    passed = False if shown.tested and shown.passed is False else verdict.passed
    tested = (*shown.tested, task.seat)
    after = replace(shown, count=verdict.result, passed=passed, tested=tested, which=None)
    place = find_deciding_button(g.state, component, after)
    goes_on = component.trial and place and skill_test_due(g.state, component, after) is None
    if goes_on and _is_open(g.state, component, after, int(place)):
        yield from _leave_event(g, component, shown.seat or task.seat, int(place), "")
    else:
        g.emit(EventShown(after))


def _ask_who_tests(g: G, component: Component, shown: Shown, test: DueTest) -> Rule[None]:
    options = [*_test_options(g.state, test.trials, g.state.standing), *_button_options(g.state, component, shown, "")]
    title, rule = _("who tests {skill}?", skill=SKILL_WORDS[test.trials[0].skill]), "MOM-X-TEST-1"
    if len(test.trials) > 1:
        title = _("who tests?")
    answer = yield from _ask(g, choose_together(title, options, rule=rule, key="story.who_tests", about=component.name))
    if answer is not None:
        yield from _take_instead(g, component, shown, answer[1][0])


def _test_options(s: State, trials: tuple[Trial, ...], seats: Iterable[Seat]) -> list[Option]:
    return [
        Option(f"{TESTS}:{seat}:{which}", _("{who} tests {skill}", who=s.seats[seat].name, skill=f"{{{trial.skill}}}"))
        for seat in seats
        for which, trial in enumerate(trials)
    ]


def _take_instead(g: G, component: Component, shown: Shown, taken: str) -> Rule[None]:
    if taken.startswith(TESTS):
        _, seat, which = taken.split(":")
        g.emit(EventShown(replace(shown, seat=seat, which=int(which) if shown.which is None else shown.which)))
    else:
        yield from _take_button(g, component, shown, taken)


def _prompts_by_hand(s: State, component: Component, shown: Shown, test: DueTest) -> Iterator[Prompt]:
    """Yield the prompts next to a roll: another investigator, or the outcome by hand."""
    each = test.trials[0].who == "each"
    options = [] if each else _test_options(s, test.trials, [seat for seat in s.standing if seat != test.seat])
    if component.quota:
        yield _count_by_hand(component)
    else:
        options += _button_options(s, component, shown, "")
    if options:
        title, rule = _("somebody else tests, or it is decided already"), "MOM-X-TEST-3"
        yield choose_together(title, options, rule=rule, key="story.instead", about=component.name)


def _count_by_hand(component: Component) -> Prompt:
    title, rule = _("successes, by hand"), "MOM-X-TEST-3"
    return count(TABLE, title, 0, MOST_COUNTED, rule, key="story.count", about=component.name, whom=EVERYBODY)


def _ask_for_count(g: G, component: Component, shown: Shown) -> Rule[None]:
    """Take the rolled successes, or those that players enter."""
    prompts = [_count_by_hand(component)]
    if shown.count is not None:
        title, go = _("go on with what was rolled"), [Option(GO, successes(shown.count))]
        prompts.insert(0, choose_together(title, go, rule="MOM-X-TEST-4", key="story.rolled", about=component.name))
    answer = yield from _ask(g, *prompts)
    if answer is not None:
        prompt, values = answer
        number = int(values[0]) if prompt.kind == "count" else shown.count or 0
        yield from _take_count(g, component, number, shown.seat)


def _take_count(g: G, component: Component, number: int, seat: Seat) -> Rule[None]:
    """Store successes in a variable, or add them up until the quota is reached. MOM-X-TEST-4."""
    label = successes(number)
    if not component.quota.replace(".", "", 1).isdecimal():
        g.emit(VariablesSet(((component.quota, float(number)),)))
        yield from press(g, component, 0, seat, label)
        return
    total = story_of(g.state).quotas.get(component.name, 0) + number
    enough = total >= float(component.quota)
    g.emit(QuotaCounted(component.name, 0 if enough else total))
    yield from press(g, component, 0 if enough else 1, seat, label)


def _ask_for_button(g: G, component: Component, shown: Shown) -> Rule[None]:
    """Ask for a button. It is golden if it is the only one, or if the dice decided."""
    decided = find_deciding_button(g.state, component, shown)
    options = _button_options(g.state, component, shown, decided)
    own = plain(
        title_of(story_of(g.state), component)
        if component.kind == "token"
        else resolve_text(g.state, component.title, shown)
    )
    title = _("what is done?") if len(component.buttons) > 1 or shown.cancel else _("read, then go on")
    if shown.passed is not None:
        title = _("passed, go on") if shown.passed else _("not passed, go on")
    answer = yield from _ask(g, choose(TABLE, title, options, key="story", about=component.name, whom=own or EVERYBODY))
    if answer is not None:
        yield from _take_button(g, component, shown, answer[1][0])


def _button_options(s: State, component: Component, shown: Shown, decided: str) -> list[Option]:
    """Return the visible buttons. `decided` is the index of the golden one, "" = only a single button is golden."""
    buttons = list(enumerate(component.buttons or (Button(),)))
    seen = [(place, button) for place, button in buttons if not _is_hidden(s, button)]
    golden = decided or (str(seen[0][0]) if len(seen) == 1 and not shown.cancel else "")
    options = [
        Option(GO if str(place) == golden else str(place), label(s, button, shown), _button_refused(s, button, shown))
        for place, button in seen
    ]
    if shown.cancel and story_of(s).scenario.format and not any(successors(s, button) for _, button in seen):
        return [LEAVE_IT]  # a community token without an offer now
    if not seen:
        return [Option(GO, CONTINUE)]
    if shown.cancel:
        return [*options, LEAVE_IT]
    if all(option.refused is not None for option in options):
        return [Option(GO, CONTINUE), *options]
    return options


def label(s: State, button: Button, shown: Shown) -> Text:
    bare = _bare_label(s, button, shown)
    return _("{sign} {label}", sign=COSTS, label=bare) if button.label.startswith(COSTS) else bare


def _bare_label(s: State, button: Button, shown: Shown) -> Text:
    return resolve_text(s, button.label.removeprefix(COSTS), shown) or CONTINUE


def _button_refused(s: State, button: Button, shown: Shown) -> Refusal | None:
    if button.unmet == "disable" and not holds(s, button.condition):
        return CONDITION_UNMET
    if not costs(s, button):
        return None
    able = [actor_refused(s, seat, shown.event) for seat in actors(s)]
    return None if None in able else next(iter(able), NOBODY_LEFT)


def costs(s: State, button: Button) -> bool:
    """Return whether the button costs an action: not if players count them, nor in the mythos phase."""
    return button.action and story_of(s).counted_actions and story_of(s).phase == "investigator"


def actors(s: State) -> tuple[Seat, ...]:
    """Return the seats whose action it can be: the active one, or all that still have a turn."""
    story = story_of(s)
    if story.active:
        return (story.active,)
    return tuple(seat for seat in s.standing if seat not in story.had_turn)


def actor_refused(s: State, seat: Seat, event: str) -> Refusal | None:
    return action_refused(s, seat) or token_refused(s, seat, event)


def _take_button(g: G, component: Component, shown: Shown, taken: str) -> Rule[None]:
    if taken == CANCEL:
        g.emit(EventLeft(component.name))
        return
    place = _index_of_button(g.state, component, shown, taken)
    button = component.buttons[place] if place < len(component.buttons) else Button()
    button_label = plain(_bare_label(g.state, button, shown))
    if costs(g.state, button):
        yield from _take_as_action(g, component, place, button_label)
    else:
        yield from _leave_event(g, component, shown.seat, place, button_label)


def _index_of_button(s: State, component: Component, shown: Shown, taken: str) -> int:
    if taken != GO:
        return int(taken)
    seen = [n for n, button in enumerate(component.buttons) if not _is_hidden(s, button)]
    golden = int(find_deciding_button(s, component, shown) or next(iter(seen), 0))
    return golden if _is_open(s, component, shown, golden) else len(component.buttons)


def _is_open(s: State, component: Component, shown: Shown, place: int) -> bool:
    there = place < len(component.buttons) and not _is_hidden(s, component.buttons[place])
    return there and _button_refused(s, component.buttons[place], shown) is None


def _is_hidden(s: State, button: Button) -> bool:
    return button.unmet == "hide" and not holds(s, button.condition)


def _take_as_action(g: G, component: Component, place: int, button_label: Text) -> Rule[None]:
    """Spend an action on a button: evade check first, Fire afterwards. MOM-EVADE-1, MOM-FIRE-2."""
    seat = yield from _ask_who_acts(g, component, button_label)
    if story_of(g.state).active != seat:
        g.emit(TurnBegan(seat))

    def deed(g: G) -> Rule[bool]:
        yield from _leave_event(g, component, seat, place, "")  # the log has the action already
        return True

    yield from perform(g, seat, button_label, token_refused(g.state, seat, component.name), deed)


def _ask_who_acts(g: G, component: Component, button_label: Text) -> Rule[Seat]:
    seats = actors(g.state)
    options = [Option(seat, g.state.seats[seat].name, actor_refused(g.state, seat, component.name)) for seat in seats]
    able = [option.id for option in options if option.refused is None]
    if len(able) == 1:
        return able[0]
    title, rule = _("whose action is it, {what}?", what=button_label), "MOM-X-TURN-1"
    prompt = choose_together(title, options, rule=rule, key="story.who_acts", about=component.name)
    return (yield from g.one(prompt))


def _leave_event(g: G, component: Component, seat: Seat, place: int, button_label: Words) -> Rule[None]:
    for effect in component.effects:
        yield from carry_out(g, effect, seat)
    yield from press(g, component, place, seat, button_label)
