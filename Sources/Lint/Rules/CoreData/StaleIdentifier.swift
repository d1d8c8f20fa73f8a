internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are looked up by an address which was kept, and taken to be there.
struct StaleIdentifier: SourceRule {
  static let info = RuleInfo(
    id: "stale-identifier", group: .dataAccess, severity: .warning,
    summary:
      "an object is looked up by a kept address, and nothing asks whether the store knows it",
    why:
      "an address belongs to one file: behind a new one, after a restore or a reset, the coordinator has no "
      + "identifier for it, and the app ends where that is used",
    fix:
      "go on only where 'managedObjectID(forURIRepresentation:)' gives an identifier, and look the object up with "
      + "'existingObject(with:)', which fails where its row is gone",
    limits:
      "identifiers that are forced or used where they are made, and in Objective-C those of a method that compares "
      + "them with nothing; functions that ask whether an object is deleted, and tests, are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func last(_ url: URL, _ context: NSManagedObjectContext) -> NSManagedObject? {
          let id = context.persistentStoreCoordinator?.↓managedObjectID(forURIRepresentation: url)!
          return id.flatMap { context.object(with: $0) }
        }
        ---
        func last(_ url: URL, _ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID {
          coordinator.↓managedObjectID(forURIRepresentation: url)!
        }
        ---
        func last(_ url: URL, _ container: NSPersistentContainer) -> NSManagedObject? {
          let coordinator = container.persistentStoreCoordinator
          guard let id = coordinator.managedObjectID(forURIRepresentation: url) else { return nil }
          return container.viewContext.↓object(with: id)
        }
        """,
      clean: """
        func last(_ url: URL, _ context: NSManagedObjectContext) -> NSManagedObject? {
          guard let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
          else { return nil }
          return try? context.existingObject(with: id)
        }
        ---
        func last(_ url: URL, _ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
          coordinator.managedObjectID(forURIRepresentation: url)
        }
        ---
        func other(_ note: CDNote, _ context: NSManagedObjectContext) -> NSManagedObject {
          context.object(with: note.objectID)
        }
        func last(_ url: URL, _ context: NSManagedObjectContext) -> NSManagedObject? {
          guard let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
          else { return nil }
          let found = context.object(with: id)
          return found.isDeleted ? nil : found
        }
        ---
        func row(_ url: URL, _ notes: [NSManagedObject], _ context: NSManagedObjectContext) -> Int? {
          guard let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
          else { return nil }
          let last = context.object(with: id)
          return notes.firstIndex(of: last)
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (CDNote *)last:(NSURL *)url of:(NSPersistentStoreCoordinator *)coordinator {
            NSManagedObjectID *noteID = [coordinator ↓managedObjectIDForURIRepresentation:url];
            return (CDNote *)[self.context objectWithID:noteID];
          }
          ---
          - (CDNote *)newest:(NSURL *)url of:(NSPersistentStoreCoordinator *)coordinator {
            NSManagedObjectID *noteID = [coordinator managedObjectIDForURIRepresentation:url];
            return noteID ? (CDNote *)[self.context ↓objectWithID:noteID] : nil;
          }
          """,
        clean: """
          - (CDNote *)last:(NSURL *)url of:(NSPersistentStoreCoordinator *)coordinator {
            NSManagedObjectID *noteID = [coordinator managedObjectIDForURIRepresentation:url];
            if (noteID == nil) { return nil; }
            return (CDNote *)[self.context existingObjectWithID:noteID error:nil];
          }
          - (CDNote *)newest:(NSURL *)url of:(NSPersistentStoreCoordinator *)coordinator {
            NSManagedObjectID *noteID = [coordinator managedObjectIDForURIRepresentation:url];
            return noteID ? (CDNote *)[self.context existingObjectWithID:noteID error:nil] : nil;
          }
          ---
          - (NSUInteger)rowOf:(NSURL *)url of:(NSPersistentStoreCoordinator *)coordinator in:(NSArray *)notes {
            NSManagedObjectID *noteID = [coordinator managedObjectIDForURIRepresentation:url];
            if (!noteID) { return NSNotFound; }
            CDNote *last = [self.context objectWithID:noteID];
            return [notes indexOfObject:last];
          }
          """))

  static let nodes: [SyntaxKind] = [.forceUnwrapExpr, .functionCallExpr]

  fileprivate static let message =
    "the app ends here when the address is one of another file, as after a restore or a reset"

  fileprivate static let gone =
    "the object may be deleted since the address was kept, which this never says: reading it then ends the app"
  fileprivate static let goneHelp = "look it up with 'existingObject(with:)', which fails then"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self) { return checkKept(call, file, report) }
    guard !file.isTest, let forced = node.as(ForceUnwrapExprSyntax.self),
      let call = forced.expression.unwrapped.call,
      call.name == "managedObjectID", call.argument("forURIRepresentation") != nil,
      !call.takesWhatIsDragged
    else { return }
    report(Self.message, at: file.location(call.nameNode))
  }

  /// `context.object(with: id)`, which makes an object of any identifier, whatever the store has.
  private func checkKept(
    _ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard !file.isTest, call.name == "object", call.receiver != nil,
      let id = call.argument("with")?.unwrapped.as(DeclReferenceExprSyntax.self),
      let made = id.localValue?.withoutCast.call, made.name == "managedObjectID",
      made.argument("forURIRepresentation") != nil,
      let body = call.enclosingBody, !body.mentions(Self.asking), !call.isOnlyLookedFor(in: body),
      !call.takesWhatIsDragged
    else { return }
    report(Self.gone, at: file.location(call.nameNode), help: Self.goneHelp)
  }

  /// What a function asks that knows of objects which are gone.
  private static let asking: Set = [
    "existingObject", "fetch", "isDeleted", "isFault", "registeredObject", "refresh",
  ]
}

extension StaleIdentifier: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest else { return }
    var given: [(name: String?, offset: Int, place: Int)] = []
    body.method.body.messages { message, _ in
      guard message.selector == "objectWithID:", let id = message.parts.first?.argument else {
        return
      }
      let made = body.value(id).message
      guard let made, made.selector == "managedObjectIDForURIRepresentation:" else { return }
      given.append((id.message == nil ? id.name : nil, made.offset, message.offset))
    }
    let knowsOfDeleted = ["existingObjectWithID", "isDeleted", "isFault", "catch"]
      .contains { body.method.body.mentions($0) }
    for (name, offset, place) in given {
      if name.map({ !body.isAsked($0, before: place) }) ?? true {
        report(Self.message, at: body.file.location(offset))
      } else if !knowsOfDeleted, !body.onlyLooksFor(objectAt: place) {
        report(
          Self.gone, at: body.file.location(place),
          help: "look it up with 'existingObjectWithID:error:', which fails then")
      }
    }
  }
}

extension FunctionCallExprSyntax {
  private static let searches: Set = ["contains", "firstIndex", "index", "lastIndex"]

  private static let boards: Set = ["drag", "dragged", "drop", "dropped", "pasteboard"]

  /// Whether the address was put on a pasteboard or dragged a moment ago: `extension NSPasteboard { … }`.
  fileprivate var takesWhatIsDragged: Bool {
    let type = enclosingType?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
    let function = enclosing(FunctionDeclSyntax.self)
    let words = type.camelWords + (function?.name.text.camelWords ?? [])
    return words.contains(where: Self.boards.contains)
      || function?.signature.parameterClause.mentions(["NSPasteboard", "NSDraggingInfo"]) ?? false
  }

  /// Whether what the call gives is only compared with objects that are there, which reads nothing of it:
  /// `notes.firstIndex(of: found)`.
  fileprivate func isOnlyLookedFor(in body: Syntax) -> Bool {
    guard let name = enclosing(PatternBindingSyntax.self)?.name, body.isHandwritten else {
      return false
    }
    var (uses, searches) = (0, 0)
    body.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
        return true
      }
      uses += 1
      let call = use.parent?.as(LabeledExprSyntax.self)?.parent?.parent?
        .as(FunctionCallExprSyntax.self)
      if call.map({ Self.searches.contains($0.name) }) ?? false { searches += 1 }
      return true
    }
    return uses > 0 && uses == searches
  }
}

extension ObjCBody {
  private static let searches: Set = ["containsObject:", "indexOfObject:", "isEqual:"]

  /// The same of what a message gives, by its place.
  fileprivate func onlyLooksFor(objectAt place: Int) -> Bool {
    let made = values.first { $0.value.count == 1 && $0.value[0].message?.offset == place }
    guard let name = made?.key else { return false }
    var (uses, searches) = (0, 0)
    method.body.walk { place in
      if place.node.isWord, place.node.text == name, !(place.before?.isMark("*") ?? false) {
        uses += 1
      }
    }
    method.body.messages { message, _ in
      if Self.searches.contains(message.selector), message.parts.first?.argument.name == name {
        searches += 1
      }
    }
    return uses > 0 && uses == searches
  }

  /// Whether the method asks of a variable whether it is anything: in a condition, before `?`, or beside a sign.
  fileprivate func isAsked(_ name: String, before end: Int) -> Bool {
    var isFound = false
    method.body.walk { place in
      // `NSManagedObjectID *noteID = …` makes it.
      guard place.node.isWord, place.node.text == name, !(place.before?.isMark("*") ?? false),
        place.node.token.offset < end
      else {
        return
      }
      let isInHead = zip(place.around, place.around.dropFirst()).contains { node, part in
        [.branch, .loop].contains(node.kind) && part.kind == .parens
      }
      let next = place.after
      isFound =
        isFound || isInHead || ["?", "!", "&", "|", "="].contains { next?.isMark($0) ?? false }
        || place.before?.isMark("!") ?? false
    }
    return isFound
  }
}
