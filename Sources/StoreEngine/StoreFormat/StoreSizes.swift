internal import StoreModel

/// What takes up the room of a store, in bytes.
public struct StoreSizes: Sendable, Hashable {
  /// A table with its indexes.
  public struct Table: Sendable, Hashable {
    /// As the file names it.
    public var name: String
    /// Of all its pages and those of its indexes.
    public var bytes: Int64
  }

  /// Largest first; nil where it is not known.
  public var tables: [Table]?
  /// Pages that hold nothing any more, and will be used again.
  public var free: Int64
  /// The database, with what its write-ahead log holds.
  public var total: Int64
  /// Files of external data beside the store; nil without their folder.
  public var files: Int?
  /// Their bytes together.
  public var fileBytes: Int64 = 0
}

extension Store {
  /// Adds up the pages of each table.
  ///
  /// - Parameter budget: for the tables, whose pages have all to be looked at; they are unknown where
  ///   it does not suffice, or where this SQLite library cannot say.
  /// - Throws: `SQLiteError` when the page counts cannot be read.
  public func sizes(within budget: Duration) throws -> StoreSizes {
    let page = try connection.value("PRAGMA page_size")?.integer ?? 0
    func bytes(_ pragma: String) throws -> Int64 {
      let pages = try connection.value("PRAGMA \(pragma)")?.integer ?? 0
      return pages.multiplied(saturatingBy: page)
    }
    var sizes = StoreSizes(free: try bytes("freelist_count"), total: try bytes("page_count"))
    sizes.tables = try? connection.limited(to: budget) {
      try connection.rows(
        "SELECT coalesce(m.tbl_name, d.name), sum(d.pgsize) FROM dbstat AS d LEFT JOIN sqlite_master AS m "
          + "ON m.name = d.name WHERE d.aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC, 1"
      ).compactMap { row in
        guard let name = row[0].text, let bytes = row[1].integer else { return nil }
        return StoreSizes.Table(name: name, bytes: bytes)
      }
    }
    if let names = externalStorage.files() {
      sizes.files = names.count
      sizes.fileBytes = names.reduce(0) {
        $0.adding(saturating: externalStorage.size(of: $1.name) ?? 0)
      }
    }
    return sizes
  }
}
