"""The log stores the chosen options; the rules provide all of them, and a title may be reworded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from companion.engine import Game, Play, Rule, check_answer, choose, draw, roll, write
from companion.i18n import Text, _
from companion.schema import Answer as Given
from companion.schema import (
    ChoosePrompt,
    CountPrompt,
    Faces,
    Option,
    Prompt,
    Refusal,
    Refused,
    RollPrompt,
    SeenObject,
    WritePrompt,
    to_json,
)
from companion.schema.prompt import PromptKind
from companion.sessions import (
    AnswerGiven,
    GameTable,
    LogEntry,
    is_same_entry,
    is_same_fact,
    roll_virtually,
    to_entry,
    to_row,
)
from companion.sessions.table import prompt_at
from companion.sessions.table.prompts import addressee, chosen_for, find_request, free_roll, is_same_request
from tests.fakes import COIN, TOY, Rolled, Scored, State

IDS = count()
NO_BAG = Refusal("EMPTY", _("Nothing is in the bag."))
WAYS = (Option("coins", _("Take the coins")), Option("points", _("Take a point")), Option("bag", refused=NO_BAG))


def worded(title: Text | str, key: str = "way") -> Game[State, Any]:
    """A game that asks the same with this title; without a key as 0.1.0 did."""

    def play(g: Play[State, Any]) -> Rule[None]:
        way = yield from g.one(choose("1", title, WAYS, key=key))
        if way == "points":
            g.emit(Scored(1))
            return
        coins = roll("1", _("roll 2 coins"), COIN, 2, of=("coin",), key="coins") if key else None
        g.emit(Rolled((yield from g.some(coins or roll("1", "Ann: roll 2 coins", COIN, 2, of=("coin",))))))

    return replace(TOY, play=play)


NOW = worded(_("what now?"))
ANEW = worded(_("what do you do?"))
OLD = worded("Ann: what now?", "")


def say(table: GameTable[State, Any], *values: str) -> None:
    table.answer(Given(f"a{next(IDS)}", table.open[0].id, values, "1"))


def played(game: Game[State, Any], *answers: Faces) -> GameTable[State, Any]:
    table = GameTable.begin(game, game.sample)
    for values in answers:
        say(table, *values)
    return table


def reloaded(table: GameTable[State, Any], game: Game[State, Any]) -> GameTable[State, Any]:
    """As another process loads it, perhaps a later version of the game."""
    return GameTable(game, [to_entry(game, to_row(entry)) for entry in table.log])


def with_all_options(table: GameTable[State, Any]) -> Sequence[LogEntry[Any]]:
    """The log as 0.1.0 wrote it."""
    return [
        replace(entry, what=AnswerGiven(entry.what.answer, replace(entry.what.prompt, options=WAYS), entry.what.closes))
        if isinstance(entry.what, AnswerGiven) and not entry.what.prompt.of
        else entry
        for entry in table.log
    ]


def kept_at(table: GameTable[State, Any], seq: int) -> AnswerGiven:
    given = table.answer_at(seq)
    assert given is not None
    return given


def ids(prompt: Prompt) -> Faces:
    return tuple(option.id for option in prompt.options)


def test_log_stores_chosen_options_only() -> None:
    table = played(NOW, ("coins",), ("heads", "heads"))
    chosen, thrown = kept_at(table, 2), kept_at(table, 3)
    assert (chosen.prompt.options, chosen.possible, chosen.is_choice) == (WAYS[:1], 2, True)
    assert (ids(thrown.prompt), thrown.possible) == (COIN, 2)
    assert thrown.prompt.options[1] == Option("tails"), "without its words"


def test_two_facts_of_one_shape_are_not_the_same() -> None:
    @dataclass(frozen=True, slots=True)
    class Lost:
        points: int

    assert to_json(Scored(1)) == to_json(Lost(1))
    assert is_same_fact(Scored(1), Scored(1)) and not is_same_fact(Scored(1), Lost(1))


def test_one_possible_option_is_no_choice() -> None:
    alone = replace(NOW, play=lambda g: g.some(choose("1", _("go on"), WAYS[1:], key="on")))
    assert not kept_at(played(alone, ("points",)), 2).is_choice


def test_a_choice_is_amended_after_a_reload() -> None:
    table = reloaded(played(NOW, ("points",), ("coins",), ("heads", "tails")), NOW)
    table.amend(2, ("coins",))
    assert (table.run.state.points, table.open[0].key) == (0, "coins")
    again = reloaded(table, NOW)
    assert prompt_at(again, again.seq).options == WAYS
    again.amend(again.seq, ("points",))
    assert again.run.state.points == 1


def test_a_refused_option_stays_refused() -> None:
    table = reloaded(played(NOW, ("points",)), NOW)
    with pytest.raises(Refused, match="Nothing is in the bag"):
        table.amend(2, ("bag",))
    assert table.run.state.points == 1


@pytest.mark.parametrize("game", [NOW, OLD])
def test_a_log_with_all_options_goes_on(game: Game[State, Any]) -> None:
    before = played(game, ("points",), ("coins",), ("heads", "tails"))
    table = GameTable(game, [to_entry(game, to_row(entry)) for entry in with_all_options(before)])
    assert table.log == with_all_options(before)
    assert kept_at(table, 4).is_choice
    assert prompt_at(table, 4).options == WAYS
    table.amend(4, ("points",))
    assert table.run.state.points == 2


@pytest.mark.parametrize("later", [ANEW, NOW])
@pytest.mark.parametrize(("earlier", "has_all"), [(NOW, False), (NOW, True), (OLD, True)])
def test_a_reworded_title_is_the_same_question(
    earlier: Game[State, Any], later: Game[State, Any], *, has_all: bool
) -> None:
    before = played(earlier, ("points",), ("coins",), ("heads", "tails"))
    log = with_all_options(before) if has_all else before.log
    table = GameTable(later, [to_entry(later, to_row(entry)) for entry in log])
    assert prompt_at(table, 4).options == WAYS
    table.amend(2, None)
    assert (table.run.state.points, table.run.state.coins) == (0, ("heads", "tails"))
    assert table.run.at_rest
    back = GameTable(later, [to_entry(later, to_row(entry)) for entry in log])
    back.amend(2, ("coins",))
    assert back.open[0].key == "coins"


KINDS = {"roll": RollPrompt, "choose": ChoosePrompt, "count": CountPrompt, "write": WritePrompt}


def asked(kind: PromptKind, title: Text | str, options: Sequence[str], key: str = "", rule: str = "") -> Prompt:
    return KINDS[kind]("1", title, tuple(map(Option, options)), key=key, rule=rule)


@pytest.mark.parametrize(("kind", "options"), [("roll", COIN), ("choose", ("yes", "no")), ("count", ()), ("write", ())])
def test_request_without_key_matches_no_other_prompt(kind: PromptKind, options: Sequence[str]) -> None:
    old, same = asked(kind, "Ann: burn the card?", options), asked(kind, _("burn the card?"), options, "burn")
    other = asked(kind, _("take a clue?"), options, "clue")
    assert find_request(old, (other, same)) == same
    assert find_request(old, (other,)) is None
    assert find_request(old, (other,), is_proved=True) == other


@pytest.mark.parametrize(("kind", "options"), [("roll", COIN), ("choose", ("yes", "no")), ("count", ()), ("write", ())])
def test_request_without_key_is_found_by_rule(kind: PromptKind, options: Sequence[str]) -> None:
    old = asked(kind, "Ann: how many more damage?", options, rule="R1")
    assert find_request(old, [anew := asked(kind, _("how much more damage?"), options, "more", "R1")]) == anew
    assert find_request(old, [asked(kind, _("how much more damage?"), options, "more", "R2")]) is None
    assert find_request(old, [anew, asked(kind, _("how much less?"), options, "less", "R1")]) is None


def test_options_of_its_own_tell_what_a_question_was() -> None:
    old = asked("choose", "Ann: what now?", ("coins", "points"))
    assert find_request(old, [anew := asked("choose", _("what do you do?"), ("coins", "points"), "way")]) == anew
    assert find_request(old, [asked("choose", _("what do you do?"), ("coins",), "way")]) is None


def test_a_game_without_keys_finds_its_own_questions() -> None:
    of_door = replace(asked("count", _("how many?"), ()), whom="The chapel door")
    assert find_request(of_door, [replace(of_door, whom="The cellar door"), of_door]) == of_door


def test_a_half_answered_question_is_asked_for_again() -> None:
    def play(g: Play[State, Any]) -> Rule[None]:
        yield from g.ask(*(choose(seat, _("what now?"), WAYS, key="way") for seat in g.state.seats))
        g.emit(Scored(1))

    table = GameTable.begin(replace(NOW, play=play), NOW.sample)
    say(table, "points")
    assert prompt_at(table, 2).options == WAYS
    say(table, "coins")
    assert (prompt_at(table, 3).seat, prompt_at(table, 3).options) == ("2", WAYS)


def test_unasked_prompt_has_the_options_of_the_log() -> None:
    table = reloaded(played(NOW, ("points",)), NOW)
    other = GameTable(worded(_("what now?"), "another"), table.log)
    assert prompt_at(other, 2).options == WAYS[1:2]


def test_entries_are_the_same_in_whatever_words() -> None:
    table = played(NOW, ("coins",), ("heads", "tails"))
    for one, other in zip(table.log, with_all_options(table), strict=True):
        assert is_same_entry(other, one)
    asked = table.log[1]
    assert isinstance(asked.what, AnswerGiven)
    other = replace(asked, what=replace(asked.what, answer=replace(asked.what.answer, values=("points",))))
    assert not is_same_entry(other, asked)


def test_words_are_never_left_to_chance() -> None:
    with pytest.raises(Refused, match="Ann: which card\\?”: this cannot be left to chance"):
        roll_virtually(write("1", "Ann: which card?", ("Machete",)), Random(1))


@pytest.mark.parametrize(
    ("prompt", "called", "name"),
    [
        (choose("1", "go on?", ("yes",)), None, "Ann"),
        (choose("1", "go on?", ("yes",)), lambda _state, seat: f"Pilot {seat}", "Pilot 1"),
        (replace(choose("1", "go on?", ("yes",)), whom="Rusk"), None, "Rusk"),
        (choose("table", "go on?", ("yes",)), lambda _state, seat: f"Pilot {seat}", ""),
        (replace(choose("table", "go on?", ("yes",)), whom="all"), None, "all"),
    ],
    ids=["seat", "figure of the seat", "figure that acts", "table", "named by the prompt"],
)
def test_addressee_is_the_figure_or_the_seat(prompt: Prompt, called: Any, name: str) -> None:
    assert addressee(replace(TOY, called=called), TOY.sample, State(), prompt) == name


KEYED = choose("1", _("what now?"), ("coins", "points"), key="way")
UNKEYED = replace(KEYED, key="", title="Ann: what do you do?")


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (UNKEYED, KEYED, True),
        (replace(UNKEYED, options=UNKEYED.options[:1]), KEYED, True),
        (UNKEYED, replace(KEYED, options=KEYED.options[:1]), True),
        (replace(UNKEYED, options=(Option("bag"),)), KEYED, False),
        (replace(UNKEYED, seat="2"), KEYED, False),
        (replace(UNKEYED, rule="R1"), KEYED, False),
        (KEYED, replace(KEYED, options=()), True),
        (KEYED, replace(KEYED, key="another"), False),
        (UNKEYED, replace(UNKEYED, title="Ann: another"), False),
    ],
)
def test_request_is_compared_by_key_or_by_options(old: Prompt, new: Prompt, *, is_same: bool) -> None:
    assert is_same_request(old, new) is is_same


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        (roll("1", "again", COIN, 3, of=("coin",), locked=("heads",)), 3),
        (draw("1", "two tokens", ("skull", "-1", "-2"), of=("token",), count=2), 2),
        (choose("house", "which way", ("left", "right")), 1),
    ],
    ids=["roll", "draw", "house"],
)
def test_chance_gives_as_many_values_as_the_prompt_takes(prompt: Prompt, many: int) -> None:
    values = roll_virtually(prompt, Random(1))
    check_answer(prompt, values)
    assert len(values) == many and values[: len(prompt.locked)] == prompt.locked


@pytest.mark.parametrize(
    ("kind", "kinds", "chosen"), [("token", ("d6", "token"), "token"), ("d6", ("d6",), ""), ("card", ("d6", "token"), "")]
)  # fmt: skip
def test_source_is_chosen_by_kind_where_a_game_has_several(kind: str, kinds: tuple[str, ...], chosen: str) -> None:
    assert chosen_for(kind, kinds) == chosen


def test_free_roll_counts_and_sums_what_was_read() -> None:
    seen = [SeenObject("d6", "5", 1.0), SeenObject("d6", "2", 1.0), SeenObject("d6", None), SeenObject("unknown", "?")]
    found = free_roll([*seen, SeenObject("d6", "5", 1.0)])
    assert [(heap.value, heap.count) for heap in found.heaps] == [("5", 2), ("2", 1)]
    assert (found.total, found.unread, str(found.words)) == (12, 2, "2, 5 and 5: 12, 2 not recognised")
