internal import SwiftSyntax

/// What a view does with the objects of its queries once it is shown.
extension ExprSyntax {
  /// Whether an action or task of a view goes through what one of its queries has loaded. That happens
  /// once and not for every row, and a query that loaded more for it would do so for each drawing.
  var isQueryInAction: Bool {
    guard let list = queriedProperty, case .property(let binding, _)? = list.origin,
      let query = binding.parent?.parent?.as(VariableDeclSyntax.self),
      query.attribute("Query") != nil || query.attribute("FetchRequest") != nil,
      let block = enclosing(MemberBlockSyntax.self), block.isReadable
    else { return false }
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return false }
      if let function = next.as(FunctionDeclSyntax.self) {
        let shown = block.shownParts
        guard !shown.isEmpty,
          !shown.contains(where: { $0.id == function.body.map { Syntax($0) }?.id })
        else { return false }
        // What gives something back may be shown, in a sheet too.
        return function.signature.returnClause == nil || block.callsInActions(function.name.text)
      }
      if next.isAction { return true }
      node = next
    }
    return false
  }

  /// The property at the root of `notes`, `self.notes` and `notes.filter { … }`.
  private var queriedProperty: (name: String, origin: NameOrigin?)? {
    var node = unwrapped
    for _ in 0..<16 {
      if let name = node.as(DeclReferenceExprSyntax.self) {
        return (name.baseName.text, name.nameOrigin)
      }
      if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        if base.isSelfName {
          let name = access.declName.baseName.text
          let block = enclosing(MemberBlockSyntax.self)
          return (name, block?.property(name, owner: ownerName ?? ""))
        }
        node = base.unwrapped
      } else if let receiver = node.call?.receiver {
        node = receiver.unwrapped
      } else {
        return nil
      }
    }
    return nil
  }
}

extension MemberBlockSyntax {
  /// Whether a function is called, and only where something happens.
  ///
  /// - Parameter depth: how many functions may stand between the action and the call.
  fileprivate func callsInActions(_ function: String, depth: Int = 3) -> Bool {
    guard depth > 0 else { return false }
    var (isCalled, isOther) = (false, false)
    forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == function,
        // A variable of the name is another thing.
        name.nameOrigin == nil
      else { return !isOther }
      isCalled = true
      isOther = isOther || !name.isInAction(of: self, depth)
      return true
    }
    return isCalled && !isOther
  }
}

extension DeclReferenceExprSyntax {
  fileprivate func isInAction(of block: MemberBlockSyntax, _ depth: Int) -> Bool {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return false }
      if let function = next.as(FunctionDeclSyntax.self) {
        return block.callsInActions(function.name.text, depth: depth - 1)
      }
      if next.isAction { return true }
      node = next
    }
    return false
  }
}

extension Syntax {
  private static let actions: Set = [
    "Task", "accessibilityAction", "async", "asyncAfter", "detached", "dropDestination",
    "refreshable",
    "task", "withAnimation",
  ]

  /// Code that runs when something happens, and shows no rows as a sheet or a menu does.
  fileprivate var isAction: Bool {
    guard isLater else { return false }
    if let argument = self.as(LabeledExprSyntax.self) {
      return argument.label?.text != "destination"
    }
    guard let closure = self.as(ClosureExprSyntax.self) else { return false }
    guard let call = closure.userCall else { return true }
    if let label = closure.parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text,
      ClosureExprSyntax.isAction(label)
    {
      return label != "destination"
    }
    let name = call.name
    return name == "Button" || Self.actions.contains(name) || ClosureExprSyntax.isAction(name)
  }
}
