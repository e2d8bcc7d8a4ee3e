"""Clean systems on which Lamplight is installed, and what can be asked of them."""
