internal import SwiftSyntax

extension DoStmtSyntax {
  /// The call in a general 'catch' that ends the program. No clause behind that one is ever reached.
  var stop: Syntax? {
    guard let general = catchClauses.first(where: \.takesAll) else { return nil }
    return general.body.statements.released.lazy.compactMap(\.stop).first
  }
}

extension Syntax {
  /// What runs where `try?` gives no container: `guard let made = try? ModelContainer(…) else { … }`.
  var whenQuietlyNotOpened: CodeBlockItemListSyntax? {
    if let check = self.as(GuardStmtSyntax.self) {
      return check.conditions.opensQuietly ? check.body.statements : nil
    }
    guard let choice = self.as(IfExprSyntax.self), choice.conditions.opensQuietly,
      case .codeBlock(let block)? = choice.elseBody
    else { return nil }
    return block.statements
  }
}

extension ConditionElementListSyntax {
  fileprivate var opensQuietly: Bool {
    contains { element in
      guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
        let attempt = binding.initializer?.value.as(TryExprSyntax.self),
        attempt.questionOrExclamationMark?.text == "?", let call = attempt.expression.call
      else { return false }
      return call.name == "ModelContainer" && !call.arguments.isEmpty || call.callsContainerMaker
    }
  }
}

extension CatchClauseSyntax {
  /// `catch { … }`, `catch let problem { … }`, and `catch let problem as NSError { … }`, which every error is.
  var takesAll: Bool {
    catchItems.allSatisfy { item in
      item.takesAsObject
        || item.whereClause == nil
          && item.pattern?.as(ValueBindingPatternSyntax.self)?.pattern.is(
            IdentifierPatternSyntax.self)
            ?? false
    }
  }
}

extension CodeBlockItemSyntax {
  /// The call that ends the program.
  var stop: Syntax? {
    // `switch error.code { … default: fatalError() }`
    let choice =
      item.as(ExprSyntax.self)?.as(SwitchExprSyntax.self)
      ?? item.as(StmtSyntax.self)?.as(ExpressionStmtSyntax.self)?.expression.as(
        SwitchExprSyntax.self)
    if let choice {
      return choice.cases.lazy.compactMap { $0.as(SwitchCaseSyntax.self) }
        .flatMap(\.statements).lazy.compactMap(\.stop).first
    }
    // `if isKnown(error) { … } else { fatalError() }`
    let check =
      item.as(ExprSyntax.self)?.as(IfExprSyntax.self)
      ?? item.as(StmtSyntax.self)?.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    if let check { return check.stop }
    // `guard mayRecover, error.code == known else { fatalError() }`
    if let check = item.as(StmtSyntax.self)?.as(GuardStmtSyntax.self) {
      return check.body.statements.released.lazy.compactMap(\.stop).first
    }
    if item.is(IfConfigDeclSyntax.self) { return released.lazy.compactMap(\.stop).first }
    let value = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    guard let call = value?.call, call.endsProgram || call.asksForNoError else { return nil }
    return Syntax(call)
  }
}

extension IfExprSyntax {
  /// The first call in one of the branches that ends the program.
  fileprivate var stop: Syntax? {
    if let found = body.statements.released.lazy.compactMap(\.stop).first { return found }
    switch elseBody {
    case .codeBlock(let block)?: return block.statements.released.lazy.compactMap(\.stop).first
    case .ifExpr(let next)?: return next.stop
    case nil: return nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// `fatalError()`, `Darwin.abort()`, and a function of the app that never returns or does the same:
  /// `log.crash(error)`.
  var endsProgram: Bool {
    if endsByItself { return true }
    guard let function = meantFunction else { return false }
    return function.neverReturns || function.endsProgram
  }

  fileprivate var endsByItself: Bool {
    guard let receiver else { return Self.endings.contains(name) }
    if name == "raise" {
      let value = receiver.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? receiver
      return value.call?.name == "NSException" || receiver.dottedName == "NSException"
    }
    return ["Darwin", "Foundation", "Swift", "Glibc"].contains(receiver.dottedName)
      && Self.endings.contains(name)
  }

  /// `precondition(error == nil)`, which ends it in a shipped app, too.
  fileprivate var asksForNoError: Bool {
    name == "precondition"
      && arguments.first?.expression.nilIsAskedOf?.lowercased().contains("error") ?? false
  }

  private static let endings: Set = ["fatalError", "preconditionFailure", "abort", "exit", "_exit"]
}

extension FunctionDeclSyntax {
  fileprivate var neverReturns: Bool {
    signature.returnClause?.type.trimmedDescription == "Never"
  }

  /// Whether one of its statements ends the program, whatever the others do.
  fileprivate var endsProgram: Bool {
    guard let body, body.isHandwritten else { return false }
    return body.statements.released.contains { item in
      item.item.as(ExprSyntax.self)?.call?.endsByItself ?? false
    }
  }
}
