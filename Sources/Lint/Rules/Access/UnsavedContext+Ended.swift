internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension UnsavedContext {
  /// Intents, whose process may end with 'perform', before the main context gets to save by itself.
  func checkIntent(_ function: FunctionDeclSyntax, in file: LintFile, _ report: RuleReport) {
    guard function.name.text == "perform", !file.isTest, file.meansSwiftData,
      let body = function.body, body.isHandwritten,
      let owner = function.enclosingType?.asProtocol((any DeclGroupSyntax).self),
      let clause = owner.inheritanceClause,
      clause.inheritedTypes.contains(where: {
        $0.type.dottedName?.lastPart.hasSuffix("Intent") ?? false
      }),
      // One that opens the app works in its process.
      !owner.memberBlock.mentions([
        "ForegroundContinuableIntent", "openAppWhenRun", "supportedModes",
      ]),
      let change = body.statements.map(\.self).openChange(TypeReader(file: file))
    else { return }
    say("'perform' returns", change, file, report)
  }

  /// `extensionContext?.completeRequest(…)`, `task.setTaskCompleted(success: true)`: after that, the process is
  /// ended.
  func checkEnd(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard ["completeRequest", "setTaskCompleted"].contains(call.name), !file.isTest,
      file.meansSwiftData, let items = call.enclosing(CodeBlockItemListSyntax.self),
      items.isHandwritten, let end = items.firstIndex(where: { $0.endPosition > call.position }),
      let change = items[..<end].map(\.self).openChange(TypeReader(file: file))
    else { return }
    say("'\(call.name)' ends this process", change, file, report)
  }

  private func say(_ end: String, _ change: Syntax, _ file: LintFile, _ report: RuleReport) {
    report(
      "nothing saves this change before \(end): it is lost unless the context happens to save by itself first",
      at: file.location(change), help: "call 'try context.save()' before that",
      certainty: .inferred("the system may let the process run on"))
  }
}

extension [CodeBlockItemSyntax] {
  /// The first change of objects in a context that saves by itself, where nothing in the statements, or in the
  /// functions that they call, saves.
  fileprivate func openChange(_ types: TypeReader) -> Syntax? {
    // What is made here for this piece of work, the rule looks at on its own.
    guard !contains(where: { $0.mentions(["ModelContext", "newBackgroundContext"]) }),
      !contains(where: { Syntax($0).mayKeep })
    else { return nil }
    var (change, mayKeep) = (Syntax?.none, false)
    for item in self {
      item.forEachDescendant { node in
        if mayKeep { return false }
        if change == nil, node.changesContext || node.changedObject(types) != nil { change = node }
        guard let call = node.as(FunctionCallExprSyntax.self),
          !(call.isContextMethod && call.isOnContext)
        else { return true }
        if let body = call.calledFunction?.body, body.isHandwritten {
          mayKeep = mayKeep || Syntax(body).mayKeep
          if change == nil, body.hasDescendant(where: \.changesContext) {
            change = Syntax(call.nameNode)
          }
        } else if call.arguments.contains(where: { $0.expression.isContextValue }),
          call.name.first?.isLowercase ?? false
        {
          mayKeep = true
        }
        return true
      }
    }
    return mayKeep ? nil : change
  }
}

extension Syntax {
  private static let keeping = ["commit", "flush", "persist", "save", "sync", "transaction"]

  /// Whether a word says that something is saved.
  fileprivate var mayKeep: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind else { return false }
      let small = text.lowercased()
      return Self.keeping.contains(where: small.contains) && !text.hasPrefix("Persist")
    }
  }

  fileprivate var changesContext: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return ["delete", "insert"].contains(call.name) && call.isContextMethod && call.isOnContext
  }
}

extension UnsavedContext {
  static let ended: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct AddNote: AppIntent {
        static var title: LocalizedStringResource { "Add a Note" }
        @Dependency var container: ModelContainer
        @Parameter(title: "Title") var text: String
        @MainActor func perform() async throws -> some IntentResult {
          let note = Note()
          note.title = text
          ↓container.mainContext.insert(note)
          return .result()
        }
      }
      ---
      struct Raise: AppIntent {
        static var title: LocalizedStringResource { "Raise" }
        @Dependency var container: ModelContainer
        @MainActor func perform() async throws -> some IntentResult {
          let context = container.mainContext
          for note in try context.fetch(FetchDescriptor<Note>()) { ↓note.rank += 1 }
          return .result()
        }
      }
      ---
      struct ShareView: View {
        @Environment(\\.modelContext) private var context
        let host: NSExtensionContext?
        var body: some View {
          Button("Keep") {
            ↓add()
            host?.completeRequest(returningItems: nil)
          }
        }
        private func add() { context.insert(Note()) }
      }
      ---
      @MainActor func refresh(_ task: BGAppRefreshTask, _ container: ModelContainer) {
        ↓container.mainContext.insert(Note())
        task.setTaskCompleted(success: true)
      }
      """,
    clean: """
      struct AddNote: AppIntent {
        static var title: LocalizedStringResource { "Add a Note" }
        @Dependency var container: ModelContainer
        @MainActor func perform() async throws -> some IntentResult {
          container.mainContext.insert(Note())
          try container.mainContext.save()
          return .result()
        }
      }
      ---
      struct OpenNew: AppIntent {
        static var title: LocalizedStringResource { "Open a New Note" }
        static var openAppWhenRun: Bool { true }
        @Dependency var container: ModelContainer
        @MainActor func perform() async throws -> some IntentResult {
          container.mainContext.insert(Note())
          return .result()
        }
      }
      ---
      struct ShareView: View {
        @Environment(\\.modelContext) private var context
        let host: NSExtensionContext?
        var body: some View {
          Button("Keep") {
            context.insert(Note())
            keep()
            host?.completeRequest(returningItems: nil)
          }
        }
        private func keep() { do { try context.save() } catch { print(error) } }
      }
      """)
}
