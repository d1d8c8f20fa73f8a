internal import StoreModel
internal import SwiftSyntax

/// Objects that code inserts without looking for others first, into a context that it makes and saves, and whose
/// merge policy it leaves as it is.
struct PlainInsert: Sendable, Codable {
  /// The class of the objects.
  var type: String
  /// The properties that are given a value from elsewhere: not a new UUID.
  var given: Set<String>
  var context: String
  var location: Location
}

extension FunctionCallExprSyntax {
  /// `let item = Item(context: worker)`, where `worker` is a background context that a container has just made, and
  /// nothing of the type around asks for such objects or for conflicts.
  func plainInsert(in file: LintFile) -> PlainInsert? {
    guard !file.isTest, makesManaged, name.first?.isUppercase ?? false,
      let context = argument("context")?.unwrapped.as(DeclReferenceExprSyntax.self),
      let object = parent?.parent?.as(PatternBindingSyntax.self)?.name,
      let scope = context.scopeOfPlainContext,
      scope.isHandwritten || scope.is(MemberBlockSyntax.self),
      case let blocks = ownerName.flatMap({ sourceFile?.memberBlocks(of: $0) }) ?? [],
      case let around = blocks.isEmpty ? [scope] : blocks.map({ Syntax($0) }),
      !around.contains(where: { $0.mentions(UniqueWithoutPolicy.words) || $0.asks(for: name) }),
      scope.hasDescendant(where: { node in
        guard let save = node.as(FunctionCallExprSyntax.self) else { return false }
        return save.savesManaged && save.receiver?.lastName == context.baseName.text
      }), !scope.handsAway(context.baseName.text)
    else { return nil }
    return .init(
      type: name, given: scope.propertiesGiven(to: object), context: context.baseName.text,
      location: file.location(nameNode))
  }
}

extension DeclReferenceExprSyntax {
  /// The code that has a context which a container makes for it: the closure of `performBackgroundTask`, the function
  /// of a `newBackgroundContext()`, or the type that keeps one.
  fileprivate var scopeOfPlainContext: Syntax? {
    if let task = givingTask { return Syntax(task.statements) }
    switch nameOrigin {
    case .local(_, let value?):
      guard value.unwrapped.isMadeByContainer else { return nil }
      return value.enclosing(CodeBlockItemListSyntax.self).map { Syntax($0) }
    case .property(let binding, _):
      return binding.enclosing(MemberBlockSyntax.self).flatMap { members -> Syntax? in
        let values =
          binding.initializer.map { [$0.value] }
          ?? Syntax(members).assignments(to: baseName.text).compactMap { $0.dropFirst(2).first }
        return values.count == 1 && values[0].unwrapped.isMadeByContainer ? Syntax(members) : nil
      }
    default: return nil
    }
  }
}

extension ExprSyntax {
  /// `container.newBackgroundContext()`
  fileprivate var isMadeByContainer: Bool {
    guard let call, call.name == "newBackgroundContext", call.arguments.isEmpty else {
      return false
    }
    return call.receiver?.lastName?.lowercased().hasSuffix("container") ?? false
  }
}

extension Syntax {
  /// Whether code names a class other than to make objects of it, as a request does.
  fileprivate func asks(for type: String) -> Bool {
    hasDescendant { node in
      if let literal = node.as(StringLiteralExprSyntax.self) {
        return ExprSyntax(literal).literalText == type
      }
      if let written = node.as(IdentifierTypeSyntax.self) {
        // What a function gives or takes is looked for in another place.
        return written.name.text == type
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == type else {
        return false
      }
      return !(use.parent?.as(FunctionCallExprSyntax.self)?.makesManaged ?? false)
    }
  }

  /// Whether another type is given the context, which may look for objects with it or give it a policy.
  fileprivate func handsAway(_ context: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), !call.makesManaged,
        call.arguments.contains(where: { $0.expression.lastName == context })
      else { return false }
      return call.functionOfFile == nil
    }
  }

  /// The properties of an object that are set to what comes from elsewhere: `item.code = row.code`.
  fileprivate func propertiesGiven(to object: String) -> Set<String> {
    var found: Set<String> = []
    forEachDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == object,
        !terms.dropFirst(2).contains(where: { $0.mentions(["UUID", "uuid", "nextID", "newID"]) })
      else { return true }
      found.insert(target.declName.baseName.text)
      return true
    }
    return found
  }
}
