"""How often a bot gives an answer, compared with how often it should."""

from collections import Counter

from coup.bots import make
from coup.view import View

DRAWS = 2000
SIGMAS = 4.5


def answers(bot: str, view: View) -> Counter[str]:
    """The answers of many bots with different seeds to the same question."""
    return Counter(str(make(bot, seed).choose(view)) for seed in range(DRAWS))


def assert_answers(bot: str, view: View, **expected: float) -> None:
    """Check that answers have the expected frequencies; a blank is written as two underscores.

    Other answers must never occur.
    """
    counted = answers(bot, view)
    wanted = {answer.replace("__", " "): share for answer, share in expected.items()}
    assert set(counted) <= set(wanted), counted
    for answer, share in wanted.items():
        off = abs(counted[answer] - share * DRAWS)
        assert off <= SIGMAS * (share * (1 - share) * DRAWS) ** 0.5, (answer, counted)
