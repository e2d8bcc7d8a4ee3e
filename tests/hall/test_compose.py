"""What can be said of the containers without running them."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
HALL = ROOT / "deploy" / "hall"


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((HALL / "compose.yaml").read_text(encoding="utf-8"))


def test_the_address_of_nginx_is_nobody_elses_whoever_starts_first(compose: Any) -> None:
    (pool,) = compose["networks"]["hall"]["ipam"]["config"]
    nginx = ip_address(compose["services"]["nginx"]["networks"]["hall"]["ipv4_address"])
    assert nginx in ip_network(pool["subnet"]) and nginx not in ip_network(pool["ip_range"])
    assert ip_network(pool["ip_range"]).subnet_of(ip_network(pool["subnet"])) and f"{nginx}" != pool["gateway"]
    assert compose["services"]["worker"]["environment"]["LAMPLIGHT_HALL_PROXY"] == f"{nginx}"


def test_every_file_that_is_laid_into_a_container_is_there_or_made(compose: Any) -> None:
    laid = {str(one).split(":")[0] for service in compose["services"].values() for one in service.get("volumes", ())}
    files = {path for path in laid if path.startswith("./") and not path.startswith("./secrets/")}
    assert files and not [path for path in files if not (HALL / path).exists()]


def test_the_statements_of_the_database_are_lines_that_can_be_typed_without_docker() -> None:
    """docs/hall.md hands them to psql with sed."""
    made = [
        line for line in (HALL / "database.sh").read_text(encoding="utf-8").splitlines() if line.startswith("CREATE")
    ]
    assert [line.split()[1] for line in made] == ["ROLE", "DATABASE"] and all(line.endswith(";") for line in made)


def test_postgresql_listens_to_other_containers_and_without_docker_to_its_own_machine(compose: Any) -> None:
    """docs/hall.md lays the same file beside Debian's."""
    assert "listen_addresses=*" in compose["services"]["database"]["command"]
    assert not re.search(r"^listen_addresses", (HALL / "postgresql.conf").read_text(), re.MULTILINE)


def test_nginx_in_a_container_differs_in_its_workers_alone() -> None:
    """Of the two it is the other one that tests run."""

    def told(name: str) -> str:
        text = re.sub(r"upstream workers \{.*?\n    \}", "", (HALL / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        return text[text.index("worker_processes") :]

    assert told("compose/nginx.conf") == told("nginx.conf")
