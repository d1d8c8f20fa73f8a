internal import SwiftSyntax

/// Where the descriptor or request of a fetch is made, however many names lie between.
struct DescriptorSource {
  /// The call that makes it; nil when it comes from elsewhere.
  private(set) var made: FunctionCallExprSyntax?
  /// The class that a type on the way names.
  private(set) var declared: String?
  /// The names that it has on the way, each with the code in which its limit may be set.
  private(set) var places: [(name: String, code: Syntax)] = []

  private static let mostSteps = 6

  init(_ argument: ExprSyntax) {
    var value = argument
    for _ in 0..<Self.mostSteps {
      let node = value.unwrapped.withoutCast.unwrapped
      if let call = node.as(FunctionCallExprSyntax.self), made == nil { made = call }
      if let call = node.as(FunctionCallExprSyntax.self),
        call.makesDescriptor && !call.isMemberOfDescriptor || node.requestedEntity != nil
      {
        made = call
        return
      }
      guard let next = step(from: node) else { return }
      value = next
    }
  }

  private mutating func step(from node: ExprSyntax) -> ExprSyntax? {
    if let closure = node.call?.calledExpression.as(ClosureExprSyntax.self) {
      return closure.statements.onlyResult
    }
    guard let name = node.as(DeclReferenceExprSyntax.self) else {
      let next =
        node.nextValue ?? node.valueOfDescriptor ?? node.foreignValue(of: "FetchDescriptor")
      if next != nil, declared == nil {
        declared =
          node.call?.functionOfFile?.signature.returnClause?.type.describedEntity
          ?? node.describedByMember
      }
      return next
    }
    let text = name.baseName.text
    if case .local(let type?, _)? = name.nameOrigin { declared = declared ?? type.describedEntity }
    if let value = name.localValue {
      if let body = name.enclosingBody { places.append((text, body)) }
      return value
    }
    guard case .property(let binding, _)? = name.nameOrigin else { return nil }
    declared = declared ?? binding.typeAnnotation?.type.describedEntity
    if let block = binding.enclosing(MemberBlockSyntax.self) {
      places.append((text, Syntax(block)))
    }
    return binding.onlyValue
  }

  /// `Note` of `request.entity = NSEntityDescription.entity(forEntityName: "Note", in: context)`, and of
  /// `request.entity = Note.entity()`.
  var describedEntity: String? {
    guard let value = assigned("entity").onlyElement?.unwrapped.call, value.name == "entity" else {
      return nil
    }
    return value.argumentForEntityName.map { $0.constantText }
      ?? value.receiver?.dottedName?.lastPart
  }

  /// What is given to a property of the descriptor on the way.
  func assigned(_ property: String) -> [ExprSyntax] {
    places.flatMap { place in
      place.code.isHandwritten ? place.code.assigned(property, of: place.name) : []
    }
  }
}

extension ExprSyntax {
  /// `.newest`, a member of an extension of the descriptor in the file.
  fileprivate var valueOfDescriptor: ExprSyntax? {
    let call = self.as(FunctionCallExprSyntax.self)
    guard let access = (call?.calledExpression ?? self).as(MemberAccessExprSyntax.self),
      access.base == nil
    else { return nil }
    let name = access.declName.baseName.text
    return call == nil
      ? sourceFile?.binding(name, of: "FetchDescriptor")?.onlyValue
      : sourceFile?.result(of: name, in: "FetchDescriptor")
  }
}

extension FunctionCallExprSyntax {
  /// `.newest(of: folder)`, a function of an extension of the descriptor.
  fileprivate var isMemberOfDescriptor: Bool { name != "FetchDescriptor" && name != "init" }
}
