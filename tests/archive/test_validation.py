"""A forger's evening is refused with a sentence, and nothing of it is left behind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from companion import games
from companion.archive import proofs
from companion.archive.file import LOG, MANIFEST, READINGS, entries_in
from companion.archive.replay_check import MOST_S, replay_log
from companion.errors import ContentError, LamplightError, StaleError
from tests.archive.forger import Lines, forged, lines_of, members_of, retouched, sealed
from tests.archive.houses import Place, kept, short

GAME = "nemesis"
READING = {
    "at": 1.0,
    "settled": True,
    "of": "",
    "reading": {"id": "r1", "table": "lamp", "source": "vision/cam0", "epoch": "e", "seq": 1, "objects": []},
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Return one installation for all refused files."""
    place = Place(tmp_path_factory.mktemp("refused"))
    yield place
    place.log.close()


def refusal(place: Place, record: bytes, *, as_is: bool = False) -> str:
    """Why it is refused; nothing has changed."""
    before = place.left()
    with pytest.raises(LamplightError) as refused:
        place.desk.bring("x.lamplight", record, as_is=as_is)
    assert place.left() == before
    told = str(refused.value)
    assert told.startswith("x.lamplight")
    assert told.rstrip().endswith(".")
    assert ".. " not in told
    assert told.isprintable()
    assert len(told) < 700
    return told


def first(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["kind"] == kind)


def answer(lines: Lines) -> dict[str, Any]:
    found: dict[str, Any] = first(lines, "answer")["data"]["answer"]
    return found


def prompt(lines: Lines) -> dict[str, Any]:
    found: dict[str, Any] = first(lines, "answer")["data"]["prompt"]
    return found


@pytest.mark.parametrize("part", [MANIFEST, LOG, READINGS])
def test_missing_member_is_named(place: Place, part: str) -> None:
    members = members_of(kept(GAME))
    if part == MANIFEST:
        record = sealed((name, content) for name, content in members.items() if name != MANIFEST)
    else:
        record = forged(kept(GAME), {part: None})
    assert part in refusal(place, record)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "digest", "expected"),
    [
        ({}, "0" * 64, f"{LOG} is another one"),
        ({f"pictures/{'0' * 64}.png": b"x"}, None, "nobody put it in"),
    ],
    ids=["changed", "extra"],
)
def test_validation_names_a_changed_or_extra_member(
    place: Place, change: dict[str, bytes], digest: str | None, expected: str
) -> None:
    parts = json.loads(members_of(kept(GAME))[MANIFEST])["parts"]
    if digest:
        parts[LOG]["sha256"] = digest
    assert expected in refusal(place, forged(kept(GAME), change, parts=parts))


@pytest.mark.parametrize(
    "manifest",
    [
        *({"format": number} for number in (0, 2, "1", None, True, 1e9)),
        *({"game": name} for name in ("chess", "arkham", "../nemesis", "", "n" * 100_000, 3)),
        {"sources": [["9", "", "hand"]]},
        {"sources": [["1", "d99", "hand"]]},
        {"sources": [["1", "", "oracle"]]},
        {"sources": [["1", "", "hand"]] * 2},
        {"saved": [{"id": 1, "seq": 9_999, "name": "x", "at": 0.0}]},
        {"saved": [{"id": 1, "seq": 1, "name": "x" * 61, "at": 0.0}]},
        {"saved": [{"id": 1, "seq": 1, "name": "\x1b[2J", "at": 0.0}]},
        {"saved": [{"id": n + 1, "seq": 1, "name": "x", "at": 0.0} for n in range(41)]},
        {"saved": [{"id": 1, "seq": 1, "name": "x", "at": 0.0}] * 2},
        {"saved": [{"id": 1, "seq": 1, "name": "x", "at": 0.0, "by": "9"}]},
        {"opened_at": -1.0},
        {"opened_at": 1e300},
        {"lamplight": "x" * 5000},
        {"lamplight": "1. Call 0900"},
        {"parts": {"\x1b[2J" * 1000: 3}},
        {"parts": []},
        {"state": {"x": 3}},
        {"state": {"\x1b]0;x\x07": "x"}},
        {"state": {"hand. Call 0900": "x"}},
        {"state": {f"x{n}": "" for n in range(999)}},
    ],
)
def test_validation_refuses_an_invalid_manifest(place: Place, manifest: dict[str, Any]) -> None:
    assert refusal(place, forged(kept(GAME), {}, **manifest))


