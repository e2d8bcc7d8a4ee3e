"""The actions of a character."""
