"""Blueprints, one for each page.

Changes of a game end as an answer to an open prompt, or as undo, redo, amend, correct. Other data of a table
(sources, save points, dismissed doubts) never changes the game.
"""
