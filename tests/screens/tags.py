"""Tags taught one after the other. The last one has no name yet."""

from __future__ import annotations

from companion.schema import Meaning, Reading, SeenObject
from companion.sessions import SessionManager

NAMED = {
    "62E3086CED": "skull",
    "62E3094BE7": "cultist",
    "62E30911F0": "0",
    "62E3097B21": "-1",
    "62E309F3D8": "auto_fail",
    "62E309AA05": "-1",
    "62E3091D9A": "-2",
    "62E30912C4": "elder_sign",
}
OPEN = "62E3095C1B"
PAGE, SOURCE, GAME = "stage", "bridge/bag", "arkham-turn"


def laid(hall: SessionManager, _table: str) -> None:
    """A lesson that the page finds under way."""
    hall.light(GAME)
    hall.tags.lesson.keep_alive(PAGE)
    for tag, face in NAMED.items():
        hall.tags.assign(tag, Meaning("token", face))
    for seq, tag in enumerate((*NAMED, OPEN), 1):
        hall.tags.lesson.record_reading(
            Reading(f"tag{seq}", hall.place, SOURCE, "e", seq, objects=(SeenObject("tag", tag, 1.0),))
        )
