"""Seats anybody at a game: agents, bots from files, isolation, the host, and evenings."""
