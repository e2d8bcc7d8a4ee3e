"""What differs between sets of dice, tokens and cards: one drawn by hand, and any number of random ones."""
