"""`./table scenario check`: exit codes, sentences for people, and one object for machines."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.scenarios.check import FINDINGS, GOOD, UNREADABLE, check
from companion.scenarios.locate import scenario_at
from tests.command_line import typed

HEAD = "[Quest]\nformat=18\ntype=MoM\ndefaultlanguage=English\n[QuestText]\nLocalization.English.txt\n[QuestData]\nevents.ini\n"
START = "[EventStart]\ntrigger=EventStart\nbuttons=1\nevent1={}\n"
WON = "[EventWon]\noperations=$end,=,1\nbuttons=1\n"
WORDS = ".,English\nquest.name,A house\nEventStart.text,It begins.\nEventWon.text,It ends.\n"


def told(what: object, *, as_json: bool = False, owned: tuple[str, ...] | None = None) -> tuple[int, list[str]]:
    lines: list[str] = []
    return check(f"{what}", as_json=as_json, tell=lines.append, owned=owned), lines


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "quest.ini").write_text(HEAD, encoding="utf-8")
    (tmp_path / "events.ini").write_text(START.format("EventWon") + WON, encoding="utf-8")
    (tmp_path / "Localization.English.txt").write_text(WORDS, encoding="utf-8")
    return tmp_path


OLD = "[EventOld{}]\nbuttons=1\n"


@pytest.mark.parametrize(
    ("next_event", "more", "code", "expected"),
    [
        ("EventWon", "", GOOD, ["A house: 2 components", "  Nothing to mend."]),
        ("EventWno", "", FINDINGS, ["  error: Button 1 of EventStart leads to EventWno, which does not exist:"]),
        ("EventWon", OLD.format(""), GOOD, ["  note: EventOld never happens: nothing leads to it."]),
        ("EventWon", "".join(map(OLD.format, range(9))), GOOD, ["  note: 9 times unreachable: EventOld0, EventOld1"]),
    ],
    ids=["good", "error", "note", "many notes"],
)
def test_check_reports_findings_and_exit_code(
    folder: Path, next_event: str, more: str, code: int, expected: list[str]
) -> None:
    (folder / "events.ini").write_text(START.format(next_event) + WON + more, encoding="utf-8")
    found, lines = told(folder)
    assert found == code
    for sentence in expected:
        assert any(line.startswith(sentence) for line in lines)
    read = json.loads(told(folder, as_json=True)[1][0])
    assert bool(read["findings"]) == (code == FINDINGS)


def test_check_as_json_has_all_findings(folder: Path) -> None:
    (folder / "events.ini").write_text(START.format("") + WON, encoding="utf-8")
    code, (line,) = told(folder, as_json=True)
    read = json.loads(line)
    assert (code, read["readable"], read["title"], read["components"]) == (FINDINGS, True, "A house", 2)
    assert (read["findings"][0]["code"], read["findings"][0]["severity"]) == ("no-ending", "warning")
    assert read["counts"]["warning"] == 1


def test_missing_box_is_a_finding(folder: Path) -> None:
    (folder / "quest.ini").write_text(HEAD.replace("type=MoM", "type=MoM\npacks=BtT"), encoding="utf-8")
    assert told(folder)[0] == GOOD
    assert told(folder, owned=())[0] == FINDINGS
    assert told(folder, owned=("BtT",))[0] == GOOD


@pytest.mark.parametrize("as_json", [False, True])
def test_check_of_unreadable_file_exits_with_2(tmp_path: Path, *, as_json: bool) -> None:
    broken = tmp_path / "house.valkyrie"
    broken.write_bytes(b"no zip at all")
    for what in (broken, tmp_path / "nowhere.valkyrie", tmp_path):
        code, (line,) = told(what, as_json=as_json)
        assert code == UNREADABLE
        assert not as_json or json.loads(line)["readable"] is False


def test_packed_file_is_read_like_its_folder(folder: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    with ZipFile(shelf / "house.valkyrie", "w") as packed:
        for name in ("quest.ini", "events.ini", "Localization.English.txt"):
            packed.write(folder / name, name)
    assert told(shelf / "house.valkyrie")[0] == GOOD
    assert told(shelf)[0] == GOOD


@pytest.mark.slow
def test_command_exits_with_the_code(folder: Path) -> None:
    assert typed("scenario", "check", "tell_the_bees", "--json").exit_code == GOOD
    assert typed("scenario", "check", f"{folder}", "--box", "BtT").exit_code == GOOD
    assert typed("scenario", "check", f"{folder / 'nowhere'}").exit_code == UNREADABLE
    played = typed("scenario", "play", f"{folder}", "--runs", "3", "--seed", "5", "--json")
    assert played.exit_code == GOOD
    assert json.loads(played.output)["endings"] == {"EventWon": 3}


def test_one_of_ours_is_found_by_its_name() -> None:
    assert scenario_at("tell_the_bees").exact
    assert told("tell_the_bees")[0] == GOOD
