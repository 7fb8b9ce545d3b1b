"""Bots over HTTP, in both directions: theirs in our games, and ours in theirs."""
