"""Floor 3, what lasts: a table's log, its one writer, and the meaning of readings."""
