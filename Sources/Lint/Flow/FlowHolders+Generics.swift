internal import SwiftSyntax

extension ExprSyntax {
  /// The class that a generic function or type is asked for: `Trip` of `context.all(Trip.self)`, of
  /// `Repository<Trip>().all()`, and of what holds the result.
  func genericModel(_ types: TypeReader, _ steps: Int = 8) -> String? {
    guard steps > 0 else { return nil }
    let node = unwrapped
    if let value = node.otherwiseDefault { return value.genericModel(types, steps - 1) }
    if let name = node.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    {
      return value.genericModel(types, steps - 1)
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    if let receiver = call.receiver, Self.passing.contains(call.name) {
      return receiver.genericModel(types, steps - 1)
    }
    if call.name == "Array" {
      return call.arguments.first?.expression.genericModel(types, steps - 1)
    }
    let named = call.arguments.lazy.compactMap { $0.expression.namedModel }.first
    let given = named ?? call.genericArgument?.lastPart
    return (given ?? call.receiver.flatMap { types.generic(of: $0)?.argument }).flatMap {
      types.isStored($0) ? $0 : nil
    }
  }
}

extension ExprSyntax {
  /// The class that an argument names: `Trip.self`, `FetchDescriptor<Trip>()`, `#Predicate<Trip> { … }`,
  /// `[SortDescriptor(\Trip.start)]`.
  fileprivate var namedModel: String? {
    if let type = metatypeName { return type.lastPart }
    if let macro = self.as(MacroExpansionExprSyntax.self) {
      return macro.genericArgumentClause?.onlyName?.lastPart
    }
    let value = self.as(ArrayExprSyntax.self)?.elements.first?.expression ?? self
    guard let made = value.call, ["FetchDescriptor", "SortDescriptor"].contains(made.name) else {
      return nil
    }
    if let written = made.genericArgument { return written.lastPart }
    return made.arguments.lazy.compactMap { argument in
      argument.expression.as(KeyPathExprSyntax.self)?.root?.dottedName?.lastPart
        ?? argument.expression.as(MacroExpansionExprSyntax.self)?.genericArgumentClause?.onlyName?
        .lastPart
    }.first
  }
}
