"""Files, folders, locks, threads, processes, network names and logging. Knows no game and no table."""
