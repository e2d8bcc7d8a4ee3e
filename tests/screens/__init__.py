"""Every screen of every game: what it is, how a table gets there, and the picture of it in docs/screens."""
