#!/bin/sh
# For Xcode Cloud: save as ci_scripts/ci_post_clone.sh, executable. Installs storedoctor with the formula
# of a release and fails the build when a change breaks a store. Never tried on Xcode Cloud.
set -eu
cd "$CI_PRIMARY_REPOSITORY_PATH"
command -v storedoctor >/dev/null 2>&1 || brew install --formula "$STOREDOCTOR_FORMULA"
# Pull requests have the commit they are compared with.
set -- lint .
[ -z "${CI_PULL_REQUEST_TARGET_COMMIT:-}" ] || set -- "$@" --since "$CI_PULL_REQUEST_TARGET_COMMIT"
storedoctor "$@"
if [ -f storedoctor.lock ]; then storedoctor freeze --check --model .; fi
