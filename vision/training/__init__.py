"""How the nets in `vision/models` were made. Needs the dependency group `train`; nothing at run time imports it."""
