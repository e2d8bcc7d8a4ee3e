"""`./table doctor`: what this machine lacks, and what to do."""
