"""Many games between players, and their results. Knows players and games, no screens."""
