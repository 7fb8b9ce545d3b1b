"""Games on disk: full records and `.coup` files. Reads, writes, checks, retells and counts them.

This room knows the rules, `Game` and its events. It knows nothing of screens, bots or matches.

A record is a line of JSON, from which the game can be replayed:

>>> import coup
>>> from coup.records import Record
>>> game = coup.Game(["ann", "bob"], hands={"ann": "captain contessa"}, seed=7)
>>> game.push("tax")
>>> line = Record.of(game).as_json()
>>> print(Record.from_json(line).game().view("bob").question)
bob: challenge ann's tax, claiming the Duke?

It also gives rows for an analyst, with all cards open:

>>> [(row["seat"], row["move"], row["bluff"]) for row in Record.of(game).rows()]
[('ann', 'tax', True)]

A `.coup` file is checked against the rules:

>>> from coup.records import check
>>> print(check("players: [ann, bob]\\nann coup bob\\n"))
line 2: ann has 2 coins, coup costs 7
"""

from coup.records.checking import check
from coup.records.fairness import verify
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
    "verify",
    "write",
    "write_record",
]
