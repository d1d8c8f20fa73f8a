internal import SwiftSyntax

/// A store whose file is removed right before it is opened is a new one: there is nothing to migrate.
extension FunctionCallExprSyntax {
  /// Whether the function opens the store with the model that it was made with, to migrate it itself.
  var opensOldModel: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    return body.mentions(["forStoreMetadata", "migratePersistentStore"])
  }

  /// Whether a statement before the call of `addPersistentStore`, in the same piece of code or in one
  /// around it, removes the file of a store.
  var isBehindRemoval: Bool {
    let url = argument("at").map { Set(Syntax($0).words) } ?? []
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return false }
      if let items = next.as(CodeBlockItemListSyntax.self),
        items.prefix(while: { Syntax($0).id != node.id }).contains(where: { $0.removesStore(url) })
      {
        return true
      }
      if next.is(FunctionDeclSyntax.self) || next.is(MemberBlockItemSyntax.self) { return false }
      node = next
    }
    return false
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement removes a store's file whenever there is one.
  fileprivate func removesStore(_ url: Set<String>) -> Bool {
    var isFound = false
    forEachDescendant { node in
      // What runs at another time, or only if something else holds.
      if node.is(ClosureExprSyntax.self) || node.is(CatchClauseSyntax.self)
        || node.is(FunctionDeclSyntax.self) || node.is(GuardStmtSyntax.self)
        || node.is(SwitchExprSyntax.self) || node.is(IfConfigDeclSyntax.self)
      {
        return false
      }
      if let branch = node.as(IfExprSyntax.self), !branch.conditions.mentions(["fileExists"]) {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self) {
        isFound =
          isFound || call.name == "destroyPersistentStore"
          || call.name == "removeItem"
            && call.arguments.contains { argument in
              StoreFile.isNamed(by: Syntax(argument.expression).words, or: url)
            }
      }
      return !isFound
    }
    return isFound
  }
}

extension Syntax {
  fileprivate var words: [String] {
    tokens(viewMode: .sourceAccurate).map(\.text)
  }
}

extension ObjCBody {
  private static let removals = [
    "removeItemAtURL", "removeItemAtPath", "destroyPersistentStoreAtURL",
  ]

  /// Whether the file of a store is removed on the way to a message that adds one.
  func removesStore(before message: ObjCMessage) -> Bool {
    let url = Set((message.argument("URL") ?? []).words)
    var isFound = false
    method.body.messages { other, place in
      guard !isFound, other.offset < message.offset, Self.removals.contains(where: other.has),
        StoreFile.isNamed(by: other.parts[0].argument.words, or: url)
      else { return }
      isFound = place.around.indices.allSatisfy { index in
        let node = place.around[index]
        guard node.kind == .braces else { return true }
        let head = index > 0 ? place.around[index - 1] : nil
        // Each file of the store in turn, or where there is one.
        return head?.kind == .loop
          || head?.kind == .branch
            && head?.children[0].children.mentions("fileExistsAtPath") ?? false
          || node.children.holds(message.offset)
      }
    }
    return isFound
  }
}

extension [ObjCNode] {
  fileprivate var words: [String] {
    var words: [String] = []
    walk { place in if place.node.isWord { words.append(place.node.text) } }
    return words
  }

  fileprivate func holds(_ offset: Int) -> Bool {
    var isFound = false
    walk { place in isFound = isFound || place.node.token.offset == offset }
    return isFound
  }
}

/// What the file of a store is called.
private enum StoreFile {
  private static let names = ["store", "sqlite", "database"]

  /// Whether a path is a store's: it says so, or shares a name of the code with the store's own.
  static func isNamed(by words: [String], or url: Set<String>) -> Bool {
    words.contains { word in
      let small = word.lowercased()
      return names.contains(where: small.contains)
        || url.contains(word) && (word.first?.isLetter ?? false) && word != "URL" && word != "self"
    }
  }
}
