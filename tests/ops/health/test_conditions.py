"""Every problem has a sentence, a remedy and a severity; without a problem there is nothing."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.ops.health.conditions import Code, Condition, conditions
from companion.ops.health.inputs import BackupState, HealthInputs
from companion.presentation import alarms_of
from companion.presentation.responses import ReaderSummary

MB = 1024**2
AWAY = ReaderSummary("vision-cam0", "Tray camera", "retrying", "The camera is away.")
BLIND = ReaderSummary("vision-cam0", "Tray camera", "ready", "3 readings", "", ("Give it more light.",))

WRONG: dict[Code, HealthInputs] = {
    "unwritten": HealthInputs(unwritten="the disk is full", free=0),
    "stuck": HealthInputs(stuck="table t1"),
    "broker": HealthInputs(connected=False),
    "disk": HealthInputs(free=80 * MB),
    "unheard": HealthInputs(unheard=2),
    "shut": HealthInputs(shut=("t1",)),
    "stumbled": HealthInputs(stumbled=("Toy",)),
    "backup": HealthInputs(backups=BackupState(behind=30 * 3600)),
    "reader": HealthInputs(senses=(AWAY,), met=frozenset({"vision-cam0"})),
    "sight": HealthInputs(senses=(BLIND,)),
    "battery": HealthInputs(batteries=(("Pixels die", 9),)),
    "growing": HealthInputs(growing=(("Tray camera", 12),)),
    "crowded": HealthInputs(is_crowded=True),
    "heat": HealthInputs(heat=84.6),
    "voltage": HealthInputs(is_weak=True),
    "clock": HealthInputs(jumped=-7300),
    "rooms": HealthInputs(rooms=1),
    "memory": HealthInputs(memory=400 * MB, memory_before=200 * MB),
    "restart": HealthInputs(is_old=True),
}


@pytest.mark.parametrize("code", get_args(Code))
def test_condition_has_sentence_and_remedy(code: Code) -> None:
    (found,) = conditions(WRONG[code])
    assert found.code == code
    assert str(found.sentence).endswith(".") and str(found.remedy).endswith(".")


def test_conditions_come_once_and_the_gravest_first() -> None:
    found = conditions(HealthInputs(is_old=True, heat=90, connected=False, stumbled=("Toy", "Toy", "Other")))
    assert [one.code for one in found] == ["broker", "stumbled", "stumbled", "heat", "restart"]
    assert [one.which for one in found if one.which] == ["Toy", "Other"]


def test_wrong_broker_password_names_the_setting() -> None:
    found = only(HealthInputs(connected=False, is_refused=True))
    assert "refuses the name or the password" in str(found.sentence)
    assert "[broker]" in str(found.remedy)
    assert "is not reached" in str(only(HealthInputs(connected=False)).sentence)


def only(facts: HealthInputs) -> Condition:
    (found,) = conditions(facts)
    return found


def test_full_disk_becomes_grave_and_failed_backup_gives_its_reason() -> None:
    for free, severity in ((80, "grave"), (300, "look")):
        found = only(HealthInputs(free=free * MB))
        assert (found.severity, f"{free} MB" in str(found.sentence)) == (severity, True)
    failed = BackupState("The second place is full.", behind=1e6)
    assert only(HealthInputs(backups=failed)).sentence == "The second place is full."


def test_reader_conditions_use_words_of_displays() -> None:
    (alarm,) = alarms_of([AWAY], {"vision-cam0"})
    found = only(WRONG["reader"])
    assert (found.sentence, found.about) == (alarm.text, alarm.about)
    (advice,) = alarms_of([BLIND], ())
    assert only(WRONG["sight"]).remedy == advice.text


@pytest.mark.parametrize(
    "facts",
    [
        HealthInputs(),
        HealthInputs(senses=(AWAY,)),
        HealthInputs(batteries=(("Die", 15),)),
        HealthInputs(rooms=4),
        HealthInputs(jumped=3599),
        HealthInputs(heat=79.9),
        HealthInputs(free=500 * MB),
        HealthInputs(memory=300 * MB, memory_before=200 * MB),
        HealthInputs(memory=400 * MB),
        HealthInputs(memory=300 * MB, memory_before=90 * MB),
        HealthInputs(backups=BackupState(behind=23 * 3600)),
    ],
    ids=str,
)
def test_values_at_the_limit_are_no_condition(facts: HealthInputs) -> None:
    assert conditions(facts) == ()
