"""Lamplight's companion: the rules, the tables that last, and the page."""
