"""HTTP of a worker: pages of the tables, page of the staff, health and metrics."""
