"""What seats anybody at a game: agents, bots out of files, isolation, the host, and evenings."""
