#!/bin/sh
# How much of each target's source the tests run, in lines: Scripts/coverage.sh [FILTER]
#
# Builds with counters into a folder of its own. Code that only runs in the program itself, in plans
# and in signal handlers is not counted, though tests run it.
set -eu
cd "$(dirname "$0")/.."
scratch=.build-coverage
swift build --build-tests --enable-code-coverage --scratch-path "$scratch"
Scripts/install.sh --runtime-only --prefix .build/runtime
STOREDOCTOR_RUNTIME="$PWD/.build/runtime/lib/storedoctor" swift test --skip-build \
  --enable-code-coverage --scratch-path "$scratch" ${1:+--filter "$1"}
report=$(swift test --show-codecov-path --scratch-path "$scratch")
python3 - "$report" "$PWD/Sources/" <<'END'
import collections, json, sys

lines = collections.defaultdict(lambda: [0, 0])
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    name = file["filename"]
    if name.startswith(sys.argv[2]):
        counts = file["summary"]["lines"]
        target = lines[name[len(sys.argv[2]):].split("/")[0]]
        target[0] += counts["covered"]
        target[1] += counts["count"]
for name, (covered, count) in sorted(lines.items()):
    print(f"{name:20} {covered:6} of {count:6} lines  {100 * covered / max(count, 1):5.1f} %")
END
