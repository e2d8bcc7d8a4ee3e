"""Pages besides the table: readers, fairness, test throws, evening summary, sheets."""
