# The project's chores, as tools/chores.py does them: for systems without make, `python -m tools.chores test`.
# `make` alone lists them.

PYTHON ?= python3

# $(chore): do the chore of that name with a Python that is new enough, or say what is missing.
define chore
	@for py in $(PYTHON) python3.14 python3.13 python3.12 python3.11 none; do \
		if $$py -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	done; \
	if [ "$$py" = none ]; then \
		echo "Undercroft needs Python 3.11 or newer. Install one, or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	exec $$py -m tools.chores
endef

.PHONY: help run test quick soak bench format manual site playthroughs screenshots lock clean

help: ## list these verbs
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r verb does; do printf '  make %-12s %s\n' "$$verb" "$$does"; done

run: ## build the environment and open the table with the demo campaign, for phones on your network too
	$(chore) $@

test: ## the whole check: format, lint, spelling, layers, types, tests
	$(chore) $@

# What takes seconds, in the environment as it is.
quick:
	$(chore) $@

soak: ## the long runs: a thousand kills, power cuts at any moment, the types of all tests (SEED=n runs one again)
	$(chore) $@

bench: ## measure Undercroft against its peers
	$(chore) $@

format: ## format the code and mend what the linter can
	$(chore) $@

manual: ## write the manual, the list of commands, the odds lock, the file formats and the guides again, from the code
	$(chore) $@

site: ## build the manual, guides, formats and all other pages as a site that works from a folder
	$(chore) $@

playthroughs: ## record the playthroughs again; look at what changes
	$(chore) $@

screenshots: ## take pictures of every screen, with the system's Chromium
	$(chore) $@

lock: ## write the lock files again (UPGRADE=--upgrade takes newer versions)
	$(chore) $@

clean: ## remove environments, caches and built things
	$(chore) $@

# The environment, and what compiled code is checked with.
.venv/.stamp: requirements.lock pyproject.toml
	$(chore) env

.venv/.sim: requirements.lock requirements-sim.lock pyproject.toml
	$(chore) sim
