"""A table as a worker has it: read from the database, brought up to date, told to the bus, looked after."""
