"""The reporting application adds staff calls and events where the settings name a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hall_link.reporting_application import ReportingApplication
from companion.schema import HallEvent
from companion.settings import BrokerSettings, HallLink, Settings

KRAKEN = HallEvent(7, "The Kraken", 500, 100, is_over=False)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, broker=BrokerSettings(kind="external", host="127.0.0.1", port=1))


@pytest.mark.slow
def test_staff_is_offered_only_with_a_hall(settings: Settings) -> None:
    house = ReportingApplication(settings)
    hall = house.services().hall
    assert hall is not None and hall.staff is None
    house.stop()
    linked = ReportingApplication(settings.model_copy(update={"hall": HallLink(url="http://127.0.0.1:1", key="k")}))
    hall = linked.services().hall
    assert hall is not None and hall.staff is linked.calling
    linked.stop()


@pytest.mark.slow
def test_event_of_an_earlier_run_is_shown(settings: Settings) -> None:
    house = ReportingApplication(settings)
    house.sharing.update_event(KRAKEN)
    house.sharing.count(7, 3, 1)
    house.stop()
    again = ReportingApplication(settings)
    hall = again.services().hall
    again.stop()
    assert (
        hall is not None
        and (event := hall.event) is not None
        and (shown := event.now()) is not None
        and (shown.total, shown.own) == (103, 3)
    )


def test_report_has_the_call_for_staff(settings: Settings) -> None:
    house = ReportingApplication(settings)
    house.calling.call(on=True)
    report = house._report()
    house.stop()
    assert report["help"] == house.calling.since > 0
