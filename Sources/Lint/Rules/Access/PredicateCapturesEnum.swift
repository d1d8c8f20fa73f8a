internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that compare enums, which compile and fail.
struct PredicateCapturesEnum: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-captures-enum", group: .dataAccess, severity: .warning,
    summary: "a predicate compares a stored enum with a captured case",
    why: "before iOS 27 it compiles, and the fetch stops: 'captured/constant values of type … are "
      + "not supported'",
    fix: "store the raw value in a property of its own and compare that, or filter the fetched "
      + "objects",
    limits: "the deployment target is not looked at",
    explanation: "swiftdata-unsupported-predicate",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func notes(_ mood: Mood) -> Predicate<Note> { #Predicate<Note> { ↓$0.mood == mood } }
        ---
        let wanted = Mood.good
        let good = FetchDescriptor<Note>(predicate: #Predicate { note in
          note.rank > 2 && wanted == ↓note.mood
        })
        ---
        struct MoodView: View {
          @Query private var notes: [Note]
          init(mood: Mood) { _notes = Query(filter: #Predicate<Note> { ↓$0.mood != mood }) }
          var body: some View { List(notes) { Text($0.title) } }
        }
        ---
        enum SchemaV0: VersionedSchema {
          static var versionIdentifier: Schema.Version { Schema.Version(0, 1, 0) }
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; init() {} }
        }
        func notes(_ mood: Mood) -> Predicate<Note> { #Predicate<Note> { ↓$0.mood == mood } }
        """,
      clean: """
        func notes(_ title: String) -> Predicate<Note> { #Predicate<Note> { $0.title == title } }
        ---
        func notes(_ mood: Mood, _ all: [Note]) -> [Note] { all.filter { $0.mood == mood } }
        ---
        let ranked = #Predicate<Note> { $0.rank == 3 }
        """))

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths where path.names.count == 1 && path.call == nil {
      guard let name = path.names.first, let access = name.parent?.as(MemberAccessExprSyntax.self),
        let other = ExprSyntax(access).comparedValue, other.lastName != nil,
        other.as(MemberAccessExprSyntax.self).map({ $0.base != nil }) ?? true,
        !(other.dottedName?.first?.isUppercase ?? false),
        let type = file.ask(.storedEnum(path.first, of: use.entity)).first
      else { continue }
      report(
        "'\(use.entity).\(path.first)' is compared with a '\(type)', which the fetch does not "
          + "take before iOS 27", at: file.location(access), entity: use.entity,
        property: path.first, certainty: .inferred("reported by users of several system versions"))
    }
  }
}

extension ExprSyntax {
  /// The other side of `==` or `!=`.
  fileprivate var comparedValue: ExprSyntax? {
    guard let list = parent?.as(ExprListSyntax.self) else { return nil }
    let terms = Array(list)
    guard let position = terms.firstIndex(where: { $0.id == id }) else { return nil }
    for step in [1, -1] where terms.indices.contains(position + 2 * step) {
      let sign = terms[position + step].as(BinaryOperatorExprSyntax.self)?.operator.text
      if ["==", "!="].contains(sign ?? "") { return terms[position + 2 * step] }
    }
    return nil
  }
}
