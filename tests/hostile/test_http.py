"""A small part of `./table prove hostile_http`: odd requests to every route by devices of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.hostile.http import described_requests, odd_requests
from tests.hostile.judge import Judge
from tests.hostile.stand import Stand, open_stand
from tests.tools.openapi.routes import doors

pytestmark = pytest.mark.slow

SLOW = 10.0  # s on a busy test machine. A proof is stricter
DESCRIBED = frozenset({"history.log", "readers.teach"})


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with open_stand(tmp_path_factory.mktemp("house")) as stand:
        yield stand


def test_odd_requests_are_answered_and_change_nothing(stand: Stand) -> None:
    judge = Judge(stand, SLOW)
    judge.ask_all(odd_requests(stand, 2, Random(4)))
    assert judge.found == []
    assert judge.asked.keys() == {door.name for door in doors(stand.app)}
    assert judge.statuses[200] and judge.statuses[400] and judge.statuses[403]


def test_routes_survive_schemathesis(stand: Stand) -> None:
    judge = Judge(stand, SLOW)
    judge.ask_all(described_requests(stand, 8, 1, DESCRIBED))
    assert judge.found == []
    assert judge.asked.keys() == DESCRIBED
