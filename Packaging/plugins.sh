# For SwiftPM: the tool as an artefact bundle, and a package with the plugins that use it, so that
# 'swift package storedoctor-lint' builds neither the tool nor swift-syntax.
set -eu
machine="$(uname -m)"
bundle="$WORK/storedoctor.artifactbundle"
folder="storedoctor-$VERSION-linux-$machine"
mkdir -p "$bundle/$folder"
cp -a "$WORK/usr/bin" "$bundle/$folder/"
cp LICENSE "$bundle/"
cat > "$bundle/info.json" <<TEXT
{
  "schemaVersion": "1.0",
  "artifacts": {
    "storedoctor": {
      "type": "executable",
      "version": "$VERSION",
      "variants": [
        {
          "path": "$folder/bin/storedoctor",
          "supportedTriples": ["$machine-unknown-linux-gnu"]
        }
      ]
    }
  }
}
TEXT
find "$bundle" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
archive="storedoctor-$VERSION.artifactbundle.zip"
(cd "$WORK" && find storedoctor.artifactbundle | sort | zip -q -X -9 "$OUT/$archive" -@)

package="$WORK/storedoctor-plugins-$VERSION"
mkdir -p "$package"
cp -a Plugins LICENSE "$package/"
cat > "$package/Package.swift" <<TEXT
// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "storedoctor-plugins",
  products: [
    .plugin(name: "StoredoctorLint", targets: ["StoredoctorLint"]),
    .plugin(name: "StoredoctorLintBuild", targets: ["StoredoctorLintBuild"]),
  ],
  targets: [
    .binaryTarget(
      name: "storedoctor",
      url: "$STOREDOCTOR_HOME/releases/download/$VERSION/$archive",
      checksum: "$(sha256sum "$OUT/$archive" | cut -d' ' -f1)"),
$(sed -n '/^  package.targets += \[/,/^  \]/p' Package.swift \
  | sed -e '1d;$d' -e 's/"DoctorCLI"/"storedoctor"/')
  ])
TEXT
find "$package" -name '*.swift' -exec sed -i 's/named: "DoctorCLI"/named: "storedoctor"/' {} +
tar -C "$WORK" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --format=gnu -cf - "storedoctor-plugins-$VERSION" | gzip -9n \
  > "$OUT/storedoctor-plugins-$VERSION.tar.gz"
