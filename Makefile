# Thin: set-up of .venv, then a verb. Everything installed for the project lies in .venv.
#   make sim        the simulator, a page in the browser
#   make build      compiles the firmware for BOARD=... (devkitc if not said) into build/
#   make flash      puts MicroPython onto the controller at PORT=..., from FIRMWARE=file.bin; ERASE=1 erases it first
#   make deploy     puts the scoreboard onto the board at PORT=..., for BOARD=...; the game goes on
#   make rollback   brings the version before the latest deploy back, PORT=...
#   make doctor     walks through every key, beam and LED of the board at PORT=..., and writes a report
#   make logs       prints what has happened to the board at PORT=...
#   make games      fetches the records of the games from PORT=... into games/
#   make settings   shows the settings of the board at PORT=..., or changes them: language=en brightness=5 ...
#   make test       checks and tests
#   make soak       the long forms of tests, some minutes
#   make bench      measures, beside what others use
#   make screens    draws all screens of the LED board, and takes the pictures of the simulator, in docs/
#   make fmt        formats the code

# The first Python here that is new enough; `make PYTHON=...` chooses another.
PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11 python3.10,$(shell \
	$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $p)))
BIN := .venv/bin
# The settings named on the command line. As all that is set there they are variables of the shell's too, and only the
# shell leaves a name as it was typed, with its blanks and quotes.
SETTINGS = $(filter-out PORT PYTHON,$(subst =,,$(filter %=,$(subst =,= ,$(MAKEOVERRIDES)))))
VERB := $(BIN)/python -m host_tools
PIP := $(BIN)/python -m pip --disable-pip-version-check install

.DEFAULT_GOAL := help
.PHONY: help setup sim build flash deploy rollback doctor logs games settings screens test soak bench lint fmt clean

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

.venv/dev.stamp: requirements.txt requirements-dev.txt requirements-stubs.txt $(wildcard host_tools/wasm/package*.json) | $(BIN)/python
	$(PIP) -r requirements-dev.txt
	$(PIP) --no-deps --upgrade --target .venv/esp32-stubs -r requirements-stubs.txt
	$(BIN)/python -m host_tools.wasm.install
	@touch $@ .venv/run.stamp

sim: .venv/run.stamp
	$(BIN)/python -m host_tools sim

build: .venv/run.stamp
	@$(VERB) build $(if $(BOARD),--board "$$BOARD")

flash: .venv/run.stamp
	@$(VERB) flash "$$PORT" "$$FIRMWARE" $(if $(ERASE),--erase)

deploy: .venv/run.stamp
	@$(VERB) deploy "$$PORT" $(if $(BOARD),--board "$$BOARD")

rollback doctor logs games: .venv/run.stamp
	@$(VERB) $@ "$$PORT"

settings: .venv/run.stamp
	@$(VERB) settings "$$PORT" $(foreach name,$(SETTINGS),"$(name)=$$$(name)")

screens: .venv/dev.stamp
	$(BIN)/python -m host_tools screens
	$(BIN)/python -m host_tools photos

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=.venv/esp32-stubs $(BIN)/mypy --custom-typeshed-dir .venv/esp32-stubs firmware
	$(BIN)/mypy

fmt: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test: lint
	$(BIN)/python -m pytest -n auto --dist loadfile

soak: .venv/dev.stamp
	SOAK=1 $(BIN)/python -m pytest -m soak

bench: .venv/dev.stamp
	@$(VERB) bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
