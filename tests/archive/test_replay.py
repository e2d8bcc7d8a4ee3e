"""An old evening goes through the rules again and comes out the same, or the first difference is named."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from companion import games
from companion.archive.replay import run
from companion.engine import Game
from companion.errors import ContentError
from companion.i18n import Text
from companion.schema import Answer, from_json
from companion.sessions import GameTable, SqlEventLog, to_row
from tests.bench.rules import any_values

ANSWERS = 12


def play(game: Game, answers: int) -> GameTable:
    random, table = Random(3), GameTable.begin(game, game.sample)
    for number in range(answers):
        if table.open:
            prompt = random.choice(table.open)
            table.answer(Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat))
    return table


def store(file: Path, table: GameTable) -> None:
    log = SqlEventLog(f"sqlite:///{file}", clock=lambda: 0.0)
    log.open("t1", table.game.name)
    log.append("t1", [to_row(entry) for entry in table.log])
    log.close()


@pytest.mark.parametrize("name", games.names())
def test_random_game_replays_to_the_same_facts(name: str, tmp_path: Path) -> None:
    store(tmp_path / "log.db", play(games.find(name), ANSWERS))
    told: list[str] = []
    assert run(tmp_path / "log.db", told.append), told
    assert told[-1] == "1 of 1 table comes out the same"


def sentences(value: Any) -> Any:
    """JSON as a version kept it that wrote English sentences where text stands now."""
    match value:
        case {"msgid": _}:
            return str(from_json(Text, value))
        case dict():
            return {key: sentences(inner) for key, inner in value.items()}
        case list():
            return [sentences(inner) for inner in value]
    return value


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_replay_of_a_log_with_sentences_is_equal(name: str, tmp_path: Path) -> None:
    table, log = play(games.find(name), 40), SqlEventLog(f"sqlite:///{tmp_path}/log.db", clock=lambda: 0.0)
    rows = [to_row(entry) for entry in table.log]
    before = [replace(row, data=sentences(row.data)) for row in rows]
    assert before != rows
    log.open("t1", name)
    log.append("t1", before)
    log.close()
    told: list[str] = []
    assert run(tmp_path / "log.db", told.append), told


@pytest.mark.slow
def test_replay_ignores_undone_entries(tmp_path: Path) -> None:
    table = play(games.find(games.names()[0]), ANSWERS)
    table.undo(table.seq - 1)
    file = tmp_path / "log.db"
    store(file, table)
    before = file.read_bytes()
    assert run(file, lambda line: None)
    assert file.read_bytes() == before


def test_replay_names_a_fact_that_rules_do_not_establish(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    table = play(games.find(games.names()[0]), ANSWERS)
    store(file, table)
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        last = "(select max(seq) from entries where kind = 'event')"
        connection.execute(sa.text(f"delete from entries where seq = {last}"))
    engine.dispose()
    told: list[str] = []
    assert not run(file, told.append)
    assert "from entry" in told[0]


@pytest.mark.parametrize("content", [None, "no database at all, but long enough to be looked at" * 40])
def test_replay_refuses_other_files(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "log.db"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ContentError, match=r"no such file|no log of tables"):
        run(file, lambda line: None)
