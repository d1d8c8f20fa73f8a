internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds uniqueness that is added over rows that may be equal.
struct UniquenessWithoutDeduplication: ChangeRule {
  static let info = RuleInfo(
    id: "uniqueness-without-deduplication", group: .changes, severity: .warning,
    summary: "a version makes a property unique and no code removes duplicates first",
    why: "two rows with the same value make the migration fail with 134111, and the store does not "
      + "open",
    fix: "make the stage custom and delete or change duplicates in willMigrate, where the old "
      + "model has no constraint yet",
    limits: "that willMigrate really removes duplicates is not checked; 'preflight' counts them in "
      + "a store",
    explanation: "migration-constraint-violation",
    examples: [
      .flagged(ChangeText.note("var name = \"\"", "@Attribute(.unique) var ↓name = \"\"")),
      .flagged(
        ChangeText.note(
          "var name = \"\"", "@Attribute(.unique) var ↓name = \"\"",
          stage: "MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self, "
            + "willMigrate: nil, didMigrate: { context in try context.save() })")),
      .flagged(
        ChangeText.versions(
          "@Model final class Note { var a = 0; var b = 0; init() {} }",
          "@Model final class ↓Note { #Unique<Note>([\\.a, \\.b]); var a = 0; var b = 0; init() {} }"
        )),
      .flagged(ChangeText.note("var a = 0", "var a = 0; @Attribute(.unique) var ↓code = \"\"")),
      .flagged(
        ChangeText.note("var a = 0", "var a = 0; @Attribute(.unique) var ↓id: UUID = UUID()")),
      .clean(
        ChangeText.note("var id: UUID = UUID()", "@Attribute(.unique) var id: UUID = UUID()")),
      .clean(ChangeText.note("@Attribute(.unique) var name = \"\"", "var name = \"\"")),
      .clean(
        ChangeText.note(
          "var name = \"\"", "@Attribute(.unique) var name = \"\"",
          stage: """
            MigrationStage.custom(
                fromVersion: V1.self, toVersion: V2.self,
                willMigrate: { context in
                  var seen: Set<String> = []
                  for note in try context.fetch(FetchDescriptor<V1.Note>())
                  where !seen.insert(note.name).inserted { context.delete(note) }
                  try context.save()
                }, didMigrate: nil)
            """)),
      .clean(
        ChangeText.note("var a = 0", "#Unique<Note>([\\.a, \\.code]); var a = 0; var code: String?")
      ),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for pair in change.pairing.entities {
      let filled = Set(
        pair.properties.map(\.destination.name) + pair.added.filter(\.hasDefault).map(\.name))
      let before = pair.source.uniquenessConstraints.map { names in
        names.map { name in
          pair.properties.first { $0.source.name == name }?.destination.name ?? name
        }
      }
      for constraint in pair.destination.uniquenessConstraints
      // A new optional property is NULL in every row, and NULLs never collide.
      where constraint.allSatisfy({ filled.contains($0) })
        && !(constraint + ["delete"]).contains(where: { change.mayPrepare($0) })
        && !before.contains(where: { Set($0).isSubset(of: Set(constraint)) })
        && !constraint.contains(where: { change.isRandom($0, in: pair) })
      {
        let names = constraint.quotedList(separator: " and ")
        let single = constraint.count == 1 ? constraint.first : nil
        let property = single.flatMap { pair.destination.attribute(named: $0) }
        let fresh = pair.fresh(in: constraint)
        report(
          "'\(pair.destination.name)' becomes unique in \(names) between \(change.title), and "
            + (fresh.isEmpty
              ? "rows may be equal"
              : "all rows get the same value of \(fresh.quotedList(separator: " and "))"),
          at: property?.location ?? pair.destination.location,
          entity: pair.destination.name, property: single,
          help: !fresh.isEmpty
            ? change.to.adviceOnNewUnique(fresh, isValued: true)
            : change.isCoreData
              ? "remove duplicates in an earlier release, or in a mapping model or custom stage"
              : nil
        )
      }
    }
  }
}

extension VersionChange {
  /// Whether every row was made with a random value of its own: the property holds a `UUID` and is
  /// as old as the class.
  fileprivate func isRandom(_ name: String, in pair: ModelPairing.EntityPair) -> Bool {
    guard let old = pair.properties.first(where: { $0.destination.name == name })?.source,
      case .attribute(let attribute) = old.kind, attribute.type == .uuid,
      attribute.defaultValue != nil
    else { return false }
    let earlier = history.versions.prefix { $0.name != from.name }
    return earlier.allSatisfy {
      $0.entity(named: pair.source.name)?.attribute(named: old.name) != nil
        || $0.entity(named: pair.source.name) == nil
    }
  }
}

extension ModelProperty {
  /// Whether rows that are there already all get the same value.
  fileprivate var hasDefault: Bool {
    if case .attribute(let attribute) = kind { attribute.defaultValue != nil } else { false }
  }
}
