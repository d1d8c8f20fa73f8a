#!/bin/bash
# Runs the examples of Documentation/Fleet.md with the engines that are installed: DuckDB and PySpark for
# the Python that PYTHON names, xargs, and GNU parallel. What is missing is said and passed by.
#
#   Scripts/fleet-examples.sh [TOOL]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build/release/storedoctor}")
python=${PYTHON:-python3}
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/stores"
ln -s "$tool" "$folder/bin/storedoctor"
export PATH="$folder/bin:$PATH"

# A small fleet: copies of the samples, one in ten cut off.
samples=(Samples/Notes/notes-1.0.0.store Samples/Notes/notes-2.0.0.store Samples/Music/music.store)
for number in $(seq 120); do
  store="$folder/stores/$number.store"
  cp "${samples[number % 3]}" "$store"
  if [ $((number % 10)) = 3 ]; then truncate -s $((number * 700)) "$store"; fi
done
cd "$folder"

models="$root/Samples/Notes/Sources"
storedoctor scan stores --model "$models" --fail-on never -o fleet.jsonl > /dev/null
[ "$(wc -l < fleet.jsonl)" = 120 ]
storedoctor scan --merge fleet.jsonl --fail-on never --format json > whole.json

echo "xargs"
find stores -type f -print0 | xargs -0 -P 2 -n 50 sh -c '
  storedoctor scan --jobs 1 --quiet --fail-on never --model "$0" -o "part-$$.jsonl" "$@"' "$models" > /dev/null
storedoctor scan --merge part-*.jsonl --fail-on never --format json | cmp - whole.json
rm part-*.jsonl

if command -v parallel > /dev/null; then
  echo "GNU parallel"
  find stores -type f -print0 | parallel -0 -j 2 -N 50 --joblog log \
    storedoctor scan --jobs 1 --quiet --fail-on never --model "$models" -o 'part-{#}.jsonl' '{}' > /dev/null
  storedoctor scan --merge part-*.jsonl --fail-on never --format json | cmp - whole.json
  rm part-*.jsonl
else
  echo "GNU parallel is not installed"
fi

# The fenced blocks of a language in the page, so that what is run is what is printed there.
block() { awk -v fence='```'"$1" '$0 == fence { on = 1; next } $0 == "```" { on = 0 } on' \
  "$root/Documentation/Fleet.md"; }

if "$python" -c 'import duckdb' 2> /dev/null; then
  echo "DuckDB"
  block sql > queries.sql
  "$python" - <<'PYTHON'
import duckdb
connection = duckdb.connect()
for query in open("queries.sql").read().split(";"):
    if query.strip():
        answer = connection.execute(query).fetchall()
        print(*answer[:4], sep="\n")
count = connection.execute("SELECT count(*), count(DISTINCT path) FROM 'fleet.parquet'").fetchone()
assert count == (120, 120), count
PYTHON
  rm fleet.parquet
else
  echo "DuckDB is not installed"
fi

if "$python" -c 'import pyspark' 2> /dev/null && command -v java > /dev/null; then
  echo "PySpark, two worker processes"
  find "$PWD/stores" -type f | sort > names.txt
  block python | sed -e "s|\"--fail-on\"|\"--model\", \"$models\", \"--fail-on\"|" \
    -e 's|SparkSession.builder|SparkSession.builder.master("local-cluster[2,1,1024]")|' > spark.py
  PYSPARK_PYTHON=$(command -v "$python") PYSPARK_DRIVER_PYTHON=$(command -v "$python") \
    "$python" spark.py 2> spark.log || { tail -40 spark.log; exit 1; }
  "$python" - 2>> spark.log <<'PYTHON'
import json
from pyspark.sql import SparkSession
frame = SparkSession.builder.master("local[1]").getOrCreate().read.parquet("fleet.parquet")
rows = {row["path"]: row["verdict"] for row in frame.collect()}
assert frame.count() == 120 and len(rows) == 120, frame.count()
lines = map(json.loads, open("fleet.jsonl"))
names = {line["path"].split("/")[-1]: line["verdict"] for line in lines}
assert {path.split("/")[-1]: verdict for path, verdict in rows.items()} == names
print("120 stores, the verdicts of one run")
PYTHON
else
  echo "PySpark or a Java is not installed"
fi
echo "all examples ran"
