"""Parallel tables for bots over HTTP.

A table is a process, so a slow bot slows only its own table. With several tables, a bot must say
that it can keep games apart, or have an address for each table.
"""

from collections.abc import Callable
from typing import Any

from coup.arena import workers
from coup.hosting.entrants import Entrant
from coup.http import client as http_bot
from coup.rules.errors import CoupError


def check_tables(entrants: tuple[Entrant, ...], tables: int, option: str) -> None:
    """Refuse more parallel games than a bot can keep apart."""
    if tables == 1:
        return
    for entrant in entrants:
        if entrant.is_http and http_bot.tables_of(str(entrant.source)) < tables:
            raise CoupError(
                f"{option}: {entrant.source} does not say that it can tell {tables} games apart; "
                f"give it {tables} addresses, as in http://a:1{http_bot.JOINT}http://a:2, or see "
                "docs/http-bots.md for how it says so"
            )


class AddressCrew(workers.Processes):
    """A crew of processes, each of which uses its own address of a bot with several."""

    def contract(self, lane: int) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return hire_at_table, (lane, *super().contract(lane)[1])


def hire_at_table(table: int, *arguments: Any) -> None:
    """Start the worker of this process, at a table."""
    http_bot.table = table
    workers.hire(*arguments)
