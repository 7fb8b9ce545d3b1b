"""Games on disk: full records and `.coup` files. Reads, writes, checks, retells and counts them.

This room knows the rules, `Game` and its events. It knows nothing of screens, bots or matches.
"""

from coup.records.checking import check
from coup.records.gamefile import FileFault, GameFile, game_file, line_of, parse, read, write
from coup.records.record import Record, RecordError, read_record, read_records, write_record

__all__ = [
    "FileFault",
    "GameFile",
    "Record",
    "RecordError",
    "check",
    "game_file",
    "line_of",
    "parse",
    "read",
    "read_record",
    "read_records",
    "write",
    "write_record",
]
