"""The process that serves a share of the tables: what it is assigned, its threads, broker, web app and health."""
