internal import ModelSource
internal import SwiftSyntax

/// Reads what fetched objects are sorted by and divided into.
extension FunctionCallExprSyntax {
  /// The sections of a fetched results controller.
  func sections(in file: LintFile) -> CoreDataCode.Sections? {
    guard name == "NSFetchedResultsController", let section = argument("sectionNameKeyPath"),
      let path = section.keyPathParts ?? file.constantText(section)?.keyPath,
      !path.isEmpty, let request = argument("fetchRequest"),
      let entity = request.requestedHere ?? file.requestedEntity(of: request)
    else { return nil }
    var sorts = request.requestSorts
    if sorts.isEmpty { sorts = request.madeElsewhere(file)?.requestSorts ?? [] }
    return .init(
      entity: entity, path: path, firstSort: sorts.first ?? nil,
      laterSorts: sorts.dropFirst().compactMap(\.self),
      isTyped: section.unwrapped.is(MacroExpansionExprSyntax.self),
      location: file.location(section))
  }
}

extension AttributeSyntax {
  /// Those of `@SectionedFetchRequest(sectionIdentifier: \.day, sortDescriptors: […])`.
  func sections(in file: LintFile) -> CoreDataCode.Sections? {
    guard simpleName == "SectionedFetchRequest", let list = argumentList,
      let section = list.first(where: { $0.label?.text == "sectionIdentifier" })?.expression,
      let path = section.keyPathParts, !path.isEmpty,
      let variable = parent?.parent?.as(VariableDeclSyntax.self),
      let entity = section.as(KeyPathExprSyntax.self)?.root?.dottedName?.lastPart
        ?? variable.bindings.first?.typeAnnotation?.type.lastGenericName
        ?? attributeName.lastGenericName
    else { return nil }
    let sorts = list.first { $0.label?.text == "sortDescriptors" }?.expression.writtenSorts ?? []
    return .init(
      entity: entity, path: path, firstSort: sorts.first ?? nil,
      laterSorts: sorts.dropFirst().compactMap(\.self), isTyped: true,
      location: file.location(section))
  }
}

extension DeclReferenceExprSyntax {
  /// Whether code around puts another value into the variable than it begins with.
  fileprivate func isGivenAnother(than value: ExprSyntax) -> Bool {
    guard let scope = value.enclosing(CodeBlockItemListSyntax.self) else { return false }
    return scope.hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements else { return false }
      return terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text == baseName.text
        && terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    }
  }
}

extension TypeSyntax {
  /// `Note` of `SectionedFetchResults<String, Note>`.
  fileprivate var lastGenericName: String? {
    guard let last = self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.last
    else {
      return nil
    }
    return Syntax(last.argument).as(TypeSyntax.self)?.dottedName?.lastPart
  }
}

