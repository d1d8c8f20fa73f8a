internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Rows of a migrated store that the app's classes cannot be read from, because a value that code
/// needs is not there: the migration itself has gone through.
enum UnreadableRows {
  /// What the result lacks and the store did not lack before.
  ///
  /// - Parameter original: the store as it was; asked only where the result lacks anything.
  /// - Throws: `SQLiteError` and `StoreFileError` when a store cannot be read.
  static func findings(
    in result: String, of path: MigrationPath, original: String
  ) throws -> [Finding] {
    guard path.target.source == .swift, !path.steps.isEmpty else { return [] }
    let found = try lacks(result, path.target)
    guard !found.isEmpty else { return [] }
    let known = try lacks(original, path.source)
    return found.filter { finding in
      !known.contains { $0.isContinued(by: finding, in: path.target) }
    }.map { finding in
      let info =
        finding.rule == UnknownCase.info.id ? UnknownCase.info : RowsWithoutReadableValue.info
      var finding = info.finding(
        finding.message + "; the app crashes when it reads such a row"
      ).at(nil, entity: finding.entity, property: finding.property)
      finding.location =
        path.target.location(of: finding.property, in: finding.entity)
        ?? path.steps.last.flatMap { $0.codeLocation ?? $0.location }
      return finding
    }
  }

  private static func lacks(_ path: String, _ model: DataModel) throws -> [Finding] {
    let file = try StoreFile.open(path: path)
    let found = Result {
      let inspection = StoreInspection(store: try Store(file: file), path: path)
      if model.source == .swift { inspection.source = model }
      let conditions =
        MissingRequiredValue().conditions(in: inspection).filter { !$0.isQuestion }
        + UnknownCase().conditions(in: inspection)
      return try Dictionary(grouping: conditions, by: \.table).sorted { $0.key < $1.key }
        .flatMap { table, conditions -> [Finding] in
          let scan = try TableScan(table: table, conditions: conditions)
            .answerable(by: inspection.store.connection).scan
          let hits = try scan.run(inspection.store.connection, showsValues: false).hits
          return zip(scan.conditions, hits).compactMap { condition, hits in
            hits.map(condition.finding)
          }
        }
    }
    // An error of a store that changed is none.
    try file.prove()
    return try found.get()
  }
}

extension DataModel {
  /// Where a property is declared, or the struct that it is a field of.
  func location(of property: String?, in entity: String?) -> Location? {
    guard let name = property?.prefix(while: { $0 != "." }),
      let entity = entity.flatMap({ self.entity(named: $0) })
    else { return nil }
    return storedProperties(of: entity).first { $0.name == name }?.location
  }
}
