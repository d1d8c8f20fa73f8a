internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The saves of these statements whose error goes nowhere although what follows counts on them: each
  /// with the place that does. Saves that functions make are their calls.
  func trustedSaves(_ isSave: (CodeBlockItemSyntax) -> FunctionCallExprSyntax?) -> [(
    save: FunctionCallExprSyntax, claim: Syntax
  )] {
    var found: [(FunctionCallExprSyntax, Syntax)] = []
    var save: FunctionCallExprSyntax?
    for item in self {
      if let known = save, let claim = item.claimOfSuccess {
        found.append((known, claim))
        save = nil
      }
      save = isSave(item) ?? save
    }
    return found
  }
}

extension CodeBlockItemSyntax {
  /// A save whose error is thrown away, or only printed.
  var swallowedSave: FunctionCallExprSyntax? {
    switch item {
    case .expr(let value):
      return value.swallowedSave
    case .stmt(let statement):
      if let attempt = statement.as(DoStmtSyntax.self) {
        guard let last = attempt.catchClauses.last, last.goesOn, attempt.body.isHandwritten else {
          return nil
        }
        return attempt.body.statements.lazy.compactMap { $0.calls.first(where: \.isSave) }.first
      }
      guard let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
        choice.elseBody == nil, choice.conditions.mentions(["hasChanges"])
      else { return nil }
      return choice.body.statements.lazy.compactMap(\.swallowedSave).first
    case .decl: return nil
    }
  }

  /// Where a statement says that everything went well, or throws away what has been saved elsewhere.
  fileprivate var claimOfSuccess: Syntax? {
    var found: Syntax?
    let start = Syntax(self)
    if let claim = start.ownClaim { return claim }
    forEachDescendant { node in
      // What runs under a condition, or later, may know more.
      if node.is(ClosureExprSyntax.self) || node.is(IfExprSyntax.self)
        || node.is(GuardStmtSyntax.self)
        || node.is(FunctionDeclSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(DoStmtSyntax.self)
      {
        return false
      }
      if found == nil { found = node.ownClaim }
      return found == nil
    }
    return found
  }
}

extension ExprSyntax {
  /// `try? context.save()`, `_ = try? context.save()`
  fileprivate var swallowedSave: FunctionCallExprSyntax? {
    let value = self.as(SequenceExprSyntax.self).flatMap { sequence in
      sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        ? sequence.elements.last : nil
    }
    guard let attempt = (value ?? self).as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?", let call = attempt.expression.call,
      call.isSave
    else { return nil }
    return call
  }
}

extension CatchClauseSyntax {
  /// Whether it does nothing that the code behind it, or the user, could notice.
  fileprivate var goesOn: Bool {
    body.statements.allSatisfy { item in
      guard case .expr(let value) = item.item, let call = value.call else { return false }
      return ["print", "debugPrint", "NSLog", "os_log", "log", "error", "warning", "debug", "info"]
        .contains(call.name)
    }
  }
}

extension Syntax {
  private static let words: Set = [
    "complete", "completed", "done", "finished", "imported", "migrated", "saved", "seeded",
    "succeeded", "success", "successful", "synced", "uploaded",
  ]

  /// Words for lists of what is still to be saved or sent.
  private static let waiting: Set = [
    "outbox", "pending", "queue", "queued", "unsaved", "unsent", "unsynced", "waiting",
  ]

  private static let changes = [
    "add", "complet", "creat", "delet", "finish", "import", "insert", "keep", "mark", "persist",
    "remov", "renam", "restor", "sav", "seed", "set", "stor", "sync", "toggle", "updat", "writ",
  ]

  /// Whether the function around tells its callers whether it has changed something.
  private var isInChange: Bool {
    guard let name = enclosing(FunctionDeclSyntax.self)?.name.text.lowercased() else {
      return false
    }
    return Self.changes.contains { name.hasPrefix($0) }
  }

  fileprivate var ownClaim: Syntax? {
    if let result = self.as(ReturnStmtSyntax.self) {
      guard let value = result.expression else { return nil }
      let isClaim =
        value.trimmedDescription == "true" && isInChange
        || ["success", "saved"].contains(value.call?.name ?? value.lastName ?? "")
      return isClaim ? self : nil
    }
    if let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      // What an object is marked as is another matter.
      let target = terms.first,
      target.is(DeclReferenceExprSyntax.self)
        || target.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false,
      let name = target.lastName, let value = terms.last
    {
      let isTrue =
        value.trimmedDescription == "true" && name.camelWords.contains(where: Self.words.contains)
      let isState = value.as(MemberAccessExprSyntax.self).map { access in
        access.base == nil
          && ["completed", "done", "finished", "imported", "saved", "success", "synced"]
            .contains(access.declName.baseName.text)
      }
      return isTrue || isState ?? false ? self : nil
    }
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    switch call.name {
    case "set":
      let isTrue = call.arguments.first?.expression.trimmedDescription == "true"
      return isTrue && call.argument("forKey") != nil ? self : nil
    case "popViewController", "popToRootViewController", "dismiss", "dismissViewController":
      // What is closed looks saved.
      return call.isOnScreen ? self : nil
    case "removeAll":
      let list = call.receiver?.lastName?.camelWords ?? []
      return list.contains(where: Self.waiting.contains) ? self : nil
    case "removeItem":
      return call.receiver?.mentions(["FileManager", "fileManager"]) ?? false ? self : nil
    default: return nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it closes the view or its controller: `dismiss()`, `dismiss(animated: true)`,
  /// `navigationController?.popViewController(animated: true)`.
  fileprivate var isOnScreen: Bool {
    if argument("animated") != nil { return true }
    if ["popViewControllerAnimated", "dismissViewControllerAnimated"].contains(name) {
      return true
    }
    guard name == "dismiss", arguments.isEmpty, trailingClosure == nil else { return false }
    guard let receiver else { return true }
    return receiver.trimmedDescription.hasSuffix("presentationMode.wrappedValue")
  }
}
