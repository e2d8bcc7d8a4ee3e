"""Check the file of a database, and read what can be saved of a damaged one."""
