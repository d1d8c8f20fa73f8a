internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Writes the tables of an export, each as one file or as one table of a database.
struct ExportWriter {
  let store: Store
  let folder: ExportFolder
  let options: ExportManifest.Options

  static let database = "store.sqlite"

  func fileName(of table: ExportTable) -> String { "\(table.name).\(options.format.rawValue)" }

  /// The files that an earlier run wrote for a table, if all of them are as they were.
  func kept(
    _ table: ExportTable, _ before: [String: ExportManifest.File]
  ) -> [ExportManifest.File] {
    guard let rows = before[fileName(of: table)] else { return [] }
    let files = rows.dataFiles > 0 ? [rows, before[table.dataList]] : [rows]
    let held = files.compactMap(\.self).filter(holds)
    return held.count == files.count ? held : []
  }

  private func holds(_ file: ExportManifest.File) -> Bool {
    guard let bytes = file.bytes, let digest = file.sha256 else { return false }
    return folder.holds(file.name, size: bytes, digest: digest)
  }

  // MARK: Files

  /// The file of a table, and the list of its data files if it has some.
  func files(of table: ExportTable) throws -> [ExportManifest.File] {
    let rows = try ExportRows(table, store, folder, options)
    let measured = try folder.write(fileName(of: table)) { output in
      let format: RowFormat = options.format == .csv ? .csv : .jsonl
      let out = ByteOutput { output.write($0) }
      try RowWriter.write(rows.stream(format: format), to: out)
      if let failure = output.failure { throw failure }
    }
    var files = try rows.described(fileName(of: table))
    files[0].bytes = measured.size
    files[0].sha256 = measured.digest
    return files
  }

  // MARK: A database

  /// One SQLite file with a table for each; built anew unless it is there.
  func database(
    _ tables: [ExportTable], _ before: [String: ExportManifest.File],
    _ progress: (Double, Int, String) -> Void
  ) throws -> [ExportManifest.File] {
    if let whole = before[Self.database], holds(whole) {
      return before.values.sorted { $0.name < $1.name }
    }
    var files: [ExportManifest.File] = []
    let measured = try folder.writeDatabase(Self.database) { connection in
      for (index, table) in tables.enumerated() {
        progress(Double(index), tables.count, table.name)
        let rows = try ExportRows(table, store, folder, options)
        try fill(connection, table.name, rows)
        files += try rows.described("\(Self.database)#\(table.name)")
      }
    }
    let whole = ExportManifest.File(
      name: Self.database, content: "all tables", rows: 0, columns: [], bytes: measured.size,
      sha256: measured.digest)
    return [whole] + files
  }

  private func fill(_ connection: Connection, _ name: String, _ rows: ExportRows) throws {
    let columns = rows.columns.map { column in
      column == "Z_PK" ? "Z_PK INTEGER PRIMARY KEY" : column.sqlQuoted
    }
    try connection.run("CREATE TABLE \(name.sqlQuoted) (\(columns.joined(separator: ", ")))")
    let marks = rows.columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try connection.prepare("INSERT INTO \(name.sqlQuoted) VALUES (\(marks))")
    while try rows.next() {
      insert.restart()
      for index in rows.columns.indices { try insert.add(rows.value(at: index)) }
      _ = try insert.step()
    }
  }
}
