#!/bin/sh
# Installs storedoctor under a prefix: the tool, and what it needs to run the closures of migration
# plans, which are compiled against the SwiftData module in PREFIX/lib/storedoctor.
#
#   Scripts/install.sh --prefix PREFIX [--runtime-only] [--debug]
#
# --runtime-only leaves the tool out, --debug builds without optimisation.
#
# The macro plugin is built against the swift-syntax that comes with the toolchain, which takes
# seconds; building it as a package would build all of swift-syntax a second time.
set -eu
cd "$(dirname "$0")/.."

prefix="" configuration=release optimize=-O tool=yes
while [ $# -gt 0 ]; do
  case "$1" in
    --prefix) prefix="${2:-}"; shift ;;
    --prefix=*) prefix="${1#--prefix=}" ;;
    --runtime-only) tool=no ;;
    --debug) configuration=debug optimize=-Onone ;;
    *)
      echo "storedoctor: error: '$1' is no option; usage: Scripts/install.sh --prefix PREFIX" >&2
      exit 2 ;;
  esac
  shift
done
if [ -z "$prefix" ]; then
  echo "storedoctor: error: no prefix given; usage: Scripts/install.sh --prefix PREFIX" >&2
  exit 2
fi
mkdir -p "$prefix"
prefix="$(cd "$prefix" && pwd)"

Scripts/install-packages.sh
echo "building storedoctor (a first build takes several minutes)"
if [ "$tool" = yes ]; then
  swift build -c "$configuration" -debug-info-format none --product storedoctor
else
  # All that the module is linked with: swift-syntax is no part of it.
  swift build -c "$configuration" -debug-info-format none --target StoreEngine
fi
build="$(swift build -c "$configuration" --show-bin-path)"
if [ "$tool" = yes ]; then
  mkdir -p "$prefix/bin"
  # Replaced in one step, so that a running tool is not disturbed.
  cp "$build/storedoctor" "$prefix/bin/.storedoctor.new"
  # Two thirds of it are symbols for debuggers.
  # Nothing in it throws or catches a C++ exception, which the tables for unwinding are for.
  remove=""
  # Hashes that only an incremental build looks at, and the identifier that the linker computes of
  # them, differ from build to build though the code is the same.
  [ "$(uname -s)" = Linux ] && remove="--remove-section=.eh_frame --remove-section=.swift_modhash
    --remove-section=.note.gnu.build-id"
  # shellcheck disable=SC2086  # empty where there is nothing to remove
  strip $remove "$prefix/bin/.storedoctor.new" 2>/dev/null || true
  mv -f "$prefix/bin/.storedoctor.new" "$prefix/bin/storedoctor"
  echo "installed $prefix/bin/storedoctor"
fi
if [ "$(uname -s)" != Linux ]; then
  echo "the SwiftData module is for systems without a SwiftData of their own; left out"
  exit 0
fi

host="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/host"
if [ ! -e "$host/libSwiftSyntaxMacros.so" ]; then
  echo "storedoctor: error: this Swift toolchain has no swift-syntax for macros in '$host'" >&2
  exit 1
fi
final="$prefix/lib/storedoctor"
work="$prefix/lib/.storedoctor.new"
rm -rf "$work"
mkdir -p "$work/modules"
objects="$(mktemp -d)"
trap 'rm -rf "$objects"' EXIT

# As SwiftPM compiles them; declarations of one package see each other by its name. Frame pointers
# are what backtraces go by.
package="$(basename "$PWD" | tr 'A-Z' 'a-z' | tr -c 'a-z0-9\n' '_')"
compile() {
  swiftc -swift-version 6 -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -package-name "$package" \
    -parse-as-library -whole-module-optimization -avoid-emit-module-source-info \
    -Xcc -fno-omit-frame-pointer "$@"
}

echo "building the macros"
# A library plugin has no entry point of its own.
compile -O -emit-library -static -emit-module -module-name ModelExpansion -I "$host" \
  -emit-module-path "$objects/ModelExpansion.swiftmodule" -o "$objects/libModelExpansion.a" \
  Sources/ModelExpansion/*.swift
macros="$(ls Sources/SwiftDataMacros/*.swift | grep -v '/Plugin.swift$')"
# shellcheck disable=SC2086  # the list is meant to be split
compile -O -emit-library -module-name SwiftDataMacros -I "$host" -I "$objects" -L "$host" \
  -L "$objects" -lModelExpansion -lSwiftSyntax -lSwiftSyntaxMacros -lSwiftSyntaxBuilder \
  -lSwiftDiagnostics -Xlinker -rpath -Xlinker "$host" \
  -Xlinker -soname -Xlinker libSwiftDataMacros.so -Xlinker --build-id=none \
  -o "$work/libSwiftDataMacros.so" $macros

echo "building the SwiftData module"
maps=""
for map in COpenSSL CSQLite CSwiftRuntime CZlib CPlanHost/include; do
  maps="$maps -Xcc -fmodule-map-file=$PWD/Sources/$map/module.modulemap"
done
for file in Sources/CPlanHost/*.c; do
  clang -O2 -fPIC -fno-omit-frame-pointer -ISources/CPlanHost/include -c "$file" \
    -o "$objects/$(basename "$file").o"
done
for module in SwiftData PlanHost; do
  # shellcheck disable=SC2046,SC2086
  compile "$optimize" -c -module-name "$module" -emit-module \
    -emit-module-path "$work/modules/$module.swiftmodule" -I "$work/modules" -I "$build/Modules" \
    $maps -load-plugin-library "$work/libSwiftDataMacros.so" -o "$objects/$module.o" \
    $(find "Sources/$module" -name '*.swift' | sort)
done
# What the module was built with has to be there when it is used.
for module in StoreEngine StoreModel PlatformFoundation PlatformLibc; do
  cp "$build/Modules/$module.swiftmodule" "$work/modules/"
done
for module in COpenSSL CSQLite CSwiftRuntime CZlib; do
  mkdir -p "$work/modules/$module"
  cp Sources/$module/*.modulemap Sources/$module/*.h "$work/modules/$module/" 2>/dev/null || true
done
mkdir -p "$work/modules/CPlanHost"
cp Sources/CPlanHost/include/* "$work/modules/CPlanHost/"
parts=""
for target in StoreEngine StoreModel PlatformFoundation PlatformLibc; do
  parts="$parts $(find "$build/$target.build" -name '*.o' | sort)"
done
# shellcheck disable=SC2086
swiftc -emit-library -Xlinker -soname -Xlinker libSwiftData.so -Xlinker --build-id=none \
  -o "$work/libSwiftData.so" "$objects/SwiftData.o" "$objects/PlanHost.o" "$objects"/*.c.o $parts \
  -lsqlite3 -lz -l:libcrypto.a -Xlinker --exclude-libs=libcrypto.a
for library in "$work"/*.so; do
  # What differs from build to build is overwritten: without the section, the library would lose the
  # protection of its relocated data.
  rm -f "$objects/hash"
  objcopy --dump-section .swift_modhash="$objects/hash" "$library" 2>/dev/null || true
  if [ -s "$objects/hash" ]; then
    head -c "$(wc -c < "$objects/hash")" /dev/zero > "$objects/zeros"
    objcopy --update-section .swift_modhash="$objects/zeros" "$library"
  fi
  strip --strip-unneeded "$library"
done

mkdir -p "$prefix/lib"
rm -rf "$final"
mv "$work" "$final"
echo "installed $final"
