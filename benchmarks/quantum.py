"""The CPU time of solving Quantum Coup for two, by step.

python -m benchmarks.quantum
"""

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from coup.quantum import Ruleset, solve
from coup.quantum.engines import PLAIN, Engine, best_engine

STAGES = {
    "link": "find all states and what may follow each",
    "link_back": "turn the links around",
    "decide": "decide backwards from the ends",
    "reach": "count what the start can reach",
}
ROUNDS = 20


def timed(engine: Engine, spent: defaultdict[str, float]) -> Engine:
    """The same engine, with its functions timed."""

    def wrapped(name: str) -> Callable[..., Any]:
        function = getattr(engine, name)

        def run(*arguments: Any) -> Any:
            begun = time.process_time()
            result = function(*arguments)
            spent[name] += time.process_time() - begun
            return result

        return run

    stages: dict[str, Any] = {name: wrapped(name) for name in STAGES}
    return engine._replace(**stages)


def main() -> None:
    for engine, rounds in ((best_engine(), ROUNDS), (PLAIN, 1)):
        solve(engine=engine).count()  # load or compile the code
        spent: defaultdict[str, float] = defaultdict(float)
        begun = time.process_time()
        for _ in range(rounds):
            solve(Ruleset(), timed(engine, spent)).count()
        total = time.process_time() - begun
        print(f"{engine.name}: {1000 * total / rounds:.1f} ms")
        for stage, what in STAGES.items():
            print(f"  {1000 * spent[stage] / rounds:8.1f} ms  {what}")
        print(f"  {1000 * (total - sum(spent.values())) / rounds:8.1f} ms  the rest")


if __name__ == "__main__":
    main()
