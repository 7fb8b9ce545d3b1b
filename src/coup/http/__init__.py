"""Bots over HTTP, in both directions: theirs at our games, and ours at theirs."""
