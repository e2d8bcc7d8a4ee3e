"""Floor 4: the page, its seats, and the stream that keeps every device the same."""
