"""Serial lines: which there are, who holds them, opening them again after a loss, and a fake reader."""
