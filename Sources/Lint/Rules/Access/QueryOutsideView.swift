internal import Diagnostics
internal import SwiftSyntax

/// Finds `@Query` and `@FetchRequest` where SwiftUI does not see them.
struct QueryOutsideView: SourceRule {
  static let info = RuleInfo(
    id: "query-outside-view", group: .dataAccess, severity: .error,
    summary: "@Query or @FetchRequest is used in a type that is not a view",
    why: "SwiftUI fills and updates a query only inside of views: anywhere else it has no context, "
      + "stays empty and never changes",
    fix:
      "fetch with a ModelContext there, or with an NSFetchedResultsController of Core Data's, or keep the query in the "
      + "view and hand the objects over",
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
        """)
      + .texts(
        in: { CoreDataText.code("import SwiftUI\n" + $0) },
        flagged: """
          final class NotesModel: ObservableObject {
            ↓@FetchRequest(sortDescriptors: [SortDescriptor(\\.title)]) var notes: FetchedResults<CDNote>
            var titles: [String] { notes.compactMap(\\.title) }
          }
          ---
          @MainActor class Library {
            ↓@FetchRequest(entity: CDNote.entity(), sortDescriptors: []) private var notes: FetchedResults<CDNote>
            func count() -> Int { notes.count }
          }
          ---
          final class Groups: ObservableObject {
            ↓@SectionedFetchRequest(sectionIdentifier: \\.title, sortDescriptors: [SortDescriptor(\\.title)])
            var notes: SectionedFetchResults<String?, CDNote>
          }
          """,
        clean: """
          struct NotesView: View {
            @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
            var body: some View { Text("\\(notes.count)") }
          }
          ---
          @propertyWrapper struct Notes: DynamicProperty {
            @FetchRequest(sortDescriptors: []) private var notes: FetchedResults<CDNote>
            var wrappedValue: [CDNote] { Array(notes) }
          }
          """))

  static let nodes: [SyntaxKind] = [.attribute]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let query = node.as(AttributeSyntax.self) else { return }
    if Self.requests.contains(query.simpleName) { return checkRequest(query, in: file, report) }
    guard query.simpleName == "Query", file.meansSwiftData,
      let variable = query.parent?.parent?.as(VariableDeclSyntax.self),
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

extension QueryOutsideView {
  private static let requests: Set = ["FetchRequest", "SectionedFetchRequest"]

  /// `@FetchRequest` of Core Data's objects.
  private func checkRequest(_ request: AttributeSyntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest, file.imports.contains("SwiftUI"),
      let variable = request.parent?.parent?.as(VariableDeclSyntax.self),
      let type = variable.bindings.first?.typeAnnotation?.type.as(IdentifierTypeSyntax.self),
      ["FetchedResults", "SectionedFetchResults"].contains(type.name.text),
      let owner = variable.enclosingType,
      owner.is(ClassDeclSyntax.self) || owner.is(ActorDeclSyntax.self) || owner.isOfSystem,
      let name = owner.typeName
    else { return }
    report(
      "'\(name)' is no view, so this fetch request stays empty", at: file.location(request),
      entity: type.genericArgumentClause?.arguments.last?.argument.trimmedDescription)
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
