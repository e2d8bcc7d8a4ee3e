"""The procedures of Nemesis, by the nouns of its rulebook."""
