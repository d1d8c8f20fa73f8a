internal import SwiftSyntax

/// Stores in memory that take the place of one that did not open, without a `catch`.
extension Syntax {
  /// The store in memory of `(try? ModelContainer(…)) ?? inMemory()`, or the attempt of a loop that takes the
  /// first store which opens, one in memory among them.
  var silentFallback: Syntax? {
    if let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }) {
      guard
        let sign = terms.firstIndex(where: {
          $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        }), sign > 0, terms[sign - 1].triesContainer
      else { return nil }
      return terms[(sign + 1)...].lazy.filter(\.isMemoryStore).first.map { Syntax($0) }
    }
    guard let loop = self.as(ForStmtSyntax.self), loop.body.isHandwritten,
      let attempt = loop.attempt, let choices = loop.sequence.writtenChoices, choices.count > 1,
      choices.contains(where: \.isMemoryChoice), !choices.allSatisfy(\.isMemoryChoice),
      !loop.body.statements.hasDescendant(where: { $0.is(CatchClauseSyntax.self) })
    else { return nil }
    return Syntax(attempt)
  }

  /// Whether the names around say that it is for previews, samples or tests.
  var isOfSamples: Bool {
    var node = parent
    for _ in 0..<64 {
      guard let next = node else { return false }
      let name =
        next.as(FunctionDeclSyntax.self)?.name.text ?? next.typeName
        ?? next.as(PatternBindingSyntax.self)?.name ?? ""
      if ["preview", "sample", "mock", "test"].contains(where: name.lowercased().contains) {
        return true
      }
      node = next.parent
    }
    return false
  }
}

extension ForStmtSyntax {
  /// `if let store = try? make(choice) { return store }`, or the same with `guard`.
  fileprivate var attempt: TryExprSyntax? {
    let names = pattern.boundNames
    var found: TryExprSyntax?
    body.statements.forEachDescendant { node in
      if found == nil, let attempt = node.as(TryExprSyntax.self),
        attempt.questionOrExclamationMark?.text == "?", attempt.mentions(names),
        ExprSyntax(attempt).triesContainer || attempt.givesContainer
      {
        found = attempt
      }
      return found == nil && !node.is(FunctionDeclSyntax.self)
    }
    return found
  }
}

extension TryExprSyntax {
  /// Whether a method of the loop's element is called that makes a container, by the type of what the
  /// result is put into.
  fileprivate var givesContainer: Bool {
    guard let call = expression.call, let name = call.receiver?.as(DeclReferenceExprSyntax.self),
      case .element? = name.nameOrigin
    else { return false }
    return sourceFile?.hasMaker(call.name) ?? false
  }
}

extension SourceFileSyntax {
  /// Whether a type of the file declares a function of the name that gives a container.
  fileprivate func hasMaker(_ name: String) -> Bool {
    let found = FileMemo.current?.functions(named: name) ?? []
    return found.contains(where: \.returnsContainer)
  }
}

extension ExprSyntax {
  /// `try? ModelContainer(…)`, `try? open()`
  fileprivate var triesContainer: Bool {
    guard let attempt = withinBrackets.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?", let call = attempt.expression.call
    else { return false }
    if call.name == "ModelContainer" { return !call.arguments.isEmpty && !call.saysInMemory }
    return call.functionOfFile.map { $0.returnsContainer && !call.makesMemoryStore } ?? false
  }

  private var withinBrackets: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let inner = tuple.elements.first?.expression
    else { return self }
    return inner.withinBrackets
  }

  /// A container in memory, made here or by a function of the file.
  fileprivate var isMemoryStore: Bool {
    guard let call = unwrapped.call else { return false }
    return call.name == "ModelContainer" && (call.saysInMemory || call.isConfiguredInMemory)
      || call.makesMemoryStore
  }

  /// The elements of a list that is written here, in a variable, or where the function around is called.
  fileprivate var writtenChoices: [ExprSyntax]? {
    if let list = resolved.as(ArrayExprSyntax.self) { return list.elements.map(\.expression) }
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .parameter(_, let function)? = name.nameOrigin
    else { return nil }
    let called =
      function.as(FunctionDeclSyntax.self)?.name.text
      ?? (function.is(InitializerDeclSyntax.self) ? function.ownerName : nil)
    guard let called, let file = sourceFile, file.isHandwritten else { return nil }
    var found: ArrayExprSyntax?
    file.forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == called,
        let list = call.arguments.lazy.compactMap({ $0.expression.as(ArrayExprSyntax.self) }).first
      {
        found = list
      }
      return found == nil
    }
    return found?.elements.map(\.expression)
  }

  /// A configuration in memory, or what makes a container in memory when it is asked to.
  fileprivate var isMemoryChoice: Bool {
    let value = resolved.unwrapped
    guard let call = value.call else { return value.isMemoryMember }
    if call.name == "ModelConfiguration" { return call.saysInMemory }
    guard let type = call.calledExpression.dottedName?.lastPart,
      type.first?.isUppercase ?? false, let block = sourceFile?.type(type), block.isHandwritten
    else { return call.saysInMemory }
    return block.hasDescendant(where: \.saysInMemory)
  }

  /// `Store.memory`, `.inMemory`: a case or constant that is called so.
  private var isMemoryMember: Bool {
    lastName?.lowercased().contains("memory") ?? false
  }
}

extension FunctionCallExprSyntax {
  fileprivate var saysInMemory: Bool { hasDescendant(where: \.saysInMemory) }

  /// Whether the configuration that a variable holds is one in memory.
  fileprivate var isConfiguredInMemory: Bool {
    arguments.contains { argument in
      argument.label?.text == "configurations"
        && argument.expression.resolved.call.map { $0.hasDescendant(where: \.saysInMemory) }
          ?? false
    }
  }
}
