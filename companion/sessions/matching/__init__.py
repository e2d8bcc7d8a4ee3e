"""Interpret a reading for the open prompts. Writes nothing."""

from __future__ import annotations

from companion.sessions.matching.button_press import GO, ON_ITS_DEVICE, ButtonAnswer, ButtonConfirm, press
from companion.sessions.matching.matcher import (
    Side,
    TrayZones,
    count_placeable,
    is_of_a_seat,
    match,
    meanings_taught,
    objects_for,
    objects_refusal,
    zones_of,
)
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
    is_told,
    objects_left,
    reading_left,
    same_either_way,
    to_stored,
)
from companion.sessions.matching.second_reading import (
    MatchContext,
    ReadingConfirmed,
    ReadingConflict,
    compare_again,
    compare_second,
    faces_in_sight,
    restore_conflict,
    unsure_words,
)
