"""PostgreSQL with the deployed settings: it starts, and row security applies to the role of our script."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from companion.hall.database.connection import open_hall
from tests.postgres import USER, Postgres

HALL = Path(__file__).resolve().parents[2] / "deploy" / "hall"
SCRIPT = re.compile(r"<<'SQL'\n(.+)\nSQL\n", re.DOTALL)
OURS = f"host all {USER} 127.0.0.1/32 trust\n"  # for the tests, whose superuser has no password
PASSWORD = "planted"

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="lamplight-conf-"))  # readable by the server's own user
    folder.chmod(0o755)
    told, lines = (folder / name for name in ("postgresql.conf", "pg_hba.conf"))
    shutil.copy(HALL / "postgresql.conf", told)
    lines.write_text((HALL / "pg_hba.conf").read_text().replace("host lamplight lamplight", "host hall hall"))
    lines.write_text(OURS + lines.read_text())
    for path in (told, lines):
        path.chmod(0o644)
    made = Postgres("-c", f"config_file={told}", "-c", f"hba_file={lines}")
    yield made
    made.stop()
    shutil.rmtree(folder)


def ask(server: Postgres, words: str) -> object:
    where = f"host=127.0.0.1 port={server.port} user={USER} dbname=postgres"
    with psycopg.connect(where, autocommit=True) as line:
        found = line.execute(words.encode())
        return found.fetchone() if found.description else None


def test_postgresql_conf_is_durable_and_ends_hanging_transactions(server: Postgres) -> None:
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        assert ask(server, f"SHOW {name}") == ("on",)
    assert ask(server, "SHOW idle_in_transaction_session_timeout") == ("5s",)
    assert ask(server, "SELECT count(*) FROM pg_hba_file_rules WHERE error IS NOT NULL") == (0,)


def test_role_of_the_script_can_open_a_hall(server: Postgres) -> None:
    found = SCRIPT.search((HALL / "database.sh").read_text())
    assert found is not None
    told = re.sub("(ROLE|OWNER|DATABASE) lamplight ", r"\1 hall ", found[1])  # the superuser has that name here
    for one in filter(str.strip, told.replace(":'password'", f"'{PASSWORD}'").split(";")):
        ask(server, one)
    open_hall(f"postgresql+psycopg://hall:{PASSWORD}@127.0.0.1:{server.port}/hall").dispose()
