internal import SwiftSyntax

/// What becomes of a context under a name: whether objects are changed in it, and whether it is saved or
/// may be, also by the functions that it is handed to.
struct ContextFate {
  /// The first change, or the call that makes one.
  private(set) var change: Syntax?
  private(set) var isSafe = false

  private let types: TypeReader
  private let depth: Int

  /// What every context has and what does not save.
  private static let members: Set = [
    "author", "changedModelsArray", "container", "deletedModelsArray", "deleteHistory",
    "editingState", "enumerate", "fetch", "fetchCount", "fetchHistory", "fetchIdentifiers",
    "hasChanges", "insertedModelsArray", "model", "processPendingChanges", "registeredModel",
    "rollback", "undoManager",
  ]

  /// - Parameters:
  ///   - start: where the name gets its meaning.
  ///   - depth: how many functions deep to follow it.
  init(
    of name: String, in code: Syntax, after start: AbsolutePosition, _ types: TypeReader,
    depth: Int = 3
  ) {
    (self.types, self.depth) = (types, depth)
    var uses: [DeclReferenceExprSyntax] = []
    code.forEachDescendant { node in
      if change == nil, let object = node.changedObject(types), object.comes(from: [name]) {
        change = Syntax(object)
      }
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue,
        use.position >= start
      {
        uses.append(use)
      }
      return true
    }
    for use in uses where !isSafe { note(use) }
    // Whoever is given the object has its context, too, and may save it.
    if let made = change?.as(DeclReferenceExprSyntax.self)?.insertedName, code.handsOut(made) {
      isSafe = true
    }
  }

  private mutating func note(_ use: DeclReferenceExprSyntax) {
    if let argument = use.parent?.as(LabeledExprSyntax.self) { return note(handedOver: argument) }
    guard let access = use.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(use).id
    else {
      isSafe = true
      return
    }
    switch access.declName.baseName.text {
    case "save", "transaction": isSafe = true
    // `context.autosaveEnabled = false` is what it is anyway.
    case "autosaveEnabled":
      isSafe = !(access.parent?.as(ExprListSyntax.self)?.last?.trimmedDescription == "false")
    case "insert", "delete": keep(Syntax(use))
    case let member where !Self.members.contains(member):
      // An extension of the context.
      let body = access.parent?.as(FunctionCallExprSyntax.self)?.calledFunction?.body
      isSafe = body?.mayKeepContext ?? true
      if body?.changesOwnContext ?? false { keep(Syntax(use)) }
    default: break
    }
  }

  /// `fill(context)`
  private mutating func note(handedOver argument: LabeledExprSyntax) {
    if let made = argument.madeWithContext(types.file) {
      if made.isChanging { keep(made.call.nameNode) } else { isSafe = true }
      return
    }
    guard depth > 0, let list = argument.parent?.as(LabeledExprListSyntax.self),
      let call = list.parent?.as(FunctionCallExprSyntax.self),
      let function = call.calledFunction, let body = function.body, body.isHandwritten,
      let given = function.parameter(for: argument, of: list)
    else {
      isSafe = true
      return
    }
    let fate = ContextFate(
      of: given, in: Syntax(body), after: body.position, types, depth: depth - 1)
    if fate.isSafe { isSafe = true }
    if fate.change != nil { keep(call.nameNode) }
  }

  /// The first in the text is what a reader sees first.
  private mutating func keep(_ place: Syntax) {
    if change.map({ place.position < $0.position }) ?? true { change = place }
  }
}

extension FunctionDeclSyntax {
  /// What the function calls an argument.
  func parameter(for argument: LabeledExprSyntax, of list: LabeledExprListSyntax) -> String? {
    let parameters = Array(signature.parameterClause.parameters)
    if let label = argument.label?.text {
      return parameters.first { $0.firstName.text == label }
        .map { ($0.secondName ?? $0.firstName).text }
    }
    // Without labels they come in order.
    let unlabelled = parameters.filter { $0.firstName.text == "_" }
    let place = Array(list).filter { $0.label == nil }.firstIndex { $0.id == argument.id }
    return place.flatMap { unlabelled.indices.contains($0) ? unlabelled[$0] : nil }
      .map { ($0.secondName ?? $0.firstName).text }
  }
}

extension CodeBlockSyntax {
  /// Whether a method of the context saves it, or hands it to somebody who may.
  fileprivate var mayKeepContext: Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
      return name == "self" || name == "transaction" || name.lowercased().contains("save")
    }
  }

  /// Whether a method of the context inserts or deletes.
  fileprivate var changesOwnContext: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.receiver == nil else {
        return false
      }
      return ["insert", "delete"].contains(call.name)
    }
  }
}

extension DeclReferenceExprSyntax {
  /// `note` of `context.insert(note)`, where this is the context.
  fileprivate var insertedName: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "insert",
      let call = access.parent?.as(FunctionCallExprSyntax.self), call.arguments.count == 1
    else { return nil }
    return call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}

extension Syntax {
  /// Whether the object of a name is returned, or put away in a property.
  fileprivate func handsOut(_ name: String) -> Bool {
    hasDescendant { node in
      if let value = node.as(ReturnStmtSyntax.self)?.expression {
        return value.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      }
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.last?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        && terms.first?.plainTarget != nil
    }
  }
}
