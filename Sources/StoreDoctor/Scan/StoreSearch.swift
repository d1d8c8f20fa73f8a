internal import StoreEngine

/// What there is to be scanned: files as they are named, and what lies in folders, by its content.
package struct StoreSearch {
  package enum Item: Sendable, Hashable {
    /// A file; found in a folder, or named by somebody, who is told whatever it is.
    case file(String, isNamed: Bool)
    /// What could not be looked into.
    case failed(ScannedStore.Failure, path: String)
  }

  private var names: () throws -> String?
  private var walk: FolderWalk?
  /// A file that is named and found, or found twice, is one store.
  private var seen = SeenNames()
  package private(set) var passedBy = PassedBy()

  /// What lies in folders and was not scanned.
  package struct PassedBy: Sendable, Hashable {
    /// Files that were looked at and are no stores.
    package internal(set) var files = 0
    /// Links, which are not followed.
    package internal(set) var links = 0

    package init() {}
  }

  /// - Parameter names: gives one name after the other, and nil at the end.
  package init(_ names: @escaping () throws -> String?) { self.names = names }

  /// The next one; nil at the end.
  package mutating func next() throws -> Item? {
    while true {
      if let entry = walk?.next() {
        if let item = item(entry) { return item }
        continue
      }
      walk = nil
      guard let name = try names() else { return nil }
      guard FilePath.isFolder(name) else {
        if seen.insert(name) { return .file(name, isNamed: true) }
        continue
      }
      walk = FolderWalk(name, passingBy: Self.isPassedBy)
    }
  }

  private mutating func item(_ entry: FolderWalk.Entry) -> Item? {
    switch entry {
    case .unreadable(let path, let reason):
      return .failed(Self.failure(path, reason), path: path)
    case .link:
      passedBy.links += 1
      return nil
    case .file(let path):
      switch FileIdentifier.promise(of: path) {
      case .store: return seen.insert(path) ? .file(path, isNamed: false) : nil
      case .unreadable(let reason): return .failed(Self.failure(path, reason), path: path)
      case .nothing:
        passedBy.files += 1
        return nil
      }
    }
  }

  private static func failure(_ path: String, _ reason: String) -> ScannedStore.Failure {
    .init(
      reason == "permission denied" ? .permission : .unreadable,
      "'\(path)' cannot be read: \(reason)")
  }

  /// Files of external data are parts of a store, whatever is in them; folders of this tool's are gone
  /// at any moment.
  @Sendable private static func isPassedBy(_ folder: String) -> Bool {
    folder == "_EXTERNAL_DATA" || WorkFolder.isName(folder)
  }
}

extension ScannedStore {
  /// Whether the line is worth having, where nobody named the file.
  package var isWorthTelling: Bool { verdict != Verdict.notAStore.rawValue }
}
