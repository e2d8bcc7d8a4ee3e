"""What `./table read`, `watch`, `enrol` and `kit` do: words and files in, a file or sentences out.

No reading of their own, and no terminal: what is asked and what is told goes through functions handed in.
Nobody imports a command but `companion/cli.py` and the bench.
"""
