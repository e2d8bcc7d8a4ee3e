"""The hall's database: its tables divided by row security, the lock and revision of each table, and events of many tables."""
