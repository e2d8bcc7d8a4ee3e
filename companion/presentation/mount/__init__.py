"""Calculator of camera heights: lens, heights, outlook. Pure."""
