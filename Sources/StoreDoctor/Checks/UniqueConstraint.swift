internal import StoreEngine
internal import StoreModel

/// A uniqueness constraint with the columns it is over.
struct UniqueConstraint {
  let entity: String
  let properties: [String]
  let table: String
  let columns: [String]

  /// `'name'` or `'first' and 'last'`.
  var text: String { properties.quotedList(separator: " and ") }

  /// Every constraint whose columns the store has.
  static func all(of store: Store) -> [UniqueConstraint] {
    guard store.model.source != .store else { return [] }
    return store.entities.filter { !$0.isTableMissing }.flatMap { entity -> [UniqueConstraint] in
      let constraints = store.model.entity(named: entity.name)?.uniquenessConstraints ?? []
      return constraints.compactMap { properties -> UniqueConstraint? in
        let columns = properties.compactMap { entity.property(named: $0)?.columns.first }
        guard !columns.isEmpty, columns.count == properties.count else { return nil }
        return UniqueConstraint(
          entity: entity.name, properties: properties, table: entity.table, columns: columns)
      }
    }
  }

  func isEnforced(by schema: SchemaObjects?) -> Bool {
    schema?.indexes.keys.contains {
      $0.isUnique && $0.table == table && Set($0.columns).isSubset(of: columns)
    } ?? false
  }
}
