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
