"""`./table scenario`: check a scenario of Mansions of Madness, simulate it, add it."""
