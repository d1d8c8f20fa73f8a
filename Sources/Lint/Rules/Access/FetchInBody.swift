internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds views that ask the store each time they are drawn.
struct FetchInBody: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "fetch-in-body", group: .dataAccess, severity: .warning,
    summary: "a view fetches each time its body is evaluated",
    why: "SwiftUI evaluates 'body' whenever anything it reads changes, for every row of a list and "
      + "many times while it scrolls; and the view does not notice new objects",
    fix: "use @Query, or fetch once in '.task' and keep the result in a @State property",
    limits:
      "only what 'body' reaches in the same type, and functions and properties of the given paths that "
      + "are found for certain; actions and tasks are left alone, and so are a fetch behind an early return, unless "
      + "that asks for an empty search, "
      + "sheets, and screens for debugging",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            let notes = (try? modelContext.↓fetch(FetchDescriptor<Note>())) ?? []
            List(notes) { Text($0.title) }
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query private var notes: [Note]
          @State private var query = ""
          var body: some View { List(found) { Text($0.title) }.searchable(text: $query) }
          private var found: [Note] {
            if query.isEmpty { return notes }
            let matching = FetchDescriptor<Note>(predicate: #Predicate { $0.title.contains(query) })
            return (try? context.↓fetch(matching)) ?? []
          }
        }
        ---
        struct FolderRow: View {
          @Environment(\\.modelContext) private var context
          let name: String
          private var many: Int {
            (try? context.↓fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.title == name }))) ?? 0
          }
          var body: some View { Text("\\(name): \\(many)") }
        }
        ---
        struct MoodView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { VStack { Text(latest()?.title ?? "") } }
          private func latest() -> Note? {
            var one = FetchDescriptor<Note>()
            one.fetchLimit = 1
            return try? modelContext.↓fetch(one).first
          }
        }
        """,
      clean: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var many = 0
          var body: some View {
            Text("\\(many)")
              .task { many = (try? modelContext.fetchCount(FetchDescriptor<Note>())) ?? 0 }
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { Button("Clear") { do { try clear() } catch { print(error) } } }
          private func clear() throws {
            for note in (try? modelContext.fetch(FetchDescriptor<Note>())) ?? [] { note.title = "" }
            try modelContext.save()
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          let titles: [String]
          var body: some View { ForEach(titles, id: \\.self) { Text($0) }.onMove(perform: onMove) }
          func onMove(from rows: IndexSet, to place: Int) {
            do { print(try modelContext.fetchCount(FetchDescriptor<Note>())) } catch { print(error) }
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var many = 0
          var body: some View {
            Text("\\(many)").reloading(with: count).reloading { count() }
          }
          private func count() {
            many = (try? modelContext.fetchCount(FetchDescriptor<Note>())) ?? 0
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          private var first: Note? {
            if let known = notes.first { return known }
            return try? modelContext.fetch(FetchDescriptor<Note>()).first
          }
          var body: some View { Editor(add: add, note: first) }
          private func add() {
            modelContext.insert(Note())
            print((try? modelContext.fetchCount(FetchDescriptor<Note>())) ?? 0)
          }
        }
        struct Editor: View {
          let add: () -> Void
          let note: Note?
          var body: some View { Button("Add", action: add) }
        }
        ---
        // A sheet is drawn when somebody opens it, and nobody but the authors opens a debug screen.
        final class NoteStore {
          private let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          var all: [Note] { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
        }
        struct NotesView: View {
          let store: NoteStore
          @State private var isShown = false
          var body: some View {
            Text("").sheet(isPresented: $isShown) { List(store.all) { Text($0.title) } }
          }
        }
        struct StoreDebugView: View {
          let store: NoteStore
          @Environment(\\.modelContext) private var modelContext
          private var many: Int { (try? modelContext.fetchCount(FetchDescriptor<Note>())) ?? 0 }
          var body: some View { List(store.all) { Text("\\($0.title) \\(many)") } }
        }
        ---
        struct Export {
          let context: ModelContext
          var body: [String] { ((try? context.fetch(FetchDescriptor<Note>())) ?? []).map(\\.title) }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  /// Functions and properties of other types that ask each time they are used.
  func check(_ lint: LintContext, report: RuleReport) {
    for shown in lint.flows.shown where !shown.isPresented && lint.asksWhenShown(shown.call) {
      let title = shown.call.title
      let asking = lint.code.asking(shown.call).map { $0.name.lastPart } ?? title
      report(
        "'\(shown.view)' asks the store again each time it is drawn\(Self.through)'\(title)'"
          + (asking == title || asking == "init" ? "" : ", which calls '\(asking)'"),
        at: shown.call.location, help: help(at: shown.call.location, in: lint))
    }
  }

  static let through = ", through "

  /// A widget is drawn once for each entry of its timeline, and has neither '@Query' nor '.task'.
  private func help(at place: Location, in lint: LintContext) -> String? {
    guard let bytes = lint.source(place.path)?.bytes else { return nil }
    if bytes.has(Self.provider) { return Self.widgetHelp }
    return lint.histories.contains { $0.versions.contains { $0.source == .swift } }
      ? nil : Self.managedHelp
  }

  private static let provider: StaticString = "TimelineProvider"
  private static let widgetHelp =
    "fetch once in the timeline provider, and hand the values over in the entry"
  private static let managedHelp =
    "use @FetchRequest, or fetch once in '.task' and keep the result in a @State property"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let type = node.as(StructDeclSyntax.self), type.memberBlock.isReadable, !file.isTest,
      type.inheritanceClause?.mentions(["View"]) ?? false
    else { return }
    for part in type.memberBlock.shownParts {
      part.forEachDescendant { node in
        if node.isLater { return false }
        if let call = node.as(FunctionCallExprSyntax.self), call.isQuery,
          !call.isBehindReturn(in: part)
        {
          report(
            "'\(type.name.text)' asks the store again each time it is drawn",
            at: file.location(call.nameNode),
            help: file.source.bytes.has(Self.provider)
              ? Self.widgetHelp
              : file.ask(.hasModels).isEmpty && !file.ask(.usesCoreData).isEmpty
                ? Self.managedHelp : nil)
        }
        return true
      }
    }
  }
}

extension LintContext {
  /// Whether a call that a view makes each time it is drawn asks a store. What an initializer asks through
  /// others, it may ask in some cases alone.
  fileprivate func asksWhenShown(_ call: ObjectFlows.Call) -> Bool {
    guard call.name == "init" else { return code.has(.ask, call) }
    return code.functions(of: call).contains { $0.effects.contains(.ask) }
  }
}

extension SyntaxProtocol {
  /// Whether a statement before it may return first, so that it does not run each time.
  func isBehindReturn(in body: Syntax) -> Bool {
    var node = Syntax(self)
    for _ in 0..<128 {
      guard let next = node.parent, node.id != body.id else { return false }
      if let items = next.as(CodeBlockItemListSyntax.self),
        items.contains(where: {
          $0.position < node.position && $0.mayReturn && !$0.asksForSearchText
        })
      {
        return true
      }
      node = next
    }
    return false
  }
}

extension CodeBlockItemSyntax {
  /// `if query.isEmpty { return notes }` where a person types the query: behind it, each letter asks the store
  /// again, and so does whatever else draws the view.
  fileprivate var asksForSearchText: Bool {
    let conditions =
      item.as(GuardStmtSyntax.self)?.conditions
      ?? item.onlyExpression?.as(IfExprSyntax.self)?.conditions
    guard var value = conditions?.onlyElement?.condition.as(ExprSyntax.self) else { return false }
    if let not = value.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      value = not.expression
    }
    guard let access = value.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "isEmpty",
      let name = access.base?.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = name.nameOrigin,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.attribute("State") != nil || variable.attribute("Binding") != nil
    else { return false }
    return binding.typeAnnotation?.type.trimmedDescription == "String"
      || binding.initializer?.value.is(StringLiteralExprSyntax.self) ?? false
  }
}
