# The whole of the project's chores. `make` alone lists them.

PYTHON ?= python3
PIP = -m pip --quiet --disable-pip-version-check --no-input
UV_VERSION = 0.13.7

# Sets $$py to a Python that is new enough, or says what is missing.
define find_python
	for py in $(PYTHON) python3.13 python3.12 python3.11 none; do \
		if $$py -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	done; \
	if [ "$$py" = none ]; then \
		echo "Undercroft needs Python 3.11 or newer. Install one, or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi
endef

# $(call step,name,command): one line if it passes, all its output if it does not.
define step
	@printf '%-14s' '$(1)'; if out=$$({ $(2); } 2>&1); then echo ok; else echo failed; printf '%s\n' "$$out"; exit 1; fi
endef

# $(call compile,environment): the bytecode, where Python is told not to write it by itself; at once when it is there.
compile = $(1)/bin/python -m compileall -q src

.DELETE_ON_ERROR:
.PHONY: help run test quick soak bench format manual site playthroughs screenshots lock clean

help: ## list these verbs
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r verb does; do printf '  make %-12s %s\n' "$$verb" "$$does"; done

run: .venv/.stamp ## build the environment and open the table with the demo campaign, for phones on your network too
	@$(call compile,.venv)
	@.venv/bin/undercroft serve --demo --browse --host 0.0.0.0

# Rewritten asserts are written down even where bytecode is not: else each worker rewrites every plugin and test.
test: .venv/.stamp .venv/.sim ## the whole check: format, lint, spelling, layers, types, tests
	@$(call compile,.venv)
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; { .venv/bin/mypy && .venv/bin/basedpyright --pythonpath .venv/bin/python; } >"$$log" 2>&1 & types=$$!; \
	$(MAKE) --no-print-directory quick || { kill $$types; exit 1; }; \
	echo 'tests'; env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder; tests=$$?; \
	printf '%-14s' 'types'; if wait $$types; then echo ok; else echo failed; cat "$$log"; tests=1; fi; \
	exit $$tests

# What takes seconds, while the types are checked beside it.
quick:
	$(call step,format,.venv/bin/ruff format --check .)
	$(call step,lint,.venv/bin/ruff check .)
	$(call step,spelling,.venv/bin/codespell)
	$(call step,layers,.venv/bin/lint-imports)

soak: .venv/.stamp ## the long runs: a thousand kills, power cuts at any moment, the types of all tests (SEED=n runs one again)
	@seed=$(SEED); seed=$${seed:-$$(.venv/bin/python -c 'import secrets; print(secrets.randbits(32))')}; \
	echo "seed $$seed (the same again: make soak SEED=$$seed)"; \
	.venv/bin/basedpyright --pythonpath .venv/bin/python tests && \
	UNDERCROFT_SOAK=1 UNDERCROFT_SEED=$$seed .venv/bin/python -m pytest -q -n auto --hypothesis-seed=$$seed -m soak tests

bench: .venv-bench/.stamp benchmarks/node_modules/.stamp ## measure Undercroft against its peers
	@$(call compile,.venv-bench)
	@.venv-bench/bin/python -m benchmarks

format: .venv/.stamp ## format the code and mend what the linter can
	@.venv/bin/ruff check --quiet --fix-only .
	@.venv/bin/ruff format .

manual: .venv/.stamp ## write the manual, the list of commands, the odds lock, the file formats and the guides again, from the code
	@.venv/bin/python -m tools.manual
	@.venv/bin/python -m tools.commands
	@.venv/bin/python -m tools.formats
	@.venv/bin/python -m tools.guides

site: .venv-site/.stamp ## build the manual, guides, formats and all other pages as a site that works from a folder
	@.venv-site/bin/python -m tools.site

playthroughs: .venv/.stamp ## record the playthroughs again; look at what changes
	@.venv/bin/python -m tools.playthroughs

screenshots: .venv/.stamp ## take pictures of every screen, with the system's Chromium
	@.venv/bin/python -m tools.screenshots

lock: .venv-lock/.stamp ## write the lock files again (UPGRADE=--upgrade takes newer versions)
	@$(call lock,requirements.lock,pyproject.toml requirements.in)
	@$(call lock,requirements-sim.lock,--constraints requirements.lock --extra sim pyproject.toml)
	@$(call lock,benchmarks/requirements.lock,--constraints requirements.lock benchmarks/requirements.in)
	@$(call lock,tools/site/requirements.lock,--constraints requirements.lock tools/site/requirements.in)
	@cd benchmarks && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund --silent

# $(call lock,output,inputs): every supported Python and system, with hashes, naming no index.
lock = .venv-lock/bin/uv --no-config --quiet pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command 'make lock' $(UPGRADE) --output-file $(1) $(2)

clean: ## remove environments, caches and built things
	@rm -rf .venv .venv-bench .venv-lock .venv-site benchmarks/node_modules build dist \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment: made again when the lock changes, only reinstalled when pyproject.toml does.
.venv/.locked: requirements.lock
	@echo 'Building .venv (once; a minute or so)'
	@$(find_python); $$py -m venv --clear .venv
	@.venv/bin/python $(PIP) install --require-hashes -r requirements.lock
	@touch $@

.venv/.stamp: .venv/.locked pyproject.toml
	@.venv/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# What compiled code is checked with; only the tests that need it are skipped without.
.venv/.sim: requirements-sim.lock | .venv/.stamp
	@.venv/bin/python $(PIP) install --no-compile --require-hashes -r requirements-sim.lock
	@touch $@

.venv-bench/.stamp: requirements.lock requirements-sim.lock benchmarks/requirements.lock pyproject.toml
	@echo 'Building .venv-bench (once; a minute or two)'
	@$(find_python); $$py -m venv --clear .venv-bench
	@.venv-bench/bin/python $(PIP) install --require-hashes -r requirements.lock -r requirements-sim.lock -r benchmarks/requirements.lock
	@.venv-bench/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-site/.stamp: tools/site/requirements.lock
	@echo 'Building .venv-site (once; a minute or so)'
	@$(find_python); $$py -m venv --clear .venv-site
	@.venv-site/bin/python $(PIP) install --require-hashes -r tools/site/requirements.lock
	@touch $@

benchmarks/node_modules/.stamp: benchmarks/package-lock.json
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		cd benchmarks && npm ci --no-audit --no-fund --silent && touch node_modules/.stamp; \
	else \
		echo 'No node and npm here: the JavaScript peer is left out.'; \
	fi

.venv-lock/.stamp: Makefile
	@$(find_python); $$py -m venv --clear .venv-lock
	@.venv-lock/bin/python $(PIP) install uv==$(UV_VERSION)
	@touch $@
