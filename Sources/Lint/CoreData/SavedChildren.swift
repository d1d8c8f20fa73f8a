internal import StoreModel
internal import SwiftSyntax

/// The save of a context that has another one for a parent.
struct ChildSave: Sendable, Codable {
  var context: String
  var parent: String
  var location: Location
}

extension CoreDataCode {
  private static let libraries = ["MR_", "saveToPersistentStore"]
  private static let documents: Set = ["NSPersistentDocument", "UIManagedDocument"]

  /// Notes saves of child contexts, and whether any other context is saved that may be the parent of one.
  mutating func noteSave(_ call: FunctionCallExprSyntax, in file: LintFile) {
    guard !file.isTest else { return }
    // What documents and libraries keep saves the parents by itself.
    if Self.libraries.contains(where: call.name.hasPrefix) || Self.documents.contains(call.name) {
      savesParents = true
    }
    guard call.savesManaged else { return }
    guard let receiver = call.receiver, let name = receiver.lastName else {
      savesParents = true
      return
    }
    if let parent = receiver.parentContext {
      guard let known = parent.lastName, file.queue(of: parent) != nil else {
        savesParents = true
        return
      }
      childSaves.append(.init(context: name, parent: known, location: file.location(call.nameNode)))
    } else if receiver.isBackgroundOfStore {
      storeSaves.insert(name)
    } else {
      savesParents = true
    }
  }
}

extension ExprSyntax {
  /// The context that was set as the parent of this one, in the code around or where it is made.
  fileprivate var parentContext: ExprSyntax? {
    guard let name = lastName, let reference = ownContextName else { return nil }
    if let body = reference.enclosingBody, let parent = body.parent(of: name) { return parent }
    if case .local(_, let value?)? = reference.nameOrigin { return value.parentOfMade }
    guard let owner = reference.ownerName, let file = reference.sourceFile else { return nil }
    if case .parameter? = reference.nameOrigin { return nil }
    if let value = file.binding(name, of: owner)?.initializer?.value, let made = value.parentOfMade
    {
      return made
    }
    return file.memberBlocks(of: owner).lazy.compactMap { Syntax($0).parent(of: name) }.first
  }

  /// The parent of a context that a closure or a function of the project makes.
  private var parentOfMade: ExprSyntax? {
    guard let call else { return nil }
    let made = call.calledExpression.as(ClosureExprSyntax.self)
    let items =
      made?.statements ?? (call.mayMakeContext ? call.meantFunction?.body?.statements : nil)
    guard let items, let result = items.last?.item.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self),
      let name = result.expression?.lastName
    else { return nil }
    return Syntax(items).parent(of: name)
  }

  /// `worker` of `worker` and of `self.worker`.
  private var ownContextName: DeclReferenceExprSyntax? {
    if let access = unwrapped.as(MemberAccessExprSyntax.self) {
      return access.base?.unwrapped.isSelfName ?? false ? access.declName : nil
    }
    return unwrapped.as(DeclReferenceExprSyntax.self)
  }

  /// Whether it is a context that the container has made beside its main one.
  fileprivate var isBackgroundOfStore: Bool {
    guard let name = ownContextName else { return false }
    if name.givingTask != nil { return true }
    guard case .local(_, let value?)? = name.nameOrigin else { return false }
    return value.call?.name == "newBackgroundContext"
  }
}

extension Syntax {
  /// `context` of `worker.parent = context`.
  fileprivate func parent(of name: String) -> ExprSyntax? {
    guard isHandwritten || self.as(MemberBlockSyntax.self)?.isReadable ?? false else { return nil }
    var found: ExprSyntax?
    forEachDescendant { node in
      guard found == nil, let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "parent", target.base?.lastName == name,
        let value = terms.last, !value.is(NilLiteralExprSyntax.self)
      else { return found == nil }
      found = value
      return false
    }
    return found
  }
}

extension UnsavedContext {
  /// Changes that go up to a parent which nothing saves: no store ever has them.
  func checkParents(_ lint: LintContext, _ report: RuleReport) {
    let code = lint.coreData.code
    guard !code.savesParents,
      let first = code.childSaves.min(by: { $0.location.precedes($1.location) }),
      code.childSaves.allSatisfy({ !code.storeSaves.contains($0.parent) })
    else { return }
    report(
      "'\(first.context)' saves into its parent '\(first.parent)', and nothing in the project saves that one: "
        + "the changes are gone at the next launch",
      at: first.location,
      help: "save '\(first.parent)' behind it, inside 'perform' of that context")
  }
}
