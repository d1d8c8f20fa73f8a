internal import SwiftSyntax

extension ContextAcrossTasks {
  /// The main context, where the type's own functions use it that code on another thread calls.
  func checkHelpers(
    of closure: ClosureExprSyntax, _ place: String, _ file: LintFile, _ report: RuleReport
  ) {
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      guard let call = node.as(FunctionCallExprSyntax.self),
        let body = call.ownHelper(of: closure)
      else { return true }
      body.forEachDescendant { node in
        guard !node.returnsToMain, let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
          case .property(let binding, _)? = name.nameOrigin, binding.isMainContext,
          said.insert(name.baseName.text).inserted
        else { return !node.returnsToMain }
        report(
          "the main context '\(name.baseName.text)' is used \(place), away from its own thread",
          at: file.location(name))
        return true
      }
      return true
    }
  }
}

extension FunctionCallExprSyntax {
  /// The body of a function of the same type that runs where its caller does.
  fileprivate func ownHelper(of closure: ClosureExprSyntax) -> CodeBlockSyntax? {
    guard awaiting == nil, receiver?.isSelfName ?? true, let function = functionOfFile,
      let type = function.enclosingType, type.id == closure.enclosingType?.id,
      function.attribute("MainActor") == nil,
      type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") == nil,
      let body = function.body, body.isHandwritten
    else { return nil }
    return body
  }
}

extension PatternBindingSyntax {
  /// Whether the property keeps a container's 'mainContext', as its value or what it is given says.
  fileprivate var isMainContext: Bool {
    if let value = initializer?.value { return value.unwrapped.lastName == "mainContext" }
    guard let name, typeAnnotation?.type.dottedName == "ModelContext",
      let block = enclosing(MemberBlockSyntax.self), block.isReadable
    else { return false }
    let values = Syntax(block).values(of: name)
    return !values.isEmpty && values.allSatisfy { $0.unwrapped.lastName == "mainContext" }
  }
}
