# Thin: set-up of .venv, then a verb. Everything installed for the project lies in .venv.
#   make sim        the simulator, a page in the browser
#   make test       checks and tests
#   make soak       the long forms of tests, some minutes
#   make screens    takes the pictures of the simulator in docs/
#   make fmt        formats the code

# The first Python here that is new enough; `make PYTHON=...` chooses another.
PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11 python3.10,$(shell \
	$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $p)))
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install

.DEFAULT_GOAL := help
.PHONY: help setup sim screens test soak lint fmt clean

help:
	@sed -n 's/^#   //p' Makefile

setup: .venv/dev.stamp

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.10 or later is needed; none was found. Name one: make PYTHON=/path/to/python3" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements.txt | $(BIN)/python
	$(PIP) -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt requirements-stubs.txt | $(BIN)/python
	$(PIP) -r requirements-dev.txt
	$(PIP) --no-deps --upgrade --target .venv/esp32-stubs -r requirements-stubs.txt
	@touch $@ .venv/run.stamp

sim: .venv/run.stamp
	$(BIN)/python -m host_tools sim

screens: .venv/dev.stamp
	$(BIN)/python -m host_tools screens

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=.venv/esp32-stubs $(BIN)/mypy --custom-typeshed-dir .venv/esp32-stubs firmware
	$(BIN)/mypy

fmt: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test: lint
	$(BIN)/python -m pytest

soak: .venv/dev.stamp
	SOAK=1 $(BIN)/python -m pytest -m soak

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
