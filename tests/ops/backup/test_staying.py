"""Which backups stay."""

from __future__ import annotations

from pathlib import Path

from companion.ops.backup import BackupFolder, BackupManifest, BackupScheduler, backup_file
from companion.ops.backup.folder import kept_by_policy
from companion.settings import Settings
from tests.ops.backup.there import DAY, NOON, played


def of_days(*days: float) -> tuple[backup_file.Backup, ...]:
    """One a number, the last the newest."""
    there = enumerate(days, start=1)
    made = [backup_file.Backup(Path(f"{number}"), number, BackupManifest(NOON + day * DAY)) for number, day in there]
    return tuple(reversed(made))


def test_the_newest_five_stay_whatever_the_clock_says() -> None:
    assert kept_by_policy(of_days(*[0.0] * 9)) == {5, 6, 7, 8, 9}
    assert {5, 6, 7, 8, 9} <= kept_by_policy(of_days(0, 1, 2, 3, -20000, 4, 5, -20000, 6))


def test_one_of_each_of_seven_days_and_four_weeks_stays() -> None:
    hundred = of_days(*(day + hour / 24 for day in range(100) for hour in range(3)))
    stays = sorted({(number - 1) // 3 for number in kept_by_policy(hundred)})
    assert stays[-7:] == [93, 94, 95, 96, 97, 98, 99]
    assert len([day for day in stays if day < 93]) == 3


def test_old_ones_go_where_all_of_them_are_too_large(settings: Settings) -> None:
    keeper = BackupScheduler(settings)
    for seq in range(1, 8):
        played(settings, seq)
        keeper.make_backup()
    assert len(keeper.place.backups()) == 5
    BackupFolder(keeper.place.folder, most_bytes=1).thin_out()
    assert [one.number for one in keeper.place.backups()] == [7, 6]
