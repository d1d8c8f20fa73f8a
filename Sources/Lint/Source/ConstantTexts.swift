internal import StoreModel
internal import SwiftSyntax

extension ForeignMembers {
  /// The texts that constants of a name hold: one where it is certain.
  ///
  /// - Parameter name: with the type around it, and `rawValue` behind a case: `EntityNames.book`,
  ///   `Key.title.rawValue`; of all cases with `*` in place of one.
  func texts(of name: String) -> [String] {
    guard let constant = NamedConstant(name) else { return [] }
    return answers(to: .constantText(name), about: constant.owner) {
      constant.found(in: $0).compactMap(\.text)
    }
  }

  /// Where the constants of a name have their texts; with `=Folder` in place of a case, where the case
  /// with that text has it.
  func places(of name: String) -> [String] {
    guard let constant = NamedConstant(name) else { return [] }
    return places(to: .constantPlace(name), about: constant.owner) {
      constant.found(in: $0).map(\.place)
    }
  }
}

/// A constant or a case by its name, as questions name it.
private struct NamedConstant: Sendable {
  let owner: String
  let member: String
  let isCase: Bool

  init?(_ name: String) {
    var parts = name.keyPath
    isCase = parts.last == "rawValue"
    if isCase { parts.removeLast() }
    guard parts.count > 1, let member = parts.last else { return nil }
    (owner, self.member) = (parts[parts.count - 2], member)
  }

  /// The text of each constant or case of the name, and where it is written: the name of a case that has
  /// no text of its own.
  func found(in tree: SourceFileSyntax) -> [(text: String?, place: Syntax)] {
    var found: [(text: String?, place: Syntax)] = []
    tree.forEachDescendant { node in
      if node.is(CodeBlockSyntax.self) { return false }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == owner else {
        return true
      }
      for item in group.memberBlock.members { found += texts(of: item.decl) }
      return true
    }
    return found
  }

  // What `filter` of a syntax list gives is in a tree of its own, where places are others.
  private func texts(of declaration: DeclSyntax) -> [(text: String?, place: Syntax)] {
    if isCase {
      let cases = declaration.as(EnumCaseDeclSyntax.self)?.elements.map { element in
        let value = element.rawValue?.value
        return (
          name: element.name.text, text: value.map(\.literalText) ?? element.name.text,
          place: value.map { Syntax($0) } ?? Syntax(element.name)
        )
      }
      return (cases ?? []).filter {
        member == "*" || member == $0.name
          || member.first == "=" && $0.text == String(member.dropFirst())
      }.map { ($0.text, $0.place) }
    }
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isConstant else {
      return []
    }
    return variable.bindings.lazy.filter { $0.name == member }.compactMap { binding in
      binding.initializer.map { ($0.value.literalText, Syntax($0.value)) }
    }
  }
}

extension LintFile {
  /// What a property of an enum gives for a case, where it is the case's raw value or nothing:
  /// `Grouping.month.keyPath`.
  private func caseText(_ node: ExprSyntax) -> String? {
    guard let access = node.as(MemberAccessExprSyntax.self),
      let one = access.base?.as(MemberAccessExprSyntax.self), let owner = one.ownerOfMember,
      let value = tree.binding(access.declName.baseName.text, of: owner)?.onlyValue
    else { return nil }
    let given = value.choices.filter { !$0.is(NilLiteralExprSyntax.self) }
    guard given.count == 1, given[0].lastName == "rawValue" else { return nil }
    let texts = ask(.constantText("\(owner).\(one.declName.baseName.text).rawValue"))
    return texts.count == 1 ? texts[0] : nil
  }

  /// Where the text that an expression stands for is to be mended: at the constant of another place that
  /// holds it, where no entity has a property of that name; else where it stands.
  func placeOfText(_ expression: ExprSyntax, isRight: (String) -> Bool) -> Location {
    let here = location(expression)
    guard expression.constantText == nil, expression.resolved.literalText == nil,
      let name = expression.unwrapped.dottedName, name.first?.isUppercase ?? false,
      name.contains("."), let text = ask(.constantText(name)).onlyElement, !isRight(text),
      let place = ask(.constantPlace(name)).onlyElement
    else { return here }
    return Location(written: place) ?? here
  }

  /// Where a case of an enum has a raw value.
  func place(ofCase text: String, in type: String) -> Location? {
    ask(.constantPlace("\(type).=\(text).rawValue")).onlyElement.flatMap(Location.init(written:))
  }

  /// A text that is written here, in a constant of any file, or as the name of a class.
  func constantText(_ expression: ExprSyntax) -> String? {
    if let text = expression.constantText ?? expression.resolved.literalText { return text }
    let node = expression.unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard call.name == "String", let type = call.argument("describing")?.metatypeName else {
        return nil
      }
      return type.lastPart
    }
    guard let name = node.dottedName, name.first?.isUppercase ?? false, name.contains(".") else {
      return nil
    }
    let texts = ask(.constantText(name))
    return texts.count == 1 ? texts[0] : caseText(node)
  }
}

extension Location {
  /// `line:column:path`
  fileprivate init?(written text: String) {
    let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
    guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
    self.init(path: parts[2], line: line, column: column)
  }
}
