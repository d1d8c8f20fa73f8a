internal import SwiftSyntax

/// What the code says of two contexts: that one of them is the other's parent, and so another one.
extension SyntaxProtocol {
  /// Whether the function or type around says so: `worker.parent = context`.
  func isParent(_ parent: String, of child: String) -> Bool {
    guard parent != child else { return false }
    let type = enclosingType?.asProtocol((any DeclGroupSyntax).self)?.memberBlock
    return [type.map { Syntax($0) }, enclosingBody].compactMap(\.self).contains { code in
      guard code.isHandwritten else { return false }
      return code.hasDescendant { node in
        guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          let target = terms.first?.as(MemberAccessExprSyntax.self),
          target.declName.baseName.text == "parent"
        else { return false }
        return target.base?.lastName == child && terms.last?.lastName == parent
      }
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a property certainly keeps objects of another context than this: of its parent, by what
  /// fetches them, or of the main one, which a view shows; and nothing puts objects of this context there.
  func keepsObjects(ofOtherThan context: ExprSyntax) -> Bool {
    guard let own = context.lastName, let block = enclosing(MemberBlockSyntax.self),
      block.isHandwritten
    else { return false }
    let binding: PatternBindingSyntax
    switch nameOrigin {
    case .property(let found, _)?: binding = found
    case nil:
      guard let owner = ownerName,
        case .property(let found, _)? = block.property(baseName.text, owner: owner)
      else { return false }
      binding = found
    default: return false
    }
    let values = Syntax(block).values(of: baseName.text)
    guard
      !values.contains(where: { value in
        value.mentions([own]) || value.performCall?.receiver?.lastName == own
      })
    else { return false }
    let isShown =
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("Published") != nil
    return isShown
      || !values.isEmpty
        && values.allSatisfy { value in
          guard let call = value.unwrapped.call ?? value.otherwiseDefault?.unwrapped.call,
            call.name == "fetch", let other = call.receiver?.lastName
          else { return false }
          return isParent(other, of: own)
        }
  }
}

extension ContextAcrossTasks {
  /// `note.folder = folder` with objects of two contexts, which Core Data refuses.
  func checkLink(_ sequence: SequenceExprSyntax, _ file: LintFile, _ report: RuleReport) {
    let terms = Array(sequence.elements)
    guard !file.isTest, terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
      let target = terms[0].as(MemberAccessExprSyntax.self),
      let owner = target.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      let other = terms[2].unwrapped.as(DeclReferenceExprSyntax.self),
      let first = owner.contextOfOrigin, let second = other.contextOfOrigin,
      first.lastName != second.lastName, let ownQueue = file.queue(of: first),
      let otherQueue = file.queue(of: second),
      // Two names may stand for one context where both are of one kind.
      ownQueue != otherQueue || first.isMadeAnew && second.isMadeAnew
    else { return }
    report(
      "'\(owner.baseName.text)' is an object of '\(file.text(first))' and '\(other.baseName.text)' "
        + "one of '\(file.text(second))': a relationship between them throws",
      at: file.location(other),
      help: "take the object over with 'object(with: \(other.baseName.text).objectID)' of the other's "
        + "context")
  }
}

extension DeclReferenceExprSyntax {
  /// The context that a variable's object was made or fetched in, as far as its first value says so.
  fileprivate var contextOfOrigin: ExprSyntax? {
    guard var value = localValue?.unwrapped.withoutCast.unwrapped else { return nil }
    value = value.otherwiseDefault?.unwrapped ?? value
    if let access = value.as(MemberAccessExprSyntax.self),
      ["first", "last"].contains(access.declName.baseName.text), let base = access.base
    {
      value = base.unwrapped
    }
    guard let call = value.call else { return nil }
    if let given = call.argument("context"), call.arguments.count == 1,
      call.name.first?.isUppercase ?? false
    {
      return given.unwrapped
    }
    if let given = call.argument("insertInto") ?? call.argument("into") { return given.unwrapped }
    guard ["fetch", "existingObject", "object"].contains(call.name) else { return nil }
    return call.receiver?.unwrapped
  }
}

extension ExprSyntax {
  /// Whether it is a variable that holds a context which is made where it is declared.
  fileprivate var isMadeAnew: Bool {
    guard let call = self.as(DeclReferenceExprSyntax.self)?.localValue?.call else { return false }
    return call.name == "NSManagedObjectContext"
      || FunctionCallExprSyntax.makers.contains(call.name)
  }
}
