internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The saves of these statements whose error goes nowhere although what follows counts on them: each
  /// with the place that does. Saves that functions make are their calls.
  func trustedSaves(_ isSave: (CodeBlockItemSyntax) -> FunctionCallExprSyntax?) -> [(
    save: FunctionCallExprSyntax, claim: Syntax
  )] {
    // Most blocks save nothing, and what they change need not be looked for.
    guard contains(where: { isSave($0) != nil }) else { return [] }
    var found: [(FunctionCallExprSyntax, Syntax)] = []
    var save: FunctionCallExprSyntax?
    var changed: Set<String> = []
    for item in self {
      if let known = save,
        let claim = item.claimOfSuccess ?? item.listed(changed) ?? item.furtherSave(after: known)
      {
        found.append((known, claim))
        save = nil
      }
      let calls = item.calls
      changed.formUnion(calls.compactMap(\.changedObject))
      if let next = isSave(item) {
        // `store.add(note)` keeps what it is given.
        changed.formUnion(
          next.arguments.compactMap {
            $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
          })
        save = next
      } else if calls.contains(where: \.isSave) {
        // What a later save keeps, and goes on after, counts for all before it.
        save = nil
      }
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

  /// A call of a function that changes and saves more, which belongs to what was to be saved before.
  fileprivate func furtherSave(after save: FunctionCallExprSyntax) -> Syntax? {
    guard let call = item.onlyExpression?.unwrapped.call, save.savesManaged,
      let word = call.name.camelWords.first,
      ["add", "apply", "book", "create", "move", "record", "update"].contains(word),
      call.receiver.map({ !$0.isNamedLikeContext }) ?? true,
      call.functionOfFile != nil || FileMemo.current?.file.mayAsk(call.name + "()") ?? false,
      let body = call.meantFunction?.body, body.isHandwritten,
      body.hasDescendant(where: {
        $0.as(FunctionCallExprSyntax.self)?.savesManaged ?? false
      })
    else { return nil }
    return Syntax(call)
  }

  /// A statement that tells a list kept beside the store of an object that was inserted or deleted:
  /// `notes.append(note)`, `notes.removeAll { $0.id == note.id }`.
  fileprivate func listed(_ objects: Set<String>) -> Syntax? {
    guard !objects.isEmpty, let call = item.onlyExpression?.call,
      ["append", "insert", "removeAll"].contains(call.name), call.mentions(objects),
      let list = call.receiver
    else { return nil }
    let origin: NameOrigin?
    if let access = list.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      origin = access.enclosingType?.asProtocol((any DeclGroupSyntax).self)?.memberBlock
        .property(access.declName.baseName.text, owner: "")
    } else {
      origin = list.as(DeclReferenceExprSyntax.self)?.nameOrigin
    }
    guard case .property(let binding, _)? = origin, binding.isStored,
      binding.typeAnnotation?.type.is(ArrayTypeSyntax.self) ?? false
    else { return nil }
    return Syntax(call)
  }

  /// What a statement tries without anybody learning that it failed: `try? store.add(note)`, and the same in a
  /// `do` whose `catch` only prints.
  var quietAttempts: [TryExprSyntax] {
    if let attempt = item.as(TryExprSyntax.self) {
      return attempt.questionOrExclamationMark?.text == "?" ? [attempt] : []
    }
    guard let choice = item.as(DoStmtSyntax.self), let last = choice.catchClauses.last, last.goesOn,
      choice.body.isHandwritten
    else { return [] }
    return choice.body.statements.compactMap { inner in
      inner.item.as(TryExprSyntax.self).flatMap {
        $0.questionOrExclamationMark == nil ? $0 : nil
      }
    }
  }

  /// Where a statement says that everything went well, or throws away what has been saved elsewhere.
  fileprivate var claimOfSuccess: Syntax? {
    var found: Syntax?
    let start = Syntax(self)
    if let claim = start.ownClaim { return claim }
    if let choice = item.onlyExpression?.as(IfExprSyntax.self) { return choice.claim }
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

extension FunctionCallExprSyntax {
  /// The variable that is inserted into a context, or deleted.
  fileprivate var changedObject: String? {
    guard ["insert", "delete"].contains(name), isOnContext,
      let argument = arguments.onlyElement, argument.label == nil
    else { return nil }
    return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}

extension IfExprSyntax {
  /// That of the first branch, where each of them has one.
  fileprivate var claim: Syntax? {
    guard let first = body.statements.lazy.compactMap(\.claimOfSuccess).first else { return nil }
    switch elseBody {
    case .codeBlock(let block)?:
      return block.statements.contains { $0.claimOfSuccess != nil } ? first : nil
    case .ifExpr(let next)?: return next.claim == nil ? nil : first
    case nil: return nil
    }
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
  var goesOn: Bool {
    body.statements.allSatisfy { item in
      guard case .expr(let value) = item.item, let call = value.call else { return false }
      return call.onlyTellsLog
    }
  }
}

extension FunctionCallExprSyntax {
  private static let printing: Set = [
    "assert", "assertionFailure", "critical", "debug", "debugPrint", "dump", "error", "fault",
    "info", "log", "notice", "NSLog", "os_log", "print", "trace", "warning",
  ]
  private static let logs: Set = [
    "analytics", "breadcrumb", "breadcrumbs", "bugsnag", "crashlytics", "diagnostics", "log",
    "logged",
    "logger", "logging", "logs", "sentry", "telemetry", "tracker",
  ]

  /// Whether it writes an error where developers read it: `print(error)`, `logger.error("…")`, and functions of the
  /// app's own, `logError(error)`, `Crashlytics.crashlytics().record(error: error)`.
  var onlyTellsLog: Bool {
    if Self.printing.contains(name) || writesToLog { return true }
    let words = name.camelWords + (receiver?.trimmedDescription.camelWords ?? [])
    return words.contains(where: Self.logs.contains)
  }
}

extension Syntax {
  private static let words: Set = [
    "added", "complete", "completed", "done", "finished", "imported", "migrated", "saved", "seeded",
    "succeeded", "success", "successful", "synced", "uploaded",
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
        || value.isNumberOfChanges
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
      let isClean = value.trimmedDescription == "false" && name.saysUnsaved
      if isTrue || isState ?? false || isClean { return self }
    }
    guard let call = self.as(FunctionCallExprSyntax.self) else {
      let keeps = self.as(SequenceExprSyntax.self)?.keepsProgress ?? false
      return isEmptied || keeps ? self : nil
    }
    return call.claimsSuccess || call.keepsProgress ? self : nil
  }

  /// `pending = []`, `lastSync = Date()`, `message = "Saved"`
  private var isEmptied: Bool {
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].is(AssignmentExprSyntax.self), let name = terms[0].lastName,
      terms[0].is(DeclReferenceExprSyntax.self)
        || terms[0].as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
    else { return false }
    let isNothing =
      terms[2].as(ArrayExprSyntax.self)?.elements.isEmpty ?? terms[2].is(NilLiteralExprSyntax.self)
    if isNothing { return name.holdsWork }
    if terms[2].isNow {
      let words = name.camelWords
      return words.contains("last")
        && words.contains { word in
          ["backup", "import", "saved", "sync", "update"].contains(where: word.hasPrefix)
        }
    }
    guard let text = terms[2].as(StringLiteralExprSyntax.self)?.trimmedDescription.lowercased()
    else { return false }
    return !["fail", "not ", "n't", "error"].contains(where: text.contains)
      && ["saved", "success", "imported", "synced"].contains(where: text.contains)
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call closes the view, tells others that all went well, or throws away what has been saved
  /// elsewhere.
  fileprivate var claimsSuccess: Bool {
    let first = arguments.first?.expression
    switch name {
    case "set":
      return argument("forKey") != nil
        && (first?.trimmedDescription == "true" || first?.isNow ?? false)
    case "removeObject": return argument("forKey") != nil
    case "removeItem": return receiver?.mentions(["FileManager", "fileManager"]) ?? false
    // `dismiss()`, `presentationMode.wrappedValue.dismiss()`, `dismiss(animated: true)`
    case "dismiss":
      return argument("animated") != nil
        || receiver.map { $0.isSelfName || $0.lastName == "wrappedValue" } ?? true
    case "popViewController", "popToRootViewController", "dismissViewController":
      return argument("animated") != nil
    case "popViewControllerAnimated", "dismissViewControllerAnimated": return true
    case "removeAll", "removeFirst", "dequeue": return receiver?.lastName?.holdsWork ?? false
    case "finish": return receiver?.lastName?.lowercased().hasSuffix("transaction") ?? false
    case "notificationOccurred": return first?.lastName == "success"
    case "completion", "completionHandler":
      return first?.trimmedDescription == "true" || first?.call?.name == "success"
    default:
      // What a view tells whoever shows it.
      return calledExpression.is(DeclReferenceExprSyntax.self)
        && ["onAdd", "onAdded", "onComplete", "onCompletion", "onDone", "onSave", "onSaved"]
          .contains(name)
    }
  }
}

extension ExprSyntax {
  /// `insertedCount`, `numberOfImported`, `numInserted`: a number that was counted before the save.
  fileprivate var isNumberOfChanges: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text,
      case let words = name.camelWords, words.count > 1
    else { return false }
    return words.contains { ["count", "num", "number", "total"].contains($0) }
      && words.contains {
        [
          "added", "created", "deleted", "imported", "inserted", "removed", "saved", "stored",
          "updated",
        ]
        .contains($0)
      }
  }
}

extension String {
  /// Whether a flag of the name says that there is something to be saved: `hasChanges`, `isDirty`.
  fileprivate var saysUnsaved: Bool {
    let words = camelWords
    guard let first = words.first, ["has", "is", "needs"].contains(first) else { return false }
    return words.dropFirst().contains { word in
      ["changed", "changes", "dirty", "edited", "edits", "save", "unsaved"].contains(word)
    }
  }

  /// Whether a list of the name holds what is still to be saved.
  fileprivate var holdsWork: Bool {
    camelWords.contains { word in
      [
        "batch", "buffer", "changes", "dirty", "draft", "drafts", "outbox", "pending", "queue",
        "queued", "unsaved", "unsent", "unsynced", "waiting",
      ].contains(word)
    }
  }
}
