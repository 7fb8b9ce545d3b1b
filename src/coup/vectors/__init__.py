"""The game as numbers: what a seat knows and may do, for whatever learns, and what it learned.

This room knows rules, views and events, and nothing of who plays.
"""
