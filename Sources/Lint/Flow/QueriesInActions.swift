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
        // What gives something back may be shown, in a sheet too.
        guard function.signature.returnClause == nil else { return false }
        let shown = block.shownParts
        return !shown.isEmpty && !shown.contains { $0.id == function.body.map { Syntax($0) }?.id }
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
