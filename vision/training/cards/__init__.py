"""Paint playing cards, photograph them, and train the two nets that read cards."""
