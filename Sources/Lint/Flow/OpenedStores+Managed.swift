internal import SwiftSyntax

/// Containers of Core Data, each with the file that its store is in.
extension FlowReader {
  private static let containers: Set = [
    "NSPersistentContainer", "NSPersistentCloudKitContainer",
  ]

  mutating func noteManagedOpening(_ call: FunctionCallExprSyntax) {
    guard Self.containers.contains(call.name), !file.isTest, !file.isOfExtension,
      let argument = call.argument("name"), let name = file.constantText(argument),
      !call.isForOthersThanTheApp, !call.isSecondTry, let store = openedStore(call, name)
    else { return }
    flows.openings.append(
      .init(
        store: store, function: call.scopeName,
        isMaker: call.enclosing(FunctionDeclSyntax.self)?.returnsContainer ?? false,
        isOfMain: call.isOfMain, isManaged: true, isShared: call.isOfSharedType,
        location: file.location(call.nameNode)))
  }

  /// Which file it opens; nil where that is not known, or where it is none.
  private func openedStore(_ call: FunctionCallExprSyntax, _ name: String) -> String? {
    guard let body = call.enclosingBody, body.isHandwritten else { return nil }
    var urls: Set<String?> = []
    body.forEachDescendant { node in
      if let made = node.as(FunctionCallExprSyntax.self),
        made.name == "NSPersistentStoreDescription"
      {
        urls.insert(made.argument("url").flatMap { place(of: $0) })
      } else if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self), let value = terms.last,
        target.declName.baseName.text == "url", !node.isConditional(in: body)
      {
        urls.insert(place(of: value))
      }
      return true
    }
    if body.mentions(["NSInMemoryStoreType", "inMemory"]),
      !body.hasDescendant(where: { $0.is(IfExprSyntax.self) })
    {
      return nil
    }
    guard !urls.isEmpty else { return "the store of the container '\(name)'" }
    return urls.onlyElement.flatMap { $0 }.map { "the store at '\($0)'" }
  }

  /// The text of a place that means the same in other files; of a variable the text of its value.
  private func place(of expression: ExprSyntax) -> String? {
    let value = expression.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? expression
    let node = value.unwrapped
    let text: String
    if let name = node.as(DeclReferenceExprSyntax.self),
      case .property(_, let owner)? = name.nameOrigin
    {
      text = "\(owner).\(name.baseName.text)"
    } else if let access = node.as(MemberAccessExprSyntax.self),
      ["self", "Self"].contains(access.base?.dottedName ?? ""), let owner = access.ownerName
    {
      text = "\(owner).\(access.declName.baseName.text)"
    } else {
      guard value.meansTheSameAnywhere else { return nil }
      text = value.trimmedDescription.filter { !$0.isWhitespace }
    }
    return text.contains("/dev/null") || text.count > 160 ? nil : text
  }
}

extension Syntax {
  /// Whether it runs only under a condition within a body.
  fileprivate func isConditional(in body: Syntax) -> Bool {
    var node = self
    while let next = node.parent, next.id != body.id {
      if next.is(IfExprSyntax.self) || next.is(SwitchExprSyntax.self) { return true }
      node = next
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// Whether the type around is one of which there is a shared one: `static let shared = Stack()`.
  fileprivate var isOfSharedType: Bool {
    guard let group = enclosingType?.asProtocol((any DeclGroupSyntax).self) else { return false }
    return group.memberBlock.members.contains { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isInstance else {
        return false
      }
      return variable.bindings.contains { ["shared", "main", "default"].contains($0.name) }
    }
  }
}
