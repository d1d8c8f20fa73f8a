#!/bin/sh
# The tests under a sanitizer: Scripts/sanitize.sh address|thread [FILTER]
#
# Builds into a folder of its own. Without FILTER these are the suites whose code has unsafe parts or
# several threads: the module, the readers of files, archives and logs, snapshots and locks.
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
address | thread) ;;
*)
  echo "usage: Scripts/sanitize.sh address|thread [FILTER]" >&2
  exit 2
  ;;
esac
filter=${2:-'RuntimeTests\.|EngineTests\.SQLite|Fuzz|HostileInput|Archive|Trace|Snapshot|OneState|Lock|TextInBytes|Agent|DamagedStore'}
# Type metadata is never freed, and an error of memory ends the run where it happens.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}" TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
swift build --build-tests --scratch-path ".build-$1" "--sanitize=$1"
# The address sanitizer reserves more addresses than the workers of a scan may have.
swift test --skip-build --scratch-path ".build-$1" "--sanitize=$1" --filter "$filter" \
  --skip ScanProcessTests
