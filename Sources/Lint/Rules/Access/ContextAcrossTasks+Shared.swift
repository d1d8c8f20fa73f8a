internal import Diagnostics
internal import SwiftSyntax

/// Classes of no actor that everybody shares and that keep a context of their own for async functions: each
/// call runs on a thread of its own.
extension ContextAcrossTasks {
  func checkShared(_ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let body = function.body, body.isHandwritten,
      function.signature.effectSpecifiers?.asyncSpecifier != nil,
      let type = function.enclosingType?.as(ClassDeclSyntax.self),
      function.modifiers.allSatisfy({ !["private", "static"].contains($0.name.text) }),
      type.memberBlock.isReadable, type.sharedName != nil, let context = type.ownContext,
      body.uses(context), function.isOnNoActor(file),
      type.memberBlock.firstShared(context, file)?.id == function.id
    else { return }
    report(
      "all callers of '\(type.name.text).\(type.sharedName ?? "shared")' use its context '\(context)' here, each on "
        + "another thread: the class is bound to no actor", at: file.location(function.name),
      help:
        "make '\(type.name.text)' an actor or bind it to the main one, and use that one's context there"
    )
  }

  static let sharedOwn: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      final class NoteStore {
        static let shared = NoteStore()
        private var context: ModelContext
        private init() { context = ModelContext(Stores.container) }
        func ↓all() async -> [Note] { (try? context.fetch(FetchDescriptor<Note>())) ?? [] }
        func add(_ title: String) async throws {
          let note = Note()
          note.title = title
          context.insert(note)
          try context.save()
        }
      }
      enum Stores { static let container = makeContainer() }
      """,
    clean: """
      @MainActor final class NoteStore {
        static let shared = NoteStore()
        private var context: ModelContext
        private init() { context = ModelContext(Stores.container) }
        func all() async throws -> Int { try context.fetchCount(FetchDescriptor<Note>()) }
      }
      final class Notes {
        static let shared = Notes()
        private let queue = DispatchQueue(label: "notes")
        private let context: ModelContext
        private init() { context = ModelContext(Stores.container) }
        func count() async -> Int { queue.sync { (try? context.fetchCount(FetchDescriptor<Note>())) ?? 0 } }
      }
      enum Stores { static let container = makeContainer() }
      """)
}

extension ClassDeclSyntax {
  /// `shared` of `static let shared = NoteStore()`
  fileprivate var sharedName: String? {
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isInstance,
        let binding = variable.bindings.onlyElement,
        binding.initializer?.value.call?.name == name.text
          || binding.initializer?.value.call?.name == "init"
            && binding.typeAnnotation?.type.trimmedDescription == name.text
      else { continue }
      return binding.name
    }
    return nil
  }

  /// The property that keeps a context which the class makes for itself.
  fileprivate var ownContext: String? {
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        variable.modifiers.allSatisfy({ $0.name.text != "lazy" }), !variable.hasMainActor,
        let binding = variable.bindings.onlyElement, let name = binding.name, binding.isStored,
        binding.mayKeepContext,
        case let values = [binding.initializer?.value].compactMap(\.self)
          + Syntax(memberBlock).values(of: name),
        !values.isEmpty,
        values.allSatisfy({ $0.unwrapped.call?.calledExpression.dottedName == "ModelContext" })
      else { continue }
      return name
    }
    return nil
  }
}

extension PatternBindingSyntax {
  /// By the type or the value that is written there: all code of the class is read for its other values.
  fileprivate var mayKeepContext: Bool {
    typeAnnotation.map { $0.mentions(["ModelContext"]) }
      ?? (initializer?.value.unwrapped.call?.calledExpression.dottedName == "ModelContext")
  }
}

extension VariableDeclSyntax {
  fileprivate var hasMainActor: Bool { attribute("MainActor") != nil }
}

extension MemberBlockSyntax {
  /// The first async function of the class that uses its context.
  fileprivate func firstShared(_ context: String, _ file: LintFile) -> FunctionDeclSyntax? {
    members.lazy.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first { function in
      function.signature.effectSpecifiers?.asyncSpecifier != nil
        && function.modifiers.allSatisfy { !["private", "static"].contains($0.name.text) }
        && function.body?.uses(context) ?? false && function.isOnNoActor(file)
    }
  }
}

extension CodeBlockSyntax {
  /// Whether the code uses a context itself, and not inside of what a queue or a lock runs.
  fileprivate func uses(_ context: String) -> Bool {
    guard mentions([context]) else { return false }
    var found = false
    forEachDescendant { node in
      if found || node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) {
        return false
      }
      if let access = node.as(MemberAccessExprSyntax.self),
        ["delete", "fetch", "fetchCount", "insert", "save"].contains(access.declName.baseName.text),
        [context, "self.\(context)"].contains(access.base?.trimmedDescription)
      {
        found = true
      }
      return !found
    }
    return found
  }
}
