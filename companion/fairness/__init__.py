"""What was thrown, and whether the dice were fair."""
