"""Sections, conditions, buttons and texts of community scenarios."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions import content as c
from companion.games.mansions.content.valkyrie import localization
from companion.games.mansions.content.valkyrie.reader import read
from tests.games.mansions.valkyrie.pack import HEAD, one, scenario

A, B = c.Compare("a", "==", "1"), c.Compare("b", ">", "c")
END = c.Operation("$end", "=", "1")


def test_reader_reads_the_head() -> None:
    found = scenario(
        {}, {"quest.name": "The Mill", "quest.description": "A wheel.", "quest.authors": "Ann"},
        packs="MoM1E BtT", minhero="1", maxhero="4", difficulty="0.6", lengthmin="60", lengthmax="90", image="mill.jpg",
    )  # fmt: skip
    assert (found.title, found.description, found.authors, found.format) == ("The Mill", "A wheel.", "Ann", 18)
    assert found.packs == ("MoM1ET", "MoM1EI", "MoM1EM", "BtT")
    assert (found.investigators, found.difficulty, found.minutes, found.picture) == ((1, 4), 0.6, (60, 90), "mill.jpg")


@pytest.mark.parametrize("form", ["3", "22", "0", "", "new", "-5", "99999"])
def test_reader_refuses_an_unknown_format(form: str) -> None:
    with pytest.raises(ContentError, match=r"quest.ini says format .*; formats 4 to 21 are read"):
        scenario({}, format=form)


def test_reader_reads_an_event() -> None:
    found = one(
        "EventA", {"EventA.text": "It creaks."},
        add="TokenA TokenB", remove="#monsters", trigger="Mythos", randomevents="True", quota="3", highlight="true",
        xposition="-8.6", yposition="4,5", audio="AudioDoor", music="A.ogg B.ogg", minhero="1", maxhero="2",
    )  # fmt: skip
    assert (found.kind, found.text, found.display, found.part) == ("event", "It creaks.", True, None)
    assert (found.add, found.remove, found.trigger) == (("TokenA", "TokenB"), ("#monsters",), "Mythos")
    assert (found.at_random, found.quota, found.highlight, found.at) == (True, "3", True, (-8.6, 4.5))
    assert (found.audio, found.music, found.heroes) == ("AudioDoor", ("A.ogg", "B.ogg"), (1, 2))


@pytest.mark.parametrize(
    ("name", "values", "field", "value"),
    [
        ("EventA", {"quota": "count"}, "quota", "count"),
        ("EventA", {"quota": "0"}, "quota", ""),
        ("EventA", {}, "at", None),
        ("EventA", {"xposition": "1", "yposition": "2", "mincam": "true"}, "at", None),  # moves the camera
        ("TokenA", {"type": "TokenSearch"}, "at", (0.0, 0.0)),
        ("TileA", {"side": "TileSideFoyer"}, "at", (0.0, 0.0)),
        *(("EventA", {"display": word}, "display", False) for word in ("false", "FALSE", "no", "0", "")),
        ("TokenA", {"conditions": "a,==,1"}, "condition", ()),  # a token ignores it
        ("StartingItemA", {"itemname": "ItemCommonAxe"}, "kind", "item"),
        ("EventA", {"operations": "a,=,#fire"}, "operations", (c.Operation("a", "=", "$fire"),)),
        ("EventA", {"conditions": "#fire,>,0"}, "condition", (c.Compare("$fire", ">", "0"),)),
    ],
)
def test_reader_has_its_defaults(name: str, values: dict[str, str], field: str, value: object) -> None:
    assert getattr(one(name, **values), field) == value


TOKEN = {"type": "TokenWallInside", "rotation": "90", "tokensize": "small", "customImage": "art\\well.png"}
OVERLAY = {
    "image": "ImageScroll", "size": "0.4", "textsize": "2", "vunits": "True", "border": "True", "textaspect": "4",
    "halign": "left", "valign": "Top", "textcolor": "red", "textAlignment": "TOP", "textbackgroundcolor": "black",
}  # fmt: skip
SPAWN = {
    "monster": "CustomMonsterA MonsterGhost", "traits": "spirit", "traitpool": "beast horror", "unique": "true",
    "uniquehealth": "5", "uniquehealthhero": "1.5", "activated": "true",
}  # fmt: skip
ITEM = {"itemname": "ItemCommonKnife ItemCommonAxe", "traits": "weapon", "inspect": "EventLook"}
PUZZLE = {
    "class": "code", "skill": "{lore}", "puzzlelevel": "5", "puzzlealtlevel": "6", "puzzlesolution": "1 3 5", "image": "x",
}  # fmt: skip
CENTER = {"across": "center", "down": "center"}
TEXTS = {"UIA.uitext": "Long ago", "SpawnA.uniquetitle": "Old Tom", "SpawnA.uniquetext": "He waits."}


@pytest.mark.parametrize(
    ("name", "values", "part"),
    [
        ("TokenA", TOKEN, c.TokenPart("TokenWallInside", turned=90, size="small", picture="art/well.png")),
        ("TileA", {"side": "TileSideFoyer", "rotation": "90"}, c.TilePart("TileSideFoyer", 90)),
        ("UIA", {"image": ""}, c.OverlayPart(words="Long ago", **CENTER)),
        ("UIB", OVERLAY, c.OverlayPart("ImageScroll", "", 0.4, 2, "red", "black", 4, "left", "top", tall=True, border=True, align="top")),
        ("SpawnA", SPAWN, c.SpawnPart(("CustomMonsterA", "MonsterGhost"), ("spirit",), ("beast", "horror"), True, "Old Tom", "He waits.", 5, 1.5, True)),
        ("QItemA", ITEM, c.ItemPart(("ItemCommonKnife", "ItemCommonAxe"), ("weapon",), inspect="EventLook")),
        ("QItemA", {"starting": "False"}, c.ItemPart(starting=False)),
        ("PuzzleA", PUZZLE, c.PuzzlePart("code", "lore", 5, 6, ("1", "3", "5"), "x")),
        ("PuzzleA", {}, c.PuzzlePart("slide", "observation", 4, 3)),
    ],
)  # fmt: skip
def test_reader_reads_the_part(name: str, values: dict[str, str], part: object) -> None:
    assert one(name, TEXTS, **values).part == part


def test_reader_reads_a_monster() -> None:
    values = {"base": "MonsterRiot", "traits": "humanoid", "health": "6", "healthperhero": "2", "horror": "4"}
    values |= {"awareness": "7", "attacks": "bladed:3 spell:1 heavy", "evadeevent": "EventE", "horrorevent": "EventH"}
    texts = {"monstername": "The Mob", "info": "-", "Attack_bladed_1": "Cut.", "Attack_bladed_2": "-"}
    found = scenario(
        {"CustomMonsterA": {**values, "activation": "EventGo Rage"}, "ActivationRage": {}},
        {f"CustomMonsterA.{key}": text for key, text in {**texts, "Attack_bladed_3": "Slash."}.items()},
    )
    kind = found.monsters["CustomMonsterA"]
    assert (kind.title, kind.text, kind.base, kind.traits) == ("The Mob", "", "MonsterRiot", ("humanoid",))
    assert (kind.health, kind.health_each, kind.horror, kind.awareness, kind.brawn) == (6, 2, 4, 7, None)
    assert (kind.evade, kind.horror_event, kind.activations) == ("EventE", "EventH", ("EventGo", "ActivationRage"))
    assert dict(kind.attacks) == {"bladed": ("Cut.", "Slash."), "spell": ()}
    assert len(found.findings) == 1


def test_reader_expands_texts_in_names() -> None:
    texts = {"CustomMonsterA.monstername": "{qst:WHO}", "WHO": "Old {qst:FIRST}", "FIRST": "Tom"}
    texts |= {"SpawnA.uniquetitle": "{qst:WHO} {qst:GONE}", "quest.name": "{qst:A}{qst:A}", "A": "{qst:A}" * 200}
    found = scenario({"CustomMonsterA": {}, "SpawnA": {}}, texts)
    assert found.monsters["CustomMonsterA"].title == "Old Tom"
    part = found.components["SpawnA"].part
    assert isinstance(part, c.SpawnPart) and part.title == "Old Tom {qst:GONE}"
    assert found.title  # circular texts end


@pytest.mark.parametrize(
    ("form", "other", "operations"),
    [
        ("8", {"operations": "$end,=,1"}, (c.Operation("a", "=", "1"), END)),  # the name alone ends an old scenario
        ("9", {"operations": "$end,=,1"}, (c.Operation("a", "=", "1"),)),
        *((form, {}, (c.Operation("a", "=", "1"), END)) for form in ("8", "18", "21")),  # nothing else ends it
    ],
)
def test_event_name_may_end_the_scenario(form: str, other: dict[str, str], operations: object) -> None:
    found = scenario({"EventEndBad": {"operations": "a,=,1"}, "EventB": other}, format=form)
    assert found.components["EventEndBad"].operations == operations


@pytest.mark.parametrize(
    ("sections", "findings"),
    [
        ({"MPlaceA": {}}, ["MPlaceA: no section begins so, it is left out."]),
        ({"TokenA": {"rotation": "left", "xposition": "1e400", "yposition": "nan"}}, ["TokenA"] * 3),
        ({"PuzzleA": {"class": "maze"}}, ["PuzzleA: class: there is no puzzle 'maze'"]),
        ({"EventA": {"operations": "a,=,1 b,^,2 c"}}, ["EventA: operations: 'b,^,2' is", "EventA: operations: 'c' is"]),
        *(
            ({"EventA": {"vartests": word}}, [f"EventA: vartests: {word!r} is no part of a condition, it is left out."])
            for word in ("a,=,1", "a", "a,==", "VarTestsLogicalOperator:XOR", "VarTestsParenthesis:[")
        ),
    ],
)
def test_reader_leaves_out_and_reports(sections: dict[str, dict[str, str]], findings: list[str]) -> None:
    found = scenario(sections).findings
    assert len(found) == len(findings)
    assert all(finding.startswith(start) for finding, start in zip(found, findings, strict=True))


NAMES = st.sampled_from(
    ["EventA", "TokenA", "TileA", "UIA", "SpawnA", "QItemA", "PuzzleA", "CustomMonsterA", "ActivationA", "?"]
)
KEYS = st.sampled_from(
    [
        "buttons",
        "event1",
        "event1Condition",
        "vartests",
        "operations",
        "quota",
        "xposition",
        "health",
        "attacks",
        "class",
    ]
)
WORDS = st.text(max_size=12) | st.sampled_from(["1", "-1", "1e9", "nan", "bladed:3", "a,==,1", "VarTestsParenthesis:("])


@pytest.mark.slow
@given(
    st.dictionaries(NAMES, st.dictionaries(KEYS, WORDS, max_size=6), max_size=5), st.dictionaries(st.text(), st.text())
)
def test_reader_accepts_any_sections(sections: dict[str, dict[str, str]], texts: dict[str, str]) -> None:
    assert isinstance(read({"Quest": HEAD, **sections}, texts), c.Scenario)


# --- conditions and buttons -------------------------------------------------------------------------------------------

VAR_A, VAR_B, OR, AND = (
    "VarOperation:a,==,1",
    "VarOperation:b,>,c",
    "VarTestsLogicalOperator:OR",
    "VarTestsLogicalOperator:AND",
)
OPEN, CLOSE = "VarTestsParenthesis:(", "VarTestsParenthesis:)"


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ((), ()),
        (("a,==,1",), (A,)),
        ((VAR_A, OR, VAR_B), (A, "OR", B)),
        ((OPEN, VAR_A, AND, VAR_B, CLOSE), ("(", A, "AND", B, ")")),
        ((VAR_A, OR, VAR_B, VAR_A), (A, "OR", B, "OR", A)),
        ((VAR_A, VAR_B, OR), (A, "AND", B)),
        (("a,==,1", OR, OPEN, "b,>,c", "a,==,1", CLOSE, "b,>,c", CLOSE), (A, "OR", "(", B, "AND", A, ")", "OR", B)),
        ((*(OPEN,) * 300, VAR_A, *(CLOSE,) * 300), (*("(",) * 20, A, *(")",) * 20)),
        ((VAR_A,) * 9000, (*(A, "AND") * 499, A)),
    ],
    ids=range(9),
)
def test_condition_is_read_in_order(words: tuple[str, ...], condition: object) -> None:
    assert one("EventA", vartests=" ".join(words)).condition == condition


def test_button_has_label_successors_and_cost() -> None:
    texts = {"EventA.button1": "{action} Enter", "EventA.button2": "{qst:LEAVE}", "LEAVE": "{action} Leave"}
    first, second = one("EventA", texts, buttons="2", event1="EventB EventC", event2="").buttons
    assert first == c.Button("{action} Enter", ("EventB", "EventC"), action=True)
    assert second == c.Button("{qst:LEAVE}", action=True)


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({}, 1),
        ({"buttons": "0", "display": "false"}, 0),
        ({"buttons": "2", "display": "False"}, 2),
        ({"buttons": "1", "event3": "EventB"}, 1),
        ({"buttons": "-4", "display": "false"}, 0),
        ({"buttons": "1000000"}, 20),
    ],
)
def test_button_count_has_a_minimum_and_a_limit(values: dict[str, str], count: int) -> None:
    assert len(one("EventA", **values).buttons) == count


@pytest.mark.parametrize(
    ("values", "unmet"),
    [
        ({"event1": "EventB", "event1Condition": VAR_A, "event1ConditionAction": "Hide"}, "hide"),
        *(({"event1": f"EventB,a,==,1{action}"}, unmet) for action, unmet in (("", "disable"), (",HIDE", "hide"), (",none", "none"), (",?", "disable"))),
    ],
)  # fmt: skip
def test_button_has_a_condition_and_a_fallback(values: dict[str, str], unmet: str) -> None:
    (button,) = one("EventA", buttons="1", **values).buttons
    assert (button.next, button.condition, button.unmet) == (("EventB",), (A,), unmet)


# --- texts in several languages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        ("A.text,One, two, three", {"A.text": "One, two, three"}),
        ('A.text,"She says ""no"", and goes."', {"A.text": 'She says "no", and goes.'}),
        ('A.text,"""No"""', {"A.text": '"No"'}),
        ('A.text,|||He "sighs", and goes.|||', {"A.text": 'He "sighs", and goes.'}),
        ("A.text,One\\n\\nTwo", {"A.text": "One\n\nTwo"}),
        ("A.text,", {"A.text": ""}),
        ('A.text,5 o"clock', {"A.text": '5 o"clock'}),
        (" A.text ,Come in.", {"A.text": "Come in."}),
        *((f"A,{q}One\nTwo, three{q}\nB,Four", {"A": "One\nTwo, three", "B": "Four"}) for q in ('"', "|||")),
        ("A,1\nA,2\n//B,3\nno comma here\n,4", {"A": "1"}),
    ],
)
def test_texts_are_read_by_key(lines: str, texts: dict[str, str]) -> None:
    assert localization.read_texts(f".,English\n{lines}") == texts


@pytest.mark.parametrize("fence", ["|||", '"'])
def test_texts_survive_a_missing_end_quote(fence: str) -> None:
    assert localization.read_texts(f".,English\nA.text,{fence}One\nB.text,Two\nC.text,Three")["C.text"] == "Three"


def test_texts_limit_the_search_for_an_end() -> None:
    lines = "\n".join(f"K{n},x" for n in range(localization.MOST_LINES))
    assert localization.read_texts(f"A.text,|||open\n{lines}\nend|||")["A.text"] == "open"


@given(st.text(max_size=300))
def test_texts_accept_any_file(text: str) -> None:
    assert all(key and isinstance(value, str) for key, value in localization.read_texts(text).items())


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("Localization.Polish.txt", "A,1", "Polish"),
        ("texts.txt", ".,German\nA,1", "German"),
        ("Localization.txt", "A,1", "English"),
        ("Localization.French.txt", '.,"Français"\n', "Français"),
        ("Localization.French.txt", ".,<b>\n", "French"),
    ],
)
def test_language_comes_from_first_line_or_name(path: str, text: str, language: str) -> None:
    assert localization.language_of(path, text) == language


@pytest.mark.parametrize(
    ("wished", "own", "numbers"),
    [
        ("German", "French", ["eins", "deux", "three", "quatre"]),
        ("", "English", ["one", "two", "three", "quatre"]),
        ("german", "", ["eins", "two", "three", "quatre"]),
        ("Klingon", "Klingon", ["one", "two", "three", "quatre"]),
    ],
)
def test_best_text_falls_back_through_languages(wished: str, own: str, numbers: list[str]) -> None:
    languages = {
        "German": {"a": "eins", "b": "", "d": ""},
        "French": {"a": "un", "b": "deux", "d": "quatre"},
        "English": {"a": "one", "b": "two", "c": "three"},
    }
    assert localization.best_texts(languages, wished, own) == dict(zip("abcd", numbers, strict=True))