CHANGES: dict[str, Callable[[Lines], Any]] = {
    "an entry is missing": lambda lines: lines.pop(5),
    "an entry comes twice": lambda lines: lines.insert(5, lines[5]),
    "two entries are exchanged": lambda lines: lines.__setitem__(slice(4, 6), lines[4:6][::-1]),
    "it begins anew": lambda lines: lines.append({**lines[0], "seq": len(lines) + 1}),
    "it has no beginning": lambda lines: lines.pop(0),
    "nothing is in it": lambda lines: lines.clear(),
    "a fact is unknown": lambda lines: first(lines, "event").update(name="GameWon"),
    "a fact is called at length": lambda lines: first(lines, "event").update(name="\x1b[2J" * 5000),
    "a fact is of another shape": lambda lines: first(lines, "event").update(data={"zq": 1}),
    "a fact is left out": lambda lines: [
        lines.remove(first(lines, "event")),
        [line.update(seq=k) for k, line in enumerate(lines, 1)],
    ],
    "a kind is unknown": lambda lines: lines[3].update(kind="gift"),
    "a version is unknown": lambda lines: lines[3].update(v=2),
    "a time is none": lambda lines: lines[3].update(at=-1.0),
    "a number is a word": lambda lines: lines[3].update(seq="4"),
    "an answer is of nobody": lambda lines: answer(lines).update(by="9"),
    "an answer is impossible": lambda lines: answer(lines).update(values=["nonsense"]),
    "an answer is long": lambda lines: answer(lines).update(values=["x" * 100_000]),
    "an id is long": lambda lines: answer(lines).update(id="x" * 100_000),
    "an id is none to be printed": lambda lines: answer(lines).update(id="\x00"),
    "a die is unsure that is not there": lambda lines: answer(lines).update(unsure=[7]),
    "half a letter": lambda lines: answer(lines).update(id="\ud800"),
    "a prompt is another": lambda lines: prompt(lines).update(title="<script>alert(1)</script>", key="another"),
    "a prompt has no shape": lambda lines: prompt(lines).update(options="all"),
    "the seat of a prompt is another": lambda lines: prompt(lines).update(seat="2"),
    "an undo goes nowhere": lambda lines: first(lines, "undo")["data"].update(to=10_000),
    "an undo is of the set-up": lambda lines: first(lines, "undo")["data"].update(to=-5),
    "an amendment is of nothing": lambda lines: first(lines, "undo")["data"].update(amends=3),
    "a redo is of nothing": lambda lines: first(lines, "redo")["data"].update(undone=1),
    "it rests where it does not": lambda lines: [line.update(rest=True) for line in lines],
    "it does not begin at rest": lambda lines: lines[0].update(rest=False),
    "an answer comes once more": lambda lines: lines.append(
        {**first(lines, "answer"), "seq": len(lines) + 1, "rest": lines[-1]["rest"]}
    ),
    "it never rests": lambda lines: [line.update(rest=False) for line in lines],
    "a line is long": lambda lines: lines[3].update(name="x" * 300_000),
    "the seats are others": lambda lines: lines[0]["data"]["setup"].update(seats=["1", "2", "7"]),
    "there are too many seats": lambda lines: lines[0]["data"]["setup"].update(seats=[str(n) for n in range(1, 99)]),
    "a name is markup": lambda lines: lines[0]["data"]["setup"].update(names={"1": "<b>Ann</b>"}),
    "a name is long": lambda lines: lines[0]["data"]["setup"].update(names={"1": "A" * 1000}),
    "a name turns the line": lambda lines: lines[0]["data"]["setup"].update(names={"1": "Ann\u202e"}),
    "a name is of nobody": lambda lines: lines[0]["data"]["setup"].update(names={"house": "Ann"}),
    "two have one name": lambda lines: lines[0]["data"]["setup"].update(names={"1": "Ann", "2": "Ann"}),
    "the set-up is of another game": lambda lines: lines[0]["data"].update(game="arkham"),
    "a choice is deep": lambda lines: lines[0]["data"]["setup"].update(choices={"x": deep(60)}),
    "a choice holds a zero": lambda lines: lines[0]["data"]["setup"].update(choices={"x": [{"y\0": 1}]}),
    "a choice that nobody asks for is long": lambda lines: lines[0]["data"]["setup"].update(
        choices={"x": "x" * 100_000}
    ),
    "a choice is endless": lambda lines: lines[0]["data"]["setup"].update(choices={"x": [float("inf")]}),
    "a choice has a million values": lambda lines: lines[0]["data"]["setup"].update(choices={"x": [[]] * 1_000_001}),
    "a fact of ours by hand": lambda lines: lines.append(
        {**first(lines, "event"), "kind": "correction", "seq": len(lines) + 1, "rest": True}
    ),
}


