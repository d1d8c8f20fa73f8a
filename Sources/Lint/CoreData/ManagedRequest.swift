internal import SwiftSyntax

/// A request of Core Data that code makes, perhaps in another function than the one that uses it.
struct ManagedRequest {
  /// The call that makes it.
  let made: FunctionCallExprSyntax
  /// The variable that holds it where it is made, and the code that may set more of it.
  let name: String?
  let body: Syntax?

  /// Nil where the file does not say what is made.
  init?(_ expression: ExprSyntax) {
    var value = expression
    for _ in 0..<5 {
      let node = value.unwrapped.withoutCast.unwrapped
      if let call = node.as(FunctionCallExprSyntax.self), call.makesRequest {
        (made, name, body) = (call, nil, nil)
        return
      }
      if let variable = node.as(DeclReferenceExprSyntax.self),
        let call = variable.localValue?.withoutCast.call, call.makesRequest
      {
        (made, name, body) = (call, variable.baseName.text, variable.enclosingBody)
        return
      }
      guard let next = node.nextValue ?? node.valueSetOnce else { return nil }
      value = next
    }
    return nil
  }

  /// The values that a property of the request is given where it is made.
  func assigned(_ property: String) -> [ExprSyntax] {
    guard let name, let body, body.isHandwritten else { return [] }
    return body.assigned(property, of: name)
  }
}

extension FunctionCallExprSyntax {
  /// `NSFetchRequest<Note>(entityName: "Note")`, or `Note.fetchRequest()`.
  fileprivate var makesRequest: Bool {
    name == "NSFetchRequest"
      || name == "fetchRequest" && arguments.isEmpty && receiver?.dottedName != nil
  }
}

extension ExprSyntax {
  /// The value that the code of a type gives a property in the only place that sets it: `self.request =
  /// request` of an initializer.
  var valueSetOnce: ExprSyntax? {
    let name =
      self.as(DeclReferenceExprSyntax.self)
      ?? self.as(MemberAccessExprSyntax.self).flatMap {
        $0.base?.unwrapped.isSelfName ?? false ? $0.declName : nil
      }
    guard let name, let owner = name.ownerName,
      let binding = sourceFile?.binding(name.baseName.text, of: owner), binding.initializer == nil,
      binding.accessorBlock == nil, let members = binding.enclosing(MemberBlockSyntax.self),
      members.isReadable
    else { return nil }
    if self.is(DeclReferenceExprSyntax.self) {
      guard case .property? = name.nameOrigin else { return nil }
    }
    var values: [ExprSyntax] = []
    members.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.plainTarget == name.baseName.text, let value = terms.last
      else { return true }
      values.append(value)
      return true
    }
    return values.onlyElement
  }
}
