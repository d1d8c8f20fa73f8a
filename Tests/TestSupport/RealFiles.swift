public import Foundation

/// Stores, models and logs of other projects. They may not be part of this one, so tests that need
/// them are skipped where they are missing, and say so with `need`.
public enum RealFiles {
  /// The folder `shared/corpus` beside the clone, or what STOREDOCTOR_CORPUS names.
  public static let folder: URL =
    ProcessInfo.processInfo.environment["STOREDOCTOR_CORPUS"].map { URL(filePath: $0) }
    ?? Folders.package.deletingLastPathComponent().appending(path: "shared/corpus").standardized

  public static let arePresent = FileManager.default.fileExists(atPath: path("stores"))

  /// Why a test is skipped.
  public static let need =
    "needs the corpus of real stores, models and logs: shared/corpus beside the clone, or the "
    + "folder that STOREDOCTOR_CORPUS names"

  public static func path(_ name: String) -> String { folder.path + "/" + name }

  /// The path of a store that is named as in `stores`.
  public static func store(_ name: String) -> String { path("stores/" + name) }

  /// All files below a part of the corpus, or all folders, by their paths below it, sorted.
  public static func files(in part: String, folders: Bool = false) -> [String] {
    let found = FileManager.default.enumerator(atPath: path(part))
    return (found?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path(part + "/" + name), isDirectory: &isFolder)
      return isFolder.boolValue == folders
    }.sorted()
  }

  /// Whatever is no log or index of another file: stores, and files that only look like some.
  public static let databases: [String] = files(in: "stores").filter { name in
    !["-wal", "-shm"].contains { name.hasSuffix($0) }
  }

  /// The Core Data stores that are SQLite files.
  public static let stores: [String] = databases.filter { name in
    !name.hasPrefix("non-coredata/") && !name.hasPrefix("xml/")
  }

  /// A store with its side files in a temporary folder, which vanishes with its owner.
  public final class Copy: Sendable {
    public let path: String
    private let folder: URL

    public init(ofStore name: String) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "real-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: (name as NSString).lastPathComponent).path
      for suffix in ["", "-wal", "-shm"] {
        let source = RealFiles.store(name) + suffix
        if FileManager.default.fileExists(atPath: source) {
          try FileManager.default.copyItem(atPath: source, toPath: path + suffix)
        }
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }
}
