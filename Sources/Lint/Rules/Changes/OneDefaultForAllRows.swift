internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds new properties whose random default is meant to differ from row to row and does not.
struct OneDefaultForAllRows: ChangeRule {
  static let info = RuleInfo(
    id: "one-default-for-all-rows", group: .changes, severity: .warning,
    summary: "a new property's random default is the same in all rows that are there already",
    why:
      "the default is computed once, when the schema is built; identifiers that were to tell rows "
      + "apart are equal in all old ones",
    fix: "give each old row a value of its own in 'didMigrate' of a custom stage",
    limits:
      "random defaults are 'UUID()', '.random(in:)' and 'globallyUniqueString'; silent where the "
      + "stage's code names the property, and where the property is unique, which is "
      + "'uniqueness-without-deduplication'",
    examples: [
      .flagged(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var ↓code: String = UUID().uuidString")
      ),
      .flagged(ChangeText.note("var title = \"\"", "var title = \"\"; var ↓code: UUID = UUID()")),
      .flagged(ChangeText.note("var title = \"\"", "var title = \"\"; var ↓code = UUID()")),
      .flagged(
        ChangeText.note("var title = \"\"", "var title = \"\"; var ↓key: Int = .random(in: 1...9)")),
      .clean(
        ChangeText.note("var code: UUID = UUID()", "var code: UUID = UUID(); var title = \"\"")),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var code: UUID?")),
      .clean(ChangeText.note("var title = \"\"", "var title = \"\"; var made: Date = Date()")),
      .clean(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var code: UUID = UUID()",
          stage: """
            MigrationStage.custom(
                fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                didMigrate: { context in
                  for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.code = UUID() }
                  try context.save()
                })
            """)),
    ])

  static let judgesShipped = false

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for pair in change.pairing.entities {
      let unique = Set(pair.destination.uniquenessConstraints.flatMap(\.self))
      for property in pair.added where !unique.contains(property.name) {
        guard case .attribute(let attribute) = property.kind,
          case .expression(let text)? = attribute.defaultValue, Self.isRandom(text),
          !change.mayFinish(property.name)
        else { continue }
        report(
          "'\(pair.destination.name).\(property.name)' is new in \(change.newer), and all rows that "
            + "are there already get one and the same '\(text)'",
          at: attribute.location, entity: pair.destination.name, property: property.name,
          certainty: .inferred("the default is computed once, when the schema is built"))
      }
    }
  }

  private static func isRandom(_ text: String) -> Bool {
    ["UUID()", ".random(", "globallyUniqueString"].contains(where: text.contains)
  }
}
