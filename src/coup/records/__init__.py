"""Games on disk: `.coup` files, read, written, checked, told and counted.

This room knows the rules, `Game` and its events. It knows nothing of screens, bots or matches.
"""

from coup.records.checking import check
from coup.records.gamefile import Fault, GameFile, game_file, line_of, parse, read, write

__all__ = ["Fault", "GameFile", "check", "game_file", "line_of", "parse", "read", "write"]
