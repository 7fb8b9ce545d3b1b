"""How often an actor wins against bots, or against another actor, in batches of games."""

from collections.abc import Sequence
from typing import Any

import torch

from coup.research.batch import Batch
from coup.rules.rulesets import Ruleset
from coup.training.actor_critic import Actor
from coup.training.lineups import LEARNER, RIVAL, Share, tables

FRESH = 1_000_003  # seeds from here up are for measuring


def win_rates(
    actor: Actor,
    ruleset: Ruleset,
    seats: Sequence[int],
    others: Sequence[str],
    games: int,
    seed: int,
    rival: Actor | None = None,
    guests: int = 0,
) -> dict[str, float]:
    """How often the actor wins against copies of each other player, for each number of seats.

    others: players of `Batch`, or `rival`.
    guests: how many of them; unless it is all but one, wins of any actor count.
    """
    kinds = [(size, other) for size in seats for other in others]
    lineups: list[tuple[str, ...]] = []
    networks: list[list[int]] = []
    for size, other in kinds:
        some, numbers = tables(games, [size], [Share(1.0, (other,), guests)])
        lineups += some
        networks += numbers
    got = results(actor, rival, ruleset, lineups, networks, FRESH + seed)
    won = wins_of(got, networks, LEARNER).view(len(kinds), games)
    return {
        f"{other}, {size} seats": round(rate, 5)
        for (size, other), rate in zip(kinds, won.mean(1).tolist(), strict=True)
    }


def wins_of(got: torch.Tensor, networks: Sequence[Sequence[int]], number: int) -> torch.Tensor:
    """1 for each game that a player with this number won, 0 for the others."""
    theirs = seated(networks, got.shape[1], got.device) == number
    return ((got > 0) & theirs).any(1).float()


def seated(networks: Sequence[Sequence[int]], most: int, device: Any) -> torch.Tensor:
    """The player of each seat, a row for each game; -1 for seats that it does not have."""
    return torch.tensor([[*row, *[-1] * (most - len(row))] for row in networks], device=device)


def results(
    actor: Actor,
    rival: Actor | None,
    ruleset: Ruleset,
    lineups: list[tuple[str, ...]],
    networks: list[list[int]],
    seed: int,
) -> torch.Tensor:
    """The return of each seat in one game of each line-up."""
    device = actor.scale.device
    most = max(map(len, lineups))
    batch = Batch(len(lineups), most, ruleset, device.type, seed, lineups)
    table = seated(networks, most, device)
    generator = torch.Generator(device).manual_seed(seed)
    got = torch.zeros((len(lineups), most), device=device)
    going = torch.ones(len(lineups), dtype=torch.bool, device=device)
    seen = [torch.as_tensor(each, device=device) for each in (batch.observe, batch.legal)]
    ends = [torch.as_tensor(each, device=device) for each in (batch.reward, batch.done)]
    mover = torch.as_tensor(batch.to_move, device=device)
    while bool(going.any()):
        probabilities = actor.probabilities(*seen)
        if rival is not None:
            theirs = table.gather(1, mover[:, None]) == RIVAL
            probabilities = torch.where(theirs, rival.probabilities(*seen), probabilities)
        actions: Any = torch.multinomial(probabilities, 1, generator=generator).squeeze(1)
        batch.step(actions if device.type == "cuda" else actions.numpy())
        got += ends[0] * (going & ends[1])[:, None]
        going &= ~ends[1]
    return got
