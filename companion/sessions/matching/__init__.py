"""What a reading means for the open prompts. Decides and writes nothing: `reading_handler` writes."""
