internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension ContextOutlivesContainer {
  /// `let context = try ModelContainer(for: Note.self).mainContext`: nobody keeps the container.
  func checkUnkept(_ access: MemberAccessExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard file.meansSwiftData, access.declName.baseName.text == "mainContext",
      let made = access.base?.call, made.name == "ModelContainer", made.receiver == nil,
      made.argument("for") != nil, access.isTakenAlone
    else { return }
    report(
      "nobody keeps the container of this context: the first use of it crashes",
      at: file.location(access.declName),
      help: "keep the container in a constant or property, and ask it for its 'mainContext'",
      certainty: .inferred("seen with several versions of the system"))
  }

  /// `container.mainContext.insert(note); return note`, where the container ends with the function.
  func checkObjects(
    of contexts: [MemberAccessExprSyntax], in code: CodeBlockItemListSyntax, _ container: String,
    _ file: LintFile, _ report: RuleReport
  ) {
    let names = Set(contexts.compactMap(\.constantName))
    let types = TypeReader(file: file)
    for item in code {
      guard
        let value = item.item.as(ReturnStmtSyntax.self)?.expression,
        let type = types.type(of: value), types.isModel(type),
        value.mentions(names.union([container])) || code.inserts(value, into: names, container)
      else { continue }
      report(
        (type.isList ? "the '\(type.name)' objects leave" : "the '\(type.name)' leaves")
          + " this function without '\(container)', which ends here: what is read of "
          + (type.isList ? "them" : "it") + " then crashes",
        at: file.location(value), entity: type.name,
        help:
          "return the container as well, or keep it in a property as long as its objects are used",
        certainty: .inferred("seen with several versions of the system"))
    }
  }

  static let objects: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      final class NoteTests: XCTestCase {
        @MainActor func testTitle() throws {
          let context = try ModelContainer(for: Note.self, configurations: memory).↓mainContext
          context.insert(Note())
          XCTAssertEqual(try context.fetchCount(FetchDescriptor<Note>()), 1)
        }
        private let memory = ModelConfiguration(isStoredInMemoryOnly: true)
      }
      ---
      @MainActor enum Fixtures {
        static let context = try! ModelContainer(for: Note.self).↓mainContext
        static func made() throws -> ModelContext {
          return try ModelContainer(for: Note.self).↓mainContext
        }
      }
      ---
      extension Note {
        @MainActor static var example: Note {
          let memory = ModelConfiguration(isStoredInMemoryOnly: true)
          let container = try! ModelContainer(for: Note.self, configurations: memory)
          let note = Note()
          note.title = "Example"
          container.mainContext.insert(note)
          return ↓note
        }
        @MainActor static func examples() throws -> [Note] {
          let container = try ModelContainer(for: Note.self)
          let context = container.mainContext
          context.insert(Note())
          return ↓try context.fetch(FetchDescriptor<Note>())
        }
      }
      """,
    clean: """
      @MainActor func count() throws -> Int {
        try ModelContainer(for: Note.self).mainContext.fetchCount(FetchDescriptor<Note>())
      }
      ---
      extension Note {
        @MainActor static func example(in container: ModelContainer) -> Note {
          let note = Note()
          container.mainContext.insert(note)
          return note
        }
        @MainActor static func titles() throws -> [String] {
          let container = try ModelContainer(for: Note.self)
          return try container.mainContext.fetch(FetchDescriptor<Note>()).map(\\.title)
        }
      }
      """)
}

extension MemberAccessExprSyntax {
  /// `context` of `let context = container.mainContext`.
  fileprivate var constantName: String? {
    parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)?.name
  }

  /// Whether the context goes on without what it was taken from: it is given a name, set or returned.
  fileprivate var isTakenAlone: Bool {
    var node = Syntax(self)
    while let next = node.parent,
      next.is(TryExprSyntax.self) || next.is(ForceUnwrapExprSyntax.self)
        || next.is(TupleExprSyntax.self)
    {
      node = next
    }
    if node.parent?.is(InitializerClauseSyntax.self) ?? false { return true }
    if node.parent?.is(ReturnStmtSyntax.self) ?? false { return true }
    guard let terms = node.parent?.as(ExprListSyntax.self), terms.count == 3 else { return false }
    return (terms.last.map { Syntax($0).id == node.id } ?? false)
      && terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether an object is put into one of the contexts: `container.mainContext.insert(note)`, `context.insert(note)`.
  fileprivate func inserts(
    _ value: ExprSyntax, into names: Set<String>, _ container: String
  ) -> Bool {
    guard let object = value.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        call.arguments.onlyElement?.expression.trimmedDescription == object,
        let receiver = call.receiver
      else { return false }
      return receiver.mentions(names.union([container]))
    }
  }
}
