internal import SwiftSyntax

/// What says that a list is short: it belongs to one object, or somebody has picked what is in it.
extension Loop {
  /// How many elements a list has, as far as what it is says so.
  enum Length: Equatable {
    /// A handful: children of one object, chosen rows, what lies on the pasteboard.
    case few
    /// A handful, unless values of that type are decoded from what a server or a file holds.
    case fewUnless(decoded: String)
    case any
  }

  /// What the system hands over at once, and what somebody has picked.
  private static let handed: Set = [
    "NSItemProvider", "PHPickerResult", "SKPaymentTransaction", "UIDragItem", "UIOpenURLContext",
    "UISceneSession",
  ]

  func length(_ types: TypeReader) -> Length {
    guard !isConditional else { return .any }
    let root = sequence.listRoot
    if root.isPicked { return .few }
    if let type = types.type(of: root), Self.handed.contains(type.name) { return .few }
    guard let access = root.as(MemberAccessExprSyntax.self), let base = access.base?.unwrapped,
      !isWithinAnother(base)
    else {
      // `for tag in tags` in a class of objects.
      if let made = root.madeOfOneObject(types) { return made ? .few : .any }
      guard let name = root.as(DeclReferenceExprSyntax.self),
        case .property(_, let owner)? = name.nameOrigin
      else { return .any }
      return types.isStored(owner) ? .few : .any
    }
    if base.isSelfName {
      return access.ownerName.map { types.isStored($0) } ?? false ? .few : .any
    }
    if let type = types.type(of: base), !type.isList {
      if types.isStored(type.name) { return .few }
      if type.name.isHolder || type.name.isDelivery || type.isText { return .any }
      guard base.isOneValue, !sequence.isInBulkImport else { return .any }
      // What a package hands over to be looked up may be any number: `deletion.noteIDs`.
      if access.declName.baseName.text.isOfKeys,
        types.file.ask(.isDecoded(type.name)) == [ForeignMembers.unknown]
      {
        return .any
      }
      return .fewUnless(decoded: type.name)
    }
    return base.isOneValue && !sequence.isInBulkImport ? .few : .any
  }

  /// Whether the object whose list this is, is one of many that a loop around goes through.
  private func isWithinAnother(_ base: ExprSyntax) -> Bool {
    guard let name = base.rootName else { return false }
    var node = sequence.parent?.parent
    for _ in 0..<64 {
      guard let next = node, !next.is(FunctionDeclSyntax.self) else { return false }
      if let outer = Loop(next, calls: Loop.complete), outer.sequence.id != sequence.id,
        outer.names.contains(name)
      {
        return true
      }
      node = next.parent
    }
    return false
  }
}

extension Loop {
  /// Whether there may be many elements.
  func isOfMany(_ types: TypeReader) -> Bool {
    switch length(types) {
    case .any: true
    case .few: false
    case .fewUnless(let type): types.file.ask(.isDecoded(type)).contains(ForeignMembers.decoded)
    }
  }
}

extension LintContext {
  /// Whether the loop around a call may go through many elements.
  func isOfMany(_ call: ObjectFlows.Call) -> Bool {
    call.partOf.map { answer(.isDecoded($0)).contains(ForeignMembers.decoded) } ?? true
  }
}

extension ForeignMembers {
  static let decoded = "yes"
  static let unknown = "unknown"

  /// "yes" for a type that is read from what a server or a file holds, "unknown" for one that no file declares.
  func isDecoded(_ type: String) -> [String] {
    let answers = answers(to: .isDecoded(type), about: type) {
      [$0.decodes(type) ? Self.decoded : "no"]
    }
    return answers.isEmpty ? [Self.unknown] : answers
  }
}

extension SourceFileSyntax {
  /// Whether a declaration or extension of a type says that it is read from data.
  fileprivate func decodes(_ type: String) -> Bool {
    hasDescendant { node in
      guard let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == type else {
        return false
      }
      return group.inheritanceClause?.inheritedTypes.contains {
        ["Codable", "Decodable", "Mappable"].contains($0.type.dottedName)
      } ?? false
    }
  }
}

extension ExprSyntax {
  private static let shortening: Set = [
    "compactMap", "dropFirst", "dropLast", "enumerated", "filter", "map", "prefix", "reversed",
    "sorted", "suffix",
  ]

