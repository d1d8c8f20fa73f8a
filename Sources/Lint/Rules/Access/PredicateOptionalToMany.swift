internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds predicates that look through an optional list of objects.
struct PredicateOptionalToMany: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-optional-to-many", group: .dataAccess, severity: .warning,
    summary: "a predicate looks into an optional to-many relationship",
    why: "it compiles, and the fetch stops with 'to-many key not allowed here': an optional list "
      + "becomes a condition that SQL does not know",
    fix: "make the list required with '= []', or filter by the other side of the relationship",
    limits: "some system versions translate simple cases",
    explanation: "swiftdata-unsupported-predicate",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        let open = #Predicate<Trip> { $0.stops?.↓contains { $0.place == "" } ?? false }
        ---
        let empty = #Predicate<Trip> { trip in trip.name != "" && trip.stops?.↓isEmpty == true }
        ---
        struct TripsView: View {
          @Query(filter: #Predicate<Trip> { ($0.stops?.↓count ?? 0) > 2 }) private var trips: [Trip]
          var body: some View { List(trips) { Text($0.name) } }
        }
        """,
      clean: """
        let full = #Predicate<Folder> { $0.notes.contains { $0.title == "" } }
        ---
        let some = #Predicate<Stop> { $0.trip?.name == "a" }
        ---
        func open(_ trips: [Trip]) -> [Trip] {
          trips.filter { $0.stops?.contains { $0.place == "" } ?? false }
        }
        """))

  private static let looking: Set = [
    "contains", "isEmpty", "count", "allSatisfy", "filter", "first", "flatMap",
  ]

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    for path in use.paths where path.names.count > 1 {
      guard let looked = path.names.dropFirst().first, Self.looking.contains(looked.baseName.text),
        // What is unwrapped by force is said to work in some systems.
        looked.parent?.as(MemberAccessExprSyntax.self)?.base?.is(OptionalChainingExprSyntax.self)
          ?? false,
        !file.ask(.isOptionalToMany(path.first, of: use.entity)).isEmpty
      else { continue }
      report(
        "'\(use.entity).\(path.first)' may be nil, and no fetch can look into an optional list",
        at: file.location(looked), entity: use.entity, property: path.first,
        certainty: .inferred("reported by users of several system versions"))
    }
  }
}
