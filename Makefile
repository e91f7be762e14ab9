# The few commands of the project. `run` and `test` set everything up themselves.
.DEFAULT_GOAL := run
.PHONY: run test lint format bench screenshots film translations clean distclean setup setup-dev setup-serve
BIN := .venv/bin

run: setup ## open the studio; without a display, run the demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then exec $(BIN)/timbre studio; else exec $(BIN)/timbre demo; fi

test: setup-dev ## all tests
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

lint: setup-dev ## style, types, directions of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/pyright -p pyright-basic.json
	$(BIN)/lint-imports

format: setup-dev
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

bench: setup-dev ## latency beside Piper and Kokoro; then see benchmarks/README.md
	$(BIN)/python benchmarks/latency.py $(BENCH_ARGS)

translations: setup-dev ## collect what the window says, name what waits for a translation
	$(BIN)/python scripts/translations.py

screenshots: setup-dev ## draw the pictures of every screen anew, the README's with real speech
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.helpers.screenshots
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.helpers.readme_picture

film: setup-dev ## make the README's film anew: needs Xvfb and PulseAudio's programs
	$(BIN)/python -m tests.helpers.film

setup:
	@scripts/setup.sh run

setup-dev:
	@scripts/setup.sh dev

setup-serve: ## for a machine that only serves
	@scripts/setup.sh serve

clean: ## what was made, except the environments
	rm -rf out build dist .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -not -path './.venv/*' -not -path './.bench/*' -prune -exec rm -rf {} +

distclean: clean ## the environments as well
	rm -rf .venv .bench *.egg-info
