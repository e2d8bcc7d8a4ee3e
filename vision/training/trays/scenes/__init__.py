"""Arrange, render and label pictures."""
