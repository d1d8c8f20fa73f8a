#!/bin/sh
# Makes the pictures of the README anew: the page of a sample in a real browser, light and dark.
set -eu
cd "$(dirname "$0")/.."
Scripts/install-packages.sh chromium
tool=${1:-.build/release/storedoctor}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" report Samples/Notes/notes-1.0.0.store --model Samples/Notes/Sources \
  --log Samples/Notes/slow-list.log -o "$work/notes.html"
for scheme in dark light; do
  [ "$scheme" = dark ] && number=0 || number=1
  chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,1040 \
    --user-data-dir="$work/profile" --blink-settings=preferredColorScheme=$number \
    --screenshot="$PWD/Documentation/Pictures/report-$scheme.png" "file://$work/notes.html" 2>/dev/null
  echo "wrote Documentation/Pictures/report-$scheme.png"
done
