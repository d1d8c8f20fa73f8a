internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds saves and loads whose error nobody ever sees, and saves that count as done although they may
/// have failed.
struct SwallowedStoreError: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "swallowed-store-error", group: .dataAccess, severity: .note,
    summary: "the error of a save, or of loading the store, is thrown away",
    why:
      "a save fails for a required value, a conflict or a full disk: what the user has entered is "
      + "gone at the next launch, and nothing says so",
    fix: "catch the error, roll the context back or try again, and tell the user",
    limits:
      "errors that are printed or logged count as seen, unless the code then says that all went well, or "
      + "deletes what it has read from elsewhere, and so does a result that is looked at; tests and "
      + "previews are left alone",
    examples: CoreDataText.swallowed + AccessText.trusted)

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt, .functionCallExpr, .codeBlockItemList]

  /// Functions that keep the error to themselves.
  func check(_ lint: LintContext, report: RuleReport) {
    for call in lint.forgottenSaves { report(Self.save, at: call.location) }
    checkDropped(lint, report)
    checkTrusted(lint, report)
  }

  /// Functions that keep the error to themselves although their callers go on as if they had saved: each once,
  /// at the caller that loses most.
  private func checkTrusted(_ lint: LintContext, _ report: RuleReport) {
    var callers: [String: [ObjectFlows.Trust]] = [:]
    for trust in lint.flows.trusted where lint.code.has(.swallow, trust.call) {
      let helper = lint.code.asking(trust.call, .swallow)?.location
      callers["\(helper ?? trust.call.location)", default: []].append(trust)
    }
    for trusts in callers.values {
      let sorted = trusts.sorted { one, other in
        let (loss, otherLoss) = (Self.loss(in: one.text), Self.loss(in: other.text))
        return loss == otherLoss
          ? one.call.location.precedes(other.call.location) : loss > otherLoss
      }
      let worst = sorted[0]
      let others = sorted.dropFirst()
      let more =
        others.isEmpty
        ? ""
        : "; so \(others.count == 1 ? "does" : "do") "
          + others.prefix(3).map {
            "\($0.call.location.path.lastPathComponent):\($0.call.location.line ?? 0)"
          }.joined(separator: ", ") + (others.count > 3 ? " and \(others.count - 3) more" : "")
      report(
        "'\(worst.call.name)' keeps the error of its save to itself, and "
          + "\(Self.claim(worst.claim, worst.text)) goes on as if it had worked\(more)",
        at: worst.call.location,
        help: "let '\(worst.call.name)' throw, and say that it failed", severity: .warning,
        related: lint.code.cause(of: worst.call, .swallow))
    }
  }

  /// How much is lost by what code does although a save failed: what it deletes elsewhere is gone for good.
  static func loss(in text: String) -> Int {
    if [
      "removeItem", "removeObject", "removeAll", "removeFirst", "dequeue", "finish", "= []",
      "= nil",
    ]
    .contains(
      where: text.contains)
    {
      return 3
    }
    return text.contains("dismiss") || text.isEmpty ? 1 : 2
  }

  private static func claim(_ place: Location, _ text: String) -> String {
    "line \(place.line ?? 0)" + (text.isEmpty ? "" : ", '\(text)',")
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let items = node.as(CodeBlockItemListSyntax.self) {
      return checkTrust(items, in: file, report: report)
    }
    guard !file.isTest, file.usesStores else { return }
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "?",
        let call = attempt.expression.call, call.savesManaged,
        attempt.isForgotten || attempt.endsQuietly,
        // A migration that goes on is another matter.
        !node.isFollowedByTrust, MigrationClosures.around(call) == nil
      else { return }
      report(Self.save, at: file.location(call.nameNode))
    } else if let attempt = node.as(DoStmtSyntax.self) {
      guard let last = attempt.catchClauses.last, last.body.statements.isSilentForUsers,
        !attempt.catchesAllBefore(last), attempt.body.isHandwritten,
        let save = attempt.body.statements.firstSave,
        !node.isFollowedByTrust, MigrationClosures.around(save) == nil
      else { return }
      report(Self.save, at: file.location(save.nameNode))
    } else if let load = node.as(FunctionCallExprSyntax.self), load.ignoresLoadError {
      report("whether the store was loaded is never looked at", at: file.location(load.nameNode))
    } else if let load = node.as(FunctionCallExprSyntax.self), load.onlyPrintsLoadError {
      report(Self.load, at: file.location(load.nameNode), help: Self.loadHelp)
    }
  }

  /// Functions that only return that their save failed, and calls that do not look at it. Where nobody has
  /// to look, the function is at fault.
  private func checkDropped(_ lint: LintContext, _ report: RuleReport) {
    var said: Set<Location> = []
    for call in lint.flows.dropped where lint.code.has(.tell, call) {
      let hiding = lint.code.inheritedFunctions(of: call).first { $0.effects.contains(.hide) }
      guard said.insert(hiding?.location ?? call.location).inserted else { continue }
      let name = call.name
      let place = "\(call.location.path.lastPathComponent):\(call.location.line ?? 0)"
      report(
        hiding == nil
          ? "'\(name)' only returns that its save failed, and nobody looks at that here"
          : "'\(name)' only returns that its save failed, and \(place) does not look",
        at: hiding?.location ?? call.location,
        help: "look at the result, or let '\(name)' throw")
    }
  }

  /// Saves of SwiftData, by which the code goes on.
  private func checkTrust(
    _ items: CodeBlockItemListSyntax, in file: LintFile, report: RuleReport
  ) {
    guard !file.isTest, items.isHandwritten, file.usesStores else { return }
    for (save, claim) in items.trustedSaves(\.swallowedSave) {
      report(
        "when this save fails, \(Self.claim(file.location(claim), file.claimText(claim))) goes on as if "
          + "it had worked",
        at: file.location(save.nameNode), severity: .warning)
    }
  }

  static let save = "when this save fails, nobody learns of it"
  static let load =
    "when the store does not open, that is only printed, and the app goes on without one"
  static let loadHelp =
    "keep the error and show what has happened: without a store nothing can be saved"
}