def deep(levels: int) -> Any:
    return [deep(levels - 1)] if levels else 1


SAID = {
    "a choice holds a zero": "letter in its choices",
    "an entry is missing": "each entry once",
    "two entries are exchanged": "each entry once",
    "a line is long": "300 kB, 200 at most",
    "it does not begin at rest": "after the set-up nothing is under way",
    "an answer comes once more": "it changes nothing",
    "a prompt is another": "the rules have an answer to “",
    "the seat of a prompt is another": ", but with other contents, there",
    "a fact is left out": "the rules have the fact ",
    "an undo goes nowhere": "changed or taken back meanwhile",
}


@pytest.mark.parametrize(
    "fault", [name if name in SAID else pytest.param(name, marks=pytest.mark.slow) for name in CHANGES]
)
def test_validation_refuses_a_forged_log_with_its_fault(place: Place, fault: str) -> None:
    assert SAID.get(fault, "") in refusal(place, retouched(kept(GAME), CHANGES[fault]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"[" + b"1," * 150_000 + b"1]", "line 1 holds more than 140,000 values"),
        (b'"' + b'\\"' * 2_100_000 + b'"' + b"," * 150_000, "line 1 holds more than 140,000 values"),  # costly to count
        (b"x" * 24_000_001, "kB, 24,000 at most are read"),
    ],
    ids=["values", "quotes", "length"],
)
def test_validation_limits_the_cost_of_the_first_line(line: bytes, words: str) -> None:
    with pytest.raises(ContentError, match=words):
        entries_in("x", games.find(GAME), line + b"\n")


def test_validation_finds_a_forged_undone_fact(place: Place) -> None:
    """It could be brought back."""

    def forge(lines: Lines) -> None:
        newest = len(lines)
        lines.append({**first(lines, "event"), "seq": newest + 1, "rest": True})
        lines.append(
            {"seq": newest + 2, "at": 1.0, "kind": "undo", "name": "", "by": "", "rest": False, "v": 1}
            | {"data": {"to": newest, "amends": 0}}
        )

    assert "no rule establishes" in refusal(place, retouched(kept(GAME), forge))


@pytest.mark.slow
def test_validation_accepts_missing_newer_fields(there: Place) -> None:
    def older(lines: Lines) -> None:
        for line in lines:
            if line["kind"] == "answer":
                del line["data"]["answer"]["unsure"]
                line["data"]["prompt"]["of_then"] = "what a newer one writes"

    assert there.desk.bring("x", retouched(kept(GAME), older)).answers
    assert "of_then" not in json.dumps([dict(row.data) for row in there.log.read("t1")])


def test_as_is_import_refuses_unreadable_logs(place: Place) -> None:
    refusal(place, retouched(kept(GAME), CHANGES["a fact is unknown"]), as_is=True)
    refusal(place, retouched(kept(GAME), CHANGES["a name is markup"]), as_is=True)


