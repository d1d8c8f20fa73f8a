internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What SQL can read in the open store.
extension Session {
  /// A table or a view, with its columns.
  struct Readable: Hashable {
    let name: String
    let columns: [String]
    let kind: Kind

    enum Kind: Hashable { case entity, link, table }

    var signature: String { "\(name)(\(columns.joined(separator: ", ")))" }
  }

  /// Views of entities, views of links, then the tables; of other SQLite files the tables alone.
  func readables() -> [Readable] {
    guard let current else { return [] }
    guard let store = current.store else { return current.plainTables }
    return store.readableViews().map {
      Readable(name: $0.name, columns: $0.columns, kind: $0.isLink ? .link : .entity)
    }
      + store.rawTables.map { Readable(name: $0.name, columns: $0.columns, kind: .table) }
  }

  func tableList(like pattern: String?) throws -> String {
    guard storePath != nil else { throw Failure.noStore }
    let found = readables().filter { Self.matches($0.name, pattern) }
    guard !found.isEmpty else { throw nothing(called: pattern) }
    let titles: [(Readable.Kind, String)] = [
      (.entity, "Entities, by their keys (Z_PK) and properties"),
      (.link, "Links of many-to-many relationships, by keys"), (.table, "Tables of the store"),
    ]
    return titles.compactMap { kind, title in
      let lines = found.filter { $0.kind == kind }.map { "  " + VisibleText($0.signature).text }
      return lines.isEmpty ? nil : ([title] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  func schemaText(like pattern: String?) throws -> String {
    let opened = try rowStore(nil)
    defer { releaseStores() }
    let views = (opened.store?.readableViews() ?? []).filter { Self.matches($0.name, pattern) }
    let rows = try opened.connection.rows(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    let own = rows.filter { row in
      [row[0], row[1]].contains { Self.matches($0.text ?? "", pattern) }
    }
    let texts = views.map(\.statement) + own.compactMap { $0[2].text }
    guard !texts.isEmpty else { throw nothing(called: pattern) }
    return texts.map { text in
      text.split(separator: "\n").map { VisibleText(String($0)).text }.joined(separator: "\n") + ";"
    }.joined(separator: "\n")
  }

  private func nothing(called pattern: String?) -> Failure {
    let names = readables().map(\.name)
    let shown = VisibleText(pattern ?? "").text
    guard pattern != nil else { return .usage("the store has no tables") }
    return .usage(
      "there is no table or view '\(shown)'",
      help: NameDistance.nearest(to: pattern ?? "", in: names).map { "did you mean '\($0)'?" }
        ?? "'tables' lists them")
  }

  /// As LIKE compares, for the ASCII letters of names.
  private static func matches(_ name: String, _ pattern: String?) -> Bool {
    guard let pattern else { return true }
    func match(_ name: Substring, _ pattern: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      let rest = pattern.dropFirst()
      if first == "%" {
        return name.indices.contains { match(name[$0...], rest) } || match("", rest)
      }
      guard let letter = name.first else { return false }
      return (first == "_" || letter == first) && match(name.dropFirst(), rest)
    }
    return name.lowercased() == pattern.lowercased()
      || match(name.lowercased()[...], pattern.lowercased()[...])
  }
}

extension Session {
  /// How many rows are shown at most; nil where all are: 0 was given, a program reads them, or they are
  /// shown once more. A table for people has 100 when nothing is said.
  ///
  /// - Throws: for a negative number.
  func rowLimit(_ given: Int?, as format: RowFormat) throws -> Int? {
    if let given, given < 0 { throw Failure.usage("the limit must not be negative") }
    let isTable = format == .table && settings.format == .text
    let limit = settings.showsAllRows ? 0 : given ?? (isTable ? 100 : 0)
    return limit > 0 ? limit : nil
  }
}
