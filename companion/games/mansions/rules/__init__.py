"""The procedures of Mansions of Madness, by the nouns of its rulebook."""
