internal import StoreModel
internal import SwiftSyntax

/// What code says of Core Data that only the models and the other files tell whether it is right.
struct CoreDataCode: Sendable, Codable {
  /// A property whose value Core Data provides.
  struct Property: Sendable, Codable {
    var type: String
    var name: String
    /// As written, without `?`, `!` and spaces.
    var written: String
    var location: Location
  }

  /// A store that is not migrated, or only by a mapping model.
  struct Opening: Sendable, Codable {
    enum Lack: String, Sendable, Codable { case migration, inference }
    var lack: Lack
    /// What is missing, or the line that turns it off.
    var text: String
    var location: Location
  }

  /// The sections of fetched objects.
  struct Sections: Sendable, Codable {
    var entity: String
    var path: [String]
    /// The key that the objects are sorted by first, where it is written in the same function.
    var firstSort: [String]?
    var location: Location
  }

  /// A batch request whose result nobody looks at.
  struct Batch: Sendable, Codable {
    var kind: String
    var location: Location
  }

  /// A background context that is used outside of `perform`.
  struct Misplaced: Sendable, Codable {
    /// As written.
    var context: String
    /// The function around it; nil where the context itself belongs to the function.
    var function: String?
    var location: Location
  }

  /// A fetched results controller for a request that nothing here sorts.
  struct Unsorted: Sendable, Codable {
    /// The class whose `fetchRequest()` makes the request; nil where that is Core Data's own.
    var maker: String?
    var location: Location
  }

  var properties: [Property] = []
  var openings: [Opening] = []
  var sections: [Sections] = []
  var batches: [Batch] = []
  var misplaced: [Misplaced] = []
  var unsorted: [Unsorted] = []
  /// Functions that are called inside of `perform`.
  var performed: Set<String> = []
  /// Types that make their `fetchRequest()` themselves.
  var requestMakers: Set<String> = []
  /// Names of classes, as often as they are declared.
  var classes: [String] = []
  /// Properties and functions that types and their extensions declare themselves.
  var members: Set<String> = []
  /// Whether the stores keep a history, whose readers learn of batches.
  var keepsHistory = false

  mutating func formUnion(_ other: CoreDataCode) {
    properties += other.properties
    openings += other.openings
    sections += other.sections
    batches += other.batches
    misplaced += other.misplaced
    unsorted += other.unsorted
    performed.formUnion(other.performed)
    requestMakers.formUnion(other.requestMakers)
    classes += other.classes
    members.formUnion(other.members)
    keepsHistory = keepsHistory || other.keepsHistory
  }

  mutating func note(_ node: Syntax, in file: LintFile) {
    switch node.as(SyntaxEnum.self) {
    case .variableDecl(let variable): note(variable, in: file)
    case .functionCallExpr(let call):
      note(call, in: file)
      if let sections = call.sections(in: file) { self.sections.append(sections) }
      if let found = ContextOutsidePerform.misplaced(call, in: file) { misplaced.append(found) }
      if let found = FetchedResultsWithoutSort.unsorted(call, in: file) { unsorted.append(found) }
      if call.isPerform { notePerformed(call) }
      if let kind = call.ignoredBatch {
        batches.append(.init(kind: kind, location: file.location(call.nameNode)))
      }
    case .attribute(let attribute):
      if let sections = attribute.sections(in: file) { self.sections.append(sections) }
    case .sequenceExpr(let sequence):
      if let opening = sequence.opening(in: file) { openings.append(opening) }
    case .classDecl(let type): classes.append(type.name.text)
    case .functionDecl(let function):
      if function.name.text == "fetchRequest", let owner = function.ownerName,
        !function.signature.parameterClause.parameters.isEmpty
          || function.body?.mentions(["sortDescriptors"]) ?? false
      {
        requestMakers.insert(owner)
      }
    default: break
    }
  }

