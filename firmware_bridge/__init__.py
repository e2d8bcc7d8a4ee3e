"""Serial readers on the bus: bytes of a line become sightings, sightings become readings."""
