"""Operation of an installation: health, backups, doctor, recovery, display accounts."""
