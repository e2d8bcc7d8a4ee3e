"""The procedures of Draw Your Weapon, by the nouns of its rulebook."""
