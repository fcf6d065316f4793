# make demo | test | quick | nightly | coverage | check | check-js | wasm | site | pictures | format | golden | fuzz | sanitize | bench. Each sets up .venv by itself when it is missing.
PYTHON ?= python3
BIN := .venv/bin
SHELL := /bin/bash
NATIVE := $(shell find native tests/native -name '*.?pp')
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# The tests start hundreds of interpreters, which would compile everything each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test quick nightly coverage check check-js wasm site pictures format golden bench fuzz sanitize clean
help:
	@echo "make demo    build, then hold a small tournament in each of the four contests, and write a page"
	@echo "make test    make check, then every test but those of make nightly"
	@echo "make quick   the tests without the slow ones"
	@echo "make nightly all tests, also with sanitizers, and a long run of the fuzzer"
	@echo "make coverage report the lines that no test runs"
	@echo "make check   format, lint, types, layers"
	@echo "make check-js the types of the pages' scripts"
	@echo "make wasm    build the core for pages, as WebAssembly"
	@echo "make site    write the boards with the engine in the page as a static site, into build/site"
	@echo "make pictures retake the pictures of the boards for the README"
	@echo "make format  let the formatters rewrite the sources"
	@echo "make golden  write the golden games and the kept outputs again (then read the diff)"
	@echo "make fuzz    feed made-up input to every reader, guided by coverage"
	@echo "make sanitize run the native core's tests on a build that looks at every access"
	@echo "make bench   speed, as ratios to well-known yardsticks"

# The environment: first the build tools, then the package with its native core, in place.
.venv/tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: Ludus needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@command -v g++ >/dev/null || { echo "error: Ludus needs g++ to build its native core" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "setting up .venv ..."; $(PYTHON) -m venv .venv; }
	@echo "installing the build tools into .venv ..."
	@$(BIN)/python -m pip install --quiet 'scikit-build-core>=0.10' 'nanobind>=2.4' cmake ninja
	@touch $@

# The native Chezz program is built with numbers of these.
NUMBERS := $(addprefix src/ludus/,__init__.py $(addprefix entries/,time_budget.py game_lengths.py chezz.py chezz_memory.py))
.venv/ready: .venv/tools CMakeLists.txt $(shell find native -type f) $(NUMBERS)
	@echo "building the native core and installing Ludus into .venv (about half a minute) ..."
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[test,cluster,web]'
	@touch $@

demo: .venv/ready
	@$(BIN)/ludus demo demo
	@echo "the command ludus is $(BIN)/ludus here; 'source $(BIN)/activate' lets your shell find it"

# Five processes for two cores; then, alone, the tests that look at the whole machine, from the files that have any.
PARALLEL := -n auto --maxprocesses 12 --dist loadgroup
SERIAL = $(shell grep -rl --include='*.py' 'mark\.serial' tests)
test: check
	@$(BIN)/python -m pytest $(PARALLEL) -m "not serial and not nightly"
	@$(BIN)/python -m pytest -m "serial and not nightly" $(SERIAL)

quick: .venv/ready
	@$(BIN)/python -m pytest $(PARALLEL) -m "not slow and not serial and not nightly"
	@$(BIN)/python -m pytest -m "serial and not slow and not nightly" $(SERIAL)

nightly: check
	@$(BIN)/python -m pytest $(PARALLEL) -m "not serial"
	@$(BIN)/python -m pytest -m serial $(SERIAL)
	@$(MAKE) --no-print-directory sanitize SANITIZED_TESTS="nightly or not nightly"
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600

coverage: .venv/ready
	@$(BIN)/python -m pytest $(PARALLEL) -q --cov --cov-report= -m "not serial and not nightly"
	@$(BIN)/python -m pytest -q --cov --cov-append --cov-report=term -m "serial and not nightly" $(SERIAL)

