internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension ContextOutsidePerform {
  /// The first use of a background context in its function that is outside of `perform`.
  static func misplaced(
    _ call: FunctionCallExprSyntax, in file: LintFile
  ) -> CoreDataCode.Misplaced? {
    guard !file.isTest, !file.imports.contains("SwiftData") || file.imports.contains("CoreData"),
      let context = call.queueBoundContext(file) ?? call.contextForHelper(file),
      file.makesOwnContexts || context.unwrapped.is(MemberAccessExprSyntax.self)
        || context.isInheritedName || context.isFromMaker,
      call.isMisplaced(context, file),
      let body = call.enclosingBody, body.isHandwritten
    else { return nil }
    let name = context.lastName
    var isFirst = true
    body.forEachDescendant { node in
      if let other = node.as(FunctionCallExprSyntax.self), other.position < call.position,
        let earlier = other.queueBoundContext(file) ?? other.contextForHelper(file),
        earlier.lastName == name,
        other.isMisplaced(earlier, file)
      {
        isFirst = false
      }
      return isFirst && node.position < call.endPosition
    }
    guard isFirst else { return nil }
    // `let save = { … }` runs where it is called, as a function does.
    let kept = body.as(ClosureExprSyntax.self)?.boundName
    let function = kept ?? call.enclosing(FunctionDeclSyntax.self)?.name.text ?? ""
    return .init(
      context: name ?? "context", function: context.isLocalName && kept == nil ? nil : function,
      owner: call.ownerName, location: file.location(context.contextName))
  }
}

extension FunctionCallExprSyntax {
  fileprivate func isMisplaced(_ context: ExprSyntax, _ file: LintFile) -> Bool {
    performCall == nil && !isInFunctionOfPerform && file.queue(of: context) == .own
      && !isHandedToPerform && !isAnswerOfFetch
  }

  /// Whether it runs when `NSAsynchronousFetchRequest(fetchRequest: request) { result in … }` has ended, which
  /// is on the queue of the context that fetches.
  private var isAnswerOfFetch: Bool {
    var closure = enclosing(ClosureExprSyntax.self)
    for _ in 0..<8 {
      guard let one = closure, let user = one.userCall else { return false }
      if user.calledExpression.trimmedDescription.hasPrefix("NSAsynchronousFetchRequest") {
        return true
      }
      guard user.otherThread == nil, !Syntax(user).returnsToMain,
        !["Task", "detached"].contains(user.name)
      else { return false }
      closure = one.enclosing(ClosureExprSyntax.self)
    }
    return false
  }

  /// Whether a function of the project is given the closure around, and calls it inside of `perform`:
  /// `Note.load(from: source, in: worker) { note in … }`.
  private var isHandedToPerform: Bool {
    guard let closure = enclosing(ClosureExprSyntax.self), let user = closure.userCall,
      let function = user.meantFunction, let body = function.body,
      body.isHandwritten,
      let work = function.signature.parameterClause.parameters.last(where: { parameter in
        parameter.type.hasDescendant { $0.is(FunctionTypeSyntax.self) }
      }).map({ ($0.secondName ?? $0.firstName).text })
    else { return false }
    var calls: [Bool] = []
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.calledExpression.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == work
      {
        calls.append(call.performCall != nil)
      }
      return true
    }
    return !calls.isEmpty && calls.allSatisfy(\.self)
  }

  /// Whether the function around is declared inside of `perform`: nobody else can call it.
  private var isInFunctionOfPerform: Bool {
    var function = enclosing(FunctionDeclSyntax.self)
    for _ in 0..<8 {
      guard let one = function else { return false }
      if one.performCall != nil { return true }
      function = one.enclosing(FunctionDeclSyntax.self)
    }
    return false
  }
}

extension ClosureExprSyntax {
  /// The variable that holds the closure.
  fileprivate var boundName: String? {
    parent?.parent?.as(PatternBindingSyntax.self)?.name
  }
}

extension ExprSyntax {
  fileprivate var isLocalName: Bool {
    if case .local? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin { return true }
    return false
  }

  /// `context` of `self.context`.
  fileprivate var contextName: Syntax {
    unwrapped.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(unwrapped)
  }
}

extension ExprSyntax {
  /// Whether it is a variable or property whose context a function of the project has made, or a property of
  /// another type has given: `let context = stack.worker`.
  fileprivate var isFromMaker: Bool {
    guard unwrapped.is(DeclReferenceExprSyntax.self), let given = unwrapped.givenContext else {
      return false
    }
    return given.call?.mayMakeContext ?? given.unwrapped.is(MemberAccessExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// How contexts are called: `context`, `backgroundContext`, `moc`, `worker`.
  private static let contexts: [StaticString] = ["ontext", "moc", "Moc", "MOC", "orker"]

  private static let uses: Set = [
    "count", "delete", "execute", "existingObject", "fetch", "insert", "save",
  ]

  /// A context that the call hands to a function of the project which fetches or saves with it, where the
  /// caller is: `Note.all(in: worker)`.
  fileprivate func contextForHelper(_ file: LintFile) -> ExprSyntax? {
    guard name.first?.isLowercase ?? false, !isContextMethod || !isOnContext, !isPerform else {
      return nil
    }
    for argument in arguments {
      guard let given = argument.expression.unwrapped.lastName,
        Self.contexts.contains(where: { given.has($0) }),
        isMisplaced(argument.expression, file), let function = calledFunction,
        let parameter = function.parameter(for: argument, of: arguments), let body = function.body,
        body.isHandwritten
      else { continue }
      let isUsed = body.hasDescendant { node in
        guard let call = node.as(FunctionCallExprSyntax.self), Self.uses.contains(call.name),
          call.receiver?.unwrapped.lastName == parameter
        else { return false }
        return call.performCall == nil
      }
      if isUsed { return argument.expression }
    }
    return nil
  }
}
