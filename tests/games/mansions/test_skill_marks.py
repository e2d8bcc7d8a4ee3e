"""Skill tests found in texts of many languages, and texts without one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import SKILLS, SkillTestMark, SkillTestMention, asked
from companion.games.mansions.content.test_marks import find_outcome_buttons


def needs(skill: str, more: int, needed: int) -> SkillTestMention:
    return SkillTestMention((SkillTestMark(skill, more, needed),), "needed")


def counts(skill: str) -> SkillTestMention:
    return SkillTestMention((SkillTestMark(skill),), "counted")


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("The door is jammed ({strength}; 2).", needs("strength", 0, 2)),
        ("The door is jammed ({strength}:1).", needs("strength", 0, 1)),
        ("You aim ({agility}+1:3). If you succeed, you hit.", needs("agility", 1, 3)),
        ("You aim ({agility} - 1; 2).", needs("agility", -1, 2)),
        ("Hold on {will}:1.", needs("will", 0, 1)),
        ("<i>Hold on</i> (<color=Cyan>{will}; 2</color>).", needs("will", 0, 2)),
        ("你試圖與之對抗（{will}；2）。", needs("will", 0, 2)),
        ("({lore}+999999999; 2)", needs("lore", 0, 2)),
        ("({lore}-" + "9" * 5000 + "; 2)", needs("lore", 0, 2)),
        ("[i]An old book.[/i]\n\nTest {lore}", counts("lore")),
        ("Do a {lore}-Test. If you succeed, you remember.", counts("lore")),
        ("Test your {lore} (you can use Clues to turn a {clue} to a {success}).", counts("lore")),
        ("Es ist alt.\n{lore}-Test.", counts("lore")),
        ("Prueba de {lore}.", counts("lore")),
        ("Effettua un test di {lore}.", counts("lore")),
        ("Wykonaj test {lore}.", counts("lore")),
        ("Teste {lore}.", counts("lore")),
        ("進行{lore}檢定。", counts("lore")),
        ("<i>Ti imbatti in un vecchio tomo.\n {lore}.", counts("lore")),
        ("Break it ({strength}; 3). With an axe, break it ({strength}; 1).", counts("strength")),
        ("You may test either ({influence}:1) or ({lore}:2).", SkillTestMention((SkillTestMark("influence", 0, 1), SkillTestMark("lore", 0, 2)), "needed")),
        ("It attacks the investigator with the lowest {influence}.", None),
        ("Il attaque l'investigateur ayant la plus faible {observation}.", None),
        ("Ataca al investigador con {agility} más bajo en su espacio.", None),
        ("Attacca chi ha il più basso valore di {observation}.", None),
        ("Atakuje badacza z najniższą {observation}.", None),
        ("Tap to attempt the puzzle using {observation}.", None),
        ("Drücke, um das Puzzle zu beginnen ({observation}).", None),
        ("You gain {lore} for the rest of the game and more.", None),
        ("Investigators with the lowest {will}: 2 damage.", None),
        ("The altar: {will}: 4 and {lore}: 4 cards.", None),
    ],
)  # fmt: skip
def test_mark_is_a_test_or_describes(text: str, mention: SkillTestMention | None) -> None:
    assert asked(text) == mention


@pytest.mark.parametrize(
    ("text", "harm"),
    [
        ("Suffer 2 facedown Damage ({strength}-1 negates).", ("damage", 2, "down", False)),
        ("It bites and deals 2 damage. Suffer 1 Horror ({strength} negates).", ("horror", 1, "up", False)),
        ("Erleide 1 verdeckten Horror ({strength} negiert).", ("horror", 1, "down", False)),
        ("Subissez 2 Dégâts face cachée ({strength}-1 annule).", ("damage", 2, "down", False)),
        ("Sufres 2 de Daño boca abajo (anulados por {strength} -1).", ("damage", 2, "down", False)),
        ("Otrzymujesz 2 Zakryte Karty Obrażenia ({strength} neguje).", ("damage", 2, "down", False)),
        ("You suffer " + "9" * 5000 + " damage ({strength} negates).", ("damage", None, "up", False)),
        ("Suffer 1 Damage and 1 Horror ({strength} negates).", (None, None, "up", False)),
        ("Those outside suffer 3 Horror and those inside suffer 2. ({strength} negates).", ("horror", None, "up", False)),
        ("Each investigator suffers 1 Horror ({strength} negates).", ("horror", 1, "up", True)),
        ("Chaque investigateur subit 1 horreur ({strength} annule).", ("horror", 1, "up", True)),
        ("Todos los investigadores sufren 1 de Horror (anulados por {strength}).", ("horror", 1, "up", True)),
        ("Każdy Badacz otrzymuje 1 Kartę Przerażenia ({strength} neguje).", ("horror", 1, "up", True)),
        ("All the doors are shut. Suffer 1 Horror ({strength} negates).", ("horror", 1, "up", False)),
    ],
)  # fmt: skip
def test_mark_that_negates_has_harm_and_amount(text: str, harm: tuple[object, ...]) -> None:
    found = asked(text)
    assert found is not None
    assert (found.kind, found.test.skill) == ("negates", "strength")
    assert (found.injury, found.amount, found.facing, found.each) == harm


def test_mark_separates_the_target_from_the_test() -> None:
    found = asked("The one with the lowest {agility} tests ({agility}; 1).", ["None in Space", "Success", "Fail"])
    assert found == SkillTestMention((SkillTestMark("agility", 0, 1),), "needed", passed=1, failed=2)


def test_mark_at_the_end_of_a_quota_counts() -> None:
    assert asked("The door is stuck, push {strength}.") is None
    assert asked("The door is stuck, push {strength}.", quota=True) == counts("strength")


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        (["Pass", "Fail"], (0, 1)),
        (["Fail", "Pass"], (1, 0)),
        (["{success}Success", "Fail"], (0, 1)),
        (["{ffg:UI_PASS}", "{ffg:UI_FAIL}"], (0, 1)),
        (["Success", "Fail/Cancel"], (0, 1)),
        (["Success", "No Success"], (0, 1)),
        (["Bestanden", "Nicht bestanden"], (0, 1)),
        (["Réussite", "Échec"], (0, 1)),
        (["Éxito", "Fracaso"], (0, 1)),
        (["Successo", "Fallimento"], (0, 1)),
        (["Sukces", "Porażka"], (0, 1)),
        (["Успех ", "Провал "], (0, 1)),
        (["通過", "失敗"], (0, 1)),
        (["None in Space", "Success", "Fail"], (1, 2)),
        (["Success", "Success", "Fail"], (None, None)),
        (["Pass the door", "Fail"], (None, None)),
        (["Continue", "Cancel"], (None, None)),
        ([], (None, None)),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_button_words_tell_pass_and_fail(labels: list[str], places: tuple[int | None, int | None]) -> None:
    assert find_outcome_buttons(labels) == places


PIECES = st.sampled_from(
    [*(f"{{{skill}}}" for skill in SKILLS), *"()-\n", "; 2", ":1", "+1", " negates", "Test ", " or "]
)


@pytest.mark.slow
@given(st.lists(PIECES | st.text(max_size=5)).map("".join), st.lists(st.text(max_size=12), max_size=4))
def test_marks_of_any_text_are_valid(text: str, buttons: list[str]) -> None:
    found = asked(text, buttons)
    if found is not None:
        assert any(f"{{{skill}}}" in text.lower() for skill in SKILLS)
        assert found.tests
        assert all(test.skill in SKILLS and (test.needed is None) == (found.kind != "needed") for test in found.tests)
