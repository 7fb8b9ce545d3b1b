"""The job of `coup http`: games between bots over HTTP, one after the other or at several tables.

What the command line does not say, a settings file may.
"""

import argparse
import sys
import time
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from coup.arena import page, tournament
from coup.arena.plan import Conditions, Plan
from coup.arena.store import Store
from coup.arena.tables import Tables, check_tables
from coup.commands.tournament import played, report
from coup.hosting.backstage import check_limit
from coup.hosting.entrants import Entrant, Findings, Source, enter, examine, is_url
from coup.hosting.host import with_turn_limit
from coup.http import client as http_bot
from coup.http.words import refuse_ruleset
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset, ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.words import listed

SETTINGS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "bots": (list, "a list of addresses; a list of addresses in it is one bot"),
    "games": (int, "a number"),
    "tables": (int, "a number"),
    "limit": ((int, float), "a number of seconds"),
    "faults": (int, "a number"),
    "seats": (int, "a number"),
    "seed": (int, "a number"),
    "out": (str, "a folder"),
    "anyway": (bool, "true or false"),
    "rules": (dict, "a table of house rules"),
}
"""What a settings file may say, and as what."""
GAMES = 100


def http(options: argparse.Namespace) -> None:
    """Play games between bots over HTTP as the options say."""
    settings = read_settings(options)
    rules = with_turn_limit(chosen_rules(settings, options))
    refuse_ruleset(rules)
    conditions = Conditions(settings.get("limit"), forfeit=settings.get("faults"))
    check_conditions(conditions, settings)
    entrants = entered(settings)
    tables = settings.get("tables", 1)
    check_tables(entrants, tables, "--tables")
    seed = settings["seed"] if "seed" in settings else new_seed()
    check_seed(seed)
    seats = settings.get("seats", len(entrants))
    plan = Plan(entrants, rules, seed, settings.get("games", GAMES), seats=seats, pairs=False)
    store = Store(Path(settings["out"]), plan) if "out" in settings else None
    crew: Any = partial(Tables, min(tables, plan.total))
    games = tournament.run(plan, crew, conditions, store, page.SHOWN if options.html else 0)
    begin = time.perf_counter()
    tally, end = played(games, plan.total)
    options.out = settings.get("out")
    report(tally, plan, options, time.perf_counter() - begin)
    if end is not None:
        raise end


def read_settings(options: argparse.Namespace) -> dict[str, Any]:
    """What the settings file says, and what the command line says instead."""
    settings = settings_in(Path(options.settings)) if options.settings else {}
    for name in SETTINGS:
        given = getattr(options, name, None)
        if given is not None and given is not False and given != []:
            settings[name] = given
    if not settings.get("bots"):
        raise CoupError("which bots? Give their addresses, such as http://127.0.0.1:8001")
    settings["bots"] = [
        http_bot.JOINT.join(bot) if isinstance(bot, list) else bot for bot in settings["bots"]
    ]
    return settings


def settings_in(path: Path) -> dict[str, Any]:
    """A settings file, if all that it says is understood."""
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CoupError(f"--settings: {path}: {error.strerror}") from None
    except ValueError as error:
        raise CoupError(f"--settings: {path} is not TOML: {error}") from None
    for name, value in settings.items():
        if name not in SETTINGS:
            raise CoupError(
                f"--settings: {path}: there is no setting {name!r:.60}, only {listed([*SETTINGS])}"
            )
        kind, what = SETTINGS[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise CoupError(f"--settings: {path}: {name} is {what}, not {value!r:.60}")
    for bot in settings.get("bots", []):
        parts = bot if isinstance(bot, list) and bot else [bot]
        if not all(isinstance(each, str) for each in parts):
            raise CoupError(f"--settings: {path}: bots is {SETTINGS['bots'][1]}, not {bot!r:.60}")
    return settings


def chosen_rules(settings: dict[str, Any], options: argparse.Namespace) -> Ruleset:
    """The ruleset, with the house rules of the settings file and of the command line."""
    fields = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in settings.get("rules", {}).items()
    }
    return ruleset("inquisitor", **fields | dict(options.house_rules))


def check_conditions(conditions: Conditions, settings: dict[str, Any]) -> None:
    """Refuse what cannot be."""
    if conditions.limit is not None:
        check_limit(conditions.limit)
    for name in ("faults", "tables"):
        if settings.get(name, 1) < 1:
            raise CoupError(f"--{name}: at least 1, not {settings[name]}")


def entered(settings: dict[str, Any]) -> tuple[Entrant, ...]:
    """The bots, if all of them are there; those that are not are reported."""
    for bot in settings["bots"]:
        if not is_url(bot):
            raise CoupError(
                f"{bot!r:.60} is not an address such as http://127.0.0.1:8001; other players can "
                "play with bots over HTTP in `coup arena`"
            )
    if not settings.get("anyway"):
        return tuple(enter(settings["bots"]))

    def examine_anyway(source: Source) -> Findings:
        try:
            return examine(source)
        except ValueError as error:
            print(f"coup: {error}; it is played for until it is there", file=sys.stderr)
            return Findings("", False)

    return tuple(enter(settings["bots"], examine_anyway))
