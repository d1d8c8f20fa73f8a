internal import StoreEngine
internal import StoreModel

/// The files of external data against the rows that name them.
struct ExternalFiles {
  struct Missing {
    let entity: String
    let property: String
    let hits: RowHits
    /// There is something of the name, but a link, a FIFO, or a file that may not be read.
    let isThere: Bool
  }

  var missing: [Missing] = []
  /// What is not known because the whole folder is not there: the store was copied alone.
  var unexamined: [String] = []
  /// Names of files that no row names, sorted.
  var orphans: [String] = []
}

extension StoreInspection {
  /// Attributes with external storage, each with the entity that declares it.
  var externalProperties: [(StoreEntity, StoreProperty, column: String)] {
    guard hasModel else { return [] }
    return declaredProperties.compactMap { entity, property in
      guard case .attribute(let attribute, let column?) = property.kind,
        attribute.type == .binary, attribute.allowsExternalStorage
      else { return nil }
      return (entity, property, column)
    }
  }

  /// Reads the folder once and each value that names a file once.
  func externalFiles() throws -> ExternalFiles {
    if let external { return external }
    var found = ExternalFiles()
    let properties = externalProperties
    if !properties.isEmpty {
      let files = store.externalStorage.files()
      var unnamed = files ?? []
      for (entity, property, column) in properties {
        let (hits, unreadable) = try missing(
          column, of: entity, files: files ?? [], unnamed: &unnamed)
        if unreadable.count > 0 {
          found.missing.append(
            ExternalFiles.Missing(
              entity: entity.name, property: property.name, hits: unreadable, isThere: true))
        }
        if hits.count > 0, files == nil {
          found.unexamined.append(
            "the files of '\(entity.name).\(property.name)' that \(hits.text) name: the folder "
              + "'\(Folder.split(store.externalStorage.folder).folder)' does not lie beside the store"
          )
        } else if hits.count > 0 {
          found.missing.append(
            ExternalFiles.Missing(
              entity: entity.name, property: property.name, hits: hits, isThere: false))
        }
      }
      found.orphans = unnamed.map(\.name).sorted()
    }
    external = found
    return found
  }

  private func missing(
    _ column: String, of entity: StoreEntity, files: Set<ExternalStorage.FileKey>,
    unnamed: inout Set<ExternalStorage.FileKey>
  ) throws -> (missing: RowHits, unreadable: RowHits) {
    let name = column.sqlQuoted
    let limit = entity.condition.map { "\($0) AND " } ?? ""
    let statement = try store.connection.prepare(
      "SELECT Z_PK, \(name) FROM main.\(entity.table.sqlQuoted) "
        + "WHERE \(limit)typeof(\(name)) = 'blob' AND length(\(name)) < 64 "
        + "AND substr(\(name), 1, 1) = x'02'")
    var missing = RowHits(count: 0, keys: [])
    var unreadable = missing
    func add(to hits: inout RowHits) {
      hits.count += 1
      if hits.keys.count < RowHits.shown { hits.keys.append([statement.integer(at: 0)]) }
    }
    while try statement.step() {
      let file = statement.withBytes(at: 1) { ExternalStorage.name(in: $0) }
      guard let key = file.flatMap(ExternalStorage.FileKey.init), files.contains(key) else {
        add(to: &missing)
        continue
      }
      unnamed.remove(key)
      if !store.externalStorage.isReadable(key.name) { add(to: &unreadable) }
    }
    return (missing, unreadable)
  }
}
