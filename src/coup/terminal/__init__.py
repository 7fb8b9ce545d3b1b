"""Play in a terminal: full screen, and plain lines for pipes and screen readers.

Both are thin interfaces to `coup.hosting.evening`. They show and ask; the rules, the bots, and who
may know what are left to the rooms below.
"""
