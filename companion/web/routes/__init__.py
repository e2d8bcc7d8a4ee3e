"""Blueprints, one for each page.

What changes the game ends as an answer to an open prompt, or as undo, redo, amend, correct; what a table keeps beside it
(sources, names of moments, doubts put away) never does.
"""
