"""The game as numbers: what a seat knows and may do, for learners and the bots that they become.

This room knows rules, views and events, but not who plays.
"""
