"""The process that serves any table of a hall: tables in memory, threads, broker, web app and health."""
