#!/bin/sh
# Builds and tests a package that depends on a tagged clone of this one, with every library product.
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone --quiet . "$place/storedoctor"
git -C "$place/storedoctor" tag 9.9.9
mkdir -p "$place/App/Sources/App" "$place/App/Tests/AppTests"
cat >"$place/App/Package.swift" <<END
// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "App", platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$place/storedoctor", from: "9.9.9")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        "StoreModel", "StoreEngine", "Diagnostics", "TraceAnalysis", "Lint", "StoreDoctor",
      ].map {
        .product(name: \$0, package: "storedoctor")
      }),
    .testTarget(
      name: "AppTests",
      dependencies: ["SwiftData", "SwiftDataTesting"].map {
        .product(name: \$0, package: "storedoctor")
      }),
  ])
END
cat >"$place/App/Sources/App/main.swift" <<'END'
import Diagnostics
import StoreDoctor
import StoreEngine
import StoreModel
import TraceAnalysis

let file = try StoreFile.open(path: CommandLine.arguments[1])
let store = try Store(connection: file.connection, path: file.path)
print(store.model.entities.map(\.name).sorted().joined(separator: " "))
print(RuleCatalog.all.isEmpty ? "no rules" : "rules")
END
cat >"$place/App/Tests/AppTests/AppTests.swift" <<'END'
import SwiftData
import SwiftDataTesting
import Testing

@Model final class Note {
  var title: String
  init(title: String) { self.title = title }
}

@Test(.enabled(if: queriesAreCounted)) func oneFetchIsOneQuery() throws {
  let container = try ModelContainer(
    for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  let context = ModelContext(container)
  context.insert(Note(title: "one"))
  try context.save()
  let notes = try expectQueries(atMost: 1) { try context.fetch(FetchDescriptor<Note>()) }
  #expect(notes.map(\.title) == ["one"])
}
END
store=$PWD/Samples/Notes/notes-1.0.0.store
cd "$place/App"
swift build --build-tests
test "$(.build/debug/App "$store")" = "Folder Note Tag
rules"
swift test --skip-build
