internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Fetches whose failure counts as an empty table, which is then given its first object: beside those that
/// are there already, where they could only not be read.
extension SwallowedStoreError {
  static func checkEmpty(
    _ insert: FunctionCallExprSyntax, in file: LintFile, report: RuleReport
  ) {
    guard insert.makesObject, let found = insert.fetchTakenForEmpty,
      // Those of SwiftData are followed further, by 'FailedFetches'.
      !TypeReader(file: file).isModel(found.entity),
      let body = insert.enclosingBody, body.isHandwritten,
      insert.makesManaged && insert.makes(found.entity, in: file)
        || insert.changedModel(TypeReader(file: file))?.0 == found.entity,
      !found.isKeptApart(in: file),
      case let key = found.uniqueKey(in: file),
      found.isOfAll || key != nil || found.isLookup || body.parent.map(isForOne) ?? false
        || found.predicate != nil
          && (insert.isOtherwiseMade || insert.standsInForFound(in: body)
            || insert.isInsteadOfFound(by: found.place))
    else { return }
    // Of several objects that an empty table is given, the first one says enough.
    var isFirst = true
    body.forEachDescendant { node in
      if let other = node.as(FunctionCallExprSyntax.self), other.position < insert.position,
        other.makesObject, other.fetchTakenForEmpty?.fetch.id == found.fetch.id
      {
        isFirst = false
      }
      return isFirst
    }
    guard isFirst else { return }
    if !found.isOfAll {
      let line = file.location(insert.nameNode).line ?? 0
      report(
        "when this fetch fails, the object counts as missing, and line \(line) adds another"
          + (key.map {
            ": '\($0)' is unique, so the new one is written over the values of the stored one"
          } ?? found.beside(in: file)),
        at: file.location(found.place), entity: found.entity,
        help: "let the error out, and add one only when a fetch that worked has found none",
        severity: key == nil ? .warning : .note)
      return
    }
    report(
      "when this fetch fails, the store counts as empty, and line "
        + "\(file.location(insert.nameNode).line ?? 0) adds another '\(found.entity)' to those it has",
      at: file.location(found.place), entity: found.entity,
      help: "let the error out, and add one only when a fetch that worked has found none",
      severity: .warning)
  }

  /// Whether a function of this name sees to it that there is one: `ensureRoot`, `getOrCreate`.
  private static func isForOne(_ function: Syntax) -> Bool {
    guard let name = function.as(FunctionDeclSyntax.self)?.name.text else { return false }
    let words = name.camelWords
    return words.first == "ensure"
      || words.contains { ["default", "defaults", "root"].contains($0) }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it makes an object of the class or entity; what a generic function fetches may be of any.
  fileprivate func makes(_ entity: String, in file: LintFile) -> Bool {
    guard name.first?.isUppercase ?? false, name != entity else { return true }
    // Another class of the models is another matter.
    let meant = file.ask(.managedClass(of: entity))
    return meant.isEmpty || meant.contains(name)
  }

  /// Whether the code goes on with the new object as with the one that it looked for: both are returned, or
  /// kept by the same variable.
  fileprivate func standsInForFound(in body: Syntax) -> Bool {
    guard let made = arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self) else {
      return false
    }
    var bound: Set<String> = []
    // Where each name ends up.
    var ends: [String: Set<String>] = [:]
    body.forEachDescendant { node in
      if let binding = node.as(OptionalBindingConditionSyntax.self) {
        bound.formUnion(binding.pattern.boundNames)
      } else if let back = node.as(ReturnStmtSyntax.self)?.expression?.as(
        DeclReferenceExprSyntax.self)
      {
        ends[back.baseName.text, default: []].insert("return")
      } else if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        let name = terms[2].as(DeclReferenceExprSyntax.self)?.baseName.text
      {
        ends[name, default: []].insert(terms[0].trimmedDescription)
      }
      return true
    }
    let name = made.baseName.text
    let own = ends[name, default: []].union([name])
    return bound.contains { $0 != name && !own.isDisjoint(with: ends[$0, default: []]) }
  }

