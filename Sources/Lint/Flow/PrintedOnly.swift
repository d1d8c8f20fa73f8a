internal import SwiftSyntax

/// Loops that do nothing but print what they meet, in functions that are called for it: somebody who
/// debugs waits for them.
extension SyntaxProtocol {
  private static var words: Set<String> { ["audit", "debug", "dump", "log", "print"] }

  /// Whether the code prints, and each of its statements prints, names a value or chooses what is printed,
  /// and the function around it says that it is there for that: `printNotes()`, `auditOrphans()`.
  var onlyPrints: Bool {
    guard let name = enclosing(FunctionDeclSyntax.self)?.name.text.camelWords,
      name.contains(where: Self.words.contains)
    else { return false }
    let items = self.as(CodeBlockSyntax.self)?.statements ?? self.as(CodeBlockItemListSyntax.self)
    guard let items, items.isHandwritten else { return false }
    return items.allSatisfy(\.mayPrint)
      && items.hasDescendant {
        $0.as(FunctionCallExprSyntax.self)?.prints ?? false
      }
  }
}

extension CodeBlockItemSyntax {
  fileprivate var mayPrint: Bool {
    switch item {
    case .decl(let declaration): return declaration.is(VariableDeclSyntax.self)
    case .expr(let value): return value.mayPrint
    case .stmt(let statement):
      if let value = statement.as(ExpressionStmtSyntax.self)?.expression { return value.mayPrint }
      if let loop = statement.as(ForStmtSyntax.self) {
        return loop.body.statements.allSatisfy(\.mayPrint)
      }
      if let check = statement.as(GuardStmtSyntax.self) {
        return check.body.statements.allSatisfy(\.mayPrint)
      }
      return statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self)
    }
  }
}

extension ExprSyntax {
  fileprivate var mayPrint: Bool {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.prints }
    guard let choice = self.as(IfExprSyntax.self) else { return false }
    guard choice.body.statements.allSatisfy(\.mayPrint) else { return false }
    switch choice.elseBody {
    case .codeBlock(let block)?: return block.statements.allSatisfy(\.mayPrint)
    case .ifExpr(let next)?: return ExprSyntax(next).mayPrint
    case nil: return true
    }
  }
}

extension FunctionCallExprSyntax {
  /// `print(…)`, `NSLog(…)`, `logger.debug(…)`.
  var prints: Bool {
    guard let receiver else {
      // `Task { await Logging.shared.log("…") }`
      if name == "Task", let work = trailingClosure?.statements, work.isHandwritten {
        return !work.isEmpty
          && work.allSatisfy { $0.item.onlyExpression?.unwrapped.call?.prints ?? false }
      }
      return ["NSLog", "debugPrint", "dump", "os_log", "print"].contains(name)
    }
    // `logger`, `Logging.shared`
    let words = receiver.dottedName?.lowercased().split(separator: ".") ?? []
    let levels: Set = [
      "critical", "debug", "error", "fault", "info", "log", "notice", "trace", "verbose", "warning",
    ]
    return levels.contains(name) && words.contains { $0.contains("log") }
  }

  /// What does more than to write.
  private static let louder = ["alert", "crash", "fatal", "present", "show", "toast", "upload"]

  /// The same, also of what the app has for that: `log(error, at: #function)`, `Log.shared.write(error)`, and any
  /// function of its own that does nothing but print.
  var writesToLog: Bool {
    if prints { return true }
    let small = name.lowercased()
    guard !arguments.isEmpty, trailingClosure == nil, !Self.louder.contains(where: small.contains)
    else { return false }
    if let receiver {
      let words = receiver.dottedName?.lowercased().split(separator: ".") ?? []
      if words.contains(where: { ["log", "logger", "logging"].contains($0) }) { return true }
    } else {
      let words = name.camelWords
      if name.hasPrefix("DDLog")
        || words.contains("log") && !words.contains(where: Self.sessions.contains)
      {
        return true
      }
    }
    guard name.first?.isLowercase ?? false, let body = meantFunction?.body, body.isHandwritten,
      !body.statements.isEmpty
    else { return false }
    return body.statements.allSatisfy(\.mayPrint)
      && body.hasDescendant { $0.as(FunctionCallExprSyntax.self)?.prints ?? false }
  }

  private static let sessions: Set = ["in", "off", "out"]
}
