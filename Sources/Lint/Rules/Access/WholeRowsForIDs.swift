internal import Diagnostics
internal import SwiftSyntax
internal import TraceAnalysis

/// Finds fetches of which only the ids are used.
struct WholeRowsForIDs: SourceRule {
  static let info = TraceRules.rule(.wholeRowsForIDs).with(
    group: .dataAccess,
    examples: rows + managed,
    limits:
      "in source, only fetches whose result stays in the function and is asked for nothing but ids, and "
      + "whether there is any, or for a set of one attribute of all objects that have many; tests are left alone, "
      + "\(onceRun)")

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  static let values = " are loaded for the values of "
  fileprivate static let ids: Set = ["id", "objectID", "persistentModelID"]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      call.argument("batchSize") == nil,
      let id = call.onlyProperty(\.mappedID, ofKept: { $0.mappedID ?? $0.idOfTable }),
      let fetched = FetchedObjects(ExprSyntax(call)), fetched.givesObjects,
      let entity = fetched.entity, !fetched.isLimited, !fetched.readsLess, !entity.isOfOneObject,
      fetched.isCoreData ? id == "objectID" : id != "objectID",
      !fetched.looksForOne(of: entity, in: file), !call.isInLoop(TypeReader(file: file)),
      // A sorted fetch of one object needs no ids.
      call.onlyUser?.extreme == nil
    else { return }
    let isOwn = id == "id" && !file.ask(.attribute("id", of: entity)).isEmpty
    // What a class computes as its 'id', the store cannot give.
    guard isOwn || id != "id" || call.projectBinding("id", of: entity) == nil else { return }
    guard Self.ids.contains(id) else {
      let types = file.ask(.attribute(id, of: entity))
      guard !fetched.isCoreData, fetched.isWhole, !types.isEmpty,
        !entity.isOfHandful, !entity.isOfFewObjects
      else { return }
      report(
        "all '\(entity)' objects\(Self.values)'\(id)' alone",
        at: file.location(call.nameNode), entity: entity,
        help: "set 'propertiesToFetch = [\\.\(id)]' on the descriptor")
      return
    }
    report(
      "all \(fetched.isOfKnownClass ? "'\(entity)' objects" : "objects") of this fetch are loaded for their ids "
        + "alone", at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData
        ? "set 'resultType = .managedObjectIDResultType', and the fetch gives the ids"
        : isOwn ? "set 'propertiesToFetch = [\\.id]' on the descriptor" : nil)
  }
}

extension FetchedObjects {
  /// Whether the descriptor says that not all of a row is read.
  fileprivate var readsLess: Bool {
    source.places.contains { place in
      !place.code.isHandwritten
        || place.code.mentions([
          "includesPropertyValues", "propertiesToFetch", "relationshipKeyPathsForPrefetching",
        ])
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether each value is kept once: `Set(notes.map(\.title))`.
  fileprivate var fillsSet: Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self), argument.label == nil else {
      return false
    }
    return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
      .trimmedDescription == "Set"
  }
}

extension Syntax {
  /// The property of `….map(\.id)` behind a list.
  fileprivate var mappedID: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.id == id }) ?? false,
      ["map", "compactMap"].contains(access.declName.baseName.text), access.isCalled,
      let call = access.parent?.as(FunctionCallExprSyntax.self)
    else { return nil }
    var name: String?
    if let path = call.arguments.onlyElement?.expression.as(KeyPathExprSyntax.self) {
      guard
        let part = path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return nil }
      name = part.declName.baseName.text
    } else if let closure = call.trailingClosure, call.arguments.isEmpty,
      let value = closure.statements.onlyElement?.item.onlyExpression?.as(
        MemberAccessExprSyntax.self),
      let base = value.base?.as(DeclReferenceExprSyntax.self),
      base.baseName.text == closure.firstParameter
    {
      name = value.declName.baseName.text
    }
    return name.flatMap { WholeRowsForIDs.ids.contains($0) || call.fillsSet ? $0 : nil }
  }

  /// The property by which a table is made of a list that is only asked which ids it has: of
  /// `Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) })`, where all that follows is
  /// `table[id] == nil`.
  fileprivate var idOfTable: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.id == id }) ?? false, access.declName.baseName.text == "map",
      let pairs = access.parent?.as(FunctionCallExprSyntax.self),
      let closure = pairs.lastClosure,
      let pair = closure.statements.onlyElement?.item.onlyExpression?.as(TupleExprSyntax.self),
      pair.elements.count == 2,
      let key = pair.elements.first?.expression.as(MemberAccessExprSyntax.self),
      key.base?.trimmedDescription == closure.firstParameter,
      ["id", "persistentModelID", "objectID"].contains(key.declName.baseName.text),
      let table = pairs.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      table.name == "Dictionary", table.arguments.first?.expression.id == ExprSyntax(pairs).id,
      let binding = table.parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false,
      let body = table.enclosingBody, body.asksOnlyWhich(of: name)
    else { return nil }
    return key.declName.baseName.text
  }

  /// Whether all that the code asks of a table is whether it has something: `table[id] != nil`.
  private func asksOnlyWhich(of table: String) -> Bool {
    var (isAsked, isOther) = (false, false)
    forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == table, use.isValue
      else { return !isOther }
      if let value = use.parent?.as(SubscriptCallExprSyntax.self),
        value.calledExpression.id == ExprSyntax(use).id,
        let terms = value.parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
        terms[0].id == ExprSyntax(value).id, terms[2].is(NilLiteralExprSyntax.self),
        ["==", "!="].contains(terms[1].trimmedDescription)
      {
        isAsked = true
      } else {
        isOther = true
      }
      return !isOther
    }
    return isAsked && !isOther
  }
}
