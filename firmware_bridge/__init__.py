"""The way of serial readers to the bus: bytes of a line become tags, tags become readings."""
