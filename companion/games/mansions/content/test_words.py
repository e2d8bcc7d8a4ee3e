"""Words for tests, outcomes and harm in the languages of scenario files. `test_marks` says where each is looked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

Meaning: TypeAlias = Literal["pass", "fail", "on", ""]

_NUMBER_WORDS = (
    ("one", "ein", "eine", "einen", "un", "une", "uno", "una", "um", "uma", "jeden", "jedną", "один", "одну"),
    ("two", "zwei", "deux", "dos", "due", "dois", "duas", "dwa", "dwie", "два", "две"),
    ("three", "drei", "trois", "tres", "tre", "três", "trzy", "три"),
    ("four", "vier", "quatre", "cuatro", "quattro", "quatro", "cztery", "четыре"),
)
NUMBERS: Mapping[str, int] = {word: value for value, words in enumerate(_NUMBER_WORDS, start=1) for word in words}

OR = "or|oder|ou|o|u|lub|albo|или|або|nebo|vagy"  # part of a larger pattern


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


TEST_BEFORE = _any(
    # the word for a test, before the symbol: "Test {lore}", "Test your {will}", "Prueba de {lore}", "Teste {lore}"
    r"(?<![\w])(?:tests?|testez|teste|testet|teszt|prueba|pruebas|prova|provas|épreuve|check|проверк\w*|тест\w*)"
    r"(?:\s*[:\-–]|\s+(?:de|di|do|da|du|d'|of|for|on|your|their|his|her|the|auf|votre|tu|su|seu|sua|la|el|either|an|a|in))*\s*['’]?\s*$",
    r"(?<![\w])(?:roll|rolls|würfelt?|lancez|lanza|tira|rzuć)\s+(?:your\s+|auf\s+)?$",
    r"(?:檢定|检定|測試|测试|판정)\s*:?\s*$",
)
TEST_AFTER = _any(
    # the same after the symbol: "a {lore} test", "{strength}-Test", "進行{lore}檢定", "{agility} 판정"
    r"\s*[-–]?\s*(?:tests?|check|probe|prüfung|roll|próba|проверк\w*|тест\w*|檢定|检定|測試|测试|판정|테스트)(?![\w])"
)
WHENEVER = _any(
    # a rule for other tests, not a test: "whenever you test {lore}", but not "when you enter, test {lore}"
    r"\b(?:when|whenever|if|time|wenn|mal|quand|si|fois|cuando|vez|quando|se|volta|kiedy|gdy|когда|раз)\b[^,;:]{0,40}$",
    r"\bre-?roll",
)
COMPARED = _any(
    # the skill chooses an investigator or is an amount, without a test: "the one with the least {lore}"
    r"\b(?:lowest|least|highest|most|lower|higher|greatest|best|worst|equal|more than|less than|fewest|weakest)\b",
    r"(?:niedrigst|geringst|höchst|wenigst|meist|größt|schwächst|gleich)",
    r"\b(?:plus (?:faible|haut|haute|bas|basse|élevée?|grande?|petite?)|le moins|le plus|la moins|la plus)\b",
    r"\b(?:más|menor|mayor|menos|meno|più|minore|maggiore|peggiore|migliore|mais|maior|menos)\b",
    r"(?:najniższ|najwyższ|najmniejsz|największ|najmniej|najwięcej)",
    r"(?:наимень|наиболь|низк|высок|меньш|больш)",
    r"最低|最高|最少|最多|낮은|높은",
)
PUZZLE = _any(
    # a puzzle rolls its own test
    r"puzzle|rätsel|énigme|rompecabezas|acertijo|enigma|łamigłówk|zagadk|quebra-cabeça|головолом|загадк|퍼즐|謎|谜|拼圖"
)
NEGATES = _any(
    # each success prevents one damage or horror: "({will} negates)"
    r"negat|prevent|\bresist|\bcancels?\b|negier|verhinder|abwehr|abgewehrt|annul|empêch|évite",
    r"anula|niega|evita|neguj|nega\b|negam|zapobieg|impedi|отмен|предотвр|отриц|нейтрал|無效|无效|抵銷|抵消|避免|免除|무효|방지|막",
)
EACH = _any(
    # all investigators test
    r"\b(?:each|every|all|all the)\s+(?:\w+\s+){0,2}investigators?\b",
    r"\b(?:jeder|alle|jede)\s+(?:\w+\s+){0,2}ermittler",
    r"\b(?:chaque|tous les)\s+(?:\w+\s+){0,2}investigateurs?",
    r"\b(?:cada|todos los|todas las|todos os)\s+(?:\w+\s+){0,2}investigador",
    r"\b(?:ogni|tutti gli)\s+(?:\w+\s+){0,2}investigator",
    r"\b(?:każdy|wszyscy)\s+(?:\w+\s+){0,2}badacz",
    r"(?:кажд|все )[^.]{0,20}сыщик|每[^.]{0,3}調查員|所有調查員|모든 조사자",
)
DAMAGE = _any(
    r"damage|schaden|schäden|dégâts?|dégats?|\bdaño|danni\b|danno\b|\bdanos?\b|obraże|урон|\bран[аыу]?\b|傷害|伤害|피해|상처|wounds?\b"
)
HORROR = _any(r"horror|horreur|entsetzen|\bterror|orror[ei]|przeraże|ужас|恐怖|恐惧|恐懼|공포|sanity")
FACE_DOWN = _any(
    r"face-?\s?down|verdeckt|face[s]? cachée?s?|boca abajo|a faccia in giù|copert[oaie]\b|zakryt|virad[oa]s? para baixo",
    r"(?:para|voltad[oa]s?) (?:a )?baixo|лицом вниз|рубашкой вверх|взакрыт|面朝下|뒷면",
)


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# the words of a button's label
_PASS = _word_set(
    "pass passed passes success successes successful succeed succeeded succeeds erfolg erfolgreich bestanden geschafft "
    "gelungen réussite réussi réussie réussir succès éxito exito superado superada superas pasas aprobado acierto conseguido logrado "
    "successo riuscito superato superata passato sukces zdany zdane zdałeś powodzenie udany sucesso passou passar êxito "
    "passei успех успешно пройдено пройден удача 成功 通過 通过 성공 úspěch siker succé lyckades"
)
_FAIL = _word_set(
    "fail failed fails failure unsuccessful misserfolg versagt versagen fehlschlag fehlgeschlagen gescheitert misslungen "
    "échec échoué échouée raté fallo fallado fallada fracaso fracasado fallar fallas fallaste fallimento fallito fallisci "
    "porażka niezdany niezdane niepowodzenie nieudany falhou falha falhar fracasso провал неудача провалено 失敗 失败 실패 "
    "neúspěch kudarc misslyckades"
)
_NOT = _word_set("no not nicht kein non pas non nie não не нет nem")
_CONTINUE = _word_set(
    "continue weiter continuer continuar continua kontynuuj dalej продолжить далее 繼續 继续 계속 pokračovat tovább ok"
)
_FILLERS = _word_set("test tests the a you i we check prueba teste épreuve der das le la el il проверка 檢定 ui")
_CANCEL_OR = _word_set("cancel abbrechen annuler cancelar annulla anuluj отмена 取消 취소 or oder ou o")

_KEY = re.compile(r"\{\s*(?:qst|ffg|val)\s*:\s*([^{}]*)\}", re.IGNORECASE)
_MARK = re.compile(r"\{[^{}]*\}|<[^<>]*>|\[/?[bi]\]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def meaning(label: str) -> Meaning:
    """Return the meaning of a button's label for a test: passed, failed, or on; "" for other labels.

    Every word must fit: "Pass the door" is no pass. The words of an unresolved key count, too: `{qst:TEST_FAILED}`.
    """
    with_keys = _KEY.sub(lambda key: key[1].replace("_", " "), label)
    words = {word.casefold() for word in _WORD.findall(_MARK.sub(" ", with_keys))} - _FILLERS
    if words & _FAIL and words <= _FAIL | _CANCEL_OR:
        return "fail"
    if words & _PASS and words <= _PASS | _NOT:
        return "fail" if words & _NOT else "pass"
    return "on" if words and words <= _CONTINUE else ""


def number(word: str) -> int | None:
    """Parse a number of up to two digits, or a word for one. None for others."""
    return int(word) if word.isdecimal() and len(word) <= 2 else NUMBERS.get(word.casefold())
