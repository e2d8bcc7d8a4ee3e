"""The renderer, its lights and the camera."""
