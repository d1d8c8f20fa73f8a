#!/bin/sh
# Sets everything up and passes every test: unit tests, golden commands, fuzzing with a fixed seed,
# and the style check.
set -eu
cd "$(dirname "$0")/.."
Scripts/install-packages.sh
# Pages are looked at in a real browser.
Scripts/install-packages.sh chromium \
  || echo "no browser could be installed: the tests that look at pages will not run" >&2
swift format lint --strict --recursive Package.swift Sources Tests Samples Benchmarks
# Nobody debugs here; without the tables for it building takes a fifth less.
swift build --build-tests -debug-info-format none
# The plans of the tests are compiled against the module as it is installed.
Scripts/install.sh --runtime-only --prefix .build/runtime
STOREDOCTOR_RUNTIME="$PWD/.build/runtime/lib/storedoctor" swift test --skip-build
