"""The house in processes of its own, each of which may die at any moment, and what must hold all the same."""
