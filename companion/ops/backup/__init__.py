"""Backups of an installation while people play, and their restore."""

from __future__ import annotations

from companion.ops.backup.access_merge import knows_devices
from companion.ops.backup.backed_up_files import ACCOUNTS, MADE, PICTURES, database_file
from companion.ops.backup.backup import (
    DATABASE,
    Backup,
    BackupError,
    BackupManifest,
    file_of,
    opened,
    pack,
    temporary_folder,
    unpack_database,
)
from companion.ops.backup.folder import BackupFolder, close_zip
from companion.ops.backup.restore import undo_half
from companion.ops.backup.scheduler import FOLDER, BackupScheduler, online_copy
from companion.ops.backup.service import check, list_backups, make_backup, restore_backup, what, when

__all__ = [
    "ACCOUNTS",
    "DATABASE",
    "FOLDER",
    "MADE",
    "PICTURES",
    "Backup",
    "BackupError",
    "BackupFolder",
    "BackupManifest",
    "BackupScheduler",
    "check",
    "close_zip",
    "database_file",
    "file_of",
    "knows_devices",
    "list_backups",
    "make_backup",
    "online_copy",
    "opened",
    "pack",
    "restore_backup",
    "temporary_folder",
    "undo_half",
    "unpack_database",
    "what",
    "when",
]
