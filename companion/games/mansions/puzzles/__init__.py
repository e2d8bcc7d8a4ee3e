"""The puzzles of a scenario: sliding blocks, codes, swapped pictures, a tower of discs. No chance, no I/O."""
