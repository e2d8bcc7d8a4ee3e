"""Commands of the pages: lines that run here as typed, and the tests that run all others."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion import games
from tests.archive.test_replay import play, store
from tests.docs.pages import ROOT
from tests.games.mansions.valkyrie.pack import zipped

ANSWERS = 12
COBS = {"protocol": "cobs", "name": "a zero", "hex": "00", "expect": {"encoded": "0101"}}


@dataclass(frozen=True, slots=True)
class Line:
    """A command typed in a folder prepared by `stage`."""

    words: str
    says: str = ""  # part of the output
    leaves: str = ""  # a file that exists afterwards
    types: str = ""  # input for its questions


LINES = (
    Line("asyncapi", says='"asyncapi": "3.0.0"'),
    Line("asyncapi --out messages.json", leaves="messages.json"),
    Line("openapi", says='"openapi": "3.1.0"'),
    Line("openapi --out doors.json", leaves="doors.json"),
    Line("completion bash", says="_shtab_table"),
    Line("cases cases.json", says=" passed, 0 failed"),
    Line("vectors vectors.json", says="1 passed, 0 failed"),
    Line("replay log.db", says="t1"),
    Line("flash rp2350 RP2350 --dry-run", says="cp "),
    Line("scenario check mill.valkyrie", says="Mill"),
    Line("scenario play tell_the_bees --runs 2", says="2 "),
    Line("scenario add mill.valkyrie", says="Kept as the-mill"),
    Line("read PICTURE.jpg --kit d6 --out predictions.json", says="1 picture read", leaves="predictions.json"),
    Line("enrol my-tokens labels.json --kind token", says="2 shots of 2 faces"),
    Line('enrol named TRAY.jpg --kind token --faces "+1, 0"', says="8 shots of 2 faces", types="+1\n" * 16),
    Line("kit list", says="my-tokens"),
    Line("kit show my-tokens", says="token"),
    Line("kit export my-tokens my-tokens.zip", leaves="my-tokens.zip"),
    Line("kit import theirs my-tokens.zip", says="theirs"),
    Line("watch FOLDER --fps 15 --kit d6 --out readings.json", says="readings", leaves="readings.json"),
    Line("words missing de page", says="page: 0 not translated"),
    Line("optics --tray 300x220 --fov 66", says="mm"),
    Line("optics --tray 300x220 --corner 78 --picture 1920x1080 --for d20 --height 400", says="mm"),
    Line("record export t1", says=".lamplight"),
    Line("record export t1 evening.lamplight", leaves="evening.lamplight"),
    Line("record check evening.lamplight", says="12 answers"),
    Line("record import evening.lamplight"),
    Line("record import evening.lamplight --as-is"),
    Line("metrics-token", leaves="data/lamplight/table/metrics-token"),
    Line("backup now", says="backups/lamplight-0001"),
    Line("backup list", says="lamplight-0001"),
    Line("backup check 1", says="is whole"),
    Line("backup", says="backups/lamplight-0002"),
    Line("backup restore 1", says="is back"),
    Line("restore 1", says="is back"),
    Line("display add kitchen", says="kitchen may connect now"),
    Line("display add kitchen --out kitchen.toml", leaves="kitchen.toml"),
    Line("display add home --home-assistant", says="home may connect now"),
    Line("display list", says="kitchen"),
    Line("display remove kitchen", says="kitchen"),
)
"""The order matters: a kit is exported after it was made."""

ELSEWHERE: Mapping[str, str] = {
    "hall add": "tests/hall/test_commands.py::test_hall_adds_lists_and_removes_unused_tables",
    "hall list": "tests/hall/test_commands.py::test_hall_adds_lists_and_removes_unused_tables",
    "hall remove": "tests/hall/test_commands.py::test_hall_adds_lists_and_removes_unused_tables",
    "hall take": "tests/hall/test_commands.py::test_hall_take_and_give_move_a_table",
    "hall take --as": "tests/hall/test_commands.py::test_hall_take_and_give_move_a_table",
    "hall pair": "tests/hall/test_commands.py::test_hall_pair_invites_a_device_to_one_table",
    "hall pair --role": "tests/hall/test_commands.py::test_hall_pair_invites_a_device_to_one_table",
    "hall give": "tests/hall/test_commands.py::test_hall_take_and_give_move_a_table",
    "hall invite": "tests/hall/test_commands.py::test_hall_invite_prints_the_settings_of_a_machine",
    "hall staff": "tests/hall/test_commands.py::test_hall_staff_invites_and_dismisses_devices",
    "hall staff --dismiss-all": "tests/hall/test_commands.py::test_hall_staff_invites_and_dismisses_devices",
    "hall worker": "tests/hall/worker/test_worker.py::test_killed_worker_loses_no_reading",
    "hall worker --config": "tests/hall/worker/test_worker.py::test_killed_worker_loses_no_reading",
    "bench hall": "tests/hall/test_growth.py::test_growth_measures_and_draws_a_few_tables",
    "bench advice": "tests/bench/test_advice.py::test_advice_is_right_for_nearly_all_spoiled_trays",
    "bench fairness": "tests/fairness/test_bench.py::test_fairness_bench_has_a_line_with_its_floor",
    "bench idle": "tests/bench/test_idle.py::test_idle_table_writes_hardly_anything",
    "bench idle --minutes": "tests/bench/test_idle.py::test_idle_table_writes_hardly_anything",
    "bench history": "tests/bench/test_history.py::test_history_bench_leaves_its_game_unchanged",
    "bench opening": "tests/bench/test_opening.py::test_opening_bench_opens_a_table_both_ways",
    "bench path": "tests/bench/test_path.py::test_path_bench_measures_the_resolution",
    "bench rules": "tests/bench/test_bench.py::test_rules_bench_measures_every_game",
    "bench vision": "tests/bench/test_vision.py::test_reliability_groups_by_stated_confidence",
    "bench optics": "tests/bench/test_optics.py::test_optics_bench_counts_dice_and_markers",
    "bench page": "tests/bench/test_page.py::test_page_bench_measures_readings_and_taps",
    "audit": "tests/tools/test_audit.py::test_audit_counts_clean_packages",
    "check": "tests/tools/test_check.py::test_check_continues_after_a_failure",
    "demo": "tests/e2e/test_evening.py::test_a_recorded_throw_becomes_a_verdict_without_a_tap",
    "demo --camera": "tests/e2e/test_teach.py::taught_lamp",
    "demo --game": "tests/e2e/test_own_game.py::test_own_game_of_the_docs_plays_with_a_camera",
    "doctor": "tests/ops/doctor/test_doctor.py::test_doctor_prints_a_line_for_each_finding",
    "doctor --camera": "tests/ops/doctor/test_doctor.py::test_finding_has_result_and_words",
    "flash": "tests/firmware_bridge/flash/test_flash.py::test_flash_writes_an_uno_with_avrdude",
    "hall warm": "tests/hall/test_table_warming.py::test_warm_tables_prepares_a_long_table_once",
    "hall accounts": "tests/hall/test_broker_accounts.py::test_hall_accounts_prints_files_and_users_without_passwords",
    "hall accounts --table": "tests/hall/test_broker_accounts.py::test_hall_accounts_prints_files_and_users_without_passwords",
    "hall metrics-token": "tests/hall/test_broker_accounts.py::test_metrics_token_is_made_once_and_shown",
    "pair": "tests/ops/test_pairing_command.py::test_pair_prints_an_invitation_for_one_device",
    "pair --role": "tests/ops/test_pairing_command.py::test_pair_prints_an_invitation_for_one_device",
    "pair --anew": "tests/ops/test_pairing_command.py::test_pair_anew_dismisses_all_devices",
    "scenario play": "tests/scenarios/test_scenario_play.py::test_play_exits_with_the_code",
    "serve": "tests/e2e/test_setup.py::served",
    "serve --config": "tests/e2e/test_serve.py::test_serve_with_settings_admits_the_first_tablet_once",
    "update": "tests/updating/test_updater.py::test_update_brings_commit_packages_and_database",
    "update --without-backup": "tests/updating/test_updater.py::test_update_with_postgresql_asks_for_a_backup",
    "bench boot": "tests/bench/test_boot.py::test_boot_bench_reports_why_a_start_failed",
    "update --back": "tests/updating/test_updater.py::test_back_names_the_lost_entries_first",
    "words new": "tests/tools/words/test_commands.py::test_words_new_writes_every_message_of_the_page",
    "words update": "tests/tools/words/test_commands.py::test_words_update_keeps_translations",
    "words check": "tests/tools/words/test_commands.py::test_words_check_names_an_outdated_catalogue",
    "words missing": "tests/tools/words/test_commands.py::test_words_missing_lists_frequent_messages_first",
}
"""Kinds of commands that need a browser, a board or minutes, and the test that runs their code."""


def stage(folder: Path) -> None:
    """Create the files that the lines name."""
    pictures = ROOT / "tests" / "pictures"
    shutil.copy(pictures / "d6__1.2.6.6__green_warm_lamp.jpg", folder / "PICTURE.jpg")
    shutil.copy(pictures / "trayfuls" / "tokens_0.jpg", folder / "TRAY.jpg")
    shutil.copytree(ROOT / "vision" / "throws" / "d6" / "2_0", folder / "FOLDER")
    shutil.copy(ROOT / "tests" / "games" / "arkham" / "cases.json", folder)
    (folder / "vectors.json").write_text(json.dumps({"vectors": [COBS]}), encoding="utf-8")
    (folder / "mill.valkyrie").write_bytes(zipped())
    (folder / "RP2350").mkdir()
    (folder / "RP2350" / "INFO_UF2.TXT").write_text(
        "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
    )
    house = folder / "data" / "lamplight" / "table"
    house.mkdir(parents=True)
    for place in (folder, house):
        store(place / "log.db", play(games.find("arkham"), ANSWERS))
    labels = [drawn(folder, number, face) for number, face in enumerate(("skull", "+1"))]
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")


def drawn(folder: Path, number: int, face: str) -> object:
    """Draw a token and return its label."""
    picture = np.full((224, 224, 3), (40, 90, 40), np.uint8)
    cv2.circle(picture, (112, 112), 37, (150, 190, 210), -1)
    cv2.putText(picture, f"{number}", (98, 126), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 40), 4)
    cv2.imwrite(str(folder / f"{number}.jpg"), picture)
    return {"file": f"{number}.jpg", "objects": [{"kind": "token", "value": face, "box": [75, 75, 74, 74]}]}
