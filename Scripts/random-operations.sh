#!/bin/sh
# Random operations on the SwiftData module, compared with a plain model in memory
# (Tests/RuntimeTests/RandomOperations).
#
#   Scripts/random-operations.sh [--sanitize address|thread] [COUNT [SEED]]
#
# COUNT is 1000000 unless given. A sanitizer has a build folder of its own. What was done before the
# process ended stands in operations.log there.
set -eu
cd "$(dirname "$0")/.."
scratch=.build
sanitize=
if [ "${1:-}" = --sanitize ]; then
  scratch=.build-$2
  sanitize="--sanitize=$2"
  shift 2
fi
left=${1:-1000000}
STOREDOCTOR_OPERATIONS_SEED=${2:-1}
STOREDOCTOR_OPERATIONS_LOG=$PWD/$scratch/operations.log
export STOREDOCTOR_OPERATIONS STOREDOCTOR_OPERATIONS_SEED STOREDOCTOR_OPERATIONS_LOG
# Type metadata is never freed, and an error of memory ends the run where it happens.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}" TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
# Stores in memory: nothing waits for a disk.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ]; then
  TMPDIR=/dev/shm
  export TMPDIR
fi
swift build --build-tests --scratch-path "$scratch" $sanitize
# A process does 50000, so that what one leaves behind does not add up.
while [ "$left" -gt 0 ]; do
  STOREDOCTOR_OPERATIONS=$((left < 50000 ? left : 50000))
  status=0
  swift test --skip-build --scratch-path "$scratch" $sanitize --filter RandomOperationTests ||
    status=$?
  if [ "$status" != 0 ]; then
    echo "the last operations:" >&2
    tail -n 3 "$STOREDOCTOR_OPERATIONS_LOG" >&2
    exit "$status"
  fi
  left=$((left - STOREDOCTOR_OPERATIONS))
  STOREDOCTOR_OPERATIONS_SEED=$((STOREDOCTOR_OPERATIONS_SEED + 1000))
  echo "$left operations left"
done
