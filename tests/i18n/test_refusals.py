"""What an answer that does not fit is told: in German nothing of it stays English, and every part is where it belongs."""

from __future__ import annotations

import pytest

from companion.engine import check
from companion.schema import Faces, Option, Prompt, Refused
from tests.i18n.ours import german

DICE = tuple(map(Option, ("success", "investigation", "blank")))
AGAIN = Prompt(
    "1",
    "roll",
    "Ann: roll again 2 dice, observation, 2 successes needed",
    DICE,
    3,
    3,
    ("mom_d8",),
    locked=("investigation",),
)
TOKEN = Prompt(
    "1",
    "draw",
    "Ann: reveal a chaos token, intellect, 3 needed",
    tuple(map(Option, ("skull", "skull", "elder_sign"))),
    3,
    3,
    ("token",),
)
CARD = Prompt("1", "show", "Ann: play a card", (Option("9C"),), 1, 1, ("card",))
ROLL_AGAIN = "Ann: Wirf neu: 2 Würfel, Beobachtung, 2 Erfolge nötig"

TOLD = [
    ("mansions", AGAIN, ("blank",), f"{ROLL_AGAIN}: 3 gefragt, es kamen 1."),
    ("mansions", AGAIN, ("success", "success", "9C"), f"{ROLL_AGAIN}: Kreuz 9 geht hier nicht."),
    (
        "mansions",
        AGAIN,
        ("blank", "blank", "success"),
        f"{ROLL_AGAIN}: Die festgehaltenen Würfel sind nicht mehr da: Lupe.",
    ),
    ("arkham", TOKEN, ("skull", "skull", "auto_fail"), "Ann: Decke einen Chaosmarker auf, Intellekt, 3 nötig: automatischer Fehlschlag geht hier nicht."),
    (
        "arkham",
        TOKEN,
        ("elder_sign", "elder_sign", "skull"),
        "Ann: Decke einen Chaosmarker auf, Intellekt, 3 nötig: Älteres Zeichen gibt es 1 Mal, nicht 2 Mal.",
    ),
    ("draw_your_weapon", CARD, ("QH",), "Ann: Spiele eine Karte: Herz Dame geht hier nicht."),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("game", "prompt", "values", "told"), TOLD, ids=[f"{one[0]}-{one[2][-1]}" for one in TOLD])
def test_a_refused_answer_is_told_in_german(game: str, prompt: Prompt, values: Faces, told: str) -> None:
    with pytest.raises(Refused) as refused:
        check(prompt, values)
    assert german().tongue(game).say(str(refused.value), frozenset({"Ann"})) == told
