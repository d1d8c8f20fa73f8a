internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that leave a function whose own context ends with it.
struct ObjectOutlivesContext: SourceRule {
  static let info = RuleInfo(
    id: "object-outlives-context", group: .dataAccess, severity: .warning,
    summary: "objects are kept or returned whose context was made in the function and ends with it",
    why:
      "an object does not keep its context: once that is gone, relationships and properties that were not "
      + "read before cannot be loaded, and the app crashes or shows nothing; changes are never saved",
    fix:
      "keep the context as long as the objects, fetch them in the context of those who use them, or return "
      + "structs with the values, or 'persistentModelID'",
    limits:
      "contexts that are kept in a property or handed to other code, and objects that leave an actor, are left "
      + "alone here, as are tests",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct Reader {
          let container: ModelContainer
          func notes() throws -> [Note] {
            let context = ModelContext(container)
            return try context.↓fetch(FetchDescriptor<Note>())
          }
        }
        ---
        func loud(_ container: ModelContainer) -> [Note] {
          let context = ModelContext(container)
          let notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
          return ↓notes.filter { $0.shout.count > 9 }
        }
        ---
        @Observable final class NotesModel {
          let container: ModelContainer
          var notes: [Note] = []
          private var newest: Note?
          init(container: ModelContainer) { self.container = container }
          func load() throws {
            let context = ModelContext(container)
            notes = try context.↓fetch(FetchDescriptor<Note>())
          }
          func add() throws {
            let context = ModelContext(container)
            let note = Note()
            context.insert(note)
            try context.save()
            self.newest = ↓note
          }
        }
        ---
        // file: Widget.swift
        import SwiftData
        import WidgetKit
        struct NotesEntry: TimelineEntry {
          let date: Date
          let notes: [Note]
          let count: Int
        }
        struct Provider {
          let container: ModelContainer
          func getTimeline(done: @escaping (Timeline<NotesEntry>) -> Void) {
            let context = ModelContext(container)
            let notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
            let entry = NotesEntry(date: .now, notes: ↓notes, count: notes.count)
            done(Timeline(entries: [entry], policy: .atEnd))
          }
        }
        """,
      clean: """
        final class Reader {
          let container: ModelContainer
          private var context: ModelContext?
          private var count = 0
          init(container: ModelContainer) { self.container = container }
          func notes() throws -> [Note] {
            let context = ModelContext(container)
            self.context = context
            return try context.fetch(FetchDescriptor<Note>())
          }
          func titles() throws -> [String] {
            let context = ModelContext(container)
            count += 1
            return try context.fetch(FetchDescriptor<Note>()).map(\\.title)
          }
        }
        ---
        struct Reader {
          let container: ModelContainer
          func ids() throws -> [String] {
            let context = ModelContext(container)
            let notes = try context.fetch(FetchDescriptor<Note>())
            return notes.map { note in note.shout }
          }
          @MainActor func main() throws -> [Note] {
            let context = container.mainContext
            return try context.fetch(FetchDescriptor<Note>())
          }
        }
        ---
        struct Reader {
          let container: ModelContainer
          func fresh() throws -> Note {
            let context = ModelContext(container)
            print(try context.fetchCount(FetchDescriptor<Note>()))
            let note = Note()
            return note
          }
          func with(_ use: (ModelContext) throws -> [Note]) rethrows -> [Note] {
            let context = ModelContext(container)
            return try use(context)
          }
        }
        """) + lent)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let made = node.as(FunctionCallExprSyntax.self),
      made.calledExpression.dottedName == "ModelContext", made.arguments.count == 1,
      file.meansSwiftData,
      let binding = made.parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      let scope = binding.enclosing(CodeBlockItemListSyntax.self), scope.isHandwritten,
      !(made.enclosingType?.is(ActorDeclSyntax.self) ?? false),
      !scope.handsOver(name), MigrationClosures.around(made) == nil
    else { return }
    let types = TypeReader(file: file)
    let leaving =
      scope.leavingValues + (file.imports.contains("WidgetKit") ? scope.valuesOfEntries : [])
    for (value, isReturned) in leaving {
      guard let type = types.type(of: value), types.isModel(type),
        value.belongs(to: name, in: scope)
      else { continue }
      report(
        (type.isList ? "'\(type.name)' objects are " : "a '\(type.name)' object is ")
          + (isReturned ? "returned" : "kept") + ", and '\(name)', which "
          + (type.isList ? "they belong" : "it belongs") + " to, ends with this code",
        at: file.location(value.fetchOrStart), entity: type.name,
        certainty: .inferred("what was read before still shows"))
    }
  }
}

extension CodeBlockItemListSyntax {
  /// What is put into the entries of a widget, which are drawn when the code has long ended.
  fileprivate var valuesOfEntries: [(value: ExprSyntax, isReturned: Bool)] {
    var found: [(ExprSyntax, Bool)] = []
    forEachDescendant { node in
      if node.is(FunctionDeclSyntax.self) { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.name.hasSuffix("Entry"),
        call.name.first?.isUppercase ?? false
      {
        found += call.arguments.map { ($0.expression, false) }
      }
      return true
    }
    return found
  }

  /// What the code returns or gives to a property of its object.
  fileprivate var leavingValues: [(value: ExprSyntax, isReturned: Bool)] {
    var found: [(ExprSyntax, Bool)] = []
    let isOfFunction =
      parent?.parent?.is(FunctionDeclSyntax.self) ?? false
      || parent?.is(AccessorBlockSyntax.self) ?? false
      || parent?.parent?.is(AccessorDeclSyntax.self) ?? false
      || enclosing(ClosureExprSyntax.self) == nil
    forEachDescendant { node in
      if node.is(FunctionDeclSyntax.self) || node.is(ClosureExprSyntax.self) { return false }
      if let result = node.as(ReturnStmtSyntax.self), let value = result.expression {
        if isOfFunction { found.append((value, true)) }
      } else if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count >= 3, terms[1].is(AssignmentExprSyntax.self), terms[0].isStoredProperty
      {
        let value = terms.count == 3 ? terms[2] : ExprSyntax(node.cast(SequenceExprSyntax.self))
        if terms.count == 3 { found.append((value, false)) }
      }
      return true
    }
    return found
  }
}

extension ExprSyntax {
  /// `notes`, `self.notes`
  fileprivate var isStoredProperty: Bool {
    if let access = self.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      return true
    }
    guard let name = self.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = name.nameOrigin
    else { return false }
    return binding.isStored
  }

  /// Whether objects come out of a context, or were put into it.
  fileprivate func belongs(to context: String, in scope: CodeBlockItemListSyntax) -> Bool {
    if mentions([context]) { return true }
    var root = unwrapped
    for _ in 0..<8 {
      if let inner = root.otherwiseDefault {
        root = inner.unwrapped
      } else if let call = root.call, let receiver = call.receiver {
        root = receiver.unwrapped
      } else if let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
        root = base.unwrapped
      } else {
        break
      }
    }
    guard let name = root.as(DeclReferenceExprSyntax.self) else { return false }
    if name.comes(from: [context]) { return true }
    // A draft that nothing has saved needs nothing of the store.
    let isSaved = scope.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "save" else {
        return false
      }
      return call.receiver?.trimmedDescription == context
    }
    guard isSaved else { return false }
    return scope.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        call.receiver?.trimmedDescription == context
      else { return false }
      return call.arguments.onlyElement?.expression.trimmedDescription == name.baseName.text
    }
  }

  /// The name of the fetch that the expression begins with, or the expression.
  fileprivate var fetchOrStart: Syntax {
    var found: Syntax?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch" {
        found = call.nameNode
      }
      return found == nil
    }
    return found ?? Syntax(self)
  }
}
