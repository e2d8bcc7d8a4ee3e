"""What the page may ask for, door by door. Whatever changes a table ends as an answer to an open prompt, or as undo, amend, correct."""
