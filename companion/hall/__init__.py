"""A hall of many tables: one PostgreSQL, one broker, any number of workers that serve them."""
