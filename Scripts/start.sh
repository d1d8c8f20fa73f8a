#!/bin/sh
# Sets everything up, builds storedoctor and runs its main job on a sample: which version of the
# schema does this store have, and what would happen on the way to the newest one?
set -eu
cd "$(dirname "$0")/.."
Scripts/install-packages.sh
echo "building storedoctor (a first build takes several minutes)"
swift build -c release -debug-info-format none --product storedoctor
.build/release/storedoctor identify Samples/Notes/notes-1.0.0.store --model Samples/Notes/Sources
