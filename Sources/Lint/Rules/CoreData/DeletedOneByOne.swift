internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are fetched for nothing but being deleted.
struct DeletedOneByOne: SourceRule {
  static let info = RuleInfo(
    id: "deleted-one-by-one", group: .dataAccess, severity: .note,
    summary: "objects are loaded only to be deleted one after the other",
    why: "each is read into memory and checked, and the save deletes row by row: thousands take "
      + "seconds, during which lists stand still",
    fix:
      "use 'NSBatchDeleteRequest', and merge the ids of its result into the contexts; with SwiftData, "
      + "'delete(model:where:)' of the context",
    limits:
      "a guess: a batch runs on stores in files alone and tells no context; objects that delete "
      + "others with them, or may not be deleted, with SwiftData all that have relationships, as a batch stops "
      + "at those that lead back, fetches with a limit, and rows that are used for something "
      + "else too or deleted under a condition alone, are left alone, as are those that a list names or a "
      + "condition from elsewhere chooses, and apps that run on systems before iOS 9, \(onceRun)",
    examples: CoreDataText.deletions)

  static let nodes: [SyntaxKind] = Loop.nodes

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let entity = call.deletedByFunction, !entity.isOfOneObject,
      !file.ask(.deletesAlone(entity)).isEmpty
    {
      report(
        "'\(call.name)' loads these '\(entity)' objects only to delete them one by one",
        at: file.location(call.nameNode), entity: entity,
        help: "use 'try context.delete(model: \(entity).self, where: …)' with the same condition",
        certainty: Self.certainty)
    }
    guard !file.isTest, let list = Self.deletedList(node),
      let (fetched, place) = FetchedObjects.behind(list), !fetched.isLimited,
      !fetched.isChosen || fetched.isWhole && !fetched.isCoreData && node.isBesideDeletionOfMany,
      !list.keepsRows(since: place.position, at: node), !fetched.fetch.isInRound(before: node),
      let named = fetched.entity, !named.isOfOneObject,
      !fetched.isCoreData
        || file.ask(Self.batchesAreMissing).isEmpty && !node.isBesideOtherDeletion,
      !fetched.isByID(file), let entity = deleted(named, at: fetched.fetch, file)
    else { return }
    report(
      Self.message(entity), at: file.location(place), entity: entity,
      help: fetched.isCoreData
        ? "use 'NSBatchDeleteRequest', and merge the ids of its result into the contexts"
        : fetched.isWhole
          ? "use 'try context.delete(model: \(entity).self)'"
          : "use 'try context.delete(model: \(entity).self, where: …)' with the same condition",
      certainty: Self.certainty)
  }

  /// Batches of Core Data came with iOS 9.
  private static let batchesAreMissing = ModelQuestion.runsBefore(iOS: 9, macOS: 10)

  /// The entity that a fetch gives where its objects are deleted without any other; of what a generic
  /// function is asked for, the first such that the file asks for.
  private func deleted(
    _ entity: String, at call: FunctionCallExprSyntax, _ file: LintFile
  ) -> String? {
    let meant = entity == "Self" ? call.ownerName ?? entity : entity
    if !file.ask(.deletesAlone(meant)).isEmpty { return meant }
    guard let function = call.enclosing(FunctionDeclSyntax.self),
      function.genericParameterClause?.parameters.contains(where: { $0.name.text == entity })
        ?? false
    else { return nil }
    var found: String?
    file.tree.forEachDescendant { node in
      guard found == nil, let user = node.as(FunctionCallExprSyntax.self),
        user.name == function.name.text
      else { return found == nil }
      found = user.arguments.lazy.compactMap { $0.expression.metatypeName?.lastPart }.first {
        !file.ask(.deletesAlone($0)).isEmpty
      }
      return found == nil
    }
    let isForOthers =
      found == nil && function.enclosingType?.is(ExtensionDeclSyntax.self) ?? false
      && !function.modifiers.contains { $0.name.text.hasSuffix("private") }
    // Of what others ask for, any entity may be it that is deleted alone.
    return isForOthers
      ? file.ask(.coreDataEntities).first { !file.ask(.deletesAlone($0)).isEmpty } : found
  }

  /// The list whose objects are deleted, all of them, and nothing else done with them.
  static func deletedList(_ node: Syntax) -> ExprSyntax? {
    if let loop = Loop(node) {
      if let list = loop.deletedByIndex { return list }
      guard !loop.isConditional, node.as(ForStmtSyntax.self)?.whereClause == nil,
        let name = loop.name, loop.body.deletesOnly(name)
      else { return nil }
      return loop.sequence
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    if let given = call.givenToDelete { return given }
    guard let list = call.receiver else { return nil }
    // `notes.forEach(context.delete)`
    if call.name == "forEach" { return call.handsEach(to: "delete") ? list : nil }
    // `notes.drop(from: context)`, a function of an extension of lists.
    guard !call.passesOn, call.trailingClosure == nil, call.name.first?.isLowercase ?? false,
      ["clear", "delete", "drop", "empty", "erase", "purge", "remove", "wipe"].contains(
        where: call.name.lowercased().hasPrefix), !(call.isContextMethod && call.isOnContext),
      let body = call.calledFunction?.body?.statements, body.count == 1, let item = body.first
    else { return nil }
    return item.deletesAll({ $0?.isSelfName ?? true }) ? list : nil
  }

  static func message(_ entity: String) -> String {
    "'\(entity)' objects are loaded only to be deleted one by one"
  }

  static let certainty = Certainty.inferred("they may never be many")
}

