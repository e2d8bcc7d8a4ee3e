"""HTTP: Flask app, routes, permissions, event stream, and the page in `static`."""
