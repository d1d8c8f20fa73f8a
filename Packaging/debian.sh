# Packages for Debian and Ubuntu: the tool, and the SwiftData module with its macros.
set -eu
usr="$WORK/usr"
arch="$(dpkg --print-architecture)"
compiler="$(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')"
maintainer="$(git log -1 --format='%an <%ae>')"
date="$(date -uR -d "@$SOURCE_DATE_EPOCH")"

# control NAME DEPENDS SUMMARY, and the description's lines on standard input
control() {
  size="$(du -sk --apparent-size "$root" | cut -f1)"
  mkdir -p "$root/DEBIAN"
  {
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\n' "$1" "$VERSION" "$arch"
    printf 'Maintainer: %s\nInstalled-Size: %s\nDepends: %s\n' "$maintainer" "$size" "$2"
    [ "$1" = storedoctor ] && printf 'Recommends: git\nSuggests: storedoctor-swiftdata\n'
    printf 'Section: devel\nPriority: optional\nHomepage: %s\nDescription: %s\n' \
      "$STOREDOCTOR_HOME" "$3"
    sed 's/^/ /'
  } > "$root/DEBIAN/control"
}

# What of the system the files below $root are linked with.
needs() {
  mkdir -p "$WORK/shlibs/debian"
  printf 'Source: storedoctor\n\nPackage: storedoctor\nArchitecture: any\n' \
    > "$WORK/shlibs/debian/control"
  (cd "$WORK/shlibs" && dpkg-shlibdeps -O --ignore-missing-info \
    -l"$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/linux" \
    -l"$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/host" \
    "$@" 2>/dev/null | sed -n 's/^shlibs:Depends=//p') | older
}

# What is newest of SQLite is called only where it is there: the symbol is weak.
older() {
  if readelf -W --dyn-syms "$usr/bin/storedoctor" | grep -q 'WEAK .* sqlite3_error_offset'; then
    sed 's/libsqlite3-0 (>= 3\.38[0-9.]*)/libsqlite3-0 (>= 3.37.2)/'
  else
    cat
  fi
}

copyright() {
  cat <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: storedoctor
Source: $STOREDOCTOR_HOME
Comment: The licences of what is linked statically lie in
 /usr/share/doc/storedoctor/licenses.

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the storedoctor authors
License: Apache-2.0
 On Debian systems the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
TEXT
}

changelog() {
  printf '%s (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of storedoctor.\n\n -- %s  %s\n' \
    "$1" "$VERSION" "$maintainer" "$date" | gzip -9n
}

# finish NAME: sums, modes, times, the file.
finish() {
  (cd "$root" && find usr -type f | sort | xargs md5sum > DEBIAN/md5sums)
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$OUT/${1}_${VERSION}_$arch.deb" > "$WORK/log" \
    || { cat "$WORK/log" >&2; exit 1; }
}

root="$WORK/deb"
mkdir -p "$root"
cp -a "$WORK/usr" "$root/usr"
doc="$root/usr/share/doc/storedoctor"
rm "$doc/LICENSE"
gzip -9n "$doc/README.md"
mv "$doc/CHANGELOG.md" "$doc/NEWS.md" && gzip -9n "$doc/NEWS.md"
mkdir -p "$root/usr/share/zsh" "$root/usr/share/lintian/overrides"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
copyright > "$doc/copyright"
changelog storedoctor > "$doc/changelog.gz"
cat > "$root/usr/share/lintian/overrides/storedoctor" <<TEXT
# A fixed address and nothing to protect again after starting: a third less of what a command takes.
storedoctor: hardening-no-pie
storedoctor: hardening-no-relro
TEXT
control storedoctor "$(needs "$root/usr/bin/storedoctor")" \
  "diagnose SwiftData and Core Data stores" <<TEXT
Opens any store without changing a byte of it, computes the version hashes of
Apple's frameworks, names the version a store has, explains errors in terms
of this store and this schema, rehearses migrations on a copy, and finds
N+1 access and unsafe schema changes.
.
The closures of migration plans run with the package storedoctor-swiftdata
and a Swift compiler.
TEXT
finish storedoctor

root="$WORK/deb-swiftdata"
own="$root/usr/lib/storedoctor"
mkdir -p "$root/usr/lib" "$root/usr/share/doc/storedoctor-swiftdata"
cp -a "$BUILT/lib/storedoctor" "$own"
chmod 644 "$own"/*.so
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$own"/*.so
# Where the compiler is on the builder's machine: the tool says where it is on the user's.
chrpath -d "$own"/*.so > /dev/null
doc="$root/usr/share/doc/storedoctor-swiftdata"
copyright > "$doc/copyright"
changelog storedoctor-swiftdata > "$doc/changelog.gz"
libraries="$(needs "$own/libSwiftData.so" "$own/libSwiftDataMacros.so")"
control storedoctor-swiftdata \
  "storedoctor (= $VERSION), libsqlite3-dev, libssl-dev, zlib1g-dev, $libraries" \
  "SwiftData module for the plans that storedoctor runs" <<TEXT
The SwiftData module and its macros, which storedoctor compiles migration
plans against, so that the closures of custom stages run on Linux.
.
It was built by Swift $compiler and fits that compiler only, which is not
part of Debian's packages for it: 'storedoctor doctor' says whether it is
found.
TEXT
finish storedoctor-swiftdata
