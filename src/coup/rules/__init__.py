"""The rules of Coup: the kernel, the rulesets, the words, and the targets the kernel runs on.

This room knows seats by number, imports nothing of the rest of `coup`, and draws no random numbers
except in `playout`.
"""
