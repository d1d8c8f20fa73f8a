internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  private static let saving = ["commit", "flush", "persist", "save"]
  /// How functions begin that change something and save it.
  private static let changing: Set = [
    "add", "clear", "create", "delete", "insert", "mark", "move", "remove", "rename", "set",
    "store",
    "toggle", "update", "upsert",
  ]

  /// `try? stack.saveContext()`, `try? service.deleteNote(note)`: the error of a save that another function makes
  /// and throws on.
  mutating func noteForgotten(_ attempt: TryExprSyntax) {
    guard !file.isTest, attempt.questionOrExclamationMark?.text == "?",
      let call = attempt.expression.call, attempt.isForgotten
    else { return }
    noteForgotten(call)
  }

  /// `do { try stack.saveContext() } catch {}`: the same with nothing done about it.
  mutating func noteForgotten(_ attempt: DoStmtSyntax) {
    notePrinted(attempt)
    guard !file.isTest, let last = attempt.catchClauses.last, last.body.statements.isSilentForUsers,
      !attempt.catchesAllBefore(last), attempt.body.isHandwritten,
      attempt.body.statements.firstSave == nil,
      !Syntax(attempt).isBeforeRethrow
    else { return }
    for item in attempt.body.statements {
      guard let tried = item.item.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil,
        let call = tried.expression.call
      else { continue }
      return noteForgotten(call)
    }
  }

  /// `do { try await deleteAll() } catch { print(error) }`: what a user is told is gone, or what belongs to
  /// something that the code has saved before, where nobody learns that it failed.
  private mutating func notePrinted(_ attempt: DoStmtSyntax) {
    guard !file.isTest, let last = attempt.catchClauses.last, !last.body.statements.isEmpty,
      last.goesOn, !attempt.catchesAllBefore(last), attempt.body.isHandwritten,
      attempt.body.statements.firstSave == nil, let body = attempt.enclosingBody,
      body.isHandwritten,
      let call = attempt.body.statements.lazy.compactMap({ $0.item.triedCall }).first,
      let word = call.name.camelWords.first, !(call.isContextMethod && call.isOnContext)
    else { return }
    let isLast =
      attempt.parent?.parent?.as(CodeBlockItemSyntax.self)?.id
      == attempt.enclosing(CodeBlockItemListSyntax.self)?.last?.id
    let kind: ObjectFlows.PrintedSave.Kind
    if Self.wiping.contains(word), !isLast, call.name.camelWords.contains("all") {
      kind = .wipe
    } else if Self.changing.contains(word),
      let save = body.saves.last(where: { $0.position < attempt.position }),
      save.enclosing(CodeBlockItemListSyntax.self).map({ $0.contains(Syntax(attempt)) }) ?? false
        || save.enclosing(DoStmtSyntax.self) != nil
    {
      kind = .second(line: file.location(save.nameNode).line ?? 0)
    } else {
      return
    }
    guard let callee = callee(of: call) else { return }
    flows.printedSaves.append(.init(call: callee, kind: kind))
  }

  private static let wiping: Set = ["clear", "delete", "erase", "purge", "remove", "wipe"]

  private mutating func noteForgotten(_ call: FunctionCallExprSyntax) {
    guard !(call.isContextMethod && call.isOnContext), MigrationClosures.around(call) == nil else {
      return
    }
    let name = call.name.lowercased()
    guard Self.saving.contains(where: name.hasPrefix) else {
      if let first = call.name.camelWords.first, Self.changing.contains(first),
        let callee = callee(of: call)
      {
        flows.forgotten.append(callee)
      }
      return
    }
    flows.forgotten.append(
      callee(of: call)
        ?? .init(
          // Whose function it is, the file does not say.
          owners: [], name: call.name, labels: call.arguments.map { $0.label?.text ?? "_" },
          location: file.location(call.nameNode)))
  }
}

extension ObjectFlows {
  /// A call of a function that saves, whose error is only printed.
  struct PrintedSave: Sendable, Codable {
    enum Kind: Sendable, Codable {
      /// It is to delete all that there is.
      case wipe
      /// It belongs to what a line before it has saved.
      case second(line: Int)
    }

    var call: Call
    var kind: Kind
  }
}

extension CodeBlockItemSyntax.Item {
  /// The call of `try await store.deleteAll()` and `let note = try store.add()`.
  fileprivate var triedCall: FunctionCallExprSyntax? {
    let attempt =
      self.as(TryExprSyntax.self)
      ?? self.as(DeclSyntax.self)?.as(VariableDeclSyntax.self)?.bindings.onlyElement?.initializer?
      .value.as(TryExprSyntax.self)
    guard let attempt, attempt.questionOrExclamationMark == nil else { return nil }
    return attempt.expression.call
  }
}

extension Syntax {
  /// The saves of contexts that stand in the code itself.
  fileprivate var saves: [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.savesManaged { found.append(call) }
      return !node.is(ClosureExprSyntax.self) && !node.is(FunctionDeclSyntax.self)
    }
    return found
  }
}

extension LintContext {
  /// The calls that lose the error of a save. Of whose function nothing is known, every function of that
  /// name must save.
  var forgottenSaves: [ObjectFlows.Call] {
    let names = Set(flows.forgotten.filter(\.owners.isEmpty).map(\.name))
    let named = Dictionary(
      grouping: names.isEmpty ? [] : flows.functions.filter { names.contains($0.name.lastPart) },
      by: \.name.lastPart)
    return flows.forgotten.filter { call in
      guard call.owners.isEmpty else { return code.has(.save, call) }
      let owners = (named[call.name] ?? []).filter { call.labels.fit($0.labels) }.map {
        $0.owner ?? ""
      }
      return !owners.isEmpty
        && owners.allSatisfy { owner in
          var meant = call
          meant.owners = [owner]
          return code.has(.save, meant)
        }
    }
  }
}
