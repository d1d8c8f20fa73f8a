public import Diagnostics
public import StoreEngine
internal import StoreModel

/// Stages that fail whatever the rows hold: a required value is new, and nothing can have filled it.
/// And those that pass and leave rows that the app cannot read. Where closures may delete the rows first,
/// none of it is certain.
public struct CertainFailures: Sendable {
  /// How certain it is. The raw values are part of the JSON output.
  public enum Kind: String, Sendable, Hashable {
    /// The store has such rows.
    case certain
    /// There is no store to look at.
    case withFirstRow
    /// There are such rows, or may be, and closures that run first may delete them.
    case dependsOnClosures
    /// The migration goes through, and the app crashes when it reads a row from before.
    case unreadable
  }

  /// One for each such property of a stage.
  public private(set) var findings: [Finding] = []
  private var kinds: [String: [String: Kind]] = [:]

  /// - Parameter store: the one to be migrated; nil when only the versions are known.
  /// - Throws: `SQLiteError` for anything but damage and what is missing, which tell nothing.
  public init(_ way: MigrationPath, store: Store?) throws {
    if let store {
      let stages = PreflightStage.all(of: way, store, path: store.path)
      for stage in stages {
        // What a mapping model gives is looked at when it runs.
        guard stage.step.mapping == nil else { continue }
        for (pair, rows) in stage.changedRows {
          let unfillable = stage.pairing.unfillable(in: pair)
          guard !unfillable.isEmpty, try store.hasAny(rows) else { continue }
          let kind = stage.mayDelete ? Kind.dependsOnClosures : .certain
          for missing in unfillable where add(missing, kind, in: stage.step) {
            let text = missing.text + "; existing rows have none, and the migration fails (134110)"
            findings.append(
              stage.finding(
                RowsWithoutRequiredValue.info, text, entity: missing.property.declaredBy,
                property: missing.path,
                help: RowsWithoutRequiredValue.cure(missing.property, missing.path, in: stage.step),
                isFixed: true))
          }
        }
      }
      try addUnreadable(stages, store)
    } else {
      for (index, step) in way.steps.enumerated() where step.mapping == nil {
        let stage = PreflightStage(along: way, at: index)
        let kind = stage.mayDelete ? Kind.dependsOnClosures : .withFirstRow
        for missing in stage.unfillable where add(missing, kind, in: step) {
          let text = missing.text + "; the migration fails as soon as there is one row (134110)"
          let finding = RowsWithoutRequiredValue.info.finding(
            text, help: RowsWithoutRequiredValue.cure(missing.property, missing.path, in: step)
          ).at(
            missing.property.location ?? step.location, entity: missing.property.declaredBy,
            property: missing.path)
          findings.append(stage.mayDelete ? finding.leftToClosures : finding)
        }
      }
      addUnreadable(along: way)
    }
  }

  /// Rows there are that nothing gives what code needs to read them.
  private mutating func addUnreadable(_ stages: [PreflightStage], _ store: Store) throws {
    let rule = RowsWithoutReadableValue()
    for stage in stages.prefix(while: { $0.step.mapping == nil }) where stage.laterClosures.isEmpty
    {
      for condition in rule.conditions(of: stage) {
        guard let property = condition.property,
          try store.hasAny(condition.rows, where: condition.sql),
          add(
            "\(condition.entity).\(property)", stage.mayDelete ? .dependsOnClosures : .unreadable,
            in: stage.step)
        else { continue }
        findings.append(
          stage.finding(
            condition.rule, condition.text + Self.consequence, entity: condition.entity,
            property: property, isFixed: true, isFilledLater: true))
      }
    }
  }

  private mutating func addUnreadable(along way: MigrationPath) {
    for (index, step) in way.steps.enumerated() where step.to.source == .swift {
      let rest = way.steps[(index + 1)...]
      guard step.mapping == nil, step.didMigrate == nil, !rest.contains(where: \.hasClosures) else {
        continue
      }
      let stage = PreflightStage(along: way, at: index)
      for pair in stage.pairing.entities
      where !pair.destination.isAbstract && !stage.isEmptied(pair) {
        for gap in RowsWithoutReadableValue.gaps(in: pair)
        where gap.isNew && gap.value.within.isEmpty && gap.lasts(in: pair, through: stage)
          && add(
            "\(gap.property.declaredBy).\(gap.name)",
            stage.mayDelete ? .dependsOnClosures : .unreadable, in: step)
        {
          var finding = RowsWithoutReadableValue.info.finding(
            gap.text + ", and rows that exist get no value for it" + Self.consequence
          ).at(
            gap.property.location ?? step.location, entity: gap.property.declaredBy,
            property: gap.name)
          finding.certainty = RowsWithoutReadableValue.basis
          findings.append(stage.mayDelete ? finding.leftToClosures : finding)
        }
      }
    }
  }

  private static let consequence =
    "; the migration goes through, and the app crashes when it reads such a row"

  /// Whether it is new: subentities have it from their superentity.
  private mutating func add(
    _ missing: UnfillableProperty, _ kind: Kind, in step: MigrationStep
  ) -> Bool {
    add(missing.name, kind, in: step)
  }

  private mutating func add(_ path: String, _ kind: Kind, in step: MigrationStep) -> Bool {
    kinds[step.name, default: [:]].updateValue(kind, forKey: path) == nil
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
  fileprivate func hasAny(_ rows: Projection.Rows, where sql: String? = nil) throws -> Bool {
    let tests = [rows.condition, sql].compactMap { $0.map { "(\($0))" } }
    let filter = tests.isEmpty ? "" : " WHERE " + tests.joined(separator: " AND ")
    do {
      return try connection.value(
        "SELECT 1 FROM main.\(rows.table.sqlQuoted) AS t\(filter) LIMIT 1") != nil
    } catch let error as SQLiteError where error.isDamage || error.lacksObject {
      return false
    }
  }
}
