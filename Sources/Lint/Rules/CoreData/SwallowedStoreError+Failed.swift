internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Fetches of SwiftData whose failure counts as "nothing there", by which the code then adds, deletes, changes
/// or ticks off something.
struct FailedFetches: SourceRule {
  static let info = SwallowedStoreError.info
  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  /// Words that functions begin with which may add objects.
  private static let adding: Set = [
    "add", "append", "create", "import", "insert", "make", "new", "persist", "put", "record",
    "register", "save", "seed", "store", "write",
  ]

  private struct Action {
    var node: Syntax
    var kind: Kind
    var entity: String?

    enum Kind: Int { case add, delete, remove, change, tick }
  }

  /// Looks at a whole file at once: of what one fetch leads to, the worst is said.
  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard node.parent?.is(SourceFileSyntax.self) ?? false, !file.isTest, file.meansSwiftData,
      file.usesStores, !file.ask(.hasModels).isEmpty
    else { return }
    let types = TypeReader(file: file)
    let reader = FailureReader(types: types)
    var found: [SyntaxIdentifier: [(Action, EmptyFetch)]] = [:]
    var order: [SyntaxIdentifier] = []
    node.forEachDescendant { node in
      guard !node.isPreview, !node.isDebugOnly else { return false }
      guard let action = action(of: node, reader),
        let fetch = fetch(behind: action, reader), types.isModel(fetch.entity),
        action.entity == nil || action.entity == fetch.entity,
        !node.isThrowaway
      else { return true }
      if found[fetch.place.id] == nil { order.append(fetch.place.id) }
      found[fetch.place.id, default: []].append((action, fetch))
      return true
    }
    for place in order {
      guard let actions = found[place],
        let (worst, fetch) = actions.min(by: { $0.0.kind.rawValue < $1.0.kind.rawValue })
      else { continue }
      say(worst, fetch, in: file, report)
    }
  }

  private func say(
    _ action: Action, _ fetch: EmptyFetch, in file: LintFile, _ report: RuleReport
  ) {
    let line = file.location(action.node).line ?? 0
    // Somebody has thought of it: `// Insert anyway if the store cannot be asked`.
    if action.kind == .add, file.source.bytes.comment(at: line).contains("anyway") { return }
    var help = "let the error out, and go on only when the fetch worked"
    var message: String
    var severity = Severity.warning
    switch action.kind {
    case .add:
      help = "let the error out, and add one only when a fetch that worked has found none"
      if fetch.isOfAll {
        message =
          "when this fetch fails, the store counts as empty, and line \(line) adds another '\(fetch.entity)' to "
          + "those it has"
      } else {
        // A function that adds one may give it another key.
        let key = action.entity == nil ? nil : fetch.uniqueKey(in: file)
        if key != nil { severity = .note }
        message =
          "when this fetch fails, the object counts as missing, and line \(line) adds another"
          + (key.map {
            ": '\($0)' is unique, so the new one is written over the values of the stored one"
          } ?? fetch.beside(in: file))
      }
    case .delete:
      message =
        "when this fetch fails, no '\(fetch.entity)' counts as there, and line \(line) deletes what belongs to "
        + "those that are"
    case .remove:
      message =
        "when this fetch fails, no '\(fetch.entity)' counts as there, and line \(line) removes the files of those that "
        + "are"
      help = "let the error out, and remove files only when the fetch worked"
    case .change:
      message =
        "when this fetch fails, no '\(fetch.entity)' counts as there, and line \(line) changes what belongs to "
        + "those that are"
    case .tick:
      message =
        "when this fetch fails, there seems to be no '\(fetch.entity)' to work on, and line \(line) marks the work "
        + "as done for good"
      help = "let the error out, and mark it as done only when the fetch worked"
    }
    report(
      message, at: file.location(fetch.place), entity: fetch.entity, help: help, severity: severity)
  }

  // MARK: - What the code does

  private func action(of node: Syntax, _ reader: FailureReader) -> Action? {
    if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      let object = target.base?.as(DeclReferenceExprSyntax.self), !object.isSelf,
      case .element? = object.nameOrigin, reader.types.model(of: ExprSyntax(object)) != nil
    {
      return .init(node: node, kind: .change)
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    switch call.name {
    case "insert" where call.isOnContext:
      return call.changedModel(reader.types).map {
        .init(node: call.nameNode, kind: .add, entity: $0.0)
      }
    case "delete" where call.isOnContext && call.arguments.count == 1:
      return .init(node: call.nameNode, kind: .delete)
    case "removeItem"
    where call.receiver?.mentions(["FileManager", "fileManager"]) ?? false
      // What is left of an attempt that failed is no file of an object's.
      && call.enclosing(CatchClauseSyntax.self) == nil:
      return .init(node: call.nameNode, kind: .remove)
    case "set"
    where call.argument("forKey") != nil
      && (call.arguments.first?.expression.trimmedDescription == "true"
        || call.arguments.first?.expression.trimmedDescription == "false"
          && call.argument("forKey")?.trimmedDescription.saysWaiting ?? false):
      return .init(node: call.nameNode, kind: .tick)
    default:
      guard let word = call.name.camelWords.first, Self.adding.contains(word),
        call.name.first?.isLowercase ?? false
      else { return nil }
      return .init(node: Syntax(call), kind: .add)
    }
  }

  private func fetch(behind action: Action, _ reader: FailureReader) -> EmptyFetch? {
    switch action.kind {
    case .tick: return reader.emptyLoop(before: action.node)
    case .add:
      guard let call = action.node.as(FunctionCallExprSyntax.self) else {
        return reader.failure(leadingTo: action.node)
          ?? action.node.enclosing(FunctionCallExprSyntax.self).flatMap(reader.otherwiseMade)
      }
      // A function that adds an object is read only where a failure leads to its call.
      guard let found = reader.failure(leadingTo: action.node),
        call.insertedModels(reader.types, 3).contains(found.entity)
      else { return nil }
      return found
    case .delete, .change, .remove: return reader.failure(leadingTo: action.node)
    }
  }
}

