public import Diagnostics
public import StoreEngine
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
  var externalProperties: [(entity: StoreEntity, property: StoreProperty, column: String)] {
    hasModel ? store.externalAttributes : []
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
        func note(_ hits: RowHits, isThere: Bool) {
          guard hits.count > 0 else { return }
          found.missing.append(
            ExternalFiles.Missing(
              entity: entity.name, property: property.name, hits: hits, isThere: isThere))
        }
        note(unreadable, isThere: true)
        if files != nil {
          note(hits, isThere: false)
        } else if hits.count > 0 {
          found.unexamined.append(
            "the files of '\(entity.name).\(property.name)' that \(hits.text) name: the folder "
              + "'\(Folder.split(store.externalStorage.folder).folder)' does not lie beside the store"
          )
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
    var missing = RowHits(count: 0, keys: [])
    var unreadable = missing
    try store.forEachFileName(in: column, of: entity) { row, name in
      guard let key = ExternalStorage.FileKey(name: name), files.contains(key) else {
        return missing.add([row])
      }
      unnamed.remove(key)
      if !store.externalStorage.hasContent(key.name) { unreadable.add([row]) }
    }
    return (missing, unreadable)
  }
}

extension Finding {
  /// A migrated store lacks a file of external data, because its source does.
  public init(_ missing: MissingFiles, path: String) {
    let rows = "\(missing.count) \(missing.count == 1 ? "row" : "rows")"
    self.init(
      rule: MissingExternalFile.info.id, severity: MissingExternalFile.info.severity,
      message: "the new store lacks the file of '\(missing.entity).\(missing.property)' for "
        + "\(rows): it is not beside the old one, empty, or no file that can be read",
      help: MissingExternalFile.info.fix, location: Location(path: path), entity: missing.entity,
      property: missing.property)
  }
}
