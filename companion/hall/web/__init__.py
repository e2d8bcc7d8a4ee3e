"""What a worker serves over HTTP: the pages of the tables, of the staff, and how it is itself."""
