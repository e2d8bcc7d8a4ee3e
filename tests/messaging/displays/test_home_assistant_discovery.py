"""A real Home Assistant accepts every discovery message, and derives the right states."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from companion import games
from companion.i18n import _
from companion.messaging.home_assistant import config
from companion.presentation.responses import ReaderSummary
from companion.schema import Alarm, Outcome, PublicState, PublicVerdict, codec, topics
from tests import home_assistant
from tests.messaging.displays.told import LANGUAGES, Told

pytestmark = [pytest.mark.homeassistant, pytest.mark.slow]

PAGE = Path(__file__).parents[3] / "docs" / "displays.md"
JUDGE = Path(__file__).with_name("judge.py")
NAMES = dict(zip("12345", ("Ann", "Ben", "Cleo", "Dora", "Erik"), strict=True))
FEW, MANY = 2, 12  # random answers with few tables and with many
AWAY = ReaderSummary("cam0", _("Tray camera"), "offline", _("not running: answer by hand"))
STATE, EVENT_ENTITY, STATUS = topics.public_state("lamp"), topics.public_event("lamp"), topics.table_status("lamp")
Heard = list[dict[str, str]]


def tables() -> list[tuple[str, int]]:
    """Every game with each number of seats."""
    return [(name, number) for name in games.names() for number in games.find(name).seats]


def evening(folder: Path, name: str, number: int) -> Heard:
    """Return the messages of a table played at random."""
    sample, seats = games.find(name).sample, tuple(NAMES)[:number]
    told, heard = Told(folder, "de" if name == "mansions" else ""), []
    display = told.bus.peer()
    for topic in (STATE, EVENT_ENTITY):
        display.subscribe(topic, lambda one: heard.append({"topic": one.topic, "payload": one.payload.decode()}))
    display.start()
    told.hall.open(name, replace(sample, seats=seats, names={seat: NAMES[seat] for seat in seats}))
    told.by_chance(Random(number), MANY if number == 3 else FEW)
    for sense in (replace(AWAY, state="ready"), AWAY):
        told.senses = (sense,)
        told.telling.publish_alarms()
    told.close()
    return heard


def odd() -> Heard:
    """States that random play may miss: an unplayed table, one too long for a state, one too large for anything but
    the rev.
    """
    long = PublicState(
        1, "t1", "toy", "x" * 300, now="Ü" * 300, whom="y" * 300, where="{{ 1 / 0 }}", alarms=(Alarm("doubt", "?"),)
    )
    judged = [PublicState(3, "t1", verdict=PublicVerdict(one, "A blow", f"2: {one}")) for one in get_args(Outcome)]
    states = (PublicState(1), PublicState(2, cut=True), long, *judged)
    return [{"topic": STATE, "payload": codec.encode(one).decode()} for one in states]


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Ask Home Assistant once per run, in whichever process needs it first."""
    if not home_assistant.is_for_here():
        pytest.skip("There is no such Home Assistant for this kind of machine.")
    assert home_assistant.is_there(), home_assistant.REMEDY
    base = tmp_path_factory.getbasetemp()
    kept = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "home-assistant.json"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_text(json.dumps(answered(tmp_path_factory)), encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


def answered(folders: pytest.TempPathFactory) -> dict[str, Any]:
    told = [one for name, number in tables() for one in evening(folders.mktemp(name), name, number)]
    heard = [*odd(), *told, *({"topic": STATUS, "payload": payload} for payload in ("online", "offline"))]
    found = (config("cellar"), config("attic", LANGUAGES.say("de")), config("lamp", url="http://192.168.1.5:8080"))
    asked = {"discovery": [one.decode() for one in found], "heard": heard, "automations": automations()}
    return {"heard": heard, "said": home_assistant.ask(JUDGE, asked)}


@pytest.fixture(scope="module")
def heard(asked_once: Any) -> Heard:
    return asked_once["heard"]


@pytest.fixture(scope="module")
def said(asked_once: Any) -> Any:
    return asked_once["said"]


def automations() -> list[str]:
    """The automations of docs/displays.md; an invalid one ends the query."""
    shown = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(shown) == 2
    return shown


def shown(said: Any, heard: Heard, topic: str) -> Iterator[tuple[Any, Any]]:
    """Each message of a topic with the resulting key -> state and attributes."""
    for message, states in zip(heard, said["states"], strict=True):
        if message["topic"] == topic:
            made = {key.removeprefix("lamplight_lamp_"): state for key, state in states.items()}
            yield (json.loads(message["payload"]) if topic != STATUS else message["payload"]), made


def test_home_assistant_logs_no_fault(said: Any) -> None:
    assert said["faults"] == []


def test_home_assistant_table_receives_only_its_topics(said: Any) -> None:
    assert {key for states in said["states"] for key in states if not key.startswith("lamplight_lamp_")} == set()


def short(text: str) -> str | None:
    """Return a state: at most 255 letters, stripped, None where it is empty."""
    return text[:255].strip() or None


def test_home_assistant_states_equal_the_published_ones(said: Any, heard: Heard) -> None:
    seen = 0
    for told, made in shown(said, heard, STATE):
        seen += 1
        assert made["now"]["state"] == short(told["now"])
        assert made["now"]["attributes"] == {"sentence": told["now"]}
        assert made["game"]["state"] == short(told["title"])
        assert made["turn"]["state"] == short(told["whom"])
        assert made["turn"]["attributes"]["seats"] == told["waits"]
        assert made["phase"]["state"] == short(told["where"]), "what stands in braces is no template"
        assert made["round"]["state"] == (None if told["round"] is None else str(told["round"]))
        assert made["roll"]["state"] == (short(told["roll"]["words"]) if told["roll"] else None)
        assert made["roll"]["attributes"] == (told["roll"] or {})
        assert made["verdict"]["state"] == (told["verdict"]["outcome"] or "none")
        assert made["verdict_words"]["state"] == short(told["verdict"]["sentence"])
        assert made["air"]["state"] == told["air"]
        assert made["alarm"]["state"] == ("on" if told["alarms"] else "off")
    assert seen > len(tables()) * FEW


def test_rolls_verdicts_and_the_alarm_were_among_them(said: Any, heard: Heard) -> None:
    made = [made for _, made in shown(said, heard, STATE)]
    assert {one["verdict"]["state"] for one in made} == {"none", "passed", "failed", "done"}
    assert sum(one["roll"]["state"] is not None for one in made) > 10
    assert {tuple(one["alarm"]["attributes"]["kinds"]) for one in made} >= {(), ("reader",), ("doubt",)}
    assert ["Schalenkamera: läuft nicht: antwortet von Hand"] in [one["alarm"]["attributes"]["alarms"] for one in made]


def test_seat_entities_show_their_lights(said: Any, heard: Heard) -> None:
    for told, made in shown(said, heard, STATE):
        sits = {one["seat"]: one for one in told["seats"]}
        for seat in ("1", "2", "3", "4", "5", "6", "dealer"):
            light, one = made[f"seat_{seat}"], sits.get(seat)
            assert light["state"] == (one["mood"] if one else "empty")
            assert light["attributes"]["person"] == (one["name"] if one else "")
            assert light["attributes"]["rgb_color"] == (list(bytes.fromhex(one["colour"][1:])) if one else [0, 0, 0])


def test_event_entity_has_kind_and_text(said: Any, heard: Heard) -> None:
    found = list(shown(said, heard, EVENT_ENTITY))
    assert len(found) > 20
    for told, made in found:
        attributes = made["event"]["attributes"]
        assert (attributes["event_type"], attributes["text"]) == (told["kind"], told["text"])


def test_whether_the_table_is_open_follows_its_status(said: Any, heard: Heard) -> None:
    assert [made["open"]["state"] for _, made in shown(said, heard, STATUS)] == ["on", "off"]
