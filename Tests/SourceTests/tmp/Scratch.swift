import Foundation
import ModelSource
import StoreEngine
import StoreModel
import Testing

@Test func scratchSamples() throws {
  let root = URL(fileURLWithPath: "/work/main/Samples")
  let e = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)!
  var groups: [String: [SourceFile]] = [:]
  for case let u as URL in e where u.pathExtension == "swift" {
    groups[u.pathComponents[4], default: []].append(
      SourceFile(path: u.lastPathComponent, text: try String(contentsOf: u, encoding: .utf8)))
  }
  for (name, files) in groups {
    let r = SwiftModelReader.readAll(files)
    print("##", name, r.problems)
    for h in r.histories {
      print("  H", h.name, h.versions.map(\.name), h.stages)
      for v in h.versions {
        print(
          "   V", v.name, v.versionIdentifiers, ModelHashes(of: v).checksum ?? "nil",
          v.problems.map(\.message), ModelHashes(of: v).certainty.filter { $0.value != .certain })
        print(ModelText.lines(v).map { "      " + $0 }.joined(separator: "\n"))
      }
    }
    for c in r.containers { print("  C", c) }
  }
}
