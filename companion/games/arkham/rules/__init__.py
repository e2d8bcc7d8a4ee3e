"""The procedures of Arkham Horror, by the nouns of its rulebook."""
