PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# Some tests wait for processes or a browser, while others keep the processors busy.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * os.cpu_count())')
PORT :=
# Each worker imports the whole project, and tests start more processes. With compiled files that takes half
# as long, so the tests write them even if the environment tells Python not to.
# The order of sets is the same each time, as simulated time and chance are.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONHASHSEED=0 $(PY) -m pytest -n $(WORKERS) --dist worksteal

NO_VENV = "This Python can't make an environment. On Debian and Ubuntu: sudo apt install python3-venv" \
	"(python3.12-venv for make PYTHON=python3.12). Then try again."

.DEFAULT_GOAL := help
.PHONY: help play test deep check bench clicks ladder soak kills browser lock clean

help: ## List the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

# The environment is made whole or not at all: one without pip, or with the mark that it's unfinished, doesn't count.
# Debian and Ubuntu have what makes it in a package of its own.
$(VENV)/run: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@if [ -e $(VENV)/unfinished ] || ! $(PY) -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo $(NO_VENV) >&2; exit 1; }; \
		rm -rf $(VENV) && mkdir $(VENV) && touch $(VENV)/unfinished && \
		$(PYTHON) -m venv $(VENV) && rm $(VENV)/unfinished || { rm -rf $(VENV); exit 1; }; \
	fi
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/dev: requirements-dev.lock $(VENV)/run
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

play: $(VENV)/run ## Try the bot in your browser, on a local Discord; no token needed. PORT=0 picks a free port
	@$(PY) -m bot play $(if $(PORT),--port $(PORT))

test: $(VENV)/dev ## Run all tests, in WORKERS processes
	$(PYTEST)

deep: $(VENV)/dev ## Run all tests with many more random games and the largest records; takes hours
	DEEP=1 $(PYTEST) --timeout 7200

check: $(VENV)/dev ## Check lint, formatting, imports and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(VENV)/bin/lint-imports --no-logo
	$(PY) -m mypy

bench: $(VENV)/dev ## Measure the speed, compared with a bare discord.py bot
	$(PY) -m bench

clicks: $(VENV)/dev ## Count how much a person clicks in each game, and the messages
	$(PY) -m bench.clicks

ladder: $(VENV)/dev ## Let each level of the computers play the one below; takes minutes
	$(PY) -m bench.ladder

soak: $(VENV)/dev ## Let computers play many games and replay each
	$(PY) -m tests.soak

kills: $(VENV)/dev ## Kill the bot 200 times during games, and check that nothing is lost
	$(PY) -m tests.kills

lock: ## Write the lock files again from pyproject.toml
	$(PY) -m pip install --quiet uv
	$(PY) -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q -o requirements.lock
	$(PY) -m uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c requirements.lock -q -o requirements-dev.lock

clean: ## Remove the environment and caches, but no games
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
