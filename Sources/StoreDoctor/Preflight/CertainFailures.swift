public import Diagnostics
public import StoreEngine
internal import StoreModel

/// Stages that fail whatever the rows hold: a required value is new, and nothing can have filled it.
public struct CertainFailures: Sendable {
  /// How certain it is. The raw values are part of the JSON output.
  public enum Kind: String, Sendable, Hashable {
    /// The store has such rows.
    case certain
    /// There is no store to look at.
    case withFirstRow
  }

  /// One for each such property of a stage.
  public private(set) var findings: [Finding] = []
  private var kinds: [String: [String: Kind]] = [:]

  /// - Parameter store: the one to be migrated; nil when only the versions are known.
  /// - Throws: `SQLiteError` for anything but damage and what is missing, which tell nothing.
  public init(_ way: MigrationPath, store: Store?) throws {
    if let store {
      for stage in PreflightStage.all(of: way, store, path: store.path) {
        // What a mapping model gives is looked at when it runs.
        guard stage.step.mapping == nil else { continue }
        for (pair, rows) in stage.changedRows {
          let unfillable = stage.pairing.unfillable(in: pair)
          guard !unfillable.isEmpty, try store.hasAny(rows) else { continue }
          for missing in unfillable where add(missing, .certain, in: stage.step) {
            let text = missing.text + "; existing rows have none, and the migration fails (134110)"
            findings.append(
              stage.finding(
                RowsWithoutRequiredValue.info, text, entity: missing.property.declaredBy,
                property: missing.path,
                help: RowsWithoutRequiredValue.cure(missing.property, in: stage.step),
                isFixed: true))
          }
        }
      }
    } else {
      for step in way.steps where step.mapping == nil {
        let pairing = ModelDiff.compare(from: step.from, to: step.to).pairing
        for missing in pairing.unfillable where add(missing, .withFirstRow, in: step) {
          let text = missing.text + "; the migration fails as soon as there is one row (134110)"
          findings.append(
            RowsWithoutRequiredValue.info.finding(
              text, help: RowsWithoutRequiredValue.cure(missing.property, in: step)
            ).at(
              missing.property.location ?? step.location, entity: missing.property.declaredBy,
              property: missing.path))
        }
      }
    }
  }

  /// Whether it is new: subentities have it from their superentity.
  private mutating func add(
    _ missing: UnfillableProperty, _ kind: Kind, in step: MigrationStep
  ) -> Bool {
    kinds[step.name, default: [:]].updateValue(kind, forKey: missing.name) == nil
  }

  /// Nil for a difference that does not make its stage fail for certain.
  public func kind(of difference: ModelDifference, in step: MigrationStep) -> Kind? {
    kinds[step.name]?[difference.path]
  }
}

extension UnfillableProperty {
  /// `Note.title`, by the entity that declares it.
  package var name: String { "\(property.declaredBy).\(path)" }

  fileprivate var text: String {
    "'\(name)' is new and required, with no \(property.isRelationship ? "object" : "default")"
  }
}

extension Store {
  fileprivate func hasAny(_ rows: Projection.Rows) throws -> Bool {
    let filter = rows.condition.map { " WHERE \($0)" } ?? ""
    do {
      return try connection.value(
        "SELECT 1 FROM main.\(rows.table.sqlQuoted) AS t\(filter) LIMIT 1") != nil
    } catch let error as SQLiteError where error.isDamage || error.lacksObject {
      return false
    }
  }
}