extension ExprSyntax {
  /// `["folder", "name"]` of `"folder.name"`, `#keyPath(Note.folder.name)` and `\Note.folder?.name`, and
  /// of a constant that holds the first; nil for anything else.
  var keyPathParts: [String]? {
    if let text = constantText { return text.split(separator: ".").map(String.init) }
    if let macro = unwrapped.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath" {
      let parts = macro.arguments.first?.expression.dottedName?.split(separator: ".")
      return parts.map { $0.drop { $0.first?.isUppercase ?? false }.map(String.init) }
    }
    guard let path = unwrapped.as(KeyPathExprSyntax.self) else { return nil }
    let names = path.components.compactMap { component in
      component.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }
    // Behind a module stands the class: `\Store.Note.title`.
    return Array(names.drop { $0.first?.isUppercase ?? false })
  }

  /// A text that is written here or in the constant that is named here.
  var constantText: String? {
    if let text = literalText { return text }
    let node = unwrapped
    if let name = node.as(DeclReferenceExprSyntax.self) {
      switch name.nameOrigin {
      // A variable that is given another text later may hold either.
      case .local(_, let value?):
        return name.isGivenAnother(than: value) ? nil : value.literalText
      case .property(let binding, _):
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
        return variable?.isConstant ?? false ? binding.initializer?.value.literalText : nil
      default: return sourceFile?.globalText(name.baseName.text)
      }
    }
    guard let access = node.as(MemberAccessExprSyntax.self),
      let owner = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let type = ["Self", "self"].contains(owner) ? ownerName : owner,
      case .property(let binding, _)? = sourceFile?.type(type)?
        .property(access.declName.baseName.text, owner: type),
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false
    else { return nil }
    return binding.initializer?.value.literalText
  }

  /// The entity or class of a request that is made here or in the variable that is named.
  var requestedHere: String? {
    if let entity = requestedEntity { return entity }
    return ManagedRequest(self).flatMap { ExprSyntax($0.made).requestedEntity }
  }

  /// What a request is sorted by: the only value of its `sortDescriptors`, here or where it is made.
  fileprivate var requestSorts: [[String]?] {
    var values: [ExprSyntax] = []
    if let name = unwrapped.as(DeclReferenceExprSyntax.self), let body = enclosingBody,
      body.isHandwritten
    {
      values = body.assigned("sortDescriptors", of: name.baseName.text)
    }
    if values.isEmpty { values = ManagedRequest(self)?.assigned("sortDescriptors") ?? [] }
    guard values.count == 1, !values[0].isPutInAnotherOrder else { return [] }
    return values[0].resolved.writtenSorts
  }

  /// Whether the function changes what comes first in its list: `sorts.insert(bySection, at: 0)`.
  private var isPutInAnotherOrder: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    let moving: Set = ["insert", "remove", "removeFirst", "reverse", "sort", "swapAt"]
    return enclosingBody.map { body in
      Syntax(body).hasDescendant { node in
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        return moving.contains(call.name)
          && call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      }
    } ?? false
  }

  /// What a function or property of another file makes and gives: `Invoice.recentRequest()`.
  fileprivate func madeElsewhere(_ file: LintFile) -> ExprSyntax? {
    let node = unwrapped
    if let call = node.as(FunctionCallExprSyntax.self), let memo = FileMemo.current {
      let owner =
        call.calledExpression.as(MemberAccessExprSyntax.self).flatMap { access in
          access.ownerOfMember ?? access.base.flatMap { memo.types.type(of: $0)?.name }
        } ?? call.ownerName
      return owner.flatMap { memo.foreignFunction(call.name, of: $0) }?.body?.statements.onlyResult
    }
    guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
      let owner = access.ownerOfMember ?? TypeReader(file: file).type(of: base)?.name,
      let text = file.ask(.memberValue("\(owner).\(access.declName.baseName.text)")).first,
      let value = ParsePool.expression(text)
    else { return nil }
    return value.call?.calledExpression.as(ClosureExprSyntax.self)?.statements.onlyResult ?? value
  }

  /// The keys of a list of sort descriptors; nil for one that is not written here.
  fileprivate var writtenSorts: [[String]?] {
    self.as(ArrayExprSyntax.self)?.elements.map { element in
      element.expression.resolved.sortKey
    } ?? []
  }

  /// `["title"]` of `NSSortDescriptor(key: "title", ascending: true)` and `SortDescriptor(\.title)`.
  fileprivate var sortKey: [String]? {
    guard let call, ["NSSortDescriptor", "SortDescriptor"].contains(call.name) else { return nil }
    return (call.argument("key") ?? call.argument("keyPath") ?? call.arguments.first?.expression)?
      .keyPathParts
  }
}

extension Syntax {
  /// The values that a property of a variable is given.
  func assigned(_ property: String, of name: String) -> [ExprSyntax] {
    var found: [ExprSyntax] = []
    forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == property,
        target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return true }
      found += terms.dropFirst(2).prefix(1)
      return true
    }
    return found
  }
}

extension SourceFileSyntax {
  /// The text of a constant at the top level of the file.
  fileprivate func globalText(_ name: String) -> String? {
    for statement in statements {
      guard let variable = statement.item.as(VariableDeclSyntax.self), variable.isConstant,
        let binding = variable.bindings.first(where: { $0.name == name })
      else { continue }
      return binding.initializer?.value.literalText
    }
    return nil
  }
}
