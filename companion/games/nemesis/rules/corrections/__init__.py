"""Corrections that players make by hand."""
