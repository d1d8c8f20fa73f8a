internal import SwiftSyntax

extension MemberBlockSyntax {
  /// Small enough to be looked through for each of its members.
  var isReadable: Bool { totalLength.utf8Length < 120_000 }

  /// The body of a view with the members it uses, directly or through others; of anything else nothing.
  var shownParts: [Syntax] { FileMemo.current?.shownParts(of: self) ?? partsThatShow }

  var partsThatShow: [Syntax] {
    var parts: [String: [Syntax]] = [:]
    var functions: Set<String> = []
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let name = binding.name, let body = binding.accessorBlock {
            parts[name, default: []].append(Syntax(body))
          }
        }
      } else if let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body {
        parts[function.name.text, default: []].append(Syntax(body))
        functions.insert(function.name.text)
      }
    }
    guard parts["body"] != nil else { return [] }
    var waiting = ["body"]
    var reached: Set<String> = ["body"]
    var result: [Syntax] = []
    while let name = waiting.popLast() {
      for part in parts[name] ?? [] {
        result.append(part)
        part.forEachDescendant { node in
          if node.isLater { return false }
          if let name = node.as(DeclReferenceExprSyntax.self), case let use = name.baseName.text,
            parts[use] != nil, !name.isHandedOver, name.isCalled || !functions.contains(use),
            reached.insert(use).inserted
          {
            waiting.append(use)
          }
          return true
        }
      }
    }
    return result
  }
}

extension DeclReferenceExprSyntax {
  /// `load()`, `self.load()`: without brackets it is for others to call.
  fileprivate var isCalled: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id {
      return access.isCalled
    }
    return parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }

  /// Whether a function is handed to a modifier, which runs it when it likes:
  /// `rows().refreshing(with: load)`.
  fileprivate var isHandedOver: Bool {
    guard
      let call = parent?.as(LabeledExprSyntax.self)?.parent?.parent?
        .as(FunctionCallExprSyntax.self)
    else { return false }
    return call.receiver?.call != nil
  }
}

extension AttributeSyntax {
  /// Whether a query is known to load its objects without limit and without what they lead to.
  func loadsPlainly(_ name: String, in block: MemberBlockSyntax) -> Bool {
    let labels = argumentList?.map { $0.label?.text ?? "" } ?? []
    if labels.contains("") || labels.contains("fetchRequest") { return false }
    // `_notes = Query(descriptor)` in the initializer.
    var isPlain = true
    block.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        ["Query", "FetchRequest", "init"].contains(call.name)
      {
        if call.arguments.contains(where: { $0.label == nil || $0.label?.text == "fetchRequest" }),
          call.parent?.as(ExprListSyntax.self)?.first?.lastName == "_" + name
        {
          isPlain = false
        }
      }
      return isPlain
    }
    return isPlain
  }
}