  private mutating func note(_ variable: VariableDeclSyntax, in file: LintFile) {
    guard let owner = variable.parent?.parent?.parent?.as(MemberBlockSyntax.self)?.parent?.typeName
    else { return }
    for binding in variable.bindings {
      guard let name = binding.name else { continue }
      // What overrides, overrides a property that `NSManagedObject` has of its own.
      guard variable.attribute("NSManaged") != nil,
        !variable.modifiers.contains(where: { $0.name.text == "override" })
      else {
        members.insert("\(owner).\(name)")
        continue
      }
      guard let type = binding.typeAnnotation?.type else { continue }
      properties.append(
        .init(
          type: owner,
          // Core Data goes by the name for Objective-C.
          name: variable.attribute("objc")?.arguments?.trimmedDescription ?? name,
          written: file.text(type.withoutOptional).filter { !$0.isWhitespace },
          location: file.location(binding)))
    }
  }

  private mutating func notePerformed(_ call: FunctionCallExprSyntax) {
    guard let closure = call.lastClosure, closure.isHandwritten else { return }
    closure.statements.forEachDescendant { node in
      if let inner = node.as(FunctionCallExprSyntax.self) { performed.insert(inner.name) }
      return true
    }
  }

  private mutating func note(_ call: FunctionCallExprSyntax, in file: LintFile) {
    if ["setOption", "addPersistentStore"].contains(call.name),
      call.mentions(["NSPersistentHistoryTrackingKey"])
    {
      keepsHistory = true
    }
    if let opening = call.optionTurnedOff(in: file) { openings.append(opening) }
    guard call.name == "addPersistentStore", !call.arguments.isEmpty, call.opensFile,
      let given = call.givenOptions, !given.contains("NSReadOnlyPersistentStoreOption")
    else { return }
    let (migrate, infer) = (
      "NSMigratePersistentStoresAutomaticallyOption", "NSInferMappingModelAutomaticallyOption"
    )
    guard !given.contains(migrate) || !given.contains(infer) else { return }
    let lacksAll = !given.contains(migrate)
    openings.append(
      .init(
        lack: lacksAll ? .migration : .inference,
        text: "the store is added without '\(lacksAll ? migrate : infer)'",
        location: file.location(call.nameNode)))
  }
}

extension TypeSyntax {
  /// `String` of `String?`.
  fileprivate var withoutOptional: TypeSyntax {
    self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? self
  }
}

extension FunctionCallExprSyntax {
  /// The batch request that the call executes without looking at the result or telling a context of it.
  fileprivate var ignoredBatch: String? {
    guard name == "execute", let receiver, arguments.count <= 2,
      receiver.lastName?.lowercased().hasSuffix("context") ?? false
        || receiver.isContextOfCoreData
        || receiver.lastName?.lowercased().hasSuffix("coordinator") ?? false,
      let argument = arguments.first?.expression,
      let made = (argument.as(DeclReferenceExprSyntax.self)?.localValue ?? argument).call,
      ["NSBatchDeleteRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest"].contains(made.name),
      isDiscarded, let body = enclosingBody, body.isHandwritten
    else { return nil }
    let refreshing: Set = [
      "mergeChanges", "reset", "refreshAllObjects", "refresh", "NSManagedObjectContextDidSave",
      "performFetch",
    ]
    return body.mentions(refreshing) ? nil : made.name
  }

  /// Whether nothing takes the result: it stands alone, or after `_ =`.
  private var isDiscarded: Bool {
    var node = Syntax(self)
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if next.is(CodeBlockItemSyntax.self) {
        let list = next.parent?.as(CodeBlockItemListSyntax.self)
        // The only expression of a closure or function is its result.
        return (list?.count ?? 0) > 1
      }
      if let terms = next.as(SequenceExprSyntax.self)?.elements {
        guard terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false else { return false }
      } else if !(next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self)
        || next.is(ExprListSyntax.self) || next.is(SequenceExprSyntax.self))
      {
        return false
      }
      node = next
    }
    return false
  }
}
