"""Undo, redo, and objects that are offered again."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.schema import Answer, Refused
from companion.sessions import AnswerGiven, GameTable, LogEntry, RuleError, entries_in_force, first_id, to_entry, to_row
from companion.sessions.table.known_log import History
from tests.fakes import TOY, Event, State

IDS = count()


def table() -> GameTable[State, Event]:
    return GameTable.begin(TOY, TOY.sample)


def say(t: GameTable[State, Event], *values: str, seat: str = "1") -> None:
    prompt = next(p for p in t.open if p.seat == seat)
    t.answer(Answer(f"t{next(IDS)}", prompt.id, values, seat))


def rolled() -> GameTable[State, Event]:
    t = table()
    for values in (("coins",), ("heads", "tails", "heads"), ("2",)):
        say(t, *values)
    return t


def kept(t: GameTable[State, Event]) -> list[tuple[str, ...]]:
    return [given.answer.values for given in t.trail.aside]


def back(t: GameTable[State, Event], steps: int) -> None:
    """Take back so many answers."""
    given = [m.entry.seq for m in t.known.states if isinstance(m.entry.what, AnswerGiven)]
    t.undo(given[-steps] - 1)


def loaded(t: GameTable[State, Event]) -> GameTable[State, Event]:
    return GameTable(TOY, [to_entry(TOY, to_row(entry)) for entry in t.log])


def test_redo_restores_an_undo() -> None:
    t = rolled()
    before, counted = t.run.state, list(t.trail.in_force)
    back(t, 2)
    t.redo(t.trail.way_back.seq)
    assert (t.run.state, t.trail.in_force, t.trail.aside) == (before, counted, ())


def test_question_after_redo_has_a_new_id() -> None:
    t = rolled()
    back(t, 2)
    there = t.open[0].id
    t.redo(t.trail.way_back.seq)
    assert t.open[0].id != there


def test_two_undos_are_brought_back_one_after_the_other() -> None:
    t = rolled()
    before = t.run.state
    back(t, 1)
    back(t, 1)
    t.redo(t.trail.way_back.seq)
    t.redo(t.trail.way_back.seq)
    assert t.run.state == before and t.trail.way_back is None


def test_redo_is_refused_after_another_answer() -> None:
    t = rolled()
    back(t, 2)
    undone = t.trail.way_back.seq
    say(t, "tails", "tails", "tails")
    with pytest.raises(Refused, match="something else"):
        t.redo(undone)


def test_redo_restores_an_amendment() -> None:
    t = rolled()
    before = t.run.state
    t.amend(t.known.states[1].entry.seq, ("bag",))
    assert kept(t) == [("heads", "tails", "heads")]
    t.redo(t.trail.way_back.seq)
    assert (t.run.state, t.trail.aside) == (before, ())


def test_undo_offers_rolled_dice_after_a_restart() -> None:
    t = rolled()
    back(t, 2)
    assert kept(t) == kept(loaded(t)) == [("heads", "tails", "heads")]


def test_several_rolls_are_kept_one_after_the_other() -> None:
    t = rolled()
    for values in (("coins",), ("tails", "tails", "tails"), ("1",)):
        say(t, *values)
    back(t, 6)
    say(t, "coins")
    say(t, *kept(t)[0])
    assert kept(t) == [("tails", "tails", "tails")]


def test_other_roll_ends_the_offer() -> None:
    t = rolled()
    for values in (("coins",), ("tails", "tails", "tails"), ("1",)):
        say(t, *values)
    back(t, 6)
    say(t, "coins")
    say(t, "tails", "heads", "heads")
    assert kept(t) == []


def test_another_kind_of_thing_leaves_them_in_mind() -> None:
    t = rolled()
    back(t, 3)
    say(t, "bag")
    say(t, "-1")
    assert kept(t) == [("heads", "tails", "heads")]


def test_an_answer_given_again_has_the_id_of_the_first() -> None:
    t = rolled()
    seq = t.known.states[1].entry.seq
    for _ in range(3):
        t.amend(seq, ("coins",))
        seq = next(e.seq for e in t.trail.in_force if isinstance(e.what, AnswerGiven))
    given = [e.what.answer for e in t.trail.in_force if isinstance(e.what, AnswerGiven)]
    assert all(answer.id.count("+") == 1 and "+" not in first_id(answer) for answer in given)


@given(st.lists(st.sampled_from(["say", "undo", "redo", "amend"]), max_size=25), st.randoms())
def test_a_trail_taken_in_anew_is_the_same(steps: list[str], random: object) -> None:
    t = table()
    for step in steps:
        _any(t, step, random)
        assert [m.entry for m in t.known.states] == entries_in_force(t.log) == t.trail.in_force
        fresh: History[Event] = History(t.log)
        assert (fresh.aside, fresh.taken_back, fresh.way_back) == (t.trail.aside, t.trail.taken_back, t.trail.way_back)
        assert (loaded(t).run.state, loaded(t).open) == (t.run.state, t.open)


def _any(t: GameTable[State, Event], step: str, random: object) -> None:
    given: list[LogEntry[Event]] = [e for e in t.trail.in_force if isinstance(e.what, AnswerGiven)]
    try:
        if step == "say" and t.open:
            prompt = random.choice(t.open)
            ids = [option.id for option in prompt.options if option.refused is None]
            values = (
                (str(prompt.least),)
                if prompt.kind == "count"
                else tuple(random.choice(ids) for _ in range(prompt.most))
            )
            t.answer(Answer(f"r{next(IDS)}", prompt.id, values, prompt.seat))
        elif step == "undo" and given:
            t.undo(random.choice(given).seq - 1)
        elif step == "redo" and t.trail.way_back:
            t.redo(t.trail.way_back.seq)
        elif step == "amend" and given:
            one = random.choice(given)
            t.amend(one.seq, random.choice([None, one.what.answer.values]))
    except (Refused, RuleError):
        pass
