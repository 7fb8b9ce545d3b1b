# Each command sets up what it needs (a virtual environment in .venv, the install), then does its job.

PYTHON ?= python3
BIN := .venv/bin

# How make was called, so that what the game says on leaving works as typed.
CALLED := make$(if $(findstring w,$(firstword -$(MAKEFLAGS))), -C $(CURDIR))
# Ctrl-C ends a game, which is no error of make's.
GAME = trap : INT; COUP_MAKE='$(CALLED)' $(BIN)/python -m coup play

.PHONY: play resume serve test compiled quick quick-types quick-tests docs notebooks release browser lint bench bench-gpu bench-bots bench-agents bench-files bench-http bench-quantum soak load playthroughs pictures observation api endgames clean

play: .venv/play.ok
	@$(GAME) || test $$? = 130

resume: .venv/play.ok
	@$(GAME) --resume || test $$? = 130

serve: .venv/server.ok
	@echo "Anyone on your local network can join. To allow only this machine: .venv/bin/coup serve"
	@$(BIN)/python -m coup serve --lan

# The quick tests first, without what they must not need. Browsers and clocks keep many of the others waiting, so three
# processes keep two cores busy.
test: browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint compiled
	@$(MAKE) --no-print-directory quick-tests
	$(BIN)/python -m pytest -n 3 --dist worksteal -q -m 'not quick'

# Lint, types and the fast tests, in about a minute, without PyTorch, Ray or a browser.
quick: .venv/test.ok
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory --jobs 2 --output-sync quick-types quick-tests

quick-types:
	$(BIN)/mypy

quick-tests:
	$(BIN)/python -m pytest -p tests.quick -n 2 --dist worksteal -q tests

# The tests play in a browser: the system's, or else one that this gets.
browser: .venv/dev.ok
	@$(BIN)/python -m tests.server.browser

# What numba compiles takes a minute, once: better now, beside the linters, than in each process of the tests.
compiled: .venv/dev.ok
	$(BIN)/python -m tests.compiled

lint: .venv/dev.ok
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/bench.ok
	$(BIN)/python -m benchmarks.cpu
	$(BIN)/python -m benchmarks.http_bots
	$(BIN)/python -m benchmarks.research

bench-gpu: .venv/gpu.ok
	$(BIN)/python -m benchmarks.gpu --check
	$(BIN)/python -m benchmarks.gpu

bench-bots: .venv/dev.ok
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.strength

bench-agents: .venv/dev.ok
	$(BIN)/python -m benchmarks.agents

bench-files: .venv/dev.ok
	$(BIN)/python -m benchmarks.files

bench-http: .venv/dev.ok
	$(BIN)/python -m benchmarks.http_bots

bench-quantum: .venv/dev.ok
	$(BIN)/python -m benchmarks.quantum

# Workers are killed and sockets cut while games are played; the simulated server meets many seeds; the
# socket gets nonsense; every message is searched for leaks; random games are many; a tournament runs on a
# cluster of two nodes. Takes some hours.
soak: .venv/dev.ok
	$(BIN)/python -m tests.server.soak --games 500 --workers 3
	$(BIN)/python -m tests.server.soak --games 500 --workers 1
	$(BIN)/python -m tests.server.soak --games 500 --sqlite
	$(BIN)/python -m tests.server.simulation --seeds 20000
	$(BIN)/python -m tests.server.test_fuzz 180
	$(BIN)/python -m tests.server.test_leaks 1000
	COUP_TEST_TIMES=20 $(BIN)/python -m pytest -n 2 -q tests/rules/test_random_games.py tests/rules/test_reference.py tests/records/test_every_game.py
	$(BIN)/python -m tests.targets.reformation --games 20000
	$(BIN)/python -m tests.arena.two_nodes

# A thousand tables with four people each.
load: .venv/dev.ok
	$(BIN)/python -m tests.server.load --tables 1000 --seconds 60

# Rewrite the games in tests/playthroughs, after a change of behaviour that is meant.
playthroughs: .venv/dev.ok
	$(BIN)/python -m tests.playthroughs

# Redraw the pictures of the terminal game and of the page in docs/.
pictures: browser
	$(BIN)/python -m tests.terminal.pictures
	$(BIN)/python -m tests.server.pictures

# Rewrite the page about observations, after a change of their layout.
observation: .venv/dev.ok
	$(BIN)/python -m coup.research.layout > docs/observation.md

# Rewrite the page about the library, after a change of what a room exports.
api: .venv/dev.ok
	$(BIN)/python -m coup.commands.api > docs/api.md

# What endgames teach: the tables and pictures of docs/endgames.md; takes some minutes.
endgames: .venv/dev.ok
	$(BIN)/python -m benchmarks.endgames docs

# The site, in build/site. Its pages lie as in the project, so that a link works in both.
docs: .venv/docs.ok
	rm -rf build/pages
	mkdir -p build/pages/src/coup/bots
	ln -s $(foreach page,README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs examples,"$(CURDIR)/$(page)") build/pages
	ln -s "$(CURDIR)/src/coup/bots/weights" build/pages/src/coup/bots
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in build/site: $(BIN)/python -m http.server -d build/site"

# Run the notebooks in docs/notebooks, and update what they show.
notebooks: .venv/dev.ok .venv/docs.ok
	cd docs/notebooks && OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 ../../$(BIN)/jupyter execute --inplace *.ipynb

# The checklist of a release. It publishes nothing.
release: .venv/dev.ok
	$(BIN)/python -m tools.release

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/python.ok:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "coup needs Python 3.11 or later, and $(PYTHON) is not. Try: make PYTHON=python3.12" >&2; \
		exit 2; }
	@echo "Setting up .venv, once; this takes up to a minute."
	$(PYTHON) -m venv .venv
	touch $@

.venv/play.ok: .venv/python.ok pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/%.ok: .venv/python.ok pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[$*]'
	touch $@