  /// Whether it stands behind the `else` of an `if let note = try? fetch(one).first { … }` that changes what was
  /// found.
  fileprivate func isInsteadOfFound(by fetch: Syntax) -> Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if let choice = next.as(IfExprSyntax.self), choice.elseBody?.id == node.id,
        let binding = choice.conditions.onlyElement?.condition.as(
          OptionalBindingConditionSyntax.self), Syntax(binding).contains(fetch),
        let name = binding.pattern.boundNames.onlyElement
      {
        return choice.body.statements.hasDescendant { node in
          guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
            let target = terms.first?.as(MemberAccessExprSyntax.self)
          else { return false }
          return target.base?.trimmedDescription == name
            && (terms.dropFirst().first?.trimmedDescription.hasSuffix("=") ?? false)
        }
      }
      node = next
    }
    return false
  }

  fileprivate var makesObject: Bool { name == "insert" && isOnContext || makesManaged }

  /// The fetch of `let note = (try? context.fetch(one))?.first ?? Note()` where `note` is inserted.
  private var otherwiseMade: EmptyFetch? {
    guard let name = arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self),
      let value = name.localValue, let first = value.otherwiseDefault,
      let made = value.as(SequenceExprSyntax.self)?.elements.last?.call,
      made.name.first?.isUppercase ?? false,
      let found = first.swallowedFetch(isEmptyAfterFailure: true), found.entity == made.name,
      // Whether the object is new may be asked in another way.
      !(enclosing(IfExprSyntax.self)?.conditions.mentions([name.baseName.text]) ?? false)
    else { return nil }
    return found
  }

  /// The fetch of `(try? context.fetch(one).first) ?? Note(context: context)`.
  private var insteadOfFound: EmptyFetch? {
    guard makesManaged, let terms = parent?.as(ExprListSyntax.self), terms.count > 2,
      terms.last?.id == ExprSyntax(self).id,
      let first = terms.parent?.as(ExprSyntax.self)?.otherwiseDefault
    else { return nil }
    return first.swallowedFetch(isEmptyAfterFailure: true)
  }

  /// `let note = found ?? Note()`
  fileprivate var isOtherwiseMade: Bool { otherwiseMade != nil }

  /// The fetch that the code around asks, whose failure leads here as well.
  fileprivate var fetchTakenForEmpty: EmptyFetch? {
    guard let body = enclosingBody else { return nil }
    if let found = otherwiseMade ?? insteadOfFound { return found }
    var node = Syntax(self)
    while node.id != body.id, let next = node.parent {
      if let clause = next.as(CatchClauseSyntax.self),
        let attempt = clause.parent?.parent?.as(DoStmtSyntax.self),
        let found = attempt.fetchThatMayFail?.asEmptyFetch, found.isOfAll
      {
        return found
      }
      if let choice = next.as(IfExprSyntax.self), choice.conditions.id != node.id {
        let isThen = choice.body.id == node.id
        if let found = choice.conditions.fetchTakenForEmpty(whereTrue: isThen) { return found }
      } else if let check = next.as(GuardStmtSyntax.self), check.body.id == node.id {
        if let found = check.conditions.fetchTakenForEmpty(whereTrue: false) { return found }
      } else if let items = next.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position < node.position {
          if let check = item.item.as(GuardStmtSyntax.self) {
            if let found = check.conditions.fetchTakenForEmpty(whereTrue: true) { return found }
          } else if let choice = item.item.onlyExpression?.as(IfExprSyntax.self),
            choice.elseBody == nil,
            choice.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false,
            let found = choice.conditions.fetchTakenForEmpty(whereTrue: false)
          {
            return found
          } else if makesManaged,
            let found = item.item.as(DoStmtSyntax.self)?.lookupBeforeReturn
          {
            return found
          }
        }
      }
      node = next
    }
    return nil
  }
}
