internal import Diagnostics
internal import SwiftSyntax

/// Finds fetches of many objects of which one is used.
struct FetchWithoutLimit: SourceRule {
  static let info = RuleInfo(
    id: "fetch-without-limit", group: .dataAccess, severity: .note,
    summary: "a fetch without a limit is made for its first object",
    why: "every object that fits is read and kept in memory, and all but one are thrown away",
    fix: "set 'fetchLimit = 1' on the descriptor",
    limits:
      "a condition that looks for one object by its id or by a unique property is left alone, "
      + "as are tests",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func latest(_ context: ModelContext) throws -> Note? {
          try context.↓fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])).first
        }
        ---
        func any(_ context: ModelContext) -> Folder? {
          let descriptor = FetchDescriptor<Folder>()
          let found = try? context.↓fetch(descriptor)
          return found?.first
        }
        ---
        func last(in folder: String, _ context: ModelContext) throws -> Note? {
          let order = [SortDescriptor(\\Note.rank, order: .reverse)]
          let mine = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.code == folder }, sortBy: order)
          return try context.↓fetch(mine).first
        }
        ---
        func best(_ context: ModelContext) throws -> String? {
          let good = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 3 })
          guard let note = try context.↓fetch(good).first else { return nil }
          return note.title
        }
        """,
      clean: """
        func latest(_ context: ModelContext) throws -> Note? {
          var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
          descriptor.fetchLimit = 1
          return try context.fetch(descriptor).first
        }
        ---
        func folder(_ code: String, _ context: ModelContext) throws -> Folder? {
          try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })).first
        }
        ---
        func latest(_ context: ModelContext) throws -> Note? {
          try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]), batchSize: 1).first
        }
        ---
        @Model final class Owner { var pass: Pass?; init() {} }
        @Model final class Pass { @Relationship(inverse: \\Owner.pass) var owner: Owner?; init() {} }
        func pass(of owner: PersistentIdentifier, _ context: ModelContext) throws -> Pass? {
          let own = FetchDescriptor<Pass>(predicate: #Predicate { $0.owner?.persistentModelID == owner })
          return try context.fetch(own).first
        }
        ---
        func latest(_ context: ModelContext) throws -> (Note?, Int) {
          let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          return (notes.first, notes.map(\\.rank).reduce(0, +))
        }
        """) + CoreDataText.firsts)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
      // In batches, objects are read when they are asked for.
      call.argument("batchSize") == nil, call.isOnContext,
      let fetched = FetchedObjects(ExprSyntax(call)),
      let entity = fetched.entity, !fetched.isLimited, !call.isInLoop(TypeReader(file: file)),
      let uses = ResultUse.uses(of: call), uses.contains("first"),
      uses.allSatisfy({ ["first", "isEmpty"].contains($0) }),
      !fetched.looksForOne(of: entity, in: file)
    else { return }
    report(
      "every \(fetched.isOfKnownClass ? "'\(entity)'" : "object") that fits is loaded for the first one "
        + "alone",
      at: file.location(call.nameNode), entity: entity,
      help: fetched.isCoreData ? "set 'fetchLimit = 1' on the request" : nil,
      edits: fetched.isCoreData ? [] : fetched.limitEdits(in: file))
  }
}

extension FunctionCallExprSyntax {
  /// Whether a loop makes the fetch, which 'fetch-in-loop' says more of.
  func isInLoop(_ types: TypeReader) -> Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if let loop = Loop(next, calls: Loop.complete), !loop.isPaging, !loop.isSmallOrChunked(types)
      {
        return loop.queries(named: "fetch").contains { $0.call.id == id }
      }
      node = next
    }
    return false
  }
}

extension FetchedObjects {
  /// Whether the condition names an id or a unique property.
  func looksForOne(of entity: String, in file: LintFile) -> Bool {
    if isCoreData {
      return requestKeys.map { $0.contains { Self.isOfOne($0, entity, file) } } ?? true
    }
    guard let predicate = descriptor?.argument("predicate") else { return false }
    let value =
      predicate.unwrapped.as(DeclReferenceExprSyntax.self).map { $0.localValue } ?? predicate
    // A predicate from elsewhere may ask for anything.
    guard let macro = value?.as(MacroExpansionExprSyntax.self) else { return true }
    return macro.hasDescendant { node in
      // Many objects may have the same folder: its id tells them not apart.
      guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
      if access.base?.is(DeclReferenceExprSyntax.self) ?? false {
        return Self.isOfOne(access.declName.baseName.text, entity, file)
      }
      guard let owner = access.base?.unwrapped.as(MemberAccessExprSyntax.self),
        owner.base?.is(DeclReferenceExprSyntax.self) ?? false
      else { return false }
      return Self.isOneToOne(owner.declName.baseName.text, entity, file)
    }
  }

  /// How the names of properties end that tell objects apart.
  static let namesOfOne = [
    "id", "key", "slug", "identifier", "url", "name", "code", "hash", "uuid",
  ]

  /// Whether a relationship leads to an object that leads back to one alone.
  private static func isOneToOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    guard let other = file.ask(.destination(name, of: entity)).first,
      let back = file.ask(.inverse(name, of: entity)).first
    else { return false }
    return file.ask(.relationship(back, of: other)) == ["to-one"]
  }

  /// Whether a property of the name tells objects apart.
  private static func isOfOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    let small = name.lowercased()
    return namesOfOne.contains { small.hasSuffix($0) } || small == "date"
      || !file.ask(.isUnique(name, of: entity)).isEmpty
  }

  /// The properties that the predicates of a request of Core Data ask for; nil where one is not
  /// written in the function.
  private var requestKeys: [String]? {
    guard let descriptorName else { return [] }
    guard let body = fetch.enclosingBody else { return nil }
    var keys: [String] = []
    for value in body.assigned("predicate", of: descriptorName) {
      let made = value.as(DeclReferenceExprSyntax.self)?.localValue ?? value
      guard let call = made.call, call.name == "NSPredicate",
        let format = call.argument("format")?.literalText,
        // `%K` stands for a key that is an argument.
        !format.contains("%K")
      else { return nil }
      keys += PredicateFormat.keyPaths(in: format).compactMap(\.last)
    }
    return keys
  }
}

extension FetchedObjects {
  /// `descriptor.fetchLimit = 1` behind the descriptor that this fetch alone uses, which a line before
  /// the fetch makes where it stood in the call.
  fileprivate func limitEdits(in file: LintFile) -> [TextEdit] {
    guard let descriptor else { return [] }
    guard let name = descriptorName else { return namedEdits(descriptor, in: file) }
    guard let body = fetch.enclosingBody,
      let variable = descriptor.enclosing(VariableDeclSyntax.self), variable.bindings.count == 1,
      variable.bindings.first?.initializer?.value.call?.id == descriptor.id,
      let item = variable.parent?.as(CodeBlockItemSyntax.self), item.isAloneOnItsLine,
      body.contains(Syntax(item))
    else { return [] }
    var uses = 0
    body.forEachDescendant { node in
      if node.as(DeclReferenceExprSyntax.self)?.baseName.text == name { uses += 1 }
      return true
    }
    guard uses == 1 else { return [] }
    var edits: [TextEdit] = []
    if variable.isConstant {
      let start = variable.bindingSpecifier.positionAfterSkippingLeadingTrivia.utf8Offset
      edits.append(TextEdit(path: file.path, range: start..<start + 3, replacement: "var"))
    }
    let end = item.endPositionBeforeTrailingTrivia.utf8Offset
    return edits + [
      TextEdit(
        path: file.path, range: end..<end,
        replacement: "\n\(item.indentation)\(name).fetchLimit = 1")
    ]
  }

  /// The same for a descriptor that is made in the call, as far as it can be made a line before.
  private func namedEdits(_ descriptor: FunctionCallExprSyntax, in file: LintFile) -> [TextEdit] {
    let name = "descriptor"
    guard descriptor.name == "FetchDescriptor", descriptor.tellsItsType,
      let body = fetch.enclosingBody,
      !body.mentions([name]), body.firstFetch()?.id == fetch.id,
      let item = fetch.enclosing(CodeBlockItemSyntax.self),
      item.isAloneOnItsLine, body.contains(Syntax(item)), !item.item.is(WhileStmtSyntax.self),
      // A closure or a getter of one expression returns it, and what is bound beside the fetch may be
      // part of its condition.
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count > 1,
      !item.bindsBefore(fetch)
    else { return [] }
    let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
    let text = descriptor.trimmedDescription
    return [
      TextEdit(
        path: file.path, range: start..<start,
        replacement: "var \(name) = \(text)\n\(item.indentation)\(name).fetchLimit = 1\n"
          + item.indentation),
      descriptor.edit(in: file, to: name),
    ]
  }
}

extension Syntax {
  /// The first fetch whose descriptor is made in the call: of several, only one can have its name.
  fileprivate func firstFetch() -> FunctionCallExprSyntax? {
    var first: FunctionCallExprSyntax?
    forEachDescendant { node in
      if first == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
        call.arguments.first?.expression.call?.name == "FetchDescriptor"
      {
        first = call
      }
      return first == nil
    }
    return first
  }
}

extension FunctionCallExprSyntax {
  /// Whether a descriptor has its type by itself: what it is given to, or what the result is set to,
  /// gives none to a variable on a line of its own.
  fileprivate var tellsItsType: Bool {
    if calledExpression.is(GenericSpecializationExprSyntax.self) { return true }
    guard let predicate = argument("predicate") else { return false }
    let macro = predicate.as(MacroExpansionExprSyntax.self)
    return macro.map { $0.genericArgumentClause != nil } ?? !predicate.is(NilLiteralExprSyntax.self)
  }
}

extension CodeBlockItemSyntax {
  /// Whether nothing but white space stands before it on its line.
  fileprivate var isAloneOnItsLine: Bool {
    leadingTrivia.contains { if case .newlines = $0 { true } else { false } }
      && item.endPositionBeforeTrailingTrivia == endPositionBeforeTrailingTrivia
  }

  fileprivate var indentation: String {
    var text = ""
    for piece in leadingTrivia.reversed() {
      switch piece {
      case .spaces(let count): text = String(repeating: " ", count: count) + text
      case .tabs(let count): text = String(repeating: "\t", count: count) + text
      default: return text
      }
    }
    return text
  }

  /// Whether a condition before the call gives names their meaning, or the call is in a closure.
  fileprivate func bindsBefore(_ call: FunctionCallExprSyntax) -> Bool {
    if let closure = call.enclosing(ClosureExprSyntax.self), contains(Syntax(closure)) {
      return true
    }
    return hasDescendant { node in
      node.is(OptionalBindingConditionSyntax.self) && node.endPosition < call.position
    }
  }
}
