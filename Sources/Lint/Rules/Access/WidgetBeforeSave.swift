internal import Diagnostics
internal import SwiftSyntax

/// Finds widgets that are told to look again before the changes they are to show are in the store.
struct WidgetBeforeSave: SourceRule {
  static let info = RuleInfo(
    id: "widget-before-save", group: .dataAccess, severity: .warning,
    summary: "widgets are reloaded before the changes they are to show are saved",
    why:
      "a widget runs in a process of its own and reads the store: what the context has not saved, it does not "
      + "see, and it shows the old state until it is told to look again",
    fix: "save the context before 'reloadAllTimelines()'",
    limits:
      "only where one function, or one closure of a view, changes objects and reloads, and calls nothing that may save",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        import WidgetKit
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { Button("Add") { add() } }
          private func add() {
            modelContext.insert(Note())
            WidgetCenter.shared.↓reloadAllTimelines()
          }
        }
        ---
        import WidgetKit
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Add") {
              modelContext.insert(Note())
              WidgetCenter.shared.↓reloadAllTimelines()
            }
            Button("Add and send") { add() }
          }
          private func add() {
            let note = Note()
            modelContext.insert(note)
            WidgetCenter.shared.↓reloadAllTimelines()
            syncNote(note)
          }
          private func syncNote(_ note: Note) { Task { await Server.shared.syncTitle(note.title) } }
        }
        ---
        import WidgetKit
        @MainActor final class Shelf {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func drop(_ note: Note) {
            defer { WidgetCenter.shared.↓reloadTimelines(ofKind: "notes") }
            context.delete(note)
          }
        }
        ---
        import WidgetKit
        func take(_ titles: [String], _ context: ModelContext) {
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          if !titles.isEmpty { WidgetCenter.shared.↓reloadAllTimelines() }
        }
        """,
      clean: """
        import WidgetKit
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var message = ""
          var body: some View {
            Button("Add") {
              modelContext.insert(Note())
              do { try modelContext.save() } catch {
                modelContext.rollback()
                message = "\\(error)"
              }
              WidgetCenter.shared.reloadAllTimelines()
            }
            Button("Add two") { add() }
          }
          private func add() {
            modelContext.insert(Note())
            WidgetCenter.shared.reloadAllTimelines()
            finish()
          }
          private func finish() {
            do { try modelContext.save() } catch {
              modelContext.rollback()
              message = "\\(error)"
            }
          }
        }
        ---
        import WidgetKit
        @MainActor func add(_ context: ModelContext) throws {
          context.insert(Note())
          try context.save()
          WidgetCenter.shared.reloadAllTimelines()
        }
        ---
        import WidgetKit
        @MainActor final class Shelf {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func drop(_ note: Note) {
            context.delete(note)
            persist()
            WidgetCenter.shared.reloadAllTimelines()
          }
          private func persist() { do { try context.save() } catch { report(error) } }
        }
        ---
        import WidgetKit
        @MainActor func show(_ context: ModelContext) throws -> Int {
          WidgetCenter.shared.reloadAllTimelines()
          return try context.fetchCount(FetchDescriptor<Note>())
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self),
      ["reloadAllTimelines", "reloadTimelines"].contains(call.name), !file.isTest,
      file.meansSwiftData
    else { return }
    // A closure may run after the next save of the function around, but not of what is no function.
    let function = call.enclosing(FunctionDeclSyntax.self)?.body
    let closure = call.enclosing(ClosureExprSyntax.self)?.statements
    guard let body = function.map({ Syntax($0) }) ?? closure.map({ Syntax($0) }),
      body.isHandwritten,
      function == nil || !(closure.map { body.contains(Syntax($0)) } ?? false)
    else { return }
    let isInEnd = call.enclosing(DeferStmtSyntax.self) != nil
    var (changes, maySave) = (false, false)
    body.forEachDescendant { node in
      guard let other = node.as(FunctionCallExprSyntax.self), other.id != call.id else {
        return true
      }
      let small = other.name.lowercased()
      let isBefore = isInEnd || other.position < call.position
      if ["insert", "delete"].contains(other.name), other.isOnContext {
        if isBefore { changes = true }
      } else if let called = other.tracedFunction(as: nil) {
        if called.calledWords.contains(where: \.saves) { maySave = true }
      } else if small.saves
        // What is not in sight may save; where it comes later, it is no part of what the widgets are to see.
        || isBefore && ["flush", "store", "sync", "write"].contains(where: small.contains)
      {
        maySave = true
      }
      return !maySave
    }
    guard changes, !maySave else { return }
    report(
      "widgets look at the store here, and what has changed before is not saved yet",
      at: file.location(call.nameNode))
  }
}

extension SyntaxProtocol {
  fileprivate var calledWords: Set<String> { Set(Syntax(self).calledNames.map { $0.lowercased() }) }
}

extension String {
  /// Whether a function of the name, in small letters, writes what has changed.
  fileprivate var saves: Bool {
    self == "transaction" || ["commit", "persist", "save"].contains(where: contains)
  }
}
