package import StoreModel

/// Uniqueness of a property that is new: rows that are there already all get its one default, or none at
/// all, so that no row has a value to tell it from another, and none is a duplicate that may be deleted.
extension ModelPairing.EntityPair {
  /// The properties of a constraint that the older version does not have.
  package func fresh(in constraint: [String]) -> [String] {
    let names = Set(added.map(\.name))
    return constraint.filter(names.contains)
  }
}

extension DataModel {
  /// Whether an entity has a constraint that a property is part of.
  package func isUnique(_ property: String, of entity: String) -> Bool {
    self.entity(named: entity)?.uniquenessConstraints.contains { $0.contains(property) } == true
  }

  /// What to do about properties that were added before they become unique, and that nothing fills.
  package func adviceOnEmptyUnique(_ properties: [String]) -> String {
    advice("give each row a value of its own in willMigrate, while ")
      + properties.quotedList(separator: " and ")
      + (properties.count == 1 ? " is" : " are") + " there and not unique yet"
  }

  /// What to do about new properties that are to be unique.
  ///
  /// - Parameter isValued: whether they have a default.
  package func adviceOnNewUnique(_ properties: [String], isValued: Bool) -> String {
    let them = properties.count == 1 ? "it" : "them"
    return "add \(properties.quotedList(separator: " and ")) "
      + (isValued ? "without the constraint" : "as optional, without the constraint")
      + advice(", give each row a value of its own in didMigrate, and make ")
      + them + (isValued ? " " : " required and ") + "unique in the version after"
  }
}