  /// The list itself of `Array(recipe.tags ?? []).sorted().map(\.name)`.
  fileprivate var listRoot: ExprSyntax {
    var node = unwrapped
    for _ in 0..<12 {
      if let value = node.otherwiseDefault {
        node = value.unwrapped
      } else if let sequence = node.as(SequenceExprSyntax.self), node.withoutCast.id != node.id {
        node = sequence.elements.first?.unwrapped ?? node
      } else if let call = node.as(FunctionCallExprSyntax.self) {
        if Self.shortening.contains(call.name), let list = call.receiver {
          node = list.unwrapped
        } else if ["Array", "Set"].contains(call.name), let first = call.arguments.first {
          node = first.expression.unwrapped
        } else {
          return node
        }
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
        ["allObjects", "array", "keys", "lazy", "values"].contains(access.declName.baseName.text)
      {
        node = base.unwrapped
      } else {
        return node
      }
    }
    return node
  }

  /// Whether a function of the file takes the list from the one object that it is given: `sorted(shelf)` of
  /// `func sorted(_ shelf: Shelf) -> [Book] { shelf.books.sorted { … } }`; nil for what is no such call.
  fileprivate func madeOfOneObject(_ types: TypeReader) -> Bool? {
    let value = self.as(DeclReferenceExprSyntax.self)?.localValue?.listRoot ?? self
    guard let call = value.as(FunctionCallExprSyntax.self),
      let result = call.functionOfFile?.body?.statements.onlyResult,
      let access = result.listRoot.as(MemberAccessExprSyntax.self),
      let name = access.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      case .parameter(let type, _)? = name.nameOrigin, let written = WrittenType(type)
    else { return nil }
    return !written.isList && types.isStored(written.name)
  }

  /// The first name of `post.author.tags`.
  fileprivate var rootName: String? {
    var node = self
    for _ in 0..<8 {
      if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      guard let base = node.as(MemberAccessExprSyntax.self)?.base else { return nil }
      node = base.unwrapped
    }
    return nil
  }

  /// Whether somebody has picked what is in the list, by what it is called or where it comes from:
  /// `selectedNotes`, `tableView.indexPathsForSelectedRows`, `pasteboard.pasteboardItems`.
  var isPicked: Bool {
    var node = self
    for _ in 0..<3 {
      if node.words.contains(where: { word in
        let small = word.lowercased()
        return Self.picking.contains { small.contains($0) }
      }) {
        return true
      }
      guard let value = node.as(DeclReferenceExprSyntax.self)?.localValue else { return false }
      node = value.listRoot
    }
    return false
  }

  private static let picking = [
    "selected", "selection", "picked", "chosen", "checked", "dragged", "dropped", "pasteboard",
    "indexpaths", "indexset", "itemproviders", "keychain", "launcharguments",
  ]

  /// Whether the expression is one thing that a function is given, a closure is handed or a variable
  /// holds, and not what an app keeps all its objects in or has just been sent.
  fileprivate var isOneValue: Bool {
    var node = self
    for _ in 0..<4 {
      let name = node.lastName ?? ""
      guard !name.isHolder, !name.isDelivery else { return false }
      guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base else { break }
      if base.unwrapped.isSelfName { return false }
      node = base.unwrapped
    }
    guard let name = node.as(DeclReferenceExprSyntax.self),
      name.baseName.text.first?.isLowercase ?? false
    else { return false }
    switch name.nameOrigin {
    case .parameter, .element, .content, .unknown: return true
    case .local(_, let value):
      // What was made of data or has come from elsewhere may be all there is.
      return value.map { !$0.mentions(["await", "decode", "from", "load"]) } ?? true
    default: return false
    }
  }
}

extension WrittenType {
  /// Whether it is a text or a file, of which nobody knows how many lines it has.
  fileprivate var isText: Bool {
    ["FileHandle", "InputStream", "String", "Substring", "URL"].contains(name)
  }
}

extension String {
  /// Whether a list of that name holds what objects are looked up by.
  fileprivate var isOfKeys: Bool {
    camelWords.count > 1 && ["IDs", "Ids", "Identifiers", "Keys"].contains(where: hasSuffix)
  }

  /// Whether a type or variable of that name keeps what an app has: `NotesViewModel`, `store`.
  fileprivate var isHolder: Bool {
    let small = lowercased()
    return [
      "cache", "context", "controller", "coordinator", "database", "datasource", "manager", "model",
      "presenter", "provider", "reducer", "repository", "service", "state", "store", "storage",
    ].contains { small.hasSuffix($0) }
  }

  /// Whether a type or variable of that name is something that was sent or read as a whole.
  fileprivate var isDelivery: Bool {
    let small = lowercased()
    return [
      "api", "archive", "backup", "batch", "body", "catalog", "changes", "data", "delta",
      "delivery",
      "document", "dto", "dump", "envelope", "export", "feed", "file", "import", "json", "library",
      "list", "manifest", "page", "payload", "remote", "reply", "response", "result", "root",
      "server", "snapshot", "sync", "update",
    ].contains { small.hasSuffix($0) || small.hasPrefix($0) }
  }
}
