"""What a reading means for the prompts that are open. Decides, and writes nothing."""

from __future__ import annotations

from companion.sessions.matching.button_press import GO, ON_ITS_DEVICE, ButtonAnswer, ButtonConfirm, press
from companion.sessions.matching.candidates import (
    Side,
    TrayZones,
    is_of_a_seat,
    meanings_taught,
    objects_for,
    placed,
    why_not,
    zones_of,
)
from companion.sessions.matching.context import (
    MatchContext,
    ReadingConfirmed,
    ReadingConflict,
    is_told,
    left_after,
    left_of,
    lies_there,
)
from companion.sessions.matching.irrelevant_doubt import same_either_way
from companion.sessions.matching.matcher import match
from companion.sessions.matching.outcome import (
    WHOSE,
    AmbiguousReading,
    MatchedReading,
    OtherReading,
    StoredDoubt,
    UnmatchedReading,
    ask_whose,
    from_stored,
    is_still,
    is_sure,
    to_stored,
)
from companion.sessions.matching.second_reading import again, second, still, unsure_words

__all__ = [
    "GO",
    "ON_ITS_DEVICE",
    "WHOSE",
    "AmbiguousReading",
    "ButtonAnswer",
    "ButtonConfirm",
    "MatchContext",
    "MatchedReading",
    "OtherReading",
    "ReadingConfirmed",
    "ReadingConflict",
    "Side",
    "StoredDoubt",
    "TrayZones",
    "UnmatchedReading",
    "again",
    "ask_whose",
    "from_stored",
    "is_of_a_seat",
    "is_still",
    "is_sure",
    "is_told",
    "left_after",
    "left_of",
    "lies_there",
    "match",
    "meanings_taught",
    "objects_for",
    "placed",
    "press",
    "same_either_way",
    "second",
    "still",
    "to_stored",
    "unsure_words",
    "why_not",
    "zones_of",
]
