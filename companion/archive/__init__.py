"""A whole table as one file: export, import with validation, replay."""