check: .venv/ready
	@$(BIN)/ruff format --check --quiet . || { echo "hint: make format" >&2; exit 1; }
	@$(BIN)/clang-format --dry-run --Werror $(NATIVE) || { echo "hint: make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

# The types of the pages' scripts, which their comments tell. Pages are served as they are: this only looks at them.
TSC := build/js/node_modules/.bin/tsc
check-js: $(TSC)
	@for project in tsconfig.json tsconfig.worker.json; do \
	  $(TSC) --project $$project --incremental --tsBuildInfoFile build/js/$$project.seen || exit 1; done
$(TSC):
	@command -v npm >/dev/null || { echo "error: make check-js needs Node; Debian's packages: nodejs npm" >&2; exit 1; }
	@echo "installing TypeScript into build/js ..."
	@npm install --silent --no-fund --no-audit --prefix build/js typescript@5.9

site: .venv/ready wasm
	@$(BIN)/ludus site build/site

pictures: site
	@$(BIN)/python docs/pictures/boards.py build/site

# The core for pages. It is compiled and linked in two steps because clang would run a wasm-opt that it finds, with the
# features left out. The stack is as large as a deep search needs, and lies first, so that a deeper one traps.
WASM := src/ludus/web/assets/core/core.wasm
WASM_CLANG := clang++ --target=wasm32-wasi
WASM_PACKAGES := clang lld wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32
wasm: $(WASM)
$(WASM): native/wasm.cpp $(filter %.hpp,$(NATIVE))
	@mkdir -p build/wasm
	@echo '#include <string>' > build/wasm/probe.cpp; $(WASM_CLANG) -mexec-model=reactor build/wasm/probe.cpp -o build/wasm/probe 2>/dev/null || \
	  { echo "error: make wasm needs a clang for WebAssembly; Debian's packages: $(WASM_PACKAGES)" >&2; exit 1; }
	@echo "building the core for pages ..."
	@$(WASM_CLANG) -std=c++20 -O3 -fno-vectorize -fno-slp-vectorize -msimd128 -mbulk-memory -DNDEBUG -fno-exceptions -fno-rtti -fconstexpr-steps=100000000 \
	  -Wall -Wextra -Wshadow -Werror -Inative -c native/wasm.cpp -o build/wasm/core.o
	@$(WASM_CLANG) -mexec-model=reactor -Wl,-z,stack-size=16777216,--stack-first,--strip-all build/wasm/core.o -o build/wasm/core.wasm
	@chmod 644 build/wasm/core.wasm && mv build/wasm/core.wasm $@

format: .venv/ready
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(NATIVE)

golden: .venv/ready
	@$(BIN)/python tests/games/golden.py
	@PYTHONPATH=. $(BIN)/python tests/cli/snapshots.py

bench: .venv/ready
	@$(BIN)/python -c 'import chess' 2>/dev/null || $(BIN)/python -m pip install --quiet 'chess>=1.11'
	@$(BIN)/python -c 'import pyspiel' 2>/dev/null || $(BIN)/python -m pip install --quiet open_spiel || true
	@command -v stockfish >/dev/null || test -x /usr/games/stockfish || test "$$(id -u)" != 0 || \
	  apt-get install -qq -y stockfish >/dev/null 2>&1 || true
	@$(BIN)/python bench/speed.py
	@$(BIN)/python bench/rules.py
	@$(BIN)/python bench/startup.py
	@$(BIN)/python bench/arena.py
	@$(BIN)/python bench/standings.py
	@$(BIN)/python bench/tournament.py --entrants 40
	@$(BIN)/python bench/publishing.py

# The same tests on a build that looks at every access; the package is copied so that the ordinary one stays.
SANITIZED := build/sanitize
SANITIZED_TESTS ?= not nightly
sanitize: .venv/ready
	@echo "building the native core with sanitizers ..."
	@$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DLUDUS_SANITIZE=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > $(SANITIZED).log && $(BIN)/cmake --build $(SANITIZED) >> $(SANITIZED).log
	@rm -rf $(SANITIZED)/package && mkdir -p $(SANITIZED)/package && cp -r src/ludus $(SANITIZED)/package/
	@rm -f $(SANITIZED)/package/ludus/*.so && cp $(SANITIZED)/_native*.so $(SANITIZED)/package/ludus/
	@LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	  PYTHONPATH="$(SANITIZED)/package:.:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	  $(BIN)/python -S -m pytest -q -p no:cacheprovider -m "$(SANITIZED_TESTS)" tests/test_engine.py tests/test_engine_plain.py tests/test_engine_object.py tests/test_amazons_sealed.py tests/players/test_endgame_tables.py

FUZZ_SECONDS ?= 60
fuzz: .venv/ready
	@$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet 'atheris>=2.3'
	@echo "feeding made-up input to every reader for $(FUZZ_SECONDS) s ..."
	@$(BIN)/python fuzz/readers.py -max_total_time=$(FUZZ_SECONDS) -print_final_stats=0 2> .venv/fuzz.log \
	  && tail -n 1 .venv/fuzz.log || { tail -n 40 .venv/fuzz.log >&2; exit 1; }

clean:
	rm -rf .venv build dist demo src/ludus/*.so src/ludus/_launcher src/ludus/_chezz_program
