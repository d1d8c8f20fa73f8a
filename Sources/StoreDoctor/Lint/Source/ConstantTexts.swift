internal import StoreModel
internal import SwiftSyntax

extension ForeignMembers {
  /// The texts that constants of a name hold: one where it is certain.
  ///
  /// - Parameter name: with the type around it, and `rawValue` behind a case: `EntityNames.book`,
  ///   `Key.title.rawValue`; of all cases with `*` in place of one.
  func texts(of name: String) -> [String] {
    var parts = name.keyPath
    let isRaw = parts.last == "rawValue"
    if isRaw { parts.removeLast() }
    guard parts.count > 1, let member = parts.last else { return [] }
    let owner = parts[parts.count - 2]
    return answers(to: .constantText(name), about: owner) {
      $0.constants(member, of: owner, isCase: isRaw)
    }
  }
}

extension ForeignMembers {
  /// Where the only text of a constant is written.
  func places(of name: String) -> [String] {
    var parts = name.keyPath
    let isRaw = parts.last == "rawValue"
    if isRaw { parts.removeLast() }
    guard parts.count > 1, let member = parts.last else { return [] }
    let owner = parts[parts.count - 2]
    return places(to: .constantPlace(name), about: owner) {
      $0.constantNodes(member, of: owner, isCase: isRaw)
    }
  }
}

extension SourceFileSyntax {
  /// The literals of a constant, or the names of cases without one, in the types of a name.
  fileprivate func constantNodes(_ member: String, of owner: String, isCase: Bool) -> [Syntax] {
    var found: [Syntax] = []
    forEachDescendant { node in
      if node.is(CodeBlockSyntax.self) { return false }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == owner else {
        return true
      }
      for item in group.memberBlock.members {
        if isCase {
          found +=
            item.decl.as(EnumCaseDeclSyntax.self)?.elements.filter { element in
              member.first == "="
                ? (element.rawValue?.value.literalText ?? element.name.text) == member.dropFirst()
                : element.name.text == member
            }
            .map { $0.rawValue.map { Syntax($0.value) } ?? Syntax($0.name) } ?? []
        } else if let variable = item.decl.as(VariableDeclSyntax.self), variable.isConstant {
          found += variable.bindings.filter { $0.name == member }
            .compactMap { $0.initializer.map { Syntax($0.value) } }
        }
      }
      return true
    }
    return found
  }

  /// The texts of a constant, or of a case, in the types of a name.
  fileprivate func constants(_ member: String, of owner: String, isCase: Bool) -> [String] {
    var found: [String] = []
    forEachDescendant { node in
      if node.is(CodeBlockSyntax.self) { return false }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == owner else {
        return true
      }
      for item in group.memberBlock.members {
        if isCase {
          found +=
            item.decl.as(EnumCaseDeclSyntax.self)?.elements
            .filter { member == "*" || $0.name.text == member }
            .compactMap { $0.rawValue.map { $0.value.literalText } ?? $0.name.text } ?? []
        } else if let variable = item.decl.as(VariableDeclSyntax.self), variable.isConstant {
          found += variable.bindings.filter { $0.name == member }
            .compactMap { $0.initializer?.value.literalText }
        }
      }
      return true
    }
    return found
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
