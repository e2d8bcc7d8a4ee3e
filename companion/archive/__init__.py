"""A whole table as one file: kept, proved, brought to another house."""
