"""Characters: health, hands, items."""
