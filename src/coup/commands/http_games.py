"""The job of `coup http`: a tournament of bots over HTTP. What the command line does not say, a
settings file may."""

import argparse
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from coup.commands.arena import FAULTS
from coup.commands.options import GAMES, SEATS, SECONDS, SEED, WORKERS, folder
from coup.commands.tournament import contest, entered, wanted_conditions
from coup.hosting.entrants import is_url
from coup.http.client import JOINT
from coup.http.terms import refuse_ruleset
from coup.rules.errors import CoupError, hint
from coup.rules.rulesets import house_rule, ruleset

READ: dict[str, Callable[[str], Any]] = {
    "games": GAMES,
    "tables": WORKERS,
    "limit": SECONDS,
    "faults": FAULTS,
    "seats": SEATS,
    "seed": SEED,
    "out": folder,
}
"""How settings are read that are also options."""
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
OPTIONS = {"bots": "players", "tables": "workers"}
"""Options that have another name there."""
USUAL_GAMES = 100


def http(options: argparse.Namespace) -> None:
    """Play games between bots over HTTP as the options say."""
    settings = settings_in(Path(options.settings)) if options.settings else {}
    house_rules = rules_in(settings) | dict(map(house_rule, options.rule))
    for name, value in settings.items():
        take(options, OPTIONS.get(name, name), value)
    if options.games is None:
        options.games = USUAL_GAMES
    rules = ruleset(options.ruleset or "inquisitor", **house_rules)
    refuse_ruleset(rules)
    check_addresses(options.players)
    contest(options, wanted_conditions(options), entered(options), rules)


def rules_in(settings: dict[str, Any]) -> dict[str, Any]:
    """The house rules of a settings file, which are then no setting any more."""
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in settings.pop("rules", {}).items()
    }


def take(options: argparse.Namespace, name: str, value: Any) -> None:
    """Take over a setting, unless the command line says something else."""
    given = getattr(options, name)
    if given is None or given is False or given == []:
        setattr(options, name, value)


def settings_in(path: Path) -> dict[str, Any]:
    """A settings file, if all that it says is understood."""
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise CoupError(f"--settings: {path} is not text in UTF-8") from None
    except OSError as error:
        raise CoupError(f"--settings: {path}: {error.strerror}") from None
    except ValueError as error:
        raise CoupError(f"--settings: {path} is not TOML: {error}") from None
    for name, value in settings.items():
        if name not in SETTINGS:
            raise CoupError(
                f"--settings: {path}: there is no setting {name!r:.60}; {hint(name, SETTINGS)}"
            )
        kind, what = SETTINGS[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise CoupError(f"--settings: {path}: {name} is {what}, not {value!r:.60}")
        if name in READ:
            settings[name] = read(name, str(value), path)
    if "bots" in settings:
        settings["bots"] = [one_bot(bot, path) for bot in settings["bots"]]
    return settings


def read(name: str, value: str, path: Path) -> Any:
    """What a setting says, if the option of that name may say it."""
    try:
        return READ[name](value)
    except argparse.ArgumentTypeError as why:
        raise CoupError(f"--settings: {path}: {name} {why}") from None


def one_bot(bot: Any, path: Path) -> str:
    """A bot of a settings file: its address, or its addresses in a list."""
    parts = bot if isinstance(bot, list) and bot else [bot]
    if not all(isinstance(each, str) for each in parts):
        raise CoupError(f"--settings: {path}: bots is {SETTINGS['bots'][1]}, not {bot!r:.60}")
    return JOINT.join(parts)


def check_addresses(bots: list[str]) -> None:
    """Refuse players that are not bots over HTTP."""
    if not bots:
        raise CoupError("name the bots by their addresses, such as http://127.0.0.1:8001")
    for bot in bots:
        if not is_url(bot):
            raise CoupError(
                f"{bot!r:.60} is not an address such as http://127.0.0.1:8001; `coup arena` lets "
                "other players meet bots over HTTP"
            )
