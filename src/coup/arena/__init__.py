"""Many games between players, and what they come to. Knows players and games, no screens."""
