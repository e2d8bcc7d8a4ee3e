"""Backups of an installation while people play, and their restore."""

from __future__ import annotations

from companion.ops.backup.access_merge import knows_devices
from companion.ops.backup.backed_up_files import ACCOUNTS, MADE, PICTURES, database_file
from companion.ops.backup.backup_file import (
    DATABASE,
    Backup,
    BackupError,
    BackupManifest,
    compare_digests,
    describe_tables,
    local_time,
    open_backup,
    read_member,
    temporary_folder,
    unpack_database,
    verify_backup,
    write_backup,
)
from companion.ops.backup.command_actions import restore_and_describe
from companion.ops.backup.folder import BackupFolder, second_place_fault
from companion.ops.backup.restore import SET_ASIDE, restore_database, restore_salvaged, start_afresh, undo_half
from companion.ops.backup.scheduler import FOLDER, BackupScheduler, online_copy

__all__ = [
    "ACCOUNTS",
    "DATABASE",
    "FOLDER",
    "MADE",
    "PICTURES",
    "SET_ASIDE",
    "Backup",
    "BackupError",
    "BackupFolder",
    "BackupManifest",
    "BackupScheduler",
    "compare_digests",
    "database_file",
    "describe_tables",
    "knows_devices",
    "local_time",
    "online_copy",
    "open_backup",
    "read_member",
    "restore_and_describe",
    "restore_database",
    "restore_salvaged",
    "second_place_fault",
    "start_afresh",
    "temporary_folder",
    "undo_half",
    "unpack_database",
    "verify_backup",
    "write_backup",
]
