"""The things on the tray and their bodies: where they lie and how they lean."""
