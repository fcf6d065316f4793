"""Plans: what they say, and how mistakes in them are told."""