def with_reading(**change: Any) -> bytes:
    inner = {**READING["reading"], **change}  # type: ignore[dict-item]
    return retouched(kept(GAME), lambda lines: lines.append({**READING, "reading": inner}), READINGS)


@pytest.mark.slow
def test_reading_is_imported(there: Place) -> None:
    there.desk.bring("x", with_reading())
    assert [heard.reading.id for heard in there.hall.tables.export("t1").heard] == ["r1"]


THING = {"kind": "d6", "value": "3", "conf": 0.9}


@pytest.mark.parametrize(
    "change",
    [
        {"id": ""},
        {"id": "x" * 200},
        {"source": "\x00"},
        {"seq": -1},
        {"seq": 2**40},
        {"settled_at": -1.0},
        {"objects": [THING] * 500},
        {"objects": [{**THING, "alternatives": [["1", 0.0]] * 101}]},
        {"objects": [{**THING, "value": "v" * 999}]},
        {"objects": [{**THING, "box": [0, 0, 1e300, 1]}]},
        {"objects": [{**THING, "conf": "sure"}]},
        {"tray": [[0.0, 0.0]] * 9},
        {"tray": "all"},
        {"zone": 3},
    ],
)
def test_reading_of_no_sensor_is_refused(place: Place, change: dict[str, Any]) -> None:
    assert READINGS in refusal(place, with_reading(**change))


@pytest.mark.parametrize("content", [b"{}\n", b"no JSON\n", b"{}", b"\n", b"[" * 90_000 + b"\n", b"\x80\n", b"[]\n"])
def test_validation_refuses_lines_that_are_no_records(place: Place, content: bytes) -> None:
    for member in (LOG, READINGS):
        assert member in refusal(place, forged(kept(GAME), {member: content}))
    assert MANIFEST in refusal(place, sealed((members_of(kept(GAME)) | {MANIFEST: content[:-1] + b"]"}).items()))
    assert "lines" in refusal(place, forged(kept(GAME), {READINGS: b"{}\n" * 20_001}))


@pytest.mark.slow
def test_imported_reading_cannot_name_own_pictures(there: Place) -> None:
    there.crops.mkdir()
    (there.crops / "cam0-secret.jpg").write_bytes(b"\xff\xd8\xff")
    line = {**READING, "reading": {**READING["reading"], "picture": "cam0-secret.jpg"}, "seen": "../../secret.jpg"}  # type: ignore[dict-item]
    there.desk.bring("x", retouched(kept(GAME), lambda lines: lines.append(line), READINGS))
    assert [(heard.reading.picture, heard.seen) for heard in there.hall.tables.export("t1").heard] == [("", "")]


@pytest.mark.slow
def test_log_is_independent_of_unknown_field_names(there: Place) -> None:
    """The columns of the database are filled from what was understood."""
    record = retouched(kept(GAME), lambda lines: [line.update(by="\x1b[2J" * 9) for line in lines])
    there.desk.bring("x", record)
    assert all(row.by in {"", "1", "2", "3", "4", "5", "table", "house"} for row in there.log.read("t1"))
    assert lines_of(record)[3]["by"]


def test_table_without_a_page_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(proofs, "build_snapshot", stumble)
    assert "cannot be shown" in refusal(place, kept(GAME))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (StaleError("x.lamplight: somebody was quicker."), "quicker"),
        (OSError(28, "No space left on device"), "make room on the disk"),
        (OperationalError("insert", {}, Exception("database or disk is full")), "make room on the disk"),
        (ZeroDivisionError("division by zero"), "what lay on its table cannot be shown"),
    ],
)
def test_late_import_failure_leaves_nothing_behind(
    place: Place, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(place.hall.tables._archive, "import_table", fail)
    assert told in refusal(place, kept(GAME))


def test_replay_stops_at_its_time_limit() -> None:
    ticks = count(step=MOST_S / 4)
    with pytest.raises(ContentError, match=rf"After {MOST_S} s the rules were at entry \d+ of"):
        replay_log(games.find(GAME), short(GAME).log, lambda: next(ticks))
