internal import SwiftSyntax

/// A function that is handed over by its name: `store.add` of `notes.forEach(store.add)`, `Row.init` of
/// `notes.map(Row.init)`.
struct FunctionReference {
  /// The function's own name.
  let name: DeclReferenceExprSyntax
  /// What stands before the dot.
  let base: ExprSyntax?
  /// The type that is made, for an initializer.
  let made: String?

  /// Nil for anything that is no name, and for the names of variables.
  init?(_ expression: ExprSyntax) {
    let node = expression.unwrapped
    if let access = node.as(MemberAccessExprSyntax.self) {
      (name, base) = (access.declName, access.base)
      if name.baseName.text == "init" {
        guard let type = access.base?.dottedName?.lastPart else { return nil }
        made = type
        return
      }
      // `.name` of a key path or of a case, and what is no function.
      guard access.base != nil, name.baseName.text != "self" else { return nil }
      made = nil
    } else if let own = node.as(DeclReferenceExprSyntax.self) {
      guard own.nameOrigin == nil, own.baseName.text.first?.isLowercase ?? false,
        own.baseName.text != "self", own.baseName.text.first != "$"
      else { return nil }
      (name, base, made) = (own, nil, nil)
    } else {
      return nil
    }
  }

  /// The labels of its parameters where they are written, as in `tag(named:)`; else those that any
  /// function of one parameter has.
  var labels: [String] {
    let written = name.argumentNames?.arguments.map(\.name.text) ?? []
    return written.isEmpty ? [Self.anyLabel] : written
  }

  /// Fits a parameter of any label.
  static let anyLabel = "*"
}

extension FunctionCallExprSyntax {
  /// The function that a method of a list calls for each element, where it is given one by its name.
  var functionForEach: FunctionReference? { receiver == nil ? nil : handedFunction }

  /// The same, also within an extension of lists, where nothing stands before the dot.
  private var handedFunction: FunctionReference? {
    guard trailingClosure == nil, Loop.complete.contains(name),
      arguments.count == 1 || name == "reduce", let given = arguments.last?.expression,
      !given.is(ClosureExprSyntax.self), !given.is(KeyPathExprSyntax.self)
    else { return nil }
    return FunctionReference(given)
  }

  /// Whether a method of a list hands each element to a method of a context: `notes.forEach(context.delete)`.
  func handsEach(to method: String) -> Bool {
    guard let each = handedFunction, each.name.baseName.text == method else { return false }
    // In an extension of the context, nothing stands before the dot.
    return each.base?.isContextValue ?? each.name.isInContext
  }
}
