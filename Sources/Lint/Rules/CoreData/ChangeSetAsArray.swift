internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds code that takes the objects of a context's notification for an array, which they never are.
struct ChangeSetAsArray: SourceRule {
  static let info = RuleInfo(
    id: "change-set-as-array", group: .dataAccess, severity: .error,
    summary: "the objects that a context's notification tells of are cast to an array",
    why:
      "they are an 'NSSet', which Swift never makes an array of: the cast gives nil whatever has changed, and with '!' "
      + "the app ends",
    fix: "cast to 'Set<NSManagedObject>'",
    limits:
      "keys that are written where the value is taken, or where a function of the same file is called",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func inserted(_ note: Notification) -> [CDNote] {
          let objects = note.userInfo?[NSInsertedObjectsKey] ↓as? [NSManagedObject] ?? []
          return objects.compactMap { $0 as? CDNote }
        }
        ---
        final class Index {
          @objc func contextDidSave(_ notification: Notification) {
            guard let info = notification.userInfo else { return }
            if let gone = info[NSDeletedObjectsKey] ↓as? Array<NSManagedObject> { remove(gone) }
            let changed = info[NSUpdatedObjectsKey] ↓as! NSArray
            remove(changed.compactMap { $0 as? NSManagedObject })
          }
          private func remove(_ objects: [NSManagedObject]) {}
        }
        ---
        extension Notification {
          var refreshed: [CDNote] {
            (userInfo?[NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue] ↓as? [CDNote]) ?? []
          }
        }
        ---
        struct Changes {
          let inserted: [NSManagedObject]
          let deleted: [NSManagedObject]
          init(_ note: Notification) {
            inserted = Self.objects(of: note, NSInsertedObjectsKey)
            deleted = Self.objects(of: note, NSDeletedObjectsKey)
          }
          private static func objects(of note: Notification, _ key: String) -> [NSManagedObject] {
            note.userInfo?[key] ↓as? [NSManagedObject] ?? []
          }
        }
        """,
      clean: """
        func inserted(_ note: Notification) -> [CDNote] {
          let objects = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
          return objects.compactMap { $0 as? CDNote }
        }
        ---
        func all(_ note: Notification) -> [NSManagedObjectID] {
          note.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID] ?? []
        }
        ---
        func own(_ note: Notification) -> [String] {
          note.userInfo?["titles"] as? [String] ?? []
        }
        ---
        func inserted(_ note: Notification) -> [NSManagedObject] {
          (note.userInfo?[NSInsertedObjectsKey] as? NSSet)?.allObjects as? [NSManagedObject] ?? []
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)contextDidSave:(NSNotification *)note of:(NSManagedObjectContext *)context {
            NSArray *inserted = ↓note.userInfo[NSInsertedObjectsKey];
            NSArray *deleted = [note.userInfo ↓objectForKey:NSDeletedObjectsKey];
            [self show:[inserted objectAtIndex:0] and:deleted];
          }
          """,
        clean: """
          - (void)contextDidSave:(NSNotification *)note of:(NSManagedObjectContext *)context {
            NSSet *inserted = note.userInfo[NSInsertedObjectsKey];
            NSArray *deleted = [note.userInfo[NSDeletedObjectsKey] allObjects];
            NSArray *all = note.userInfo[NSInvalidatedAllObjectsKey];
            [self show:inserted.anyObject and:deleted];
          }
          """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  static let keys: Set = [
    "NSDeletedObjectsKey", "NSInsertedObjectsKey", "NSInvalidatedObjectsKey",
    "NSRefreshedObjectsKey", "NSUpdatedObjectsKey",
  ]
  private static let members: Set = [
    "deletedObjects", "insertedObjects", "invalidatedObjects", "refreshedObjects", "updatedObjects",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else { return }
    for (index, term) in terms.enumerated().dropFirst().dropLast() {
      guard let cast = term.as(UnresolvedAsExprSyntax.self),
        let mark = cast.questionOrExclamationMark,
        terms[index + 1].as(TypeExprSyntax.self)?.type.isWrittenArray ?? false,
        let taken = terms[index - 1].unwrapped.as(SubscriptCallExprSyntax.self),
        let key = taken.arguments.onlyElement?.expression,
        Self.isKey(key) || key.isGiven(where: Self.isKey)
      else { continue }
      report(
        "the objects are an 'NSSet' and never an array: "
          + (mark.text == "!" ? "the app ends here" : "this is always nil"),
        at: file.location(cast.asKeyword), help: "write 'as\(mark.text) Set<NSManagedObject>'")
    }
  }

  /// `NSInsertedObjectsKey`, `NSManagedObjectContext.NotificationKey.insertedObjects.rawValue`
  private static func isKey(_ key: ExprSyntax) -> Bool {
    if let name = key.as(DeclReferenceExprSyntax.self) { return keys.contains(name.baseName.text) }
    guard let raw = key.as(MemberAccessExprSyntax.self), raw.declName.baseName.text == "rawValue",
      let member = raw.base?.as(MemberAccessExprSyntax.self)
    else { return false }
    return member.base?.lastName == "NotificationKey"
      && members.contains(member.declName.baseName.text)
  }
}

extension ExprSyntax {
  /// Whether it is a parameter of a function for which every call in the file, and at least one, gives such a value.
  fileprivate func isGiven(where holds: (ExprSyntax) -> Bool) -> Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self), case .parameter? = name.nameOrigin,
      let function = enclosing(FunctionDeclSyntax.self), let file = sourceFile,
      let place = function.signature.parameterClause.parameters.enumerated().first(where: {
        ($0.element.secondName ?? $0.element.firstName).text == name.baseName.text
      })?.offset
    else { return false }
    var given: [Bool] = []
    file.forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == function.name.text,
        let value = call.arguments.dropFirst(place).first?.expression
      else { return true }
      given.append(holds(value))
      return true
    }
    return !given.isEmpty && given.allSatisfy(\.self)
  }
}

extension TypeSyntax {
  /// `[Note]`, `Array<Note>`, `NSArray`
  fileprivate var isWrittenArray: Bool {
    self.is(ArrayTypeSyntax.self)
      || ["Array", "NSArray"].contains(self.as(IdentifierTypeSyntax.self)?.name.text)
  }
}

extension ChangeSetAsArray: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for name in body.values.keys.sorted() where body.types[name] == "NSArray" {
      for value in body.values[name] ?? [] {
        guard let place = Self.taken(value) else { continue }
        report(
          "the objects are an 'NSSet' and never an array: the app crashes where '\(name)' is asked for an element",
          at: body.file.location(place), help: "declare '\(name)' as 'NSSet', or take 'allObjects'")
      }
    }
  }

  /// Where the value of such a key is taken and nothing else done with it.
  private static func taken(_ value: [ObjCNode]) -> Int? {
    if let message = value.message {
      guard ["objectForKey:", "valueForKey:"].contains(message.selector),
        let key = message.parts[0].argument.name, keys.contains(key)
      else { return nil }
      return message.offset
    }
    guard value.count > 1, let last = value.last, last.kind == .brackets,
      let key = last.children.name, keys.contains(key), value.dropLast().name != nil
    else { return nil }
    return value[0].token.offset
  }
}
