internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Whether it is a method that a model context has.
  var isContextMethod: Bool { Self.contextMethods.contains(name) }

  private static let contextMethods: Set = [
    "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "insert", "delete", "save", "rollback",
    "transaction",
  ]

  /// Whether the receiver is called like a model context, or written to be one: a name may be as
  /// short as it likes where its type says what it is.
  var isOnContext: Bool {
    guard let memo = FileMemo.current else { return isCalledOnContext }
    return memo.isOnContext(self) { isCalledOnContext }
  }

  private var isCalledOnContext: Bool {
    guard let receiver else {
      return (isContextMethod || isCount) && isInContext || isHandedOn
    }
    if receiver.isNamedLikeContext { return true }
    if receiver.isSelfName, isHandedOn { return true }
    return (isContextMethod || isCount)
      && (receiver.isContextValue || receiver.isGivenContext && asksByDescriptor)
  }

  /// `fetch(FetchDescriptor<Note>())` of a type, or of the class above it, whose own `fetch` hands what it is
  /// given to a context or to whoever keeps one.
  private var isHandedOn: Bool {
    guard asksByDescriptor, let owner = enclosingType else { return false }
    var function = tracedFunction(as: nil)
    if function == nil,
      let above = owner.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
        .first?.type.dottedName?.lastPart
    {
      function = projectFunction(name, of: above)
    }
    guard let function, let body = function.body, body.isHandwritten,
      let given = function.signature.parameterClause.parameters.onlyElement
    else { return false }
    let parameter = (given.secondName ?? given.firstName).text
    return body.hasDescendant { node in
      guard let inner = node.as(FunctionCallExprSyntax.self), inner.name == name,
        inner.receiver != nil
      else { return false }
      return inner.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == parameter
    }
  }

  /// `$0.fetch(FetchDescriptor<Note>())`
  private var asksByDescriptor: Bool {
    guard ["fetch", "fetchCount", "fetchIdentifiers"].contains(name), arguments.count == 1,
      let argument = arguments.first, argument.label == nil
    else { return false }
    let value = argument.expression.as(DeclReferenceExprSyntax.self)?.localValue
    return (value ?? argument.expression).call?.name == "FetchDescriptor"
  }
}

extension ExprSyntax {
  /// `context`, `viewContext`, `moc`
  var isNamedLikeContext: Bool {
    guard let name = lastName?.lowercased() else { return false }
    return name.hasSuffix("context") || ["ctx", "moc"].contains(name)
  }

  /// Whether it is a context, by what it is called or written to be.
  var isContextValue: Bool {
    isNamedLikeContext || isWrittenContext || isTypedContext || isLentContext
  }

  /// Whether a function of the project hands it to a closure as a context: `store.perform { db in … }`.
  private var isLentContext: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self), case .unknown? = name.nameOrigin,
      let closure = name.givingClosure, let call = closure.userCall, closure.loopedList == nil,
      call.name.first?.isLowercase ?? false, call.receiver?.call == nil,
      let place = closure.parameterNames.firstIndex(of: name.baseName.text),
      let function = call.tracedFunction(as: nil)
    else { return false }
    return function.signature.parameterClause.parameters.contains { parameter in
      guard let type = parameter.type.closureType, type.parameters.count > place else {
        return false
      }
      return Array(type.parameters)[place].type.isContext
    }
  }

  /// Whether the name's declaration says that it is a context.
  fileprivate var isWrittenContext: Bool {
    let node = unwrapped
    let name: DeclReferenceExprSyntax
    if let access = node.as(MemberAccessExprSyntax.self) {
      guard access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" else {
        return false
      }
      name = access.declName
    } else if let own = node.as(DeclReferenceExprSyntax.self) {
      name = own
    } else {
      return false
    }
    if name.baseName.text == "self" { return name.isInContext }
    switch name.nameOrigin {
    case .local(let type?, _), .parameter(let type, _): return type.isContext
    case .local(nil, let value?): return value.makesContext
    case .property(let binding, _):
      return binding.typeAnnotation?.type.isContext ?? binding.initializer?.value.makesContext
        ?? binding.isEnvironmentContext
    default: return false
    }
  }

  /// Whether the type that the name has is that of a context, wherever it is written:
  /// `Persistence.main`, `stack.worker`, `makeWorker()`.
  fileprivate var isTypedContext: Bool {
    FileMemo.current?.types.type(of: self)?.isContext ?? false
  }

  /// Whether it is what a closure is given that no list calls for each element.
  fileprivate var isGivenContext: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return false }
    if name.baseName.text != "$0" {
      guard case .unknown? = name.nameOrigin else { return false }
      let closure = name.givingClosure
      return closure.map { $0.userCall != nil && $0.loopedList == nil } ?? false
    }
    return name.enclosing(ClosureExprSyntax.self).map { $0.userCall != nil && $0.loopedList == nil }
      ?? false
  }

  private var makesContext: Bool {
    ["ModelContext", "NSManagedObjectContext", "newBackgroundContext"].contains(call?.name ?? "")
      || ["mainContext", "viewContext"].contains(unwrapped.lastName)
  }
}

extension DeclReferenceExprSyntax {
  /// The closure whose parameter the name is.
  fileprivate var givingClosure: ClosureExprSyntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node, !next.is(MemberBlockItemSyntax.self) else { return nil }
      if let closure = next.as(ClosureExprSyntax.self),
        closure.parameterNames.contains(baseName.text)
      {
        return closure
      }
      node = next.parent
    }
    return nil
  }
}

extension PatternBindingSyntax {
  /// `@Environment(\.modelContext)`, `@Environment(\.managedObjectContext)`
  fileprivate var isEnvironmentContext: Bool {
    parent?.parent?.as(VariableDeclSyntax.self)?.attribute("Environment")?.argumentList?
      .mentions(["modelContext", "managedObjectContext"]) ?? false
  }
}

extension TypeSyntax {
  fileprivate var isContext: Bool { WrittenType(self)?.isContext ?? false }
}

extension WrittenType {
  var isContext: Bool { !isList && ["ModelContext", "NSManagedObjectContext"].contains(name) }
}

extension SyntaxProtocol {
  /// Whether it stands in an extension of the context.
  var isInContext: Bool {
    ["ModelContext", "NSManagedObjectContext"].contains(
      enclosingType?.as(ExtensionDeclSyntax.self)?.extendedType.dottedName?.lastPart)
  }
}
