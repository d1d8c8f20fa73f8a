internal import SwiftSyntax

/// Modifiers of one's own that make a container, and the scenes and views that they are put on: each gets a
/// container of its own.
extension FlowReader {
  private static let words = ["container", "data", "model", "persist", "store"]

  /// `RootView().withStore()`, `RootView().modifier(StoreModifier())`
  mutating func noteModifier(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, call.receiver?.call != nil, call.name != "modelContainer" else { return }
    let makers: [String]
    if call.name == "modifier" {
      guard let made = call.arguments.first?.expression.call,
        let type = made.calledExpression.dottedName?.lastPart, type.first?.isUppercase ?? false
      else { return }
      makers = ["\(type).body"]
    } else {
      let small = call.name.lowercased()
      guard Self.words.contains(where: small.contains) else { return }
      makers = ["View.\(call.name)", "Scene.\(call.name)"]
    }
    flows.passingContainers.append(
      .init(
        makers: makers, function: file.location(call.modifiedScene),
        location: file.location(call.nameNode)))
  }
}

extension FlowReader {
  /// `static func open() throws -> ModelContainer { try Database().container }`: each call makes a database,
  /// and with it whatever its initializer opens.
  mutating func noteGiver(_ function: FunctionDeclSyntax) {
    guard !file.isTest, function.returnsContainer, let body = function.body, body.isHandwritten,
      let value = body.statements.onlyResult?.unwrapped.as(MemberAccessExprSyntax.self),
      let made = value.base?.resolved.call?.calledExpression.dottedName?.lastPart,
      made.first?.isUppercase ?? false
    else { return }
    flows.containerGivers.append(
      .init(from: "\(made).init", to: "\(function.ownerName ?? "").\(function.name.text)"))
  }
}

extension FunctionCallExprSyntax {
  static let scenes: Set = [
    "DocumentGroup", "ImmersiveSpace", "MenuBarExtra", "Settings", "Window", "WindowGroup",
  ]

  /// The scene that is modified, or in which the modified view stands; else the member around it.
  fileprivate var modifiedScene: Syntax {
    var root = self
    for _ in 0..<64 {
      guard let next = root.receiver?.call else { break }
      root = next
    }
    if Self.scenes.contains(root.name) { return Syntax(root) }
    var node = parent
    for _ in 0..<128 {
      guard let next = node, !next.is(MemberBlockItemSyntax.self) else { break }
      if let call = next.as(FunctionCallExprSyntax.self), Self.scenes.contains(call.name) {
        return next
      }
      node = next.parent
    }
    return node ?? Syntax(self)
  }

  /// Whether the container is made by a modifier that an app adds to views or scenes.
  var isOfModifier: Bool {
    guard name == "modelContainer", let type = enclosingType else { return false }
    if let added = type.as(ExtensionDeclSyntax.self)?.extendedType.dottedName {
      return ["Scene", "View"].contains(added) && enclosing(FunctionDeclSyntax.self) != nil
    }
    return type.as(StructDeclSyntax.self)?.inheritanceClause?.mentions(["ViewModifier"]) ?? false
  }
}
