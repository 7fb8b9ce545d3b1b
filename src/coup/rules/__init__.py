"""The rules of Coup: the kernel, the rulesets, the names of moves, and the kernel's targets.

This room knows seats by number, imports nothing from the rest of `coup`, and draws random numbers
only in `playout`.
"""
