/// Key paths of Core Data in strings, held against the model.
enum CoreDataKeys {
  /// The first part of a key path that is no property; nil where all are, or one leads to something
  /// that is not known.
  static func fault(
    in path: [String], of entity: String, _ file: LintFile
  ) -> (entity: String, key: String)? {
    fault(in: path, of: entity, ask: file.ask)
  }

  static func fault(
    in path: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> (entity: String, key: String)? {
    var entity = entity
    for key in path {
      if key.hasPrefix("@") || key == "objectID" { return nil }
      if key.lowercased() == "self" { continue }
      let keys = ask(.coreDataKeys(of: entity))
      // An entity that is not known has no keys.
      guard !keys.isEmpty else { return nil }
      guard keys.contains(key) else { return (entity, key) }
      guard let next = ask(.coreDataDestination(key, of: entity)).first else { return nil }
      entity = next
    }
    return nil
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

extension String {
  /// `["folder", "name"]` of `folder.name`.
  var keyPath: [String] { split(separator: ".").map(String.init) }
}
