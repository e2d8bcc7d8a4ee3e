"""The drawings of docs/pictures that are made by a script, so that none goes stale: `python -m tests.drawings`."""
