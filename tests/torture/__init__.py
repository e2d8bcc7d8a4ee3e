"""The whole pipeline in one process and one thread, where everything that may fail does, by chance: `./table torture`."""
