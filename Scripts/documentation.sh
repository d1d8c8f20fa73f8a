#!/bin/sh
# Builds the documentation as a static site: the pages of 'Documentation', one page for each rule, error
# and command, the tutorials, and the libraries' symbols. Any web server can serve the folder:
#
#   Scripts/documentation.sh [FOLDER] [BASE]
#   python3 -m http.server --directory .build/documentation
#
# BASE is the path below which the site is served, such as '/storedoctor' on GitHub Pages. The tool is
# taken from .build/release, or built there; TOOL names another.
set -eu
cd "$(dirname "$0")/.."
out=${1:-.build/documentation}
base=${2:-/}
libraries="StoreModel StoreEngine Diagnostics TraceAnalysis Lint StoreDoctor"
[ ! -e "$out" ] || { echo "'$out' is there already: remove it first" >&2; exit 1; }
command -v docc > /dev/null || { echo "'docc' is missing: it comes with the Swift toolchain" >&2; exit 1; }
if [ -z "${TOOL:-}" ]; then
  swift build -c release -debug-info-format none --product storedoctor
  TOOL=.build/release/storedoctor
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
catalog="$work/Guide.docc"
mkdir "$catalog"

"$TOOL" --generate-documentation | awk -v folder="$catalog" '
  /^<!-- file: .* -->$/ { close(file); file = folder "/" $3; next }
  /^```/ { code = !code }
  # What begins with an at sign would be a directive.
  !code && /^@/ { printf "\\\\" > file }
  { print > file }'

# page FILE NAME: a page as DocC wants it. A link to another page keeps its words; one to a file that is
# no page of the site keeps only them.
page() {
  sed -E '/^```/,/^```/!{
    s/\]\((\.\.\/|Format\/|Tutorials\/|Documentation\/)*README\.md(#[^)]*)?\)/](doc:Format)/g
    s/\]\((Format\/)?Errors\.md\)/](doc:ErrorSources)/g
    s/\]\((\.\.\/|Format\/|Tutorials\/)*([A-Za-z]+)\.md(#[^)]*)?\)/](doc:\2)/g
    s/\]\((\.\.\/)*Pictures\/([a-z-]+\.(png|svg))\)/](\2)/g
    s/\[([^]]*)\]\([^):]*\.(json|sh|yml|yaml|closures|py|md)\)/\1/g
  }' "$1" > "$catalog/$2.md"
}
for file in Documentation/*.md Documentation/Tutorials/*.md Documentation/Format/*.md; do
  name=$(basename "$file" .md)
  case $file in
    Documentation/Rules.md) continue ;;
    Documentation/Format/README.md) name=Format ;;
    Documentation/Format/Errors.md) name=ErrorSources ;;
  esac
  page "$file" "$name"
done
cp Documentation/Pictures/*.svg Documentation/Pictures/*.png "$catalog"

# convert NAME CATALOG OPTION…: an archive of a catalogue, with the symbols of a module of that name.
convert() {
  name=$1 folder=$2
  shift 2
  mkdir -p "$work/symbols/$name"
  docc convert "$folder" --additional-symbol-graph-dir "$work/symbols/$name" \
    --output-path "$work/$name.doccarchive" --fallback-display-name "$name" \
    --fallback-bundle-identifier "storedoctor.$name" --hosting-base-path "$base" "$@"
}

modules="$(dirname "$TOOL")/Modules"
target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\([^"]*\)".*/\1/p' | head -1)
for library in $libraries; do
  mkdir -p "$work/symbols/$library"
  swift-symbolgraph-extract -module-name "$library" -I "$modules" -I Sources/CSQLite -I Sources/CZlib \
    -I Sources/COpenSSL -I .build/checkouts/swift-syntax/Sources/_SwiftSyntaxCShims/include \
    -Xcc -fmodule-map-file="$(dirname "$TOOL")/CLauncher.build/module.modulemap" \
    -target "$target" -minimum-access-level public -output-dir "$work/symbols/$library"
  convert "$library" "Sources/$library/$library.docc" --diagnostic-filter error
done
convert Guide "$catalog" --warnings-as-errors
docc merge "$work"/*.doccarchive --output-path "$out" --synthesized-landing-page-name storedoctor

# DocC's pages are drawn by a script. Search engines and readers without one get the title and the text.
for file in "$catalog"/*.md; do
  name=$(basename "$file" .md | tr '[:upper:]' '[:lower:]')
  page="$out/documentation/guide/$name/index.html"
  [ "$name" != guide ] || page="$out/documentation/guide/index.html"
  title=$(sed -n '/^# /{s/^# //;s/[&|\\]/\\&/g;p;q;}' "$file")
  {
    sed -E "s|<title>[^<]*</title>|<title>$title</title>|; s|<noscript>.*</noscript>||; s|</body></html>||" \
      "$page"
    echo '<noscript><pre>'
    sed 's/&/\&amp;/g; s/</\&lt;/g' "$file"
    echo '</pre></noscript></body></html>'
  } > "$work/page"
  mv "$work/page" "$page"
done
echo "the documentation is in $out"
