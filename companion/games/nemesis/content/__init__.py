"""Records of the ship content, and how they are loaded and checked."""
