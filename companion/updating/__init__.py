"""Another version in the place of this one, and the way back."""
