"""Readers at work: configured, begun and supervised, each with its thread, its outbox and its place on the bus."""
