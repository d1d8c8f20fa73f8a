internal import Diagnostics
internal import SwiftSyntax

/// Finds identifiers that are taken before the object has its own.
struct TemporaryIdentifierKept: SourceRule {
  static let info = RuleInfo(
    id: "temporary-identifier-kept", group: .dataAccess, severity: .warning,
    summary: "the 'persistentModelID' of a new object is kept before the first save",
    why: "until it is saved an object has a temporary identifier, which means nothing to other "
      + "contexts and to later runs: looking it up there finds nothing or the app crashes",
    fix: "save first, and read 'persistentModelID' then",
    limits: "only within one function; an identifier that is compared or printed is left alone",
    explanation: "swiftdata-illegal-full-future",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func add(_ context: ModelContext) throws -> PersistentIdentifier {
          let note = Note()
          context.insert(note)
          let id = note.↓persistentModelID
          try context.save()
          return id
        }
        ---
        func add(_ context: ModelContext) -> PersistentIdentifier {
          let note = Note()
          context.insert(note)
          return note.↓persistentModelID
        }
        ---
        final class Drafts {
          var last: PersistentIdentifier?
          func start(_ modelContext: ModelContext) {
            let draft = Note()
            modelContext.insert(draft)
            draft.title = "draft"
            last = draft.↓persistentModelID
            try? modelContext.save()
          }
        }
        ---
        func add(_ store: ModelContext) -> PersistentIdentifier {
          let note = Note()
          store.insert(note)
          defer { try? store.save() }
          return note.↓persistentModelID
        }
        """,
      clean: """
        func add(_ context: ModelContext) throws -> PersistentIdentifier {
          let note = Note()
          context.insert(note)
          try context.save()
          return note.persistentModelID
        }
        ---
        func add(_ context: ModelContext) {
          let note = Note()
          context.insert(note)
          print(note.persistentModelID)
        }
        ---
        func id(of note: Note) -> PersistentIdentifier { note.persistentModelID }
        """) + CoreDataText.identifiers)

  static let nodes: [SyntaxKind] = [.memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let access = node.as(MemberAccessExprSyntax.self),
      case let identifier = access.declName.baseName.text,
      ["persistentModelID", "objectID"].contains(identifier),
      let object = access.base?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = object.nameOrigin,
      let made = value.as(FunctionCallExprSyntax.self)?.calledExpression.dottedName,
      case let isCoreData = identifier == "objectID",
      !file.ask(isCoreData ? .isManagedClass(made.lastPart) : .isModel(made.lastPart)).isEmpty,
      access.identifier.isKept, let body = object.enclosingBody, body.isHandwritten
    else { return }
    let name = object.baseName.text
    // An object of Core Data is made in its context.
    var isInserted = isCoreData
    var isSaved = false
    body.forEachDescendant { node in
      // What is deferred runs after the identifier was read.
      guard node.position < access.position, !node.is(DeferStmtSyntax.self) else { return false }
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.name == "insert", call.isOnContext,
          call.arguments.first?.expression.lastName == name
        {
          isInserted = true
        }
        // A function of that name may save whatever it is called on.
        if call.name.lowercased().contains("save")
          || ["transaction", "commit", "obtainPermanentIDs"].contains(call.name)
        {
          isSaved = true
        }
      }
      return true
    }
    guard isInserted, !isSaved else { return }
    report(
      "'\(name)' has no lasting identifier before it is saved", at: file.location(access.declName),
      entity: made.lastPart,
      help: isCoreData
        ? "save first, or ask the context for 'obtainPermanentIDs(for:)', and read 'objectID' then"
        : nil)
  }
}

extension MemberAccessExprSyntax {
  /// `note.objectID.uriRepresentation()` is the identifier as well.
  fileprivate var identifier: ExprSyntax {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id,
      access.declName.baseName.text == "uriRepresentation",
      let call = access.parent?.as(FunctionCallExprSyntax.self)
    else { return ExprSyntax(self) }
    return ExprSyntax(call)
  }
}

extension ExprSyntax {
  /// Whether the value is assigned, returned or put into a list.
  fileprivate var isKept: Bool {
    guard let parent else { return false }
    if parent.is(InitializerClauseSyntax.self) || parent.is(ReturnStmtSyntax.self)
      || parent.is(ArrayElementSyntax.self)
    {
      return true
    }
    if let list = parent.as(ExprListSyntax.self) {
      let terms = Array(list)
      return terms.count == 3 && terms[1].is(AssignmentExprSyntax.self)
        && terms[2].id == id
    }
    if let argument = parent.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return ["append", "insert", "set", "updateValue", "encode"].contains(call.name)
    }
    return false
  }
}
