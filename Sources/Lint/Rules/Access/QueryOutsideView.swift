internal import Diagnostics
internal import SwiftSyntax

/// Finds `@Query` where SwiftUI does not see it.
struct QueryOutsideView: SourceRule {
  static let info = RuleInfo(
    id: "query-outside-view", group: .dataAccess, severity: .error,
    summary: "@Query is used in a type that is not a view",
    why: "SwiftUI fills and updates a query only inside of views: anywhere else it has no context, "
      + "stays empty and never changes",
    fix: "fetch with a ModelContext there, or keep the query in the view and hand the objects over",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @Observable final class NotesModel { @ObservationIgnored ↓@Query var notes: [Note] }
        ---
        actor Exporter {
          ↓@Query(sort: \\Note.title) private var notes: [Note]
          func titles() -> [String] { notes.map(\\.title) }
        }
        ---
        struct Provider: TimelineProvider {
          ↓@Query var notes: [Note]
          func placeholder(in context: Context) -> NotesEntry { NotesEntry(date: .now, count: notes.count) }
        }
        ---
        class NotesController: UIViewController {
          ↓@Query(filter: #Predicate<Note> { $0.rank > 2 }) var notes: [Note]
        }
        """,
      clean: """
        struct NotesView: View {
          @Query private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        ---
        @propertyWrapper struct Notes: DynamicProperty {
          @Query private var notes: [Note]
          var wrappedValue: [Note] { notes }
        }
        ---
        final class Search { @Query var text = "" }
        """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let query = node.as(AttributeSyntax.self), query.simpleName == "Query",
      file.meansSwiftData, let variable = query.parent?.parent?.as(VariableDeclSyntax.self),
      let type = variable.bindings.first?.typeAnnotation.flatMap({ WrittenType($0.type) }),
      type.isList, !file.ask(.isModel(type.name)).isEmpty, let owner = variable.enclosingType,
      owner.is(ClassDeclSyntax.self) || owner.is(ActorDeclSyntax.self) || owner.isOfSystem,
      let name = owner.typeName
    else { return }
    report(
      "'\(name)' is no view, so this query stays empty", at: file.location(query),
      entity: type.name)
  }
}

extension Syntax {
  /// A struct that widgets and shortcuts run, which never has a view's environment.
  fileprivate var isOfSystem: Bool {
    self.as(StructDeclSyntax.self)?.inheritanceClause?.mentions([
      "AppIntent", "AppIntentTimelineProvider", "EntityQuery", "IntentTimelineProvider",
      "TimelineProvider",
    ]) ?? false
  }
}
