"""Drivers of serial readers: bytes in, sightings out. No I/O, no clock of their own."""
