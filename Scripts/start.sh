#!/bin/sh
# Sets everything up, builds storedoctor and runs its main job on a sample: which version of the
# schema does this store have, and what would happen on the way to the newest one?
set -eu
cd "$(dirname "$0")/.."
Scripts/install-packages.sh
echo "building storedoctor (a first build takes several minutes)"
# For a first look: file by file, which keeps all processors busy, and what reads source is not optimised.
STOREDOCTOR_FIRST_LOOK=1 swift build -c release -debug-info-format none \
  -Xswiftc -no-whole-module-optimization -Xswiftc -enable-batch-mode --product storedoctor
.build/release/storedoctor identify Samples/Notes/notes-1.0.0.store --model Samples/Notes/Sources
echo
echo "This build of .build/release/storedoctor is for a first look; 'Scripts/install.sh --prefix PREFIX'"
echo "builds and installs the one in which 'lint' is five times as fast."
