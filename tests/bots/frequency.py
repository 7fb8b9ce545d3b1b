"""How often a bot gives an answer, compared with how often it should."""

from collections import Counter

from coup.bots import make
from coup.view import View

DRAWS = 2000
SIGMAS = 4.5


def answers(bot: str, view: View) -> Counter[str]:
    """What many bots, each with its own luck, answer to the same question."""
    return Counter(str(make(bot, seed).choose(view)) for seed in range(DRAWS))


def assert_answers(bot: str, view: View, **expected: float) -> None:
    """That the answers come as often as they should; a blank is written as two underscores.

    What is not named must never be answered.
    """
    counted = answers(bot, view)
    wanted = {answer.replace("__", " "): share for answer, share in expected.items()}
    assert set(counted) <= set(wanted), counted
    for answer, share in wanted.items():
        off = abs(counted[answer] - share * DRAWS)
        assert off <= SIGMAS * (share * (1 - share) * DRAWS) ** 0.5, (answer, counted)
