/// Where a fact was read: a place in a source file, or a table and column of a store.
public struct Location: Sendable, Hashable, Codable {
  /// The file, as the user named it (relative paths stay relative).
  public var path: String
  /// 1-based line; nil when the format has no lines.
  public var line: Int?
  /// 1-based column in UTF-8 bytes; nil when unknown.
  public var column: Int?

  /// A place in a file, or the whole file.
  public init(path: String, line: Int? = nil, column: Int? = nil) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// `path:line:column`, as far as they are known.
  public var text: String {
    guard let line else { return path }
    return "\(path):\(line)" + (column.map { ":\($0)" } ?? "")
  }
}

extension Location {
  /// Whether a folder or the file is named after tests: `AppTests/…`, `MigrationTests.swift`.
  package var isInTests: Bool {
    path.split(separator: "/").contains { part in
      part.hasSuffix("Tests") || part.hasSuffix("Tests.swift") || part.hasSuffix("Test.swift")
        || part == "Test" || part == "UITests"
    }
  }
}