extension String {
  /// Whether a key says that there is work to do: `"hasUnsentLogs"`.
  fileprivate var saysWaiting: Bool {
    filter { $0.isLetter }.camelWords.contains { word in
      ["dirty", "pending", "queued", "unsaved", "unsent", "unsynced", "waiting"].contains(word)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The classes of the objects that a function inserts which is called, whatever the store has.
  fileprivate func insertedModels(_ types: TypeReader, _ depth: Int) -> Set<String> {
    guard depth > 0, let body = (overloadOfFile ?? meantFunction ?? tracedFunction(as: nil))?.body,
      body.isHandwritten
    else { return [] }
    var found: Set<String> = []
    // It looks for such an object itself, and what it finds is not added.
    var lookedUp: Set<String> = []
    body.forEachDescendant { node in
      if let descriptor = node.as(GenericSpecializationExprSyntax.self),
        descriptor.expression.trimmedDescription == "FetchDescriptor"
      {
        lookedUp.formUnion(
          descriptor.genericArgumentClause.arguments.map { $0.argument.trimmedDescription })
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.name == "insert", call.isOnContext {
        if let model = call.changedModel(types)?.0 { found.insert(model) }
      } else if call.name.first?.isLowercase ?? false, call.name != name,
        types.file.mayAsk(call.name + "()") || call.functionOfFile != nil
      {
        found.formUnion(call.insertedModels(types, depth - 1))
      }
      return true
    }
    return found.subtracting(lookedUp)
  }
}

extension FailureReader {
  /// The fetch of `let note = find(code) ?? Note()` where `note` is inserted.
  fileprivate func otherwiseMade(_ insert: FunctionCallExprSyntax) -> EmptyFetch? {
    guard let name = insert.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self),
      let terms = name.localValue?.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let made = terms[2].call, made.name.first?.isUppercase ?? false,
      case .value(.absent, let fetch)? = outcome(of: terms[0]), fetch.entity == made.name,
      // Whether the object is new may be asked in another way.
      !(insert.enclosing(IfExprSyntax.self)?.conditions.mentions([name.baseName.text]) ?? false)
    else { return nil }
    return fetch
  }

  /// The fetch of a loop before a place that goes through nothing where it fails.
  fileprivate func emptyLoop(before place: Syntax) -> EmptyFetch? {
    guard let items = place.enclosing(CodeBlockItemListSyntax.self) else { return nil }
    for item in items where item.position < place.position && !Syntax(item).contains(place) {
      if let loop = item.item.as(ForStmtSyntax.self),
        case .value(.empty, let fetch)? = outcome(of: loop.sequence),
        loop.body.statements.changesModels(types), failure(leadingTo: place) == nil
      {
        return fetch
      }
    }
    return nil
  }
}

extension CodeBlockItemListSyntax {
  /// Whether objects are changed, inserted or deleted.
  fileprivate func changesModels(_ types: TypeReader) -> Bool {
    hasDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        return ["insert", "delete"].contains(call.name) && call.isOnContext
      }
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
        let sign = terms.dropFirst().first?.trimmedDescription, ["=", "+=", "-="].contains(sign),
        let object = terms.first?.as(MemberAccessExprSyntax.self)?.base
      else { return false }
      return types.model(of: object) != nil
    }
  }
}
