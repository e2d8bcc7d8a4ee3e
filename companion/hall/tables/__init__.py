"""A table as a worker has it: read from the database, updated, published and monitored."""
