"""Paint the surfaces of a set."""
