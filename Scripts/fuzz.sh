#!/bin/sh
# Hostile input for every reader, for as long as wanted: Scripts/fuzz.sh [MINUTES [READER…]]
#
# Each reader runs in processes of its own, so a crash or a hang costs only the input at work, whose
# seed is printed: 'fuzz READER SEED --show' writes that input. Optimized, with all checks of the
# language in place. Ends with 1 when anything failed.
set -eu
cd "$(dirname "$0")/.."
minutes="${1:-10}"
[ $# -gt 0 ] && shift
swift build --product fuzz --scratch-path .build/fuzz -Xswiftc -O >&2
tool=.build/fuzz/debug/fuzz
readers="${*:-$("$tool")}"
batch=200
place="$(mktemp)"
trap 'rm -f "$place"' EXIT
end=$(($(date +%s) + minutes * 60))
# Other inputs than those of the tests, and other ones each day.
seed=$(($(date +%s) / 86400 * 10000000))
failures=0
inputs=0
while [ "$(date +%s)" -lt "$end" ]; do
  for reader in $readers; do
    code=0
    FUZZ_SEED="$place" timeout 300 "$tool" "$reader" "$seed" "$batch" || code=$?
    inputs=$((inputs + batch))
    if [ "$code" -ne 0 ]; then
      failures=$((failures + 1))
      if [ "$code" -gt 1 ]; then
        echo "FAILED $reader $(cat "$place"): ended with $code (124: no end within 5 minutes)"
      fi
    fi
  done
  seed=$((seed + batch))
done
echo "$inputs inputs, $failures batches with failures"
[ "$failures" -eq 0 ]
