"""Skill tests found in texts, and texts without one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import SKILLS, SkillTestMark, SkillTestMention, asked
from companion.games.mansions.content.test_marks import outcomes


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The door is jammed ({strength}; 2).", SkillTestMark("strength", 0, 2)),
        ("The door is jammed ({strength}, 3).", SkillTestMark("strength", 0, 3)),
        ("The door is jammed ({strength}:1).", SkillTestMark("strength", 0, 1)),
        ("The door is jammed ({strength} ; 2).", SkillTestMark("strength", 0, 2)),
        ("You aim ({agility}+1:3). If you succeed, you hit.", SkillTestMark("agility", 1, 3)),
        ("You aim ({agility} - 1; 2).", SkillTestMark("agility", -1, 2)),
        ("Use an {action} to test ({lore},1)", SkillTestMark("lore", 0, 1)),
        ("Hold on {will}:1.", SkillTestMark("will", 0, 1)),
        ("<i>Hold on</i> (<color=Cyan>{will}; 2</color>).", SkillTestMark("will", 0, 2)),
        ("你試圖與之對抗（{will}；2）。", SkillTestMark("will", 0, 2)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mark_with_a_number_needs_that_many_successes(text: str, wanted: SkillTestMark) -> None:
    found = asked(text)
    assert found is not None
    assert (found.kind, found.tests) == ("needed", (wanted,))


@pytest.mark.parametrize(
    "text",
    [
        "Test {lore}.",
        "[i]An old book.[/i]\n\nTest {lore}",
        "Do a {lore}-Test. If you succeed, you remember.",
        "Test your {lore} (you can use Clues to turn a {clue} to a {success}).",
        "Test: {lore}",
        "Es ist alt.\n{lore}-Test.",
        "Un vieux livre.\nTest {lore}.",
        "Prueba de {lore}.",
        "Effettua un test di {lore}.",
        "Wykonaj test {lore}.",
        "Teste {lore}.",
        "進行{lore}檢定。",
        "Ein Stapel Papier ({lore}).",
        "<i>Ti imbatti in un vecchio tomo.\n {lore}.",
    ],
)
def test_mark_without_a_number_counts_successes(text: str) -> None:
    found = asked(text)
    assert found is not None
    assert (found.kind, found.tests) == ("counted", (SkillTestMark("lore"),))


@pytest.mark.parametrize(
    "text",
    [
        "It attacks the investigator with the lowest {influence}.",
        "Er greift den Ermittler mit der niedrigsten {observation} an.",
        "Il attaque l'investigateur ayant la plus faible {observation}.",
        "Ataca al investigador con {agility} más bajo en su espacio.",
        "Attacca chi ha il più basso valore di {observation}.",
        "Atakuje badacza z najniższą {observation}.",
        "Tap to attempt the puzzle using {observation}.",
        "Drücke, um das Puzzle zu beginnen ({observation}).",
        "Whenever you test {lore}, roll one die more.",
        "You gain {lore} for the rest of the game and more.",
        "Investigators with the lowest {will}: 2 damage.",
        "The altar: {will}: 4 and {lore}: 4 cards.",
        "No skill here, 3 of 4.",
        "",
    ],
)
def test_mark_that_describes_is_no_test(text: str) -> None:
    assert asked(text) is None


@pytest.mark.parametrize(
    ("text", "harm"),
    [
        ("Suffer 2 facedown Damage ({strength}-1 negates).", ("damage", 2, "down")),
        ("Then suffer 1 Horror ({strength} negates) and gain 1 {clue}.", ("horror", 1, "up")),
        ("Suffer two Horror ({strength} + 1 negates).", ("horror", 2, "up")),
        ("It bites and deals 2 damage. Suffer 1 Horror ({strength} negates).", ("horror", 1, "up")),
        ("Erleide 1 verdeckten Horror ({strength} negiert).", ("horror", 1, "down")),
        ("Subissez 2 Dégâts face cachée ({strength}-1 annule).", ("damage", 2, "down")),
        ("Sufres 2 de Daño boca abajo (anulados por {strength} -1).", ("damage", 2, "down")),
        ("Otrzymujesz 2 Zakryte Karty Obrażenia ({strength} neguje).", ("damage", 2, "down")),
        ("Each of you receives 2 damage cards ({strength} prevents)", ("damage", 2, "up")),
        ("Suffer 1 Damage and 1 Horror ({strength} negates).", (None, None, "up")),
        ("Those outside suffer 3 Horror and those inside suffer 2. ({strength} negates).", ("horror", None, "up")),
    ],
)
def test_mark_that_negates_has_harm_and_amount(text: str, harm: tuple[object, ...]) -> None:
    found = asked(text)
    assert found is not None
    assert (found.kind, found.test.skill) == ("negates", "strength")
    assert (found.injury, found.amount, found.facing) == harm


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("Each investigator suffers 1 Horror ({will} negates).", True),
        ("Chaque investigateur subit 1 horreur ({will} annule).", True),
        ("Todos los investigadores sufren 1 de Horror (anulados por {will}).", True),
        ("Każdy Badacz otrzymuje 1 Kartę Przerażenia ({will} neguje).", True),
        ("All the doors are shut. Suffer 1 Horror ({will} negates).", False),
    ],
)
def test_mark_for_several_investigators_sets_each(text: str, *, each: bool) -> None:
    found = asked(text)
    assert found is not None
    assert found.each == each


def test_marks_of_two_tests_are_both_kept() -> None:
    found = asked("You may test either ({influence}:1) or ({lore}:2).")
    assert found is not None
    assert found.tests == (SkillTestMark("influence", 0, 1), SkillTestMark("lore", 0, 2))


def test_marks_with_two_numbers_count_successes() -> None:
    found = asked("Break it ({strength}; 3). With an axe, break it ({strength}; 1).")
    assert found is not None
    assert (found.kind, found.tests) == ("counted", (SkillTestMark("strength"),))


def test_mark_separates_the_target_from_the_test() -> None:
    found = asked("The one with the lowest {agility} tests ({agility}; 1).", ["None in Space", "Success", "Fail"])
    assert found == SkillTestMention((SkillTestMark("agility", 0, 1),), "needed", passed=1, failed=2)


def test_mark_at_the_end_of_a_quota_counts() -> None:
    assert asked("The door is stuck, push {strength}.") is None
    found = asked("The door is stuck, push {strength}.", quota=True)
    assert found is not None
    assert found.kind == "counted"


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        (["Pass", "Fail"], (0, 1)),
        (["Fail", "Pass"], (1, 0)),
        (["{success}Success", "Fail"], (0, 1)),
        (["{qst:PASS}", "{qst:FAIL}"], (0, 1)),
        (["{ffg:UI_PASS}", "{ffg:UI_FAIL}"], (0, 1)),
        (["Success", "Fail/Cancel"], (0, 1)),
        (["Success", "No Success"], (0, 1)),
        (["Continue", "Fail"], (0, 1)),
        (["Erfolg", "Misserfolg"], (0, 1)),
        (["Bestanden", "Nicht bestanden"], (0, 1)),
        (["Réussite", "Échec"], (0, 1)),
        (["Éxito", "Fracaso"], (0, 1)),
        (["Successo", "Fallimento"], (0, 1)),
        (["Sukces", "Porażka"], (0, 1)),
        (["Passou", "Falhou"], (0, 1)),
        (["Успех ", "Провал "], (0, 1)),
        (["通過", "失敗"], (0, 1)),
        (["성공", "실패"], (0, 1)),
        (["None in Space", "Success", "Fail"], (1, 2)),
        (["Success", "Success", "Fail"], (None, None)),
        (["Pass the door", "Fail"], (None, None)),
        (["Continue", "Cancel"], (None, None)),
        (["{clue}", "{success}", "{success}{clue}"], (None, None)),
        (["Continue"], (None, None)),
        ([], (None, None)),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_button_words_tell_pass_and_fail(labels: list[str], places: tuple[int | None, int | None]) -> None:
    assert outcomes(labels) == places


PIECES = st.sampled_from(
    [
        *(f"{{{skill}}}" for skill in SKILLS),
        "(",
        ")",
        "; 2",
        ":1",
        "+1",
        "-",
        " negates",
        "Test ",
        ". ",
        "\n",
        " or ",
        "<i>",
    ]
)


@given(st.lists(PIECES | st.text(max_size=5)).map("".join), st.lists(st.text(max_size=12), max_size=4))
def test_marks_of_any_text_are_valid(text: str, buttons: list[str]) -> None:
    found = asked(text, buttons)
    if found is not None:
        assert found.tests
        assert all(test.skill in SKILLS and (test.needed is None) == (found.kind != "needed") for test in found.tests)


@given(st.text())
def test_marks_need_a_skill(text: str) -> None:
    assert (asked(text) is None) or any(f"{{{skill}}}" in text.lower() for skill in SKILLS)
