"""The process of a worker: tables in memory, threads, broker, web app and health."""
