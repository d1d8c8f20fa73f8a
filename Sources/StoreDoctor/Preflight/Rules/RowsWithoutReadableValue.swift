internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows that go through the migration and that the app's classes cannot be read from: an enum
/// that is new has no value in them, whatever its default says, and no column requires one.
struct RowsWithoutReadableValue: MigrationRule {
  static let info = RuleInfo(
    id: "rows-without-readable-value", severity: .error,
    summary: "rows get no value for an enum, or a field of a struct, that is not optional",
    why:
      "the default of an enum or struct is not written to rows that exist: the store opens, and the "
      + "app crashes at the first of these rows it reads",
    fix: "make it optional, fill it in didMigrate, and require it in the next version",
    explanation: "swiftdata-optional-any-cast")

  /// How well it is known.
  static let basis = Certainty.inferred("developers report the trap; Apple documents nothing")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    guard stage.step.to.source == .swift else { return [] }
    let after = stage.before.after(stage.pairing)
    return stage.pairing.entities.filter { !$0.destination.isAbstract }.flatMap { pair in
      // Each set of rows stays one.
      zip(
        stage.before.entities[pair.source.name] ?? [],
        after.entities[pair.destination.name] ?? []
      ).flatMap { before, rows in
        Self.gaps(in: pair).compactMap { gap -> StageCondition? in
          guard gap.lasts(in: pair, through: stage), let sql = gap.value.isMissing(in: rows) else {
            return nil
          }
          return StageCondition(
            rule: Self.info, entity: gap.property.declaredBy, property: gap.name, rows: before,
            sql: sql, isFixed: true, isFilledLater: true, subject: gap.property,
            text: gap.text + ", and rows get no value for it")
        }
      }
    }
  }

  /// A value that a version newly needs.
  struct Gap {
    let property: ModelProperty
    let attribute: Attribute
    let value: NeededValue
    /// Whether all of the property is new.
    let isNew: Bool

    /// `state`, or `place.city`.
    var name: String { value.path.joined(separator: ".") }

    var text: String {
      "'\(property.declaredBy).\(name)' is \(isNew ? "new and" : "now") required"
    }

    /// Whether it is still needed at the end of the way.
    func lasts(in pair: ModelPairing.EntityPair, through stage: PreflightStage) -> Bool {
      guard let end = stage.end(of: attribute, of: pair.destination.name) else { return false }
      let rest = value.path.dropFirst()
      return end.neededValues.contains { $0.isKnown && $0.path.dropFirst() == rest }
    }
  }

  /// What the newer version of an entity needs, and the older one did not need or has no column for.
  static func gaps(in pair: ModelPairing.EntityPair) -> [Gap] {
    let added = pair.added.flatMap { property -> [Gap] in
      guard case .attribute(let new) = property.kind else { return [] }
      return gaps(property, new, isNew: true) { _ in true }
    }
    let changed = pair.properties.flatMap { pair -> [Gap] in
      guard case .attribute(let old) = pair.source.kind,
        case .attribute(let new) = pair.destination.kind
      else { return [] }
      let before = Set(old.neededValues.filter(\.isKnown).map { $0.path.dropFirst() })
      let fresh = Set(ModelPairing.fields(from: old, to: new).added.map(\.path))
      return gaps(pair.destination, new, isNew: false) { value in
        !before.contains(value.path.dropFirst())
          || value.columns.allSatisfy { fresh.contains($0.dropFirst().joined(separator: ".")) }
      }
    }
    return added + changed
  }

  /// A crash of a closure that reads what a version on the way newly needs, with what to do about it;
  /// nil for any other.
  static func explained(_ finding: Finding, along path: MigrationPath) -> Finding? {
    guard [" in the store", " from the store"].contains(where: finding.message.contains) else {
      return nil
    }
    for step in path.steps where step.to.source == .swift {
      let pairing = ModelDiff.compare(from: step.from, to: step.to).pairing
      for pair in pairing.entities {
        let gap = gaps(in: pair).first {
          finding.message.contains("'\(pair.destination.name).\($0.attribute.name)' ")
        }
        guard let gap else { continue }
        var finding = finding
        finding.help =
          "\(gap.text) in \(step.to.inSentence), and rows that exist get no value for it, whatever its "
          + "default says: \(info.fix)"
        return finding
      }
    }
    return nil
  }

  /// What a column requires by itself makes the migration fail, which is another rule.
  private static func gaps(
    _ property: ModelProperty, _ new: Attribute, isNew: Bool, where isGap: (NeededValue) -> Bool
  ) -> [Gap] {
    guard new.type == .composite else { return [] }
    return new.neededValues.filter { $0.isKnown && !$0.isRequiredColumn && isGap($0) }.map {
      Gap(property: property, attribute: new, value: $0, isNew: isNew)
    }
  }
}

extension NeededValue {
  /// SQL that is true for rows without it; nil where that is not known, or none can lack it.
  fileprivate func isMissing(in rows: Projection.Rows) -> String? {
    func tests(_ paths: [[String]], _ operation: String, ofNull null: Bool) -> [String]? {
      var tests: [String] = []
      for path in paths {
        switch rows.values[path.joined(separator: ".")] {
        case .sql(let sql)?: tests.append("\(sql) \(operation)")
        case .null?: tests.append(null ? "TRUE" : "FALSE")
        case .unknown?, nil: return nil
        }
      }
      return tests
    }
    let around = within.filter { !columns.contains($0) }
    guard let missing = tests(columns, "IS NULL", ofNull: true),
      let there = tests(around, "IS NOT NULL", ofNull: false)
    else { return nil }
    let none = missing.joined(separator: " AND ")
    guard !within.isEmpty else { return none }
    guard there.contains(where: { $0 != "FALSE" }) else { return nil }
    return "\(none) AND \(TableScan.any(there[...]))"
  }
}
