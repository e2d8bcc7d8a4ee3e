"""Running readers: configured, started and supervised, each with its thread, its outbox and its place on the bus."""
