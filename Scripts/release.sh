#!/bin/sh
# Makes everything that is released, for the machine it runs on, in FOLDER (.build/release-VERSION):
#
#   storedoctor-VERSION-linux-ARCH.tar.gz   the tool with completions, manual pages and licences
#   storedoctor_VERSION_ARCH.deb            the same for Debian and Ubuntu
#   storedoctor-swiftdata_VERSION_ARCH.deb  the SwiftData module, which runs the closures of plans
#   storedoctor-VERSION.artifactbundle.zip  the tool for plugins of SwiftPM
#   storedoctor-plugins-VERSION.tar.gz      a package of these plugins that builds nothing else
#   storedoctor.rb                          a Homebrew formula for the tarball
#   storedoctor-VERSION.spdx.json           what the tool is made of
#   SHA256SUMS
#
#   STOREDOCTOR_HOME=ADDRESS Scripts/release.sh VERSION [FOLDER]
#
# Two runs over one commit give equal bytes: times are the commit's, and everything is sorted. The tool
# is linked with libedit, so that all of it may be passed on under its licences. STOREDOCTOR_HOME is the
# address of the project, such as https://github.com/OWNER/storedoctor, below which the files are found
# under releases/download. STOREDOCTOR_DOCUMENTATION, if it is set, is where the site of
# Scripts/documentation.sh is served, such as https://OWNER.github.io/storedoctor: findings then lead to
# the pages of their rules.
set -eu
cd "$(dirname "$0")/.."

version="${1:-}"
if [ -z "$version" ] || [ $# -gt 2 ]; then
  echo "storedoctor: error: no version given; usage: Scripts/release.sh VERSION [FOLDER]" >&2
  exit 2
fi
own="$(sed -n 's/.*static let current = "\(.*\)"/\1/p' Sources/Diagnostics/Findings/ToolVersion.swift)"
if [ "$version" != "$own" ]; then
  echo "storedoctor: error: this is version $own, not $version; ToolVersion.swift says so" >&2
  exit 2
fi
if [ "$(uname -s)" != Linux ]; then
  echo "storedoctor: error: releases are made on Linux; build from source here" >&2
  exit 2
fi
if [ -z "${STOREDOCTOR_HOME:-}" ]; then
  echo "storedoctor: error: set STOREDOCTOR_HOME to the address of the project, which the packages name" >&2
  exit 2
fi
out="${2:-.build/release-$version}"
mkdir -p "$out"
out="$(cd "$out" && pwd)"

SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH STOREDOCTOR_HOME LC_ALL=C TZ=UTC
umask 022

Scripts/install-packages.sh libedit-dev dpkg-dev chrpath zip
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# A folder of its own keeps what readline was linked with apart.
STOREDOCTOR_LINE_EDITOR=libedit Scripts/install.sh --prefix "$work/built"

export VERSION="$version" OUT="$out" WORK="$work" BUILT="$work/built"
rm -f "$out"/*
for step in tree oldest-glibc tarball debian plugins formula materials; do
  echo "packaging: $step"
  sh "Packaging/$step.sh"
done
# A path of this build in a file would differ in the next one.
if grep -rlF "$work" "$BUILT" "$work/usr" "$work"/deb-*; then
  echo "storedoctor: error: these files name the folder they were built in" >&2
  exit 1
fi
cd "$out"
sha256sum -- * > "$work/sums"
mv "$work/sums" SHA256SUMS
echo "made in $out:"
cat SHA256SUMS
