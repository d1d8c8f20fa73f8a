# The bill of materials, in SPDX 2.3: the tool, what is in it, and what it is linked with.
set -eu
packages="" relations=""

# material NAME VERSION LICENCE HOW: HOW is how it is linked, as SPDX calls that.
material() {
  id="SPDXRef-$(printf '%s' "$1" | tr -c 'A-Za-z0-9.\n' '-')"
  packages="$packages,
    {\"SPDXID\": \"$id\", \"name\": \"$1\", \"versionInfo\": \"$2\", \"licenseConcluded\": \"$3\",
     \"licenseDeclared\": \"$3\", \"copyrightText\": \"NOASSERTION\",
     \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false}"
  relations="$relations,
    {\"spdxElementId\": \"SPDXRef-storedoctor\", \"relationshipType\": \"$4\",
     \"relatedSpdxElement\": \"$id\"}"
}

checkout() {
  sqlite3 :memory: "SELECT json_extract(value, '\$.state.checkoutState.version')
    FROM json_each(readfile('.build/workspace-state.json'), '\$.object.dependencies')
    WHERE json_extract(value, '\$.packageRef.identity') = '$1'"
}

archive() { awk -v name="$1" '$1 == name { print $3 }' "$WORK/archives"; }

system() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || dpkg-query -W -f '${Version}' "$1t64"; }

swift="$(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')"
material swift-argument-parser "$(checkout swift-argument-parser)" Apache-2.0 STATIC_LINK
material swift-syntax "$(checkout swift-syntax)" Apache-2.0 STATIC_LINK
material swift-runtime "$swift" "Apache-2.0 WITH Swift-exception" STATIC_LINK
material swift-foundation "$swift" "Apache-2.0 WITH Swift-exception" STATIC_LINK
material libcrypto "$(archive libcrypto.a)" Apache-2.0 STATIC_LINK
material libstdc++ "$(archive libstdc++.a)" "GPL-3.0-or-later WITH GCC-exception-3.1" STATIC_LINK
material libgcc "$(archive libgcc.a)" "GPL-3.0-or-later WITH GCC-exception-3.1" STATIC_LINK
material sqlite "$(system libsqlite3-0)" blessing DYNAMIC_LINK
material libedit "$(system libedit2)" BSD-3-Clause DYNAMIC_LINK
material zlib "$(system zlib1g)" Zlib DYNAMIC_LINK
material glibc "$(system libc6)" LGPL-2.1-or-later DYNAMIC_LINK

name="storedoctor-$VERSION-linux-$(uname -m)"
sum="$(sha256sum "$OUT/$name.tar.gz" | cut -d' ' -f1)"
cat > "$OUT/storedoctor-$VERSION.spdx.json" <<TEXT
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "$name",
  "documentNamespace": "$STOREDOCTOR_HOME/spdx/$name-$sum",
  "creationInfo": {
    "created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)",
    "creators": ["Tool: storedoctor-release-$VERSION"]
  },
  "packages": [
    {"SPDXID": "SPDXRef-storedoctor", "name": "storedoctor", "versionInfo": "$VERSION",
     "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
     "copyrightText": "NOASSERTION", "filesAnalyzed": false,
     "downloadLocation": "$STOREDOCTOR_HOME/releases/download/$VERSION/$name.tar.gz",
     "packageFileName": "$name.tar.gz",
     "checksums": [{"algorithm": "SHA256", "checksumValue": "$sum"}]}$packages
  ],
  "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
     "relatedSpdxElement": "SPDXRef-storedoctor"}$relations
  ]
}
TEXT