extension FunctionCallExprSyntax {
  /// Whether the fetch itself runs in each round of another loop, which 'fetch-in-loop' is about.
  fileprivate func isInRound(before deleting: Syntax) -> Bool {
    var node = Syntax(self)
    while let next = node.parent, !next.is(FunctionDeclSyntax.self),
      !next.is(MemberBlockItemSyntax.self)
    {
      if let loop = Loop(next), next.id != deleting.id, position >= loop.body.position {
        return true
      }
      node = next
    }
    return false
  }

  /// The list that is handed to a function which does nothing but delete its objects, and save:
  /// `store.remove(old)`.
  fileprivate var givenToDelete: ExprSyntax? {
    guard
      ["clear", "delet", "discard", "drop", "eras", "purge", "remov"].contains(
        where: name.hasPrefix),
      arguments.count == 1, trailingClosure == nil, let given = arguments.first?.expression,
      !given.is(ClosureExprSyntax.self), !(isContextMethod && isOnContext),
      let function = calledFunction, let body = function.body?.statements, body.count < 3,
      let parameter = function.signature.parameterClause.parameters.first,
      case let name = (parameter.secondName ?? parameter.firstName).text,
      WrittenType(parameter.type)?.isList ?? false,
      let first = body.first, first.deletesAll({ $0?.lastName == name }),
      body.dropFirst().allSatisfy(\.savesAlways)
    else { return nil }
    return given
  }
}

extension CodeBlockItemSyntax {
  /// Whether it deletes each object of a list and does nothing else: `for note in notes { context.delete(note) }`,
  /// `notes.forEach(context.delete)`.
  ///
  /// - Parameter isList: whether an expression is the list; nil stands for what nothing stands before.
  fileprivate func deletesAll(_ isList: (ExprSyntax?) -> Bool) -> Bool {
    if let loop = item.as(ForStmtSyntax.self) {
      return loop.whereClause == nil && isList(loop.sequence)
        && loop.pattern.elementName.map(loop.body.statements.deletesOnly) ?? false
    }
    guard let call = item.plainCall, call.name == "forEach", isList(call.receiver) else {
      return false
    }
    return call.handsEach(to: "delete")
      || call.lastClosure.map { $0.statements.deletesOnly($0.firstParameter) } ?? false
  }
}
