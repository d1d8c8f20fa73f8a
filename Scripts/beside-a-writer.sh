#!/bin/sh
# Reads stores for hours while another process writes to them, in every journal mode.
# Usage: Scripts/beside-a-writer.sh [SECONDS-PER-MODE]     (default 600; there are 16 modes)
set -eu
cd "$(dirname "$0")/.."
STOREDOCTOR_BESIDE_A_WRITER="${1:-600}" swift test --filter BesideAWriterTests
