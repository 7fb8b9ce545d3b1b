"""Play in a terminal: full screen, and plain lines for pipes and screen readers.

Both faces are thin skins over `coup.hosting.evening`. They know how to show and to ask, and leave
the rules, the bots and what anybody may know to the rooms below.
"""
