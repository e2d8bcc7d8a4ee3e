"""Statistics of what was thrown: whether the dice were fair, and who was lucky."""
