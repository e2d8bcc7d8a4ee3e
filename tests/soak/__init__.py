"""Many evenings in a whole server, and what remains of them in memory, handles and bytes."""
