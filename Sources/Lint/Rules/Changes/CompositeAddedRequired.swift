internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds new required properties of enum or struct type.
struct CompositeAddedRequired: ChangeRule {
  static let info = RuleInfo(
    id: "composite-added-required", group: .changes, severity: .error,
    summary: "a new property of an enum or Codable type is not optional",
    why:
      "its default is not written to rows that exist: the store opens, and the first object that "
      + "is read traps with 'could not cast Optional<Any>'",
    fix:
      "make it optional; an enum may also be stored as its raw value in a property with a default",
    limits: "silent where the stage's didMigrate may fill the property, or its willMigrate deletes "
      + "rows of the class",
    explanation: "swiftdata-optional-any-cast",
    examples: [
      .flagged(
        ChangeText.note("var title = \"\"", "var title = \"\"; var ↓mood: Mood = Mood.fine")
          + "\nenum Mood: String, Codable { case fine, bad }"),
      .flagged(
        ChangeText.note("var title = \"\"", "var title = \"\"; var ↓size: Size")
          + "\nstruct Size: Codable { var width: Double; var height: Double }"),
      .flagged(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var ↓state: State = State.open",
          stage: ChangeText.custom(did: "print(\"done\")"))
          + "\nenum State: Int, Codable { case open, closed }"),
      .flagged(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var ↓mood: Mood = Mood.fine",
          stage: ChangeText.custom(
            did: "for note in try context.fetch(FetchDescriptor<V2.Note>()) "
              + "where note.mood.rawValue == \"bad\" { note.title += note.mood.rawValue }"))
          + "\nenum Mood: String, Codable { case fine, bad }"),
      .clean(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var mood: Mood = Mood.fine",
          stage: ChangeText.custom(
            did: "for note in try context.fetch(FetchDescriptor<V2.Note>()) { settle(&note.mood) }"
          )) + "\nenum Mood: String, Codable { case fine, bad }"),
      .clean(
        ChangeText.note("var title = \"\"", "var title = \"\"; var mood: Mood?")
          + "\nenum Mood: String, Codable { case fine, bad }"),
      .clean(
        ChangeText.note("var title = \"\"", "var title = \"\"; var moodName: String = \"fine\"")
          + "\nenum Mood: String, Codable { case fine, bad }"),
      .clean(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var mood: Mood = Mood.fine",
          stage: ChangeText.custom(
            did: "for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.mood = .fine }"))
          + "\nenum Mood: String, Codable { case fine, bad }"),
      .clean(
        ChangeText.note(
          "var title = \"\"", "var title = \"\"; var mood: Mood = Mood.fine",
          stage: ChangeText.custom(will: "try context.delete(model: V1.Note.self)"))
          + "\nenum Mood: String, Codable { case fine, bad }"),
    ])

  func check(_ change: VersionChange, in lint: LintContext, report: RuleReport) {
    for difference in change.differences where difference.change == .attributeAdded {
      guard let property = difference.property,
        let attribute = change.to.entity(named: difference.entity)?.attribute(named: property),
        attribute.type == .composite, !attribute.isOptional, !change.mayFill(property),
        !change.mayDelete(difference.entity)
      else { continue }
      report(
        "'\(difference.path)' is new and required in \(change.newer), and rows of "
          + "\(change.older) get no value for it", at: attribute.location,
        entity: difference.entity, property: property,
        help: attribute.isEnumeration
          ? "make it optional; or store the raw value in a property with a default"
          : "make it optional",
        certainty: .inferred("developers report the trap; Apple documents nothing"))
    }
  }
}
