"""From what a reader tells to what it means at a table. Decides and writes nothing: `hearing` does."""
