#!/bin/sh
# For a run script phase of Xcode: findings appear in the editor, beside the compiler's. Errors of lint
# stop the build, warnings do not. Turn "Based on dependency analysis" off. Never tried in Xcode.
export PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
if ! command -v storedoctor >/dev/null 2>&1; then
  echo "warning: storedoctor is not installed; see its README"
  exit 0
fi

cd "$SRCROOT" || exit 1
found="$(storedoctor lint . --fail-on error --color never)"
code=$?
# Xcode opens what has its whole path.
printf '%s\n' "$found" | sed "s|^\([^ ].*:[0-9]*:[0-9]*: [a-z]*: \)|$PWD/\1|"
exit $code
