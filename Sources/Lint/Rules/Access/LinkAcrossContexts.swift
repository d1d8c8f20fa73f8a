internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects of SwiftData's of two contexts that are related to each other.
struct LinkAcrossContexts: SourceRule {
  static let info = RuleInfo(
    id: "link-across-contexts", group: .dataAccess, severity: .error,
    summary: "objects of two contexts are related to each other",
    why:
      "each object belongs to the context that it was inserted into or fetched by, and a relationship to one of another "
      + "context ends the app",
    fix:
      "take the other object over by its id, 'context.model(for: other.persistentModelID)', or use one context for both",
    limits:
      "only a context that the same function makes, with an object that it inserts into it or fetches from it, and one "
      + "that comes from outside of the function or from another context in it",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func copy(_ note: Note, _ container: ModelContainer) throws {
          let draft = ModelContext(container)
          let copy = Note()
          draft.insert(copy)
          copy.folder = ↓note.folder
          try draft.save()
        }
        ---
        struct StopForm: View {
          @Environment(\\.modelContext) private var modelContext
          let trip: Trip
          var body: some View { Button("Add") { try? add() } }
          private func add() throws {
            let context = ModelContext(modelContext.container)
            let stop = Stop()
            context.insert(stop)
            stop.trip = ↓trip
            try context.save()
          }
        }
        ---
        final class Filing {
          let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          func file(_ note: Note, under code: String) throws {
            let own = ModelContext(container)
            let wanted = FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })
            guard let folder = try own.fetch(wanted).first else { return }
            folder.notes.append(↓note)
            try own.save()
          }
        }
        """,
      clean: """
        func copy(_ id: PersistentIdentifier, _ container: ModelContainer) throws {
          let draft = ModelContext(container)
          guard let note = draft.model(for: id) as? Note else { return }
          let copy = Note()
          draft.insert(copy)
          copy.folder = note.folder
          try draft.save()
        }
        ---
        func copy(_ note: Note, _ context: ModelContext) throws {
          let copy = Note()
          context.insert(copy)
          copy.folder = note.folder
          try context.save()
        }
        ---
        func file(_ container: ModelContainer) throws {
          let context = ModelContext(container)
          let folder = Folder()
          let note = Note()
          context.insert(folder)
          context.insert(note)
          note.folder = folder
          try context.save()
        }
        ---
        func name(_ note: Note, _ container: ModelContainer) throws {
          let context = ModelContext(container)
          let copy = Note()
          context.insert(copy)
          copy.title = note.title
          try context.save()
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let items = node.as(CodeBlockItemListSyntax.self),
      items.isHandwritten
    else { return }
    for context in items.madeContexts {
      var own: Set<String> = []
      items.forEachDescendant { node in
        if let name = node.ownObject(of: context) { own.insert(name) }
        return true
      }
      guard !own.isEmpty else { continue }
      items.forEachDescendant { node in
        guard let (target, property, value) = node.linked,
          let owner = TypeReader(file: file).model(of: ExprSyntax(target)),
          !file.ask(.destination(property, of: owner)).isEmpty
        else { return true }
        // Either of the two may be the one from elsewhere.
        let object: String
        let origin: String
        if own.contains(target.baseName.text), let other = value.foreignOrigin(but: own) {
          (object, origin) = (target.baseName.text, other)
        } else if let name = value.as(DeclReferenceExprSyntax.self),
          own.contains(name.baseName.text),
          let other = ExprSyntax(target).foreignOrigin(but: own)
        {
          (object, origin) = (name.baseName.text, other)
        } else {
          return true
        }
        report(
          "'\(object)' belongs to '\(context)', and '\(origin)' to another context: relating them crashes the app",
          at: file.location(value), entity: owner, property: property,
          // What was related to an object before is in its context.
          severity: value.unwrapped.is(MemberAccessExprSyntax.self) ? nil : .warning,
          certainty: value.unwrapped.is(MemberAccessExprSyntax.self)
            ? .certain : .inferred("'\(origin)' may be in no context yet"))
        return true
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The contexts that are made here: `let draft = ModelContext(container)`.
  fileprivate var madeContexts: [String] {
    compactMap { item in
      guard let binding = item.item.as(VariableDeclSyntax.self)?.bindings.onlyElement,
        let name = binding.name, let made = binding.initializer?.value.call,
        made.name == "ModelContext", made.receiver == nil, made.arguments.count == 1
      else { return nil }
      return name
    }
  }
}

extension Syntax {
  /// The variable of an object that belongs to a context: `draft.insert(copy)`, `let note = try draft.fetch(…).first`.
  fileprivate func ownObject(of context: String) -> String? {
    if let call = self.as(FunctionCallExprSyntax.self), call.name == "insert",
      call.receiver?.lastName == context
    {
      return call.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
    let pattern: PatternSyntax
    let value: ExprSyntax?
    if let binding = self.as(PatternBindingSyntax.self) {
      (pattern, value) = (binding.pattern, binding.initializer?.value)
    } else if let binding = self.as(OptionalBindingConditionSyntax.self) {
      (pattern, value) = (binding.pattern, binding.initializer?.value)
    } else {
      return nil
    }
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let first = value?.unwrapped.as(MemberAccessExprSyntax.self),
      first.declName.baseName.text == "first",
      let fetch = first.base?.call, fetch.name == "fetch", fetch.receiver?.lastName == context
    else { return nil }
    return name
  }

  /// What is related to an object's variable: `copy.folder = note.folder`, `folder.notes.append(note)`.
  fileprivate var linked: (target: DeclReferenceExprSyntax, property: String, value: ExprSyntax)? {
    let access: MemberAccessExprSyntax?
    let value: ExprSyntax?
    if let terms = self.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self)
    {
      (access, value) = (terms[0].as(MemberAccessExprSyntax.self), terms[2])
    } else if let call = self.as(FunctionCallExprSyntax.self), call.name == "append" {
      (access, value) = (
        call.receiver?.unwrapped.as(MemberAccessExprSyntax.self),
        call.arguments.onlyElement?.expression
      )
    } else {
      return nil
    }
    guard let access, let value,
      let target = access.base?.unwrapped.as(DeclReferenceExprSyntax.self)
    else { return nil }
    return (target, access.declName.baseName.text, value)
  }
}

extension ExprSyntax {
  /// The name of an object of another context, that the value is or is read of: a parameter, a property, or a variable
  /// of the function around.
  fileprivate func foreignOrigin(but own: Set<String>) -> String? {
    var root = unwrapped
    var names: [String] = []
    while let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
      names.append(access.declName.baseName.text)
      root = base.unwrapped
    }
    guard let name = root.as(DeclReferenceExprSyntax.self) else { return nil }
    let types = FileMemo.current?.types
    if name.baseName.text == "self" {
      // `self.trip`
      guard let first = names.last, types?.model(of: self) != nil else { return nil }
      return first
    }
    guard !own.contains(name.baseName.text), types?.model(of: ExprSyntax(name)) != nil,
      types?.model(of: self) != nil
    else { return nil }
    switch name.nameOrigin {
    case .parameter, .property: return name.baseName.text
    default: return nil
    }
  }
}
