public import Diagnostics
public import StoreEngine
internal import StoreModel

/// All rows and links of a store, decoded, as files for other programs.
public struct StoreExport: Answer {
  /// The folder.
  public let path: String
  /// What is in it.
  public private(set) var manifest: ExportManifest
  /// Files that an earlier run had written.
  public private(set) var kept = 0
  /// Values that are lost because their files are.
  public private(set) var findings: [Finding] = []

  /// Rows in all files.
  public var rows: Int64 { manifest.files.filter { $0.isRows }.reduce(0) { $0 + $1.rows } }

  /// Exports into a new folder, or takes up an export that was stopped.
  ///
  /// - Parameters:
  ///   - stores: stores in use, which are never written over.
  ///   - progress: how many of all rows are done, roughly, and what is written.
  /// - Throws: `DamagedStore`, `ExportError`, `StoreError`, `StoreOutputError`, `SQLiteError`.
  public init(
    of store: Store, _ file: StoreFile, options: ExportManifest.Options, to path: String,
    stores: [String], progress: (Double, Int, String) -> Void
  ) throws {
    let tables = try store.exportTables(
      of: options.entities, withLinks: options.columns == nil && options.condition == nil)
    if let columns = options.columns { try Self.check(columns, tables, store) }
    try DamageWatch(store.path).require()
    guard let digests = file.digests() else { throw ExportError.unreadableInput(store.path) }
    let input = digests.map {
      ExportManifest.Input(
        name: store.path.lastPathComponent + $0.suffix, bytes: $0.size, sha256: $0.digest)
    }
    let folder = try ExportFolder(path, stores: stores)
    self.path = folder.path
    manifest = try Self.begun(folder, ExportManifest(input: input, options: options))
    let before = Dictionary(
      manifest.files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    manifest.files = []
    manifest.isComplete = false
    let writer = ExportWriter(store: store, folder: folder, options: options)
    if options.format == .sqlite {
      manifest.files = try writer.database(tables, before, progress)
      kept = before.isEmpty ? 0 : 1
    } else {
      for (index, table) in tables.enumerated() {
        progress(Double(index), tables.count, table.name)
        let known = writer.kept(table, before)
        kept += known.count
        manifest.files += try known.isEmpty ? writer.files(of: table) : known
        try save(in: folder)
      }
    }
    try file.prove()
    manifest.isComplete = true
    try save(in: folder)
    findings = missing()
  }

  /// What the folder says of itself, when it is an export of the same; a new one in an empty folder.
  private static func begun(
    _ folder: ExportFolder, _ new: ExportManifest
  ) throws -> ExportManifest {
    if folder.isEmpty { return new }
    guard let text = folder.text(of: ExportManifest.name), let old = ExportManifest(text) else {
      throw ExportError.foreignFolder(folder.path)
    }
    guard old.input == new.input, old.options == new.options else {
      throw ExportError.otherExport(folder.path)
    }
    return old
  }

  private func save(in folder: ExportFolder) throws {
    let text = try manifest.text
    _ = try folder.write(ExportManifest.name) { $0.write(Array(text.utf8)) }
  }

  /// A name that only some entities have is left out elsewhere; one that none has is a mistake.
  private static func check(_ columns: [String], _ tables: [ExportTable], _ store: Store) throws {
    let known = Set(
      tables.flatMap { table -> [String] in
        guard case .entity(let entity) = table.content else { return [] }
        return entity.properties.map(\.name) + ["Z_PK"]
      })
    let stray = columns.filter { !known.contains($0) }
    if !stray.isEmpty { throw ExportError.unknownColumns(stray) }
  }

  private func missing() -> [Finding] {
    manifest.files.filter { $0.missingFiles > 0 }.map { file in
      Finding(
        rule: MissingExternalFile.info.id, severity: .error,
        message: (file.missingFiles == 1
          ? "1 value of '\(file.content)' is in a file that is missing or cannot be read; it was"
          : "\(file.missingFiles) values of '\(file.content)' are in files that are missing or cannot be "
            + "read; they were") + " exported as NULL",
        help: MissingExternalFile.info.fix, entity: file.content)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "files": manifest.files, "folder": path, "input": manifest.input, "kept": kept, "rows": rows,
    ])
  }
}
