# make demo   set up, and see it work          make test    set up, and run every test
# make check  formatting, lint, types, layers  make bench   the retrieval benchmark
# make fuzz   the property tests with new random examples; repeat a round with make fuzz SEED=123 MINUTES=0
# Another Python: make demo PYTHON=python3.12   Another folder for it: make demo VENV=/somewhere
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
MINUTES ?= 10
GRAPHMEM_DATA ?= ../shared/data

.PHONY: help demo test check fuzz bench format clean

help:
	@sed -n '1,4s/^# //p' Makefile

demo: $(VENV)/.runs
	$(BIN)/graphmem demo

# two workers, each with a Neo4j of its own: they share the files of tests, and none of them the data
test: $(VENV)/.develops
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(VENV)/.develops
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.develops
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

bench: $(VENV)/.develops
	$(BIN)/graphmem bench locomo $(GRAPHMEM_DATA)/locomo/locomo10.json

format: $(VENV)/.develops
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'graphmem needs Python 3.11 or newer; name one: make demo PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runs: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . -c constraints.txt
	touch $@

$(VENV)/.develops: $(BIN)/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	touch $@ $(VENV)/.runs
