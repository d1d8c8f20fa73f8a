import Foundation
import StoreEngine
import SwiftData

/// A store in a folder of its own, which goes with it.
final class TestStore {
  let folder: URL
  let url: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("runtime-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("test.store", isDirectory: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var configuration: ModelConfiguration { ModelConfiguration(url: url) }

  func container(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: configuration)
  }

  /// What another program does to the file.
  func write(_ text: String) throws {
    try Connection(path: url.path, mode: .readWrite).run(text)
  }

  /// What plain SQL finds in the file, one text per row.
  func sql(_ text: String) throws -> [String] {
    let connection = try Connection(path: url.path, mode: .readOnly)
    return try connection.rows(text).map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): "<\(bytes.count)>"
        }
      }.joined(separator: "|")
    }
  }
}
