"""Floor 1, the referee: rules as generators, chance as answers. No I/O, clock, random, logging."""
