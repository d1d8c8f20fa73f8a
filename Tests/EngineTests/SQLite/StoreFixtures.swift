import Foundation
import StoreEngine

/// Files and comparisons for the tests of zero-touch reading.
enum StoreFixtures {
  static let corpus: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appending(path: "../shared/corpus/stores").standardized.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  static let corpusStores: [String] = {
    guard let corpus, let names = FileManager.default.enumerator(atPath: corpus) else { return [] }
    var paths: [String] = []
    for case let name as String in names {
      var isFolder: ObjCBool = false
      let path = corpus + "/" + name
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if !isFolder.boolValue, !["-wal", "-shm"].contains(where: path.hasSuffix) {
        paths.append(path)
      }
    }
    return paths.sorted()
  }()

  static func temporaryFolder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "storefile-\(UUID().uuidString)"
    ).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// The store with its log and journal, but without its `-shm`, in a folder of its own.
  static func privateCopy(of path: String) throws -> (path: String, folder: String) {
    let folder = try temporaryFolder()
    let copy = folder + "/copy"
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return (copy, folder)
  }

  /// Name, size, modification time and bytes of everything in the store's folder.
  static func snapshot(besides path: String) throws -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let folderTime = try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate]
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      let item = folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: item)
      let time = attributes[.modificationDate].map { "\($0)" } ?? ""
      let bytes = (try? Data(contentsOf: URL(filePath: item)))?.hashValue ?? 0
      return "\(name) \(attributes[.size] ?? 0) \(time) \(bytes)"
    } + ["\(folderTime ?? "")"]
  }

  /// Every row of every ordinary table, hashed, in a fixed order.
  static func content(_ connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
        + "ORDER BY name"
    ).compactMap(\.first?.text)
    var lines = try connection.rows(
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid"
    ).map { "\($0)" }
    for table in tables {
      let statement = try connection.prepare(
        "SELECT * FROM \"\(table.replacingOccurrences(of: "\"", with: "\"\""))\"")
      var hasher = Hasher()
      var rows = 0
      while try statement.step() {
        hasher.combine(statement.row)
        rows += 1
      }
      lines.append("\(table) \(rows) \(hasher.finalize())")
    }
    return lines
  }
}
