"""A sentence for every fact, and no secret in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.facts import (
    CharacterDied,
    DeckDrawn,
    EngineLaid,
    EngineSeen,
    EngineTurned,
    IntruderHurt,
    NoiseMade,
    NoiseTaken,
    ObjectGone,
    ObjectiveKept,
    ObjectTaken,
    RoomLaid,
    Scanned,
)
from tests.games.course import begin
from tests.games.nemesis.ship import ANN, BEN, heard, state, with_intruder


def test_what_a_scan_found_is_told_to_the_owner_alone():
    fact = Scanned(ANN, 2, 1)
    assert heard(state(), fact, ANN) == "The scan: 1 infected, 2 clean; 2 Contamination cards leave the hand."
    for seat in (BEN, "table"):
        assert heard(state(), fact, seat) == "Ann is scanned: 2 Contamination cards leave the hand."


def test_the_others_hear_that_somebody_looked_and_not_what_was_seen():
    s = begin(GAME).state
    for fact in (EngineSeen(ANN, "1"), EngineTurned(ANN, "1", works=False), EngineTurned(ANN, "1", works=True)):
        of_others = {heard(with_engine(s), fact, seat) for seat in (BEN, "table")}
        assert of_others <= {"Ann looks at engine 1.", "Ann works on engine 1."}
    assert heard(with_engine(s), EngineSeen(ANN, "1"), ANN) == "You see: engine 1 works."


def with_engine(s):
    return GAME.apply(s, EngineLaid("1", works=True))


def test_a_kept_objective_has_a_name_for_its_owner_alone():
    s = begin(GAME).state
    kept = s.ship.objectives[0]
    fact = ObjectiveKept(ANN, kept.id)
    assert kept.title in heard(s, fact, ANN)
    assert kept.title not in heard(s, fact, BEN)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("egg 1", "Intruder egg"),
        ("carcass of adult3", "Intruder carcass"),
        ("Intruder egg 1", "Intruder egg"),
        ("Intruder carcass 2", "Intruder carcass"),
        ("character corpse 1", "character corpse"),
    ],
)
def test_what_is_gone_is_still_called_by_its_kind(name, words):
    assert heard(state(), ObjectGone(name), ANN) == f"The {words} is gone."


def test_a_corpse_is_called_after_whose_it_is_also_when_it_is_gone():
    s = GAME.apply(state(), CharacterDied(BEN))
    (corpse,) = s.objects
    taken = ObjectTaken(ANN, corpse)
    assert heard(GAME.apply(s, taken), taken, ANN) == "Ann picks up the corpse of Ben."
    assert heard(GAME.apply(s, ObjectGone(corpse)), ObjectGone(corpse), ANN) == "The corpse of Ben is gone."


def test_what_chance_lays_face_down_is_not_told():
    s = begin(GAME).state
    for fact in (RoomLaid("r2", "nest"), EngineLaid("1", works=True), DeckDrawn("items:tools", ("tape",))):
        assert not GAME.tell(s, fact, "table")


def test_noise_is_told_by_its_rooms_or_by_the_technical_corridor():
    assert heard(state(), NoiseMade("c1"), ANN) == "Noise between the hall and the lab."
    assert heard(state(), NoiseTaken("c1"), ANN) == "It falls silent between the hall and the lab."
    duct = replace(state().corridors["c1"], technical=True)
    s = replace(state(), corridors={"c1": duct})
    assert heard(s, NoiseMade("c1"), ANN) == "Noise in the technical corridor."
    assert heard(s, NoiseTaken("c1"), ANN) == "It falls silent in the technical corridor."


@pytest.mark.parametrize(
    ("injuries", "told"), [(2, "suffers 2 injuries"), (1, "suffers 1 injury"), (-1, "heals 1 injury")]
)
def test_an_intruder_suffers_injuries_and_heals_them(injuries: int, told: str) -> None:
    s = with_intruder(state(), "hall")
    (name,) = s.intruders
    assert str(GAME.tell(s, IntruderHurt(name, injuries), ANN)).endswith(f" {told}.")
