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
    limits:
      "only within one function, and functions that keep what they are given, by their names; an identifier "
      + "that is compared or printed is left alone",
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
        func isAdded(_ context: ModelContext) throws -> Bool {
          let note = Note()
          context.insert(note)
          let own = note.↓persistentModelID
          try context.save()
          return try context.fetch(FetchDescriptor<Note>()).contains { $0.persistentModelID == own }
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
        func store(_ context: ModelContext) throws { try context.save() }
        func make(_ context: ModelContext) throws -> PersistentIdentifier {
          let note = Note()
          context.insert(note)
          try store(context)
          return note.persistentModelID
        }
        ---
        func id(of note: Note) -> PersistentIdentifier { note.persistentModelID }
        ---
        func add(_ context: ModelContext) throws {
          let note = Note()
          context.insert(note)
          try lower(besides: note, context)
          try context.save()
        }
        func lower(besides new: Note, _ context: ModelContext) throws {
          let own = new.persistentModelID
          for note in try context.fetch(FetchDescriptor<Note>()) where note.persistentModelID != own {
            note.rank -= 1
          }
        }
        """) + CoreDataText.identifiers + forgotten)

  static let nodes: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self) {
      return checkHelper(call, in: file, report: report)
    }
    guard !file.isTest, let access = node.as(MemberAccessExprSyntax.self),
      case let identifier = access.declName.baseName.text,
      ["persistentModelID", "objectID"].contains(identifier),
      let object = access.base?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = object.nameOrigin,
      let made = value.madeClass,
      case let isCoreData = identifier == "objectID",
      !file.ask(isCoreData ? .isManagedClass(made.lastPart) : .isModel(made.lastPart)).isEmpty
        || isCoreData && value.withoutCast.call?.name == "insertNewObject",
      let body = object.enclosingBody,
      access.identifier.isKept
        || (access.identifier.isKeptInValue || access.identifier.isHandedToKeeper)
          && body.saves(after: access)
    else { return }
    say(object, made, Syntax(access.declName), isCoreData, file, report)
  }

  /// `remember(note)`, where a function of the file keeps the identifier of what it is given.
  private func checkHelper(
    _ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport
  ) {
    guard !file.isTest, !call.arguments.isEmpty, call.name.first?.isLowercase ?? false,
      call.receiver?.isSelfName ?? true
    else { return }
    for argument in call.arguments {
      guard let object = argument.expression.as(DeclReferenceExprSyntax.self),
        case .local(_, let value?)? = object.nameOrigin,
        let made = value.as(FunctionCallExprSyntax.self)?.calledExpression.dottedName,
        let function = call.functionOfFile, let body = function.body, body.isHandwritten,
        let parameter = function.signature.parameterClause.parameters.first(where: {
          $0.firstName.text == argument.label?.text ?? "_"
        }),
        let identifier = body.keptIdentifier(
          of: (parameter.secondName ?? parameter.firstName).text),
        case let isCoreData = identifier == "objectID",
        !file.ask(isCoreData ? .isManagedClass(made.lastPart) : .isModel(made.lastPart)).isEmpty
      else { continue }
      say(object, made, call.nameNode, isCoreData, file, report)
    }
  }

  /// Says it of an object that the function around it makes and has not saved when its identifier is read.
  private func say(
    _ object: DeclReferenceExprSyntax, _ made: String, _ place: Syntax, _ isCoreData: Bool,
    _ file: LintFile, _ report: RuleReport
  ) {
    guard let body = object.enclosingBody, body.isHandwritten else { return }
    let name = object.baseName.text
    // An object of Core Data is made in its context.
    var isInserted = isCoreData
    var isSaved = false
    body.forEachDescendant { node in
      // What is deferred runs after the identifier was read.
      guard node.position < object.position, !node.is(DeferStmtSyntax.self) else { return false }
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.name == "insert", call.isOnContext,
          call.arguments.first?.expression.lastName == name
        {
          isInserted = true
        }
        // A function of that name may save whatever it is called on.
        if call.name.lowercased().contains("save")
          || ["transaction", "commit", "obtainPermanentIDs"].contains(call.name)
          || call.functionOfFile?.body?.saves ?? false
        {
          isSaved = true
        }
      }
      return true
    }
    guard isInserted, !isSaved, !object.isForgottenSoon else { return }
    report(
      "'\(name)' has no lasting identifier before it is saved", at: file.location(place),
      entity: made.lastPart,
      help: isCoreData
        ? "save first, or ask the context for 'obtainPermanentIDs(for:)', and read 'objectID' then"
        : nil)
  }
}

extension CodeBlockSyntax {
  /// Whether the function saves, in whatever way.
  fileprivate var saves: Bool {
    hasDescendant {
      $0.as(FunctionCallExprSyntax.self)?.name.lowercased().contains("save") ?? false
    }
  }

  /// Which identifier of a parameter the function keeps, and saves nothing before.
  fileprivate func keptIdentifier(of name: String) -> String? {
    var found: String?
    var isSaved = false
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.name.lowercased().contains("save") || call.name == "obtainPermanentIDs"
      {
        isSaved = true
      }
      if let access = node.as(MemberAccessExprSyntax.self), !isSaved,
        ["persistentModelID", "objectID"].contains(access.declName.baseName.text),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        access.identifier.isKept
      {
        found = access.declName.baseName.text
      }
      return found == nil
    }
    return found
  }
}

extension MemberAccessExprSyntax {
  /// `note.objectID.uriRepresentation()` is the identifier as well.
  fileprivate var identifier: ExprSyntax {
    var value = ExprSyntax(self)
    for _ in 0..<4 {
      guard let access = value.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == value.id,
        ["absoluteString", "absoluteURL", "path", "uriRepresentation"].contains(
          access.declName.baseName.text)
      else { break }
      value =
        access.parent?.as(FunctionCallExprSyntax.self).map { ExprSyntax($0) }
        ?? ExprSyntax(access)
    }
    return value
  }
}

extension Syntax {
  /// Whether the code saves only behind a place, and so means the object to last.
  fileprivate func saves(after place: some SyntaxProtocol) -> Bool {
    hasDescendant { node in
      node.position > place.position && node.as(FunctionCallExprSyntax.self)?.isSave ?? false
    }
  }
}
