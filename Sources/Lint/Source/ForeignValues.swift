internal import ModelSource
internal import SwiftSyntax

extension ForeignMembers {
  /// The value that a member always has, as written, where all files agree on one.
  ///
  /// - Parameter name: `Queries.newest`, `Queries.titled()`.
  func value(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let texts = answers(to: .memberValue(name), about: parts[0]) { tree in
      tree.value(of: parts[1], in: parts[0]).map { [$0] } ?? []
    }
    return texts.count == 1 ? texts : []
  }
}

extension SourceFileSyntax {
  /// What is made in several steps comes as a closure that is called: `{ … }()`.
  fileprivate func value(of member: String, in owner: String) -> String? {
    let items: CodeBlockItemListSyntax?
    var value: ExprSyntax?
    if member.hasSuffix("()") {
      items = function(String(member.dropLast(2)), of: owner)?.body?.statements
      value = items?.onlyResult
    } else {
      let binding = binding(member, of: owner)
      value = binding?.onlyValue
      let closure = binding?.initializer?.value.call?.calledExpression.as(ClosureExprSyntax.self)
      items = binding?.accessorBlock?.getter ?? closure?.statements
    }
    guard let value, value.totalLength.utf8Length < 4_000 else { return nil }
    if let items, items.count > 1 {
      return items.totalLength.utf8Length < 4_000 ? "{\n\(items.trimmedDescription)\n}()" : nil
    }
    return value.trimmedDescription
  }
}

extension ExprSyntax {
  /// What a constant, computed property or function of another file stands for, read again from its
  /// text: `Queries.newest`, `Queries.titled(title)`, and `.newest` of a descriptor's extension.
  ///
  /// - Parameter type: whose member it is where nothing stands before the dot.
  func foreignValue(of type: String) -> ExprSyntax? {
    guard let file = FileMemo.current?.file, let (owner, member) = namedMember(of: type) else {
      return nil
    }
    return file.ask(.memberValue("\(owner).\(member)")).first.flatMap {
      ParsePool.expression($0)
    }
  }

  /// The member that is named, with its type: `Queries.newest`, and `Queries.titled()` for a call.
  ///
  /// - Parameter type: whose member it is where nothing stands before the dot.
  func namedMember(of type: String) -> (owner: String, member: String)? {
    let node = unwrapped
    let call = node.as(FunctionCallExprSyntax.self)
    guard let access = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self) else {
      return nil
    }
    let member = access.declName.baseName.text + (call == nil ? "" : "()")
    guard member != "init()" else { return nil }
    guard let base = access.base else { return (type, member) }
    guard let name = base.dottedName, name.lastPart.first?.isUppercase ?? false else { return nil }
    return (name.lastPart, member)
  }
}
