"""Rounded solids and what covers them."""
