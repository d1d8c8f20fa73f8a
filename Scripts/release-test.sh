#!/bin/sh
# Tries what Scripts/release.sh made in FOLDER as users get it: installs the packages in a fresh Debian,
# runs the README's first example there, and removes them without traces; unpacks the tarball in a
# second place; looks at the packages with lintian and at the bill of materials with its own tools where
# they are installed. Needs root, for the root folder of the other system.
#
#   Scripts/release-test.sh FOLDER [SUITE]     SUITE is bookworm, or another that debootstrap knows
#
# MIRROR is where its packages come from (where this system's do).
set -eu
cd "$(dirname "$0")/.."
release="${1:-}"
suite="${2:-bookworm}"
if [ -z "$release" ] || [ ! -f "$release/SHA256SUMS" ]; then
  echo "storedoctor: error: '$release' is no folder that Scripts/release.sh made" >&2
  exit 2
fi
release="$(cd "$release" && pwd)"
if [ "$(id -u)" != 0 ]; then
  echo "storedoctor: error: only root can make the root folder of another system" >&2
  exit 2
fi
Scripts/install-packages.sh debootstrap lintian

(cd "$release" && sha256sum --quiet -c SHA256SUMS)
echo "sums: right"
lintian --fail-on error,warning "$release"/*.deb
echo "lintian: nothing to say"

root="$(mktemp -d)"
trap 'umount -q "$root/proc" "$root/opt/compiler" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
mirror="${MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\(http[^ ]*\).*/\2/p; s/^URIs: //p' | head -1)}"
# A suite that is newer than this debootstrap is made as the older ones of its kind are.
script="/usr/share/debootstrap/scripts/$suite"
case "$mirror" in
  *ubuntu*) [ -e "$script" ] || script=/usr/share/debootstrap/scripts/gutsy ;;
esac
debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} "$script" > "$root.log" 2>&1 || {
  tail -5 "$root.log" >&2
  exit 3
}
rm -f "$root.log"
mount --bind /proc "$root/proc"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true

here() {
  chroot "$root" env -i PATH=/opt/compiler/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# Only what went wrong is worth reading.
quietly() { "$@" > "$root/release/log" 2>&1 || { cat "$root/release/log" >&2; exit 1; }; }

# Everything but what a package manager writes for itself.
files() {
  (cd "$root" && find . -path ./proc -prune -o -path ./dev -prune -o -path ./var/lib/apt -prune \
    -o -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -path ./var/cache -prune \
    -o -path ./tmp -prune -o -path ./root -prune -o -path ./release -prune -o -print | sort)
}

mkdir -p "$root/release" "$root/opt/compiler"
quietly here apt-get update -q
cp "$release"/*.deb "$release"/*.tar.gz "$root/release/"
cp -R Samples/Notes "$root/release/"
files > "$root/release/before"
install() { quietly here apt-get install -y -q --no-install-recommends "$@"; }
install "/release/$(basename "$release"/storedoctor_*.deb)"
example="identify /release/Notes/notes-1.0.0.store --model /release/Notes/Sources"
# shellcheck disable=SC2086  # words
here storedoctor $example > "$root/release/answer"
grep -q "NotesSchemaV1 (1.0.0)" "$root/release/answer"
here storedoctor doctor > "$root/release/doctor" || [ $? -eq 1 ]
grep -q "no Swift compiler is in PATH" "$root/release/doctor"
[ -f "$root/usr/share/man/man1/storedoctor-identify.1.gz" ]
echo "package: the example of the README runs on $suite"

quietly here apt-get purge -y -q storedoctor
quietly here apt-get autoremove --purge -y -q
files > "$root/release/after"
diff "$root/release/before" "$root/release/after"
echo "package: removed without traces"

install libedit2 libsqlite3-0 zlib1g
here tar -xzf "/release/$(basename "$release"/storedoctor-[0-9]*.tar.gz)" -C /opt
# shellcheck disable=SC2086  # words
here sh -c "/opt/storedoctor-*/bin/storedoctor $example" | diff - "$root/release/answer"
echo "tarball: gives the same answer"

# The compiler lies elsewhere than where the module was built.
compiler="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")"
mount --bind "$compiler" "$root/opt/compiler"
install "/release/$(basename "$release"/storedoctor_*.deb)" libc6-dev g++ libxml2 \
  libcurl4 libncurses6 binutils-gold "/release/$(basename "$release"/storedoctor-swiftdata_*.deb)"
here storedoctor doctor > "$root/release/doctor" || [ $? -eq 1 ]
grep -q "the SwiftData module fits the compiler" "$root/release/doctor" || {
  cat "$root/release/doctor" >&2
  exit 1
}
here storedoctor verify --model /release/Notes/Sources > "$root/release/verify" || {
  cat "$root/release/verify" >&2
  exit 1
}
grep -q "6 migrations: 6 ok" "$root/release/verify"
echo "module: found by the tool, and the closures of the sample run"

# A package of somebody's that uses the plugins, with the bundle beside them instead of at its address.
mkdir -p "$root/release/app/Sources/App"
tar -xzf "$release"/storedoctor-plugins-*.tar.gz -C "$root/release"
plugins="$(basename "$root"/release/storedoctor-plugins-*/)"
bundle="$(basename "$release"/*.artifactbundle.zip)"
cp "$release/$bundle" "$root/release/$plugins/"
sed -i -e "s|^      url: .*|      path: \"$bundle\"),|" -e '/^      checksum: /d' \
  "$root/release/$plugins/Package.swift"
cp Samples/Recipes/Sources/RecipeModels.swift "$root/release/app/Sources/App/"
cat > "$root/release/app/Package.swift" <<TEXT
// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "App", dependencies: [.package(path: "../$plugins")], targets: [.target(name: "App")])
TEXT
(cd "$root/release/app" && swift package storedoctor-lint > ../lint 2>&1) || true
grep -q "nullify-required" "$root/release/lint" || { cat "$root/release/lint" >&2; exit 1; }
[ ! -e "$root/release/app/.build/checkouts/swift-syntax" ]
echo "plugins: lint without a build of the tool"
