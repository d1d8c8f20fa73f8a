import Foundation
import Testing

@testable import DoctorCLI
@testable import ModelInputs
@testable import StoreDoctor
@testable import StoreEngine

/// A revision's files are found by the search that finds those on the disk.
@Suite struct GitTreeTests {
  private static let files = [
    "App/Note.swift", "App/.hidden/Old.swift", ".git-notes/A.swift", "App/App.entitlements",
    "App/Notes.xcdatamodeld/Notes.xcdatamodel/contents", "App/Notes.xcdatamodeld/.xccurrentversion",
    "App/Map.xcmappingmodel/xcmapping.xml", "Res/Model.bin/VersionInfo.plist",
    "Res/Model.bin/V1.mom", "Res/Other.momd/V1.omo", "Res/V2.mom", "Res/V2.omo", "README.md",
    "tree", "names/Names.swift", "blobs/VersionInfo.plist", "blobs/data",
  ]

  private static var listing: [UInt8] {
    files.flatMap { Array("100644 blob 00ff\t\($0)".utf8) + [0] }
  }

  @Test(arguments: [
    (
      ".",
      [
        "App/Note.swift", "App/App.entitlements",
        "App/Notes.xcdatamodeld/Notes.xcdatamodel/contents",
        "App/Notes.xcdatamodeld/.xccurrentversion", "App/Map.xcmappingmodel/xcmapping.xml",
        "Res/Model.bin/VersionInfo.plist", "Res/Model.bin/V1.mom", "Res/Other.momd/V1.omo",
        "Res/V2.mom", "names/Names.swift",
        "blobs/VersionInfo.plist", "blobs/data",
      ]
    ),
    ("Res/Model.bin", ["Res/Model.bin/VersionInfo.plist", "Res/Model.bin/V1.mom"]),
    ("App/.hidden", ["App/.hidden/Old.swift"]), ("README.md", ["README.md"]), ("Nowhere", []),
  ])
  func theSameFilesAreRead(_ path: String, _ read: [String]) {
    #expect(GitTree.files(in: Self.listing, below: [path]).map(\.path) == read)
  }

  /// What the search on the disk finds is what the list gives it.
  @Test func theDiskAgrees() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in Self.files {
      let url = folder.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    let found = ModelFiles(in: folder.path)
    let all =
      found.swiftFiles + found.entitlements + found.compiledModels + found.xcodeModels
      + found.mappings
    let listed = GitTree.files(in: Self.listing, below: ["."]).map(\.path)
    for path in all.map({ String($0.dropFirst(folder.path.count + 1)) }) {
      #expect(listed.contains { $0 == path || $0.hasPrefix(path + "/") }, "\(path)")
    }
    for path in listed {
      let full = folder.path + "/" + path
      #expect(all.contains { $0 == full || full.hasPrefix($0 + "/") }, "\(path)")
    }
  }
}
