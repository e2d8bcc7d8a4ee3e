"""`./table hall ...`: words in, a hall that has changed, and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner, Result

from companion.backups.keeper import Keeper
from companion.cli import app
from companion.errors import LamplightError
from companion.settings import Settings
from companion.venue.moving import CannotMove
from companion.venue.roll import listed
from companion.venue.staff import devices_of, invitation
from companion.web.devices import NotInvited
from tests.new_log import new_log
from tests.venue.test_divided import ROW

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

Typed = Callable[..., Result]


@pytest.fixture
def typed(hall: Engine, tmp_path: Path) -> Typed:
    config = tmp_path / "hall.toml"
    url = hall.url.render_as_string(hide_password=False)
    config.write_text(f'database = "{url}"\ndata = "{tmp_path / "hall"}"\ndomain = "cafe.example"\n')
    runner = CliRunner()
    return lambda *words: runner.invoke(app, ["hall", *words, "--config", str(config)])


def test_tables_are_added_and_listed(typed: Typed, hall: Engine) -> None:
    assert "http://lamp-2.cafe.example/" in typed("add", "lamp-1", "lamp-2").output
    assert "lamp-1: served by nobody just now" in typed("list").output
    assert [name for name, _, _ in listed(hall)] == ["lamp-1", "lamp-2"]


def test_a_name_that_no_topic_can_have_is_refused(typed: Typed, hall: Engine) -> None:
    assert isinstance(typed("add", "Lamp One").exception, LamplightError)
    assert not listed(hall)


def test_a_machine_of_its_own_is_invited_with_the_lines_that_it_needs(typed: Typed) -> None:
    said = typed("invite", "lamp-7").output
    assert '[hall]\nurl = "http://cafe.example"\nkey = "' in said and 'name = "lamp-7"' in said
    assert "lamp-7: played at its own machine" in typed("list").output


def test_a_house_comes_and_goes(typed: Typed, tmp_path: Path) -> None:
    house = Settings(data=tmp_path / "house")
    log = new_log(house.data)
    log.open("t1", "arkham", [ROW])
    log.close()
    assert "http://lamp-7.cafe.example/" in typed("take", str(Keeper(house).now().path), "--as", "lamp-7").output
    assert "./table restore back.zip" in typed("give", "lamp-7", str(tmp_path / "back.zip")).output
    assert isinstance(typed("give", "lamp-8", str(tmp_path / "other.zip")).exception, CannotMove)


def test_a_device_of_the_staff_is_shown_the_way_in(typed: Typed) -> None:
    assert "http://cafe.example/#" in typed("staff").output


def test_all_of_the_staff_are_sent_away(typed: Typed, hall: Engine) -> None:
    devices = devices_of(hall)
    _, key = devices.accept(invitation(hall))
    left = invitation(hall)
    assert "was sent away" in typed("staff", "--dismiss-all").output
    assert not devices.of([key])
    with pytest.raises(NotInvited):
        devices.accept(left)
