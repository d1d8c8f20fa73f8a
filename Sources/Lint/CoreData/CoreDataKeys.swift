internal import SwiftSyntax

/// Key paths of Core Data in strings, held against the model.
enum CoreDataKeys {
  /// The first part of a key path that is no property; nil where all are, or one leads to something
  /// that is not known.
  static func fault(
    in path: [String], of entity: String, _ file: LintFile
  ) -> (entity: String, key: String)? {
    fault(in: path, of: entity, ask: file.askOfLive)
  }

  /// The fault in the rest of a key path; nil where one of several entities that it may go on with has none.
  private static func fault(
    in rest: ArraySlice<String>, ofOneOf entities: [String], ask: (ModelQuestion) -> [String]
  ) -> (entity: String, key: String)? {
    var found: (entity: String, key: String)?
    for entity in entities {
      guard let fault = fault(in: Array(rest), of: entity, ask: ask) else { return nil }
      found = found ?? fault
    }
    return found
  }

  static func fault(
    in path: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> (entity: String, key: String)? {
    guard let place = path.firstIndex(where: { $0.lowercased() != "self" }) else { return nil }
    let key = path[place]
    if key.hasPrefix("@") || key == "objectID" { return nil }
    let keys = ask(.coreDataKeys(of: entity))
    // An entity that is not known has no keys.
    guard !keys.isEmpty else { return nil }
    guard keys.contains(key) else {
      if let own = ask(.keyOfProperty(key, of: entity)).first, own != key {
        return fault(in: [own] + path[(place + 1)...], of: entity, ask: ask)
      }
      // `typealias Thread = CommonThread` means another class than an old model's of that name.
      let meant = ask(.aliasedClass(entity)).filter { $0 != entity }
      return meant.isEmpty ? (entity, key) : fault(in: path[place...], ofOneOf: meant, ask: ask)
    }
    let next = ask(.coreDataDestination(key, of: entity))
    let rest = path[(place + 1)...]
    return rest.isEmpty || next.isEmpty ? nil : fault(in: rest, ofOneOf: next, ask: ask)
  }

  /// The first part of a key path that leads to no object.
  static func endOfObjects(
    in path: [String], of entity: String, _ file: LintFile
  ) -> (entity: String, key: String)? {
    var entity = entity
    for key in path {
      guard let next = file.ask(.coreDataDestination(key, of: entity)).first else {
        return (entity, key)
      }
      entity = next
    }
    return nil
  }
}

extension ForeignMembers {
  /// The name for Objective-C, by which Core Data goes, of a property of a class of objects.
  func key(of property: String, in owner: String) -> [String] {
    answers(to: .keyOfProperty(property, of: owner), about: owner) { tree in
      var keys: [String] = []
      tree.forEachDescendant { node in
        guard let variable = node.as(VariableDeclSyntax.self),
          variable.attribute("NSManaged") != nil,
          variable.bindings.contains(where: { $0.name == property }),
          let key = variable.attribute("objc")?.arguments?.trimmedDescription
        else { return true }
        keys.append(key)
        return false
      }
      return keys
    }
  }
}

extension String {
  /// `["folder", "name"]` of `folder.name`.
  var keyPath: [String] { split(separator: ".").map(String.init) }
}

extension LintFile {
  /// Answers that speak of the versions that the app runs with; code that migrates stores knows the others, too.
  func askOfLive(_ question: ModelQuestion) -> [String] {
    let all = ask(question)
    guard case .coreDataKeys(let name) = question else { return all }
    let live = ask(.liveCoreDataKeys(of: name))
    return live == all || speaksOfOldVersions ? all : live
  }

  private var speaksOfOldVersions: Bool {
    path.lowercased().contains("migrat")
      || tree.mentions(["NSEntityMigrationPolicy", "NSMappingModel", "NSMigrationManager"])
  }
}
