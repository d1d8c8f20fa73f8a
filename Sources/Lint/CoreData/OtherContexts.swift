internal import SwiftSyntax

/// What the code says of two contexts: that one of them is the other's parent, and so another one.
extension SyntaxProtocol {
  /// Whether the function or type around says so: `worker.parent = context`.
  func isParent(_ parent: String, of child: String) -> Bool {
    guard parent != child else { return false }
    let blocks = ownerName.flatMap { sourceFile?.memberBlocks(of: $0) } ?? []
    return (blocks.map { Syntax($0) } + [enclosingBody].compactMap(\.self)).contains { code in
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
    guard let own = context.lastName, let owner = ownerName,
      let blocks = sourceFile?.memberBlocks(of: owner), blocks.allSatisfy(\.isHandwritten)
    else { return false }
    switch nameOrigin {
    case .property, nil: break
    default: return false
    }
    guard let binding = sourceFile?.binding(baseName.text, of: owner) else { return false }
    let values = blocks.flatMap { Syntax($0).assignments(to: baseName.text) }
    guard
      !values.contains(where: { value in
        value.mentions([own]) || value.performCall?.receiver?.lastName == own
      })
    else { return false }
    let isShown =
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("Published") != nil
    return isShown
      || !values.isEmpty
        && values.allSatisfy { terms in
          guard let call = terms.dropFirst(2).first?.unwrapped.call,
            call.name == "fetch", let other = call.receiver?.lastName
          else { return false }
          return isParent(other, of: own)
        }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether other code may fill what the name stands for.
  var isOfProperty: Bool {
    if case .property? = nameOrigin { return true }
    return parent?.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
  }
}

extension Syntax {
  /// `notes = try context.fetch(request) ?? []` and `self.notes = …`, as lists of their terms.
  fileprivate func assignments(to name: String) -> [ExprListSyntax] {
    var found: [ExprListSyntax] = []
    forEachDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.plainTarget == name
      else { return true }
      found.append(terms)
      return true
    }
    return found
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
      ownQueue != otherQueue || first.isMadeAnew && second.isMadeAnew,
      // What a block takes from outside onto its queue is said of that.
      !(sequence.performCall?.lastClosure.map { closure in
        [owner, other].contains { $0.comesFromOutside(of: Syntax(closure)) }
      } ?? false)
    else { return }
    report(
      "'\(owner.baseName.text)' is an object of '\(file.text(first))' and '\(other.baseName.text)' "
        + "one of '\(file.text(second))': a relationship between them throws",
      at: file.location(other),
      help:
        "take the object over with 'object(with: \(other.baseName.text).objectID)' of the other's "
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
