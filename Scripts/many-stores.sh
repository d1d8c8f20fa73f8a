#!/bin/bash
# Ten thousand stores, one in ten damaged: each has one line, whatever the number of workers, and whoever
# kills them. Then the time of a scan beside that of a loop over 'diagnose', and the most memory of each.
#
#   Scripts/many-stores.sh [COUNT [TOOL]]
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-10000}
tool=$(realpath "${2:-.build/release/storedoctor}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$folder/stores" "$count" <<'PYTHON'
import os, sys
names = ["Notes/notes-1.0.0.store", "Notes/notes-2.0.0.store", "Music/music.store"]
samples = [open("Samples/" + name, "rb").read() for name in names]
folder, count = sys.argv[1], int(sys.argv[2])
for number in range(count):
    data = bytearray(samples[number % 3])
    if number % 10 == 3:
        place = number * 7919 % (len(data) - 4096)
        kind = number // 10 % 3
        if kind == 0: data = data[:place]
        elif kind == 1: data[place:place + 2000] = bytes(2000)
        else: data[place:place + 400] = bytes((i & 255) ^ 0xa5 for i in range(place, place + 400))
    user = f"{folder}/user-{number % 97}"
    os.makedirs(user, exist_ok=True)
    open(f"{user}/{number}.store", "wb").write(data)
PYTHON
cd "$folder"

scan() { "$tool" scan stores --quiet --fail-on never --jobs "$1"; }
cores=$(getconf _NPROCESSORS_ONLN)

echo "the same lines for every number of workers"
scan "$cores" > whole
[ "$(wc -l < whole)" = "$count" ]
for jobs in 1 $((cores * 4)); do scan "$jobs" | cmp - whole; done

echo "workers that are killed"
scan "$cores" > killed & main=$!
kills=0
while kill -0 "$main" 2> /dev/null; do
  # Only workers of this very run: the children of the guards that are its children.
  for guard in $(cat /proc/"$main"/task/*/children 2> /dev/null); do
    for worker in $(cat /proc/"$guard"/task/*/children 2> /dev/null); do
      if [ $((RANDOM % 4)) = 0 ] && kill -9 "$worker" 2> /dev/null; then kills=$((kills + 1)); fi
    done
  done
  sleep 0.2
done
wait "$main"
python3 - "$count" "$kills" <<'PYTHON'
import json, sys
whole, killed = ([json.loads(line) for line in open(name)] for name in ("whole", "killed"))
count, kills = int(sys.argv[1]), int(sys.argv[2])
assert kills > 0, "no worker was met"
assert [line["path"] for line in killed] == [line["path"] for line in whole], "a store is missing or twice"
assert len(set(line["path"] for line in killed)) == count
other = [line for line, right in zip(killed, whole) if line != right]
assert all(line["failure"]["reason"] == "crash" for line in other), other[:1]
print(f"{kills} workers killed, {len(other)} stores say so, {count - len(other)} are as before")
PYTHON

echo "time and memory"
# Standard error has what the command itself says, too.
measure() { /usr/bin/time -o time -f '%e %M' "$@" > /dev/null 2>&1 || true; tail -1 time; }
read -r fast memory < <(measure "$tool" scan stores --quiet --jobs "$cores")
read -r few less < <(measure "$tool" scan stores/user-1 stores/user-2 --quiet --jobs "$cores")
loop="for s in stores/*/*; do '$tool' diagnose \"\$s\" --format json || true; done"
read -r slow _ < <(measure sh -c "$loop")
python3 - "$fast" "$slow" "$cores" "$memory" "$less" "$few" <<'PYTHON'
import sys
fast, slow, cores, memory, less, few = map(float, sys.argv[1:])
print(f"scan {fast:.1f} s, loop over diagnose {slow:.1f} s: {slow / fast:.1f} times faster, "
      f"{slow / fast / cores:.2f} for each of {cores:.0f} cores")
print(f"memory of scan: {memory / 1024:.0f} MB; of a scan of two folders ({few:.1f} s): {less / 1024:.0f} MB")
assert slow / fast >= 0.8 * cores, "too slow"
PYTHON
