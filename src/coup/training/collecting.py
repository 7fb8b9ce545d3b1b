"""Rollouts: games played by the networks of a training run, with returns and advantages.

The critic values every position for every seat. So a decision's return comes from the positions
after it and from the end of the game, no matter who moves there.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch.nn.functional import one_hot, pad

from coup.research.batch import Batch
from coup.research.casting import styles_of
from coup.rules.state import SEATS
from coup.training.actor_critic import HIDDEN, INPUTS, OUTPUTS, PERSON, PRIVATE, Actor, Critic
from coup.training.lineups import KINDS, LEARNER, NETWORKS
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE
from coup.vectors.story import STYLE

CHUNK = 1 << 17  # positions valued at once


class Samples(NamedTuple):
    """Positions to learn from, a row for each.

    own: whether the learner chose there. The critic learns from all positions, since it is asked
        about all.
    log_prob: the log-probability of the action when it was chosen.
    advantage: the return of the seat to move, minus the critic's value.
    returns: the return of each seat, starting from the seat to move.
    seated: which seats exist.
    """

    observation: Any
    hidden: Any
    legal: Any
    action: Any
    log_prob: Any
    advantage: Any
    returns: Any
    seated: Any
    own: Any


class Collector:
    """Plays rounds of some moves in all games of a batch.

    batch: where every seat that a network plays is a learner's.
    players: the player of each seat of each game, as a number of `lineups`.
    steps: the moves of a round in each game.
    td_lambda, draw: as in `Settings`.
    """

    def __init__(
        self,
        batch: Batch,
        players: list[list[int]],
        steps: int,
        generator: torch.Generator,
        td_lambda: float,
        draw: float = 0.0,
    ) -> None:
        self.batch, self.steps, self.generator = batch, steps, generator
        self.td_lambda, self.draw = td_lambda, draw
        device = generator.device
        self.device = device
        games = batch.games
        rows = [row + [LEARNER] * (SEATS - len(row)) for row in players]
        self.players = torch.tensor(rows, device=device)
        self.seats = torch.tensor([len(row) for row in players], device=device)
        self.places = torch.arange(SEATS, device=device)
        self.seated = self.places < self.seats[:, None]
        self.people = self._people()
        met = {number for row in players for number in row}
        self.others = [number for number in range(1, len(NETWORKS)) if number in met]
        self.observation = torch.zeros((steps, games, INPUTS), dtype=torch.int8, device=device)
        self.hidden = torch.zeros((steps, games, PRIVATE), dtype=torch.int8, device=device)
        self.legal = torch.zeros((steps, games, OUTPUTS), dtype=torch.bool, device=device)
        self.action = torch.zeros((steps, games), dtype=torch.int64, device=device)
        self.mover = torch.zeros((steps, games), dtype=torch.int64, device=device)
        self.learning = torch.zeros((steps, games), dtype=torch.bool, device=device)
        self.log_prob = torch.zeros((steps, games), device=device)
        self.reward = torch.zeros((steps, games, SEATS), device=device)
        self.done = torch.zeros((steps, games), dtype=torch.bool, device=device)

    def play(self, actors: Mapping[int, Actor]) -> None:
        """Play one round.

        actors: by the numbers of `lineups`.
        """
        batch = self.batch
        seen = [self._shared(each) for each in (batch.observe, batch.legal, batch.to_move)]
        ends = [self._shared(each) for each in (batch.reward, batch.done)]
        for step in range(self.steps):
            self.observation[step, :, :SIZE] = seen[0]
            self.legal[step, :, :ACTIONS] = seen[1]
            self.mover[step] = seen[2]
            self.hidden[step] = self._hidden(self.mover[step])
            player = self.players.gather(1, self.mover[step, :, None]).squeeze(1)
            self.learning[step] = player == LEARNER
            log_probs = self._log_probs(actors[LEARNER], self.observation[step], self.legal[step])
            for number in self.others:
                rows = (player == number).nonzero().squeeze(1)
                log_probs[rows] = self._log_probs(
                    actors[number], self.observation[step, rows], self.legal[step, rows]
                )
            noise = torch.empty_like(log_probs).exponential_(generator=self.generator)
            wish = (log_probs - noise.log()).masked_fill(~self.legal[step], -torch.inf)
            self.action[step] = wish.argmax(1)
            self.log_prob[step] = log_probs.gather(1, self.action[step, :, None]).squeeze(1)
            batch.step(self._given(self.action[step]), wait=False)
            self.reward[step, :, : ends[0].shape[1]] = ends[0]
            self.done[step] = ends[1]
            if self.draw:
                drawn = ends[1] & (ends[0].amax(1) <= 0)
                self.reward[step] -= self.draw * (drawn[:, None] & self.seated)
        batch.check()

    def _people(self) -> Any:
        """Who plays each seat of each game, and in which style."""
        styles = styles_of(self.batch.names, SEATS).reshape(-1, SEATS, STYLE)
        manners = torch.from_numpy(styles).to(self.device)[
            torch.arange(self.batch.games, device=self.device) % len(styles)
        ]
        return torch.cat((one_hot(self.players, len(KINDS)).to(torch.int8), manners), 2)

    def _log_probs(self, actor: Actor, observation: Any, legal: Any) -> Any:
        with torch.no_grad(), torch.autocast(self.device.type, torch.bfloat16, self.on_gpu):
            return actor(observation, legal)

    @property
    def on_gpu(self) -> bool:
        return str(self.device.type) == "cuda"

    def _shared(self, array: Any) -> Any:
        """An array of the batch as a tensor on the same memory."""
        return torch.as_tensor(array, device=self.device)

    def _given(self, actions: Any) -> Any:
        """Actions in the form that the batch takes."""
        return actions if self.on_gpu else actions.numpy()

    def evaluate(self, critic: Critic, observation: Any, hidden: Any) -> Any:
        """The critic's value for each seat, starting from the seat to move."""
        with torch.no_grad(), torch.autocast(self.device.type, torch.bfloat16, self.on_gpu):
            parts = zip(observation.split(CHUNK), hidden.split(CHUNK), strict=True)
            return torch.cat([critic(*part) for part in parts])

    def samples(self, critic: Critic) -> Samples:
        """The positions of the round to learn from."""
        observation, hidden = self.observation.view(-1, INPUTS), self.hidden.view(-1, PRIVATE)
        values = self.evaluate(critic, observation, hidden).view(*self.mover.shape, SEATS)
        now = self._present()
        last_values = self.evaluate(critic, *now[:2])
        targets = returns(
            values.gather(2, self._turned(-self.mover)),
            last_values.gather(1, self._turned(-now[2])),
            self.reward,
            self.done,
            self.td_lambda,
        ).gather(2, self._turned(self.mover))
        seated = self.seated.expand(*self.mover.shape, SEATS)
        own = self.learning & (self.legal.sum(2) > 1)
        return Samples(
            observation,
            hidden,
            self.legal.view(-1, OUTPUTS),
            self.action.view(-1),
            self.log_prob.view(-1),
            (targets - values)[..., 0].reshape(-1),
            targets.view(-1, SEATS),
            seated.reshape(-1, SEATS),
            own.view(-1),
        )

    def _present(self) -> tuple[Any, Any, Any]:
        """The current observations, the hidden cards, and the seats to move."""
        mover = self._shared(self.batch.to_move).long()
        observation = self._shared(self.batch.observe)
        return pad(observation, (0, INPUTS - SIZE)), self._hidden(mover), mover

    def _hidden(self, mover: Any) -> Any:
        """What no seat sees, starting from the seat to move."""
        hands = self._shared(self.batch.hands())
        turned = self._turned(mover)[:, :, None].expand(-1, -1, PERSON)
        people = self.people.gather(1, turned).flatten(1)
        return pad(torch.cat((hands, people), 1), (0, PRIVATE - HIDDEN))

    def _turned(self, by: Any) -> Any:
        """For each seat, the seat that many places further."""
        seats = self.seats if by.dim() == 1 else self.seats.expand_as(by)
        return (self.places + by[..., None]) % seats[..., None]

    def check(self) -> None:
        """Refuse impossible data."""
        chosen = self.legal.gather(2, self.action[:, :, None])
        if not bool(chosen.all()):
            raise AssertionError("a network chose an action that is not legal")
        sums = self.reward.sum(2)
        drawn = self.done & ((sums + self.draw * self.seats).abs() < 1e-5)
        if float((sums * ~drawn).abs().max()) > 1e-5:
            raise AssertionError("the rewards of a game do not add up to 0, or to a draw")
        if not bool(torch.isfinite(self.log_prob).all()):
            raise AssertionError("a network no longer plays with numbers")


def returns(values: Any, last_values: Any, reward: Any, done: Any, td_lambda: float) -> Any:
    """The TD(lambda) return of each seat at each step.

    All are by step, game and seat; `last_values`, after the last step, is by game and seat.
    """
    found = torch.zeros_like(values)
    after = last_values
    for step in reversed(range(len(values))):
        over = done[step, :, None]
        after = torch.where(over, reward[step], after)
        found[step] = after
        after = (1 - td_lambda) * values[step] + td_lambda * after
    return found
