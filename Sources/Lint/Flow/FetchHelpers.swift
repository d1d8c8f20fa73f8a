internal import SwiftSyntax

/// Functions of a project that fetch with the descriptor they are given and return all that is found.
extension FunctionCallExprSyntax {
  /// Whether the call gives the objects that a descriptor finds: `context.fetch(…)`, or a function that hands
  /// the descriptor on, such as `context.safeFetch(FetchDescriptor<Note>())`.
  var fetchesObjects: Bool { isPlainFetch || isFetchHelper }

  /// `context.fetch(…)`
  var isPlainFetch: Bool { name == "fetch" && isOnContext }

  private var isFetchHelper: Bool {
    guard let first = name.first, first.isLowercase, trailingClosure == nil,
      let given = arguments.onlyElement, given.expression.isWrittenDescriptor,
      FileMemo.current?.file.meansSwiftData ?? false,
      FileMemo.current?.file.mayAsk(name + "()") ?? false,
      let function = tracedFunction(as: nil) ?? contextExtension, let body = function.body,
      body.isHandwritten, function.signature.returnClause?.type.listedName != nil,
      let name = function.parameter(for: given, of: arguments), !body.mentions(["fetchLimit"])
    else { return false }
    var fetches: [FunctionCallExprSyntax] = []
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
        call.arguments.onlyElement?.expression.lastName == name
      {
        fetches.append(call)
      }
      return true
    }
    return fetches.onlyElement?.keeper?.hasSuffix("()") ?? false
  }

  /// A function that an extension of the context adds.
  var contextExtension: FunctionDeclSyntax? {
    guard receiver?.isContextValue ?? isInContext else { return nil }
    return projectFunction(name, of: "ModelContext")
  }
}

extension ExprSyntax {
  /// A descriptor that is made here, or in the variable that it names, or that the function is given.
  fileprivate var isWrittenDescriptor: Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self) else {
      return call?.name == "FetchDescriptor"
    }
    if case .parameter(let type, _)? = name.nameOrigin { return type.describedEntity != nil }
    return name.localValue?.call?.name == "FetchDescriptor"
  }
}
