import Foundation
import StoreEngine
import StoreModel

@testable import Lint
@testable import ModelInputs

/// The model files of an example, written to a folder of their own and read from there; their
/// locations are given relative to the folder.
final class ExampleFolder {
  private let root: URL

  init(_ files: [(path: String, text: String)]) {
    root = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString)")
    for file in files {
      let place = root.appending(path: file.path)
      try? FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? file.text.write(to: place, atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func models() -> [SchemaHistory] {
    let files = ModelFiles(in: root.path)
    return files.xcodeModels.compactMap { try? XcodeModelReader.read(path: $0) }.map(relative)
  }

  func mappings() -> [MappingModel] {
    ModelFiles(in: root.path).mappings.compactMap { path in
      guard var mapping = try? MappingModelReader.read(path: path) else { return nil }
      shorten(&mapping.location)
      return mapping
    }
  }

  private func relative(_ history: SchemaHistory) -> SchemaHistory {
    var history = history
    shorten(&history.location)
    for version in history.versions.indices {
      shorten(&history.versions[version].location)
      for problem in history.versions[version].problems.indices {
        shorten(&history.versions[version].problems[problem].location)
      }
      for entity in history.versions[version].entities.indices {
        shorten(&history.versions[version].entities[entity].location)
        for index in history.versions[version].entities[entity].attributes.indices {
          shorten(&history.versions[version].entities[entity].attributes[index].location)
        }
        for index in history.versions[version].entities[entity].relationships.indices {
          shorten(&history.versions[version].entities[entity].relationships[index].location)
        }
      }
    }
    return history
  }

  private func shorten(_ location: inout Location?) {
    guard let path = location?.path, path.hasPrefix(root.path + "/") else { return }
    location?.path = String(path.dropFirst(root.path.count + 1))
  }
}
