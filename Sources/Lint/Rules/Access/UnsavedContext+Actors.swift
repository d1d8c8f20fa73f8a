internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Functions of model actors that leave their change to whoever saves next.
extension UnsavedContext {
  /// `func add(_ title: String) { modelContext.insert(Note(title)) }` beside functions that save what they do:
  /// the context of a model actor does not save by itself.
  func checkActor(_ function: FunctionDeclSyntax, in file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let actor = function.enclosingType?.as(ActorDeclSyntax.self),
      actor.attribute("ModelActor") != nil, actor.memberBlock.isReadable,
      !function.modifiers.isPrivate,
      !function.modifiers.contains(where: { $0.name.text == "nonisolated" }),
      let body = function.body, body.isHandwritten, !body.mayKeepChanges(),
      let change = body.ownChange
    else { return }
    let others = actor.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    // Where saving is a function of its own, callers may call it when they are done.
    guard others.contains(where: { $0.id != function.id && $0.savesOwnChange }),
      !actor.memberBlock.mentions(["autosaveEnabled"]),
      !others.contains(where: { ($0.body?.savesAlone ?? false) })
    else { return }
    report(
      "'\(function.name.text)' leaves its change unsaved, which the other functions of '\(actor.name.text)' do "
        + "not: it is lost when the app ends before one of them saves", at: file.location(change),
      help: "save at the end of '\(function.name.text)'")
  }

  static let actors: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      @ModelActor actor Notes {
        func mark(_ ids: [PersistentIdentifier]) {
          for id in ids {
            guard let note = self[id, as: Note.self] else { continue }
            note.↓rank = 1
          }
        }
        func clear() throws {
          try modelContext.delete(model: Note.self)
          try modelContext.save()
        }
      }
      ---
      @ModelActor actor Notes {
        func add(_ title: String) async -> Bool {
          let note = Note()
          note.title = tidied(title)
          modelContext.↓insert(note)
          return true
        }
        func tidied(_ title: String) -> String { title.uppercased() }
        func clear() throws {
          try modelContext.delete(model: Note.self)
          try modelContext.save()
        }
      }
      """,
    clean: """
      @ModelActor actor Notes {
        func add(_ title: String) { modelContext.insert(Note()) }
        func clear() throws {
          try modelContext.delete(model: Note.self)
          try modelContext.save()
        }
        func finish() throws { try modelContext.save() }
      }
      ---
      @ModelActor actor Notes {
        func add(_ title: String) throws {
          modelContext.insert(Note())
          try keep()
        }
        func clear() throws {
          try modelContext.transaction { try modelContext.delete(model: Note.self) }
        }
        func link(_ title: String) -> URL? { URL(string: title) }
        func drop(_ id: PersistentIdentifier) throws {
          if let note = self[id, as: Note.self] { modelContext.delete(note) }
          try modelContext.save()
        }
        private func keep() throws { try modelContext.save() }
      }
      """)
}

extension CodeBlockSyntax {
  /// Whether it saves, or calls anything of the actor that may.
  fileprivate func mayKeepChanges(_ steps: Int = 3) -> Bool {
    steps == 0
      || statements.hasDescendant { node in
        guard let call = node.as(FunctionCallExprSyntax.self) else {
          // The context as a whole goes elsewhere.
          guard let name = node.as(DeclReferenceExprSyntax.self),
            name.baseName.text == "modelContext"
          else { return false }
          let whole =
            name.parent?.as(MemberAccessExprSyntax.self).flatMap {
              $0.declName.id == name.id ? Syntax($0) : nil
            } ?? Syntax(name)
          return !(whole.parent?.is(MemberAccessExprSyntax.self) ?? false)
        }
        if ["save", "transaction"].contains(call.name) { return true }
        // A function of the actor itself may save.
        guard call.name.first?.isLowercase ?? false, call.receiver?.isSelfName ?? true,
          !["assert", "fatalError", "max", "min", "precondition", "print", "zip"].contains(
            call.name)
        else { return false }
        return call.functionOfFile?.body?.mayKeepChanges(steps - 1) ?? true
      }
  }

  /// Whether it saves what others have changed.
  fileprivate var savesAlone: Bool {
    ownChange == nil
      && statements.hasDescendant {
        $0.as(FunctionCallExprSyntax.self).map { ["save", "transaction"].contains($0.name) }
          ?? false
      }
  }

  /// The first insert or delete in the actor's own context, or the first property that is set of one of its objects.
  fileprivate var ownChange: Syntax? {
    var found: Syntax?
    let types = FileMemo.current?.types
    statements.forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), ["delete", "insert"].contains(call.name),
        call.receiver?.lastName == "modelContext"
      {
        found = Syntax(call.nameNode)
      } else if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3,
        terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].as(MemberAccessExprSyntax.self),
        let object = target.base?.as(DeclReferenceExprSyntax.self), object.isOfOwnContext,
        types?.model(of: ExprSyntax(object)) != nil
      {
        found = Syntax(target.declName)
      }
      return found == nil
    }
    return found
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a variable holds an object that the actor has looked up or fetched: `self[id, as: Note.self]`.
  fileprivate var isOfOwnContext: Bool {
    switch nameOrigin {
    case .local(_, let value?)?:
      return value.unwrapped.is(SubscriptCallExprSyntax.self)
        || value.mentions(["fetch", "model", "registeredModel"])
    case .element(let list)?:
      return list.mentions(["fetch"])
        || list.as(DeclReferenceExprSyntax.self)?.localValue?.mentions(["fetch"]) ?? false
    default: return false
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it changes something and saves that itself.
  fileprivate var savesOwnChange: Bool {
    guard let body, body.ownChange != nil else { return false }
    return body.statements.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return call.name == "save" && call.receiver?.lastName == "modelContext"
    }
  }
}
