internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds lists of a kind that a to-many relationship of Core Data does not take.
struct ArrayForToMany: SourceRule {
  static let info = RuleInfo(
    id: "array-for-to-many", group: .dataAccess, severity: .error,
    summary: "a to-many relationship is given another kind of list than it takes",
    why:
      "the compiler does not look at what 'setValue' is given, nor at what is in a set: Core Data stops the "
      + "app with 'Unacceptable type of value for to-many relationship'",
    fix:
      "give it a set of the objects, 'NSSet(array: notes)', or 'NSOrderedSet(array: notes)' where the "
      + "relationship is ordered",
    limits:
      "runs where the model file is among the paths, for objects and lists whose kind is said in the same "
      + "function or by their type",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func fill(_ folder: CDFolder, _ notes: [CDNote]) {
          folder.setValue(↓notes, forKey: "notes")
        }
        ---
        func add(_ context: NSManagedObjectContext, _ note: CDNote) {
          let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
          folder.setValue(↓[note], forKey: "notes")
        }
        ---
        func fill(_ folder: CDFolder, _ notes: [CDNote]) {
          folder.notes = NSSet(object: ↓notes)
        }
        ---
        func fill(_ folder: CDFolder, _ notes: Set<CDNote>) {
          folder.setValue(↓NSOrderedSet(set: notes), forKey: "notes")
        }
        """,
      clean: """
        func fill(_ folder: CDFolder, _ notes: [CDNote]) {
          folder.setValue(NSSet(array: notes), forKey: "notes")
          folder.setValue(Set(notes), forKey: "notes")
          folder.notes = NSSet(array: notes)
        }
        ---
        func fill(_ folder: CDFolder, _ note: CDNote, _ notes: NSSet) {
          folder.notes = NSSet(object: note)
          folder.setValue(notes, forKey: "notes")
          note.setValue(folder, forKey: "folder")
        }
        ---
        func fill(_ table: NSMutableDictionary, _ notes: [CDNote]) {
          table.setValue(notes, forKey: "notes")
        }
        ---
        final class FolderPolicy: NSEntityMigrationPolicy {
          override func createRelationships(
            forDestination folder: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
          ) throws {
            let folder = NSEntityDescription.insertNewObject(
              forEntityName: "Folder", into: manager.destinationContext)
            folder.setValue(NSOrderedSet(array: []), forKey: "notes")
          }
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)fill:(CDFolder *)folder with:(CDNote *)note {
            [folder setValue:↓@[note] forKey:@"notes"];
          }
          ---
          - (void)fill:(CDFolder *)folder with:(NSArray *)notes {
            [folder setValue:↓notes forKey:@"notes"];
          }
          """,
        clean: """
          - (void)fill:(CDFolder *)folder with:(NSArray *)notes {
            [folder setValue:[NSSet setWithArray:notes] forKey:@"notes"];
          }
          """))

  static let nodes = [SyntaxKind.functionCallExpr]

  /// The kinds of lists.
  enum Kind: String {
    case array = "an array"
    case set = "a set without order"
    case ordered = "an ordered set"

    /// By the name of a type.
    init?(type: String) {
      switch type {
      case "Array", "NSArray", "NSMutableArray": self = .array
      case "NSSet", "NSMutableSet", "Set": self = .set
      case "NSMutableOrderedSet", "NSOrderedSet": self = .ordered
      default: return nil
      }
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), !node.isOfMigration else {
      return
    }
    if call.name == "setValue", let value = call.arguments.first, value.label == nil,
      let key = call.argument("forKey"), let receiver = call.receiver,
      let kind = value.expression.listKind(4), let name = file.constantText(key),
      let entity = receiver.objectEntity(in: file)
    {
      check(kind, name, entity, at: file.location(value.expression), ask: file.ask, report)
    } else if Kind(type: call.name).map({ $0 != .array }) ?? false,
      let given = call.argument("object"), given.listKind(4) == .array,
      let target = call.assignedMember, let base = target.base,
      let owner = TypeReader(file: file).managed(base), !owner.isList,
      case let name = target.declName.baseName.text,
      file.ask(.relationship(name, of: owner.name)) == ["to-many"]
    {
      report(
        "this set holds one array instead of its objects, which '\(owner.name).\(name)' does not take",
        at: file.location(given), entity: owner.name, property: name,
        help: "write '\(call.name)(array: …)'")
    }
  }

  private func check(
    _ kind: Kind, _ name: String, _ entity: String, at place: Location,
    ask: (ModelQuestion) -> [String], _ report: RuleReport
  ) {
    guard ask(.relationship(name, of: entity)) == ["to-many"] else { return }
    let isOrdered = !ask(.isOrdered(name, of: entity)).isEmpty
    guard kind != (isOrdered ? .ordered : .set) else { return }
    report(
      "'\(entity).\(name)' takes \(isOrdered ? Kind.ordered.rawValue : "a set"), and is given "
        + "\(kind.rawValue)", at: place, entity: entity, property: name,
      help: "make it '\(isOrdered ? "NSOrderedSet" : "NSSet")(array: …)' first")
  }
}

extension Syntax {
  /// Whether it is code of a migration policy, which fills objects of another version than the current one.
  fileprivate var isOfMigration: Bool {
    enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type
      .dottedName == "NSEntityMigrationPolicy"
  }
}

extension FunctionCallExprSyntax {
  /// `folder.notes` of `folder.notes = NSSet(object: notes)`.
  fileprivate var assignedMember: MemberAccessExprSyntax? {
    guard let terms = parent?.as(ExprListSyntax.self), terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      terms.last?.id == ExprSyntax(self).id
    else { return nil }
    return terms.first?.as(MemberAccessExprSyntax.self)
  }
}

extension ExprSyntax {
  /// What kind of list an expression is, where that is certain.
  fileprivate func listKind(_ steps: Int) -> ArrayForToMany.Kind? {
    guard steps > 0 else { return nil }
    let node = unwrapped
    if node.is(ArrayExprSyntax.self) { return .array }
    if let call = node.as(FunctionCallExprSyntax.self) {
      return call.receiver == nil ? ArrayForToMany.Kind(type: call.name) : nil
    }
    if let access = node.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text == "allObjects" ? .array : nil
    }
    switch node.as(DeclReferenceExprSyntax.self)?.nameOrigin {
    case .local(let type?, _): return type.listKind
    case .local(nil, let value?): return value.listKind(steps - 1)
    case .parameter(let type, _): return type.listKind
    case .property(let binding, _): return binding.typeAnnotation?.type.listKind
    default: return nil
    }
  }
}

extension TypeSyntax {
  fileprivate var listKind: ArrayForToMany.Kind? {
    if self.is(ArrayTypeSyntax.self) { return .array }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.listKind }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.listKind
    }
    return self.as(IdentifierTypeSyntax.self).flatMap {
      ArrayForToMany.Kind(type: $0.name.text)
    }
  }
}

extension ArrayForToMany: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard message.selector == "setValue:forKey:", let value = message.argument("setValue"),
        let first = value.first, let key = message.argument("forKey"),
        let kind = body.listKind(value), let name = body.constant(key)
      else { return }
      let entity =
        message.receiver.name == "self"
        ? body.method.owner : body.entity(ofObject: message.receiver)
      guard let entity else { return }
      check(
        kind, name, entity, at: body.file.location(first.token.offset), ask: lint.answer, report)
    }
  }
}

extension ObjCBody {
  fileprivate func listKind(_ expression: [ObjCNode]) -> ArrayForToMany.Kind? {
    if let name = expression.name, let type = type(of: name),
      let kind = ArrayForToMany.Kind(type: type)
    {
      return kind
    }
    let value = value(expression)
    if value.count == 2, value[0].isMark("@"), value[1].kind == .brackets { return .array }
    guard let message = value.message else { return nil }
    if message.selector == "allObjects" { return .array }
    guard ["array", "orderedSet", "set"].contains(where: message.selector.hasPrefix) else {
      return nil
    }
    return message.receiver.name.flatMap { ArrayForToMany.Kind(type: $0) }
  }
}
