internal import SwiftSyntax

extension FetchedObjects {
  /// Whether the condition names an id or a unique property.
  func looksForOne(of entity: String, in file: LintFile) -> Bool {
    if isCoreData {
      guard let keys = requestKeys else { return true }
      if isOfOpenEnd { return true }
      // What is put in an order and looked up by a name is expected to be several.
      let isSorted =
        descriptorName.flatMap { name in
          fetch.enclosingBody.map { !$0.assigned("sortDescriptors", of: name).isEmpty }
        } ?? false
      // What links two objects, there is once for both.
      if keys.count > 1,
        keys.allSatisfy({ file.ask(.relationship($0, of: entity)) == ["to-one"] })
      {
        return true
      }
      return keys.contains { key in
        Self.isOfOne(key, entity, file)
          && !(isSorted && ["date", "name", "number"].contains(where: key.lowercased().hasSuffix)
            && file.ask(.isUnique(key, of: entity)).isEmpty)
      }
    }
    return conditions.contains { looksForOne($0, of: entity, in: file) }
  }

  private func looksForOne(_ condition: ExprSyntax, of entity: String, in file: LintFile) -> Bool {
    let value = condition.resolved.unwrapped
    // A predicate from elsewhere may ask for anything.
    guard let macro = value.as(MacroExpansionExprSyntax.self) else { return true }
    return macro.hasDescendant { node in
      // Many objects may have the same folder: its id tells them not apart.
      guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
      if access.base?.is(DeclReferenceExprSyntax.self) ?? false {
        return isOfOne(access.declName.baseName.text, entity, file)
      }
      guard let owner = access.base?.unwrapped.as(MemberAccessExprSyntax.self),
        owner.base?.is(DeclReferenceExprSyntax.self) ?? false
      else { return false }
      return Self.isOneToOne(owner.declName.baseName.text, entity, file)
    }
  }

  /// How the names of properties end that tell objects apart.
  static let namesOfOne = [
    "address", "barcode", "checksum", "code", "digest", "email", "fingerprint", "hash", "id",
    "identifier", "isbn", "key", "name", "number", "path", "sku", "slug", "token", "url", "uuid",
  ]

  /// Whether a relationship leads to an object that leads back to one alone.
  private static func isOneToOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    guard let other = file.ask(.destination(name, of: entity)).first,
      let back = file.ask(.inverse(name, of: entity)).first
    else { return false }
    return file.ask(.relationship(back, of: other)) == ["to-one"]
  }

  /// The same, where the fetch says more: who asks for the first in an order knows of several that share a
  /// name, or lead to one and the same object.
  private func isOfOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    guard Self.isOfOne(name, entity, file) else { return false }
    guard isInOrder, file.ask(.isUnique(name, of: entity)).isEmpty else { return true }
    let words = name.camelWords
    if let last = words.last, ["code", "key", "name", "number"].contains(last) { return false }
    // `folderID` of a note tells folders apart.
    guard words.count > 1, words.last == "id" else { return true }
    let other = words.dropLast().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return other == entity || file.ask(.isModel(other)).isEmpty
  }

  /// Whether a property of the name tells objects apart.
  private static func isOfOne(_ name: String, _ entity: String, _ file: LintFile) -> Bool {
    let small = name.lowercased()
    return namesOfOne.contains { small.hasSuffix($0) } || small == "date"
      || !file.ask(.isUnique(name, of: entity)).isEmpty
  }

  /// Whether a predicate takes what has no end yet, of which there is one at a time: `endDate == nil`.
  private var isOfOpenEnd: Bool {
    guard let descriptorName, let body = fetch.enclosingBody else { return false }
    return body.assigned("predicate", of: descriptorName).contains { value in
      let made = value.as(DeclReferenceExprSyntax.self)?.localValue ?? value
      guard let format = made.call?.argument("format")?.literalText else { return false }
      let words = format.split(separator: " ").map(String.init)
      return !words.contains { ["OR", "||"].contains($0.uppercased()) }
        && words.indices.dropLast(2).contains { place in
          ["end", "ended", "finish", "finished", "stop", "stopped"]
            .contains(words[place].camelWords.first ?? "")
            && ["=", "=="].contains(words[place + 1])
            && ["NIL", "NULL"].contains(words[place + 2].uppercased())
        }
    }
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
      let found = PredicateFormat.keyPaths(in: format)
      let searched = PredicateFormat.searchedKeys(in: format)
      keys += found.filter { !searched.contains($0) }.compactMap(\.last)
    }
    return keys
  }
}
