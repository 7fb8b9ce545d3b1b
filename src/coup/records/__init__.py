"""Games on disk: read, write, check, replay. Knows games, no players and no screens."""

from coup.records.record import Record, RecordError, read_records, write_record

__all__ = ["Record", "RecordError", "read_records", "write_record"]
