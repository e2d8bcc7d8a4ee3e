"""What serial readers say, as bytes in and tags out; no port, no clock of its own."""
