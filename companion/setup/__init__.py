"""Camera discovery and set-up, the processes of camera and bridge, the demo."""