extension LintFile {
  /// Whether a context here may be one of SwiftData's or Core Data's. A file need import neither: another one
  /// of the app may, and a module of the app may hand both on.
  fileprivate var usesStores: Bool {
    imports.contains("SwiftData") || !ask(.hasModels).isEmpty || !ask(.usesCoreData).isEmpty
  }
}

extension FunctionCallExprSyntax {
  /// A save of a context.
  var savesManaged: Bool { name == "save" && arguments.isEmpty && isOnContext }

  /// Whether the code around opens a store that goes with the process, as for a preview.
  private var isInMemory: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    var isFound = false
    body.forEachDescendant { node in
      // What only a condition puts into memory, is elsewhere for users.
      if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(UnresolvedTernaryExprSyntax.self)
      {
        return false
      }
      if node.as(StringLiteralExprSyntax.self).map({ ExprSyntax($0).literalText == "/dev/null" })
        ?? (node.as(DeclReferenceExprSyntax.self)?.baseName.text == "NSInMemoryStoreType")
      {
        isFound = true
      }
      return !isFound
    }
    return isFound
  }

  /// `loadPersistentStores { _, error in if let error { print(error) } }`
  fileprivate var onlyPrintsLoadError: Bool {
    guard name == "loadPersistentStores", let closure = lastClosure, closure.isHandwritten,
      closure.parameterNames.count == 2, !isInMemory, !isThrowaway
    else { return false }
    let statements = closure.statements
    guard statements.mentions([closure.parameterNames[1]]) else { return false }
    // Nobody waits for what this closure tells: it has nothing to tell it with.
    let printing: Set = [
      // Apps from the store have no assertions.
      "assert", "assertionFailure", "debugPrint", "dump", "NSLog", "os_log", "print",
    ]
    let levels: Set = [
      "critical", "debug", "error", "fault", "info", "log", "notice", "trace", "warning",
    ]
    var printed = false
    let tells = statements.hasDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), !(call.isPartOfPrinting) {
        let logs =
          levels.contains(call.name)
          && (call.receiver?.trimmedDescription.lowercased().contains("log") ?? false)
        guard printing.contains(call.name) || logs else { return true }
        if Syntax(call).mentions([closure.parameterNames[1], "error"]) { printed = true }
        return false
      }
      return node.is(AssignmentExprSyntax.self) || node.is(ThrowStmtSyntax.self)
    }
    return printed && !tells
  }

  /// Whether it stands in what is printed.
  private var isPartOfPrinting: Bool { enclosing(StringLiteralExprSyntax.self) != nil }

  /// `loadPersistentStores { _, _ in }`
  fileprivate var ignoresLoadError: Bool {
    guard name == "loadPersistentStores", let closure = lastClosure, closure.isHandwritten,
      !isInMemory
    else { return false }
    let names = closure.parameterNames
    if names.isEmpty {
      return closure.signature == nil && !closure.statements.mentions(["$1"])
    }
    return names.count == 2 && (names[1] == "_" || !closure.statements.mentions([names[1]]))
  }
}

extension TryExprSyntax {
  /// Whether the value is a statement by itself, or assigned to `_`.
  var isForgotten: Bool {
    guard let parent else { return false }
    if let item = parent.as(CodeBlockItemSyntax.self) {
      // The only expression of a function with a result is that result.
      guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
        return true
      }
      return list.parent?.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause == nil
    }
    guard let terms = parent.as(ExprListSyntax.self) else { return false }
    return terms.count == 3 && terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension Syntax {
  /// Whether the code behind a save that fails goes on as if it had worked, which is said of it.
  fileprivate var isFollowedByTrust: Bool {
    var node = self
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        return items.trustedSaves(\.swallowedSave).contains { contains(Syntax($0.save)) }
      }
      node = next
    }
    return false
  }
}

extension CodeBlockItemListSyntax {
  /// The first save whose error reaches the `catch` behind the statements.
  var firstSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil, !node.is(DoStmtSyntax.self), !node.is(FunctionDeclSyntax.self) else {
        return false
      }
      if let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil,
        let call = attempt.expression.call, call.savesManaged
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// Whether there is nothing, or nothing that an app from the store has: `#if DEBUG`.
  fileprivate var isSilentForUsers: Bool {
    allSatisfy { item in
      let clauses = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self)?.clauses
      return clauses?.count == 1 && clauses?.first?.condition?.trimmedDescription == "DEBUG"
    }
  }
}

extension DoStmtSyntax {
  /// Whether an earlier clause takes every error, so that the last one is never reached: all errors are
  /// `NSError` objects, too.
  fileprivate func catchesAllBefore(_ last: CatchClauseSyntax) -> Bool {
    catchClauses.contains { clause in
      guard clause.id != last.id else { return false }
      return clause.catchItems.isEmpty
        || clause.catchItems.contains { item in
          guard item.whereClause == nil, let pattern = item.pattern else { return false }
          return ["NSError", "Error"].contains(where: pattern.trimmedDescription.hasSuffix)
            && pattern.hasDescendant {
              $0.is(AsExprSyntax.self) || $0.is(UnresolvedAsExprSyntax.self)
            } && pattern.mentions(["NSError", "Error"])
        }
    }
  }
}
