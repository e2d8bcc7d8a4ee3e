"""The hall's database: its tables divided by row security, which tables and workers there are, and events of many tables."""
