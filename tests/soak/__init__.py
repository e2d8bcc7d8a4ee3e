"""Many evenings one after the other in the whole house, and what is left of them in memory, handles and bytes."""
